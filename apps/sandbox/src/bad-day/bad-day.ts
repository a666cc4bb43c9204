import { Refused } from '@khlang/phone-client/phone-api.ts'
import { randomOf } from '../random.ts'
import { BankRefusal } from '../world.ts'
import { plantDifferences, type DifferenceDay, type PaidOut } from './differences.ts'
import type { KeptBadDay, Planted, Step, StepKind } from './planted.ts'
import { Planter, type Moves } from './planter.ts'
import { badDayMs, stepsOf } from './script.ts'
import { plantings } from './steps.ts'

const lookEveryMs = 100
/** So much of what was planted is listed, the newest first. */
const listed = 60

/** The steps that end a trouble; they are taken whatever else becomes of the day. */
const mendings: ReadonlySet<StepKind> = new Set(['phoneOn', 'gatewayUp'])

/**
 * A day on which much goes wrong outside, started by hand, the same for the same seed, and over by itself. It
 * moves members, banks, phones, rail and gateway as people do; of the back office it changes nothing.
 */
export class BadDay {
  readonly #outside: Moves
  readonly #parts: {
    readonly seed: number
    readonly paidBefore: readonly PaidOut[]
    readonly changed: () => void
  }
  #kept: KeptBadDay
  #planter: Planter | null = null
  #timer: NodeJS.Timeout | null = null
  #running: Promise<void> | null = null
  #days = 0

  constructor(
    outside: Moves,
    parts: { readonly seed: number; readonly paidBefore: readonly PaidOut[]; readonly changed: () => void },
    kept: KeptBadDay | undefined,
  ) {
    this.#outside = outside
    this.#parts = parts
    this.#kept = kept ?? {
      seed: null,
      lengthMs: badDayMs,
      steps: [],
      planted: [],
      phone: null,
      isGatewayDown: false,
    }
    if (outside.gateway !== null) outside.gateway.isDown = this.#kept.isGatewayDown
  }

  get kept(): KeptBadDay {
    return this.#kept
  }

  /** For whoever looks on. */
  get state() {
    const { seed, steps, planted } = this.#kept
    return { seed, isRunning: steps.length > 0, endsAtMs: steps.at(-1)?.atMs ?? null, planted }
  }

  /**
   * Begins a day. The list begins anew with it.
   * @throws BankRefusal while one goes on
   */
  begin(wish: { readonly seed?: number; readonly lengthMs?: number }): object {
    if (this.#kept.steps.length > 0) throw new BankRefusal('badDayRuns')
    this.#days += 1
    const seed = wish.seed ?? (this.#parts.seed + this.#days) % 1_000_000
    const { lengthMs = badDayMs } = wish
    const steps = stepsOf(Date.now(), lengthMs, randomOf(seed))
    this.#planter = null
    this.#set({ seed, lengthMs, steps, planted: [] })
    return { seed, endsAt: new Date(steps.at(-1)?.atMs ?? 0).toISOString() }
  }

  /** Ends the day at once: what it switched off is on again, what was still to come does not. */
  async end(): Promise<object> {
    const left = this.#kept.steps
    this.#set({ steps: [] })
    await this.#running
    for (const kind of mendings) this.#mend(kind)
    return { notPlanted: left.filter(({ kind }) => !mendings.has(kind)).map(({ kind }) => kind) }
  }

  /** Plants three differences into the close of a day. */
  differences(day: DifferenceDay): readonly Planted[] {
    const seed = (this.#kept.seed ?? this.#parts.seed) + this.#kept.planted.length
    const { paidBefore: before } = this.#parts
    const found = plantDifferences(this.#outside, day, { before, random: randomOf(seed) })
    this.#list(found)
    return found
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#running ??= this.#work().finally(() => {
        this.#running = null
      })
    }, lookEveryMs)
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer)
    // What is just being planted may wait for an answer that does not come.
    await Promise.race([this.#running, new Promise((done) => setTimeout(done, 1000).unref())])
  }

  /** Takes the steps whose time has come, one after the other. */
  async #work(): Promise<void> {
    for (;;) {
      const [step] = this.#kept.steps
      if (step === undefined || step.atMs > Date.now()) return
      await this.#take(step)
      this.#set({ steps: this.#kept.steps.filter((each) => each !== step) })
    }
  }

  async #take({ kind }: Step): Promise<void> {
    if (kind === 'phoneOn' || kind === 'gatewayUp') return this.#mend(kind)
    // After a restart other people and amounts follow than those that were met before it.
    const { seed, steps, lengthMs } = this.#kept
    this.#planter ??= new Planter(this.#outside, randomOf((seed ?? 0) + steps.length), lengthMs)
    const atMs = Date.now()
    try {
      const facts = await plantings[kind](this.#planter)
      this.#list([{ kind, atMs, ...facts }])
      if (kind === 'phoneOff') this.#set({ phone: facts.phone ?? null })
    } catch (error) {
      const trouble = error instanceof Refused ? error.code : (error as Error).message
      this.#list([{ kind, atMs, trouble }])
    }
    if (kind === 'gatewayFails') this.#set({ isGatewayDown: this.#outside.gateway?.isDown === true })
  }

  #mend(kind: StepKind): void {
    const { gateway, phones } = this.#outside
    const { phone } = this.#kept
    if (kind === 'gatewayUp' && gateway !== null) {
      gateway.isDown = false
      this.#set({ isGatewayDown: false })
    }
    if (kind !== 'phoneOn' || phone === null) return
    phones.fare(phone, { isOn: true })
    this.#set({ phone: null })
  }

  #list(found: readonly Planted[]): void {
    this.#set({ planted: [...found.toReversed(), ...this.#kept.planted].slice(0, listed) })
  }

  #set(change: Partial<KeptBadDay>): void {
    this.#kept = { ...this.#kept, ...change }
    this.#parts.changed()
  }
}
