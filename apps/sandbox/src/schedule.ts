import { Refused } from '@khlang/phone-client/phone-api.ts'
import type { Acts } from './acts.ts'
import type { GatewayActs } from './gateway/gateway-acts.ts'
import type { Random } from './random.ts'
import { BankRefusal, type Manner } from './world.ts'

/** How long the world goes on while nobody has a console open. */
const idleMs = 10 * 60_000
const daytimeEveryMs = 5000
/** The gateway's day, shortened: so often it pays what it owes by then. */
const daytimeSettleMs = 8 * 60_000

const manners: readonly (readonly [Manner, number])[] = [
  ['plain', 82],
  ['pushToo', 8],
  ['twice', 4],
  ['late', 3],
  ['outOfOrder', 3],
]

type Happening =
  | 'deposit'
  | 'requestedDeposit'
  | 'gatewayOrder'
  | 'stranger'
  | 'odd'
  | 'withdrawal'
  | 'login'
  | 'fee'

/** Of a hundred events; one deposit in fifty has no owner. */
const happenings: readonly (readonly [Happening, number])[] = [
  ['deposit', 43],
  ['requestedDeposit', 15],
  ['gatewayOrder', 6],
  ['stranger', 1.4],
  ['odd', 3],
  ['withdrawal', 17],
  ['login', 14],
  ['fee', 0.6],
]

export interface ScheduleState {
  readonly isOn: boolean
  readonly isPaused: boolean
  readonly consoles: number
  readonly eventCount: number
  readonly failureCount: number
}

/** Lets something happen every few seconds, as long as somebody looks on. */
export class Schedule {
  readonly #acts: Acts
  readonly #random: Random
  readonly #everyMs: number
  readonly #settleEveryMs: number
  /** Null where the house has no gateway of ours. */
  readonly #through: GatewayActs | null
  readonly #isOn: boolean
  readonly #say: (text: string) => void
  readonly #running = new Set<Promise<void>>()
  #timer: NodeJS.Timeout | null = null
  #settledAtMs = Date.now()
  #consoles = 0
  #seenAtMs = Date.now()
  #eventCount = 0
  #failureCount = 0

  constructor(
    { acts, through }: { readonly acts: Acts; readonly through: GatewayActs | null },
    random: Random,
    settings: {
      readonly isOn: boolean
      readonly everyMs: number | undefined
      readonly settleEveryMs: number | undefined
      readonly say: (text: string) => void
    },
  ) {
    this.#acts = acts
    this.#through = through
    this.#settleEveryMs = settings.settleEveryMs ?? daytimeSettleMs
    this.#random = random
    this.#isOn = settings.isOn
    this.#everyMs = settings.everyMs ?? daytimeEveryMs
    this.#say = settings.say
  }

  get state(): ScheduleState {
    return {
      isOn: this.#isOn,
      isPaused: this.#isPaused(Date.now()),
      consoles: this.#consoles,
      eventCount: this.#eventCount,
      failureCount: this.#failureCount,
    }
  }

  /** How many consoles are open now, as the server counts them. */
  note(consoles: number): void {
    this.#consoles = consoles
    if (consoles > 0) this.#seenAtMs = Date.now()
  }

  start(): void {
    if (!this.#isOn) return
    this.#timer = setInterval(() => {
      if (this.#isPaused(Date.now())) return
      this.#begin()
      this.#settle(Date.now())
    }, this.#everyMs)
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer)
    // A transfer that somebody has announced may still be on its way.
    await Promise.race([Promise.all(this.#running), new Promise((done) => setTimeout(done, 1000).unref())])
  }

  /** Lets one event happen now and waits for it; `waitMs` is the pause between request and transfer. */
  async once(waitMs?: number): Promise<Happening> {
    const what = this.#random.weighted(happenings)
    this.#eventCount += 1
    try {
      await this.#happen(what, waitMs)
    } catch (error) {
      this.#failureCount += 1
      const isExpected = error instanceof Refused || error instanceof BankRefusal
      this.#say(
        `${what}: ${isExpected ? (error instanceof Refused ? error.code : error.message) : String(error)}`,
      )
    }
    return what
  }

  #isPaused(nowMs: number): boolean {
    return this.#consoles === 0 && nowMs - this.#seenAtMs > idleMs
  }

  /** Once in a period, however long the world rested before. */
  #settle(nowMs: number): void {
    if (this.#through === null || nowMs - this.#settledAtMs < this.#settleEveryMs) return
    this.#settledAtMs = nowMs
    try {
      this.#through.settle()
    } catch (error) {
      this.#say(`settle: ${String(error)}`)
    }
  }

  #begin(): void {
    const running = this.once().then(() => undefined)
    this.#running.add(running)
    void running.finally(() => this.#running.delete(running))
  }

  async #happen(what: Happening, waitMs?: number): Promise<void> {
    const manner = this.#random.weighted(manners)
    const pauseMs = waitMs ?? this.#random.int(5000, 25_000)
    if (what === 'deposit') await this.#acts.deposit({ manner })
    else if (what === 'requestedDeposit')
      // Whose money does not arrive at once shows the slip of it.
      await this.#acts.deposit({
        manner,
        hasRequest: true,
        waitMs: pauseMs,
        showsSlip: manner === 'late',
      })
    else if (what === 'gatewayOrder')
      await (this.#through?.orderPaid(pauseMs) ?? this.#acts.deposit({ manner }))
    else if (what === 'stranger') this.#acts.strangerDeposit()
    else if (what === 'odd') await this.#odd(manner, pauseMs)
    else if (what === 'withdrawal') await this.#acts.withdrawal()
    else if (what === 'login') await this.#acts.login()
    else this.#acts.fee()
  }

  /** Somebody else's account pays, or a wrong amount comes. */
  async #odd(manner: Manner, waitMs: number): Promise<void> {
    const isOther = this.#random.chance(0.6)
    await this.#acts.deposit({
      manner,
      waitMs,
      hasRequest: true,
      showsSlip: this.#random.chance(0.6),
      ...(isOther ? { payer: 'other' as const } : { isWrongAmount: true }),
    })
  }
}
