import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { close, listen, readBody, sendJson } from './http.ts'
import type { Random } from './random.ts'
import type { KeptState, RailPayout, RailPlan } from './state-file.ts'
import { BankRefusal, type Manner, type World } from './world.ts'

const windowS = 300
const lateMs = 12_000

/** Of a hundred payouts. */
const habits: readonly (readonly [RailPlan, number])[] = [
  ['succeed', 62],
  ['accept', 28],
  ['fail', 4],
  ['late', 3],
  ['neverButPay', 2],
  ['never', 1],
]

export const railSignature = (secret: string, timestamp: string, body: string): string =>
  createHmac('sha256', Buffer.from(secret, 'hex')).update(`${timestamp}.${body}`).digest('hex')

interface Order {
  readonly id: string
  readonly amountMinor: number
  readonly currency: string
  readonly bank: string
  readonly accountNo: string
  readonly accountName: string
  readonly fromAccountNo: string
}

/**
 * The payout rail: pays from our accounts, once per id. Most payouts succeed, some at once and some after a
 * while; a few fail, answer late or not at all, which the server must live with.
 */
export class Rail {
  readonly #payouts: Map<string, RailPayout>
  readonly #world: World
  readonly #random: Random
  readonly #secret: string
  readonly #changed: () => void
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #server: Server
  readonly #next: RailPlan[] = []
  /** By the account that is paid. */
  readonly #awaited: Map<string, RailPlan>

  constructor(
    parts: { world: World; random: Random; secret: string; changed: () => void },
    kept: Pick<KeptState, 'payouts' | 'awaited'>,
  ) {
    this.#world = parts.world
    this.#random = parts.random
    this.#secret = parts.secret
    this.#changed = parts.changed
    this.#payouts = new Map(kept.payouts.map((payout) => [payout.id, payout]))
    this.#awaited = new Map(kept.awaited)
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch(() => sendJson(response, 500, { error: 'internal' }))
    })
  }

  get payouts(): RailPayout[] {
    return [...this.#payouts.values()]
  }

  /** Outcomes that are set and wait for their payout, next one first. */
  get planned(): readonly RailPlan[] {
    return this.#next
  }

  /** What happens to the payouts that come next, in this order; afterwards habit decides again. */
  plan(...plans: RailPlan[]): void {
    this.#next.push(...plans)
  }

  /** What happens to the payout to this account, whenever it is ordered; null takes a plan back. */
  await(accountNo: string, plan: RailPlan | null): void {
    if (plan === null) this.#awaited.delete(accountNo)
    else this.#awaited.set(accountNo, plan)
    this.#changed()
  }

  get awaited(): [accountNo: string, plan: RailPlan][] {
    return [...this.#awaited]
  }

  async start(port: number): Promise<number> {
    const listens = await listen(this.#server, port)
    for (const payout of this.#payouts.values()) this.#payLater(payout)
    return listens
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer)
    await close(this.#server)
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request)
    if (!this.#isSigned(request, body)) return sendJson(response, 401, { error: 'badSignature' })
    const id = /^\/v1\/payouts\/([\w-]{1,100})$/.exec(request.url ?? '')?.[1]
    if (request.method === 'GET' && id !== undefined) {
      const payout = this.#payouts.get(id)
      return payout === undefined
        ? sendJson(response, 404, { error: 'notFound' })
        : this.#tell(payout, response, 0)
    }
    if (request.method !== 'POST' || request.url !== '/v1/payouts')
      return sendJson(response, 404, { error: 'notFound' })
    const order = orderIn(body)
    if (order === null) return sendJson(response, 422, { error: 'invalid' })
    const known = this.#payouts.get(order.id)
    if (known === undefined) {
      const payout = this.#take(order)
      return this.#tell(payout, response, payout.plan === 'late' ? lateMs : 0)
    }
    const isSame = known.amountMinor === order.amountMinor && known.accountNo === order.accountNo
    return isSame ? this.#tell(known, response, 0) : sendJson(response, 409, { error: 'otherPayout' })
  }

  #isSigned(request: IncomingMessage, body: string): boolean {
    const timestamp = String(request.headers['x-rail-timestamp'] ?? '')
    const given = Buffer.from(String(request.headers['x-rail-signature'] ?? ''))
    if (!/^\d{10}$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > windowS)
      return false
    const expected = Buffer.from(railSignature(this.#secret, timestamp, body))
    return given.length === expected.length && timingSafeEqual(given, expected)
  }

  #take(order: Order): RailPayout {
    const plan = this.#awaited.get(order.accountNo) ?? this.#next.shift() ?? this.#random.weighted(habits)
    this.#awaited.delete(order.accountNo)
    const payout: RailPayout = {
      ...order,
      plan,
      ref: `R${this.#random.digits(12)}`,
      state: 'accepted',
      reason: null,
      payAtMs: null,
    }
    this.#payouts.set(order.id, payout)
    if (plan === 'fail') Object.assign(payout, { state: 'failed', reason: 'beneficiaryRefused' })
    else if (plan === 'succeed' || plan === 'succeedTwice' || plan === 'succeedUnseen') this.#pay(payout)
    else if (plan !== 'never') {
      payout.payAtMs = Date.now() + (plan === 'accept' ? this.#random.int(1500, 5000) : 800)
      this.#payLater(payout)
    }
    this.#changed()
    return payout
  }

  #payLater(payout: RailPayout): void {
    if (payout.payAtMs === null || payout.state !== 'accepted') return
    this.#after(payout.payAtMs - Date.now(), () => this.#pay(payout))
  }

  /** Once: the state leaves `accepted` together with the money. */
  #pay(payout: RailPayout): void {
    if (payout.state !== 'accepted') return
    payout.payAtMs = null
    const to = { bank: payout.bank, accountNo: payout.accountNo, name: payout.accountName }
    try {
      const pay = (manner: Manner) =>
        this.#world.move(payout.fromAccountNo, 'out', payout.amountMinor, to, { manner })
      pay(payout.plan === 'succeedUnseen' ? 'lost' : 'plain')
      payout.state = 'succeeded'
      payout.paidAtMs = Date.now()
      if (payout.plan === 'succeedTwice') pay('plain')
    } catch (error) {
      if (!(error instanceof BankRefusal)) throw error
      // There was too little for the second time.
      if (payout.paidAtMs !== undefined) return this.#changed()
      payout.state = 'failed'
      payout.reason = error.message
    }
    this.#changed()
  }

  #tell(payout: RailPayout, response: ServerResponse, afterMs: number): void {
    // Says nothing until the caller gives up.
    if (payout.plan === 'never' || payout.plan === 'neverButPay') return
    const tell = (): void => {
      const { id, state, ref, reason, amountMinor, currency } = payout
      sendJson(response, 200, {
        id,
        state,
        ref,
        ...(reason === null ? {} : { reason }),
        amountMinor,
        currency,
      })
    }
    if (afterMs === 0) tell()
    else this.#after(afterMs, tell)
  }

  #after(waitMs: number, act: () => void): void {
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer)
        act()
      },
      Math.max(0, waitMs),
    )
    this.#timers.add(timer)
  }
}

function orderIn(body: string): Order | null {
  try {
    const { id, amountMinor, currency, bank, accountNo, accountName, fromAccountNo } = JSON.parse(
      body,
    ) as Order
    const isText = [id, currency, bank, accountNo, accountName, fromAccountNo].every(
      (value) => typeof value === 'string' && value !== '',
    )
    if (!isText || !Number.isSafeInteger(amountMinor) || amountMinor < 1) return null
    return { id, amountMinor, currency, bank, accountNo, accountName, fromAccountNo }
  } catch {
    return null
  }
}
