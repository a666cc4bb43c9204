import { promptPayPayload } from '@khlang/contract/values/promptpay.ts'
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { close, listen, readBody, sendJson } from '../http.ts'
import type { GatewayKey, GatewayOrder } from './gateway-order.ts'
import { owingOf } from './owing.ts'

/** How a payment of an order is told of. */
export const payManners = ['plain', 'twice', 'late', 'forged', 'wrongAmount', 'silent', 'failed'] as const
export type PayManner = (typeof payManners)[number]

interface Parts {
  readonly key: GatewayKey
  /** Where `/auto` is. */
  readonly base: string
  readonly changed: () => void
  readonly say: (text: string) => void
}

const windowS = 300
const ordersMax = 500
const lateMs = 4000
/** Fifteen digits: the company that bills are paid to, which there is not. */
const billerId = '099999999999990'
const tellAgainMs = [500, 2000, 5000]

const hmac = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex')

/**
 * A payment gateway of the plain protocol (docs/gateway-protocol.md): takes orders, draws their codes,
 * answers what became of them, and tells of payments: once, twice, late, forged or not at all.
 */
export class Gateway {
  readonly #orders: Map<string, GatewayOrder>
  readonly #parts: Parts
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #server: Server
  /** While it is, every call is answered with 503. */
  isDown = false

  constructor(parts: Parts, kept: readonly GatewayOrder[]) {
    this.#parts = parts
    this.#orders = new Map(kept.map((order) => [order.id, order]))
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch(() => sendJson(response, 500, { error: 'internal' }))
    })
  }

  get orders(): readonly GatewayOrder[] {
    return [...this.#orders.values()]
  }

  async start(port: number): Promise<number> {
    return listen(this.#server, port)
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer)
    await close(this.#server)
  }

  /** Somebody scans the code of an order and pays it. Null where there is no such order that waits. */
  async pay(id: string | undefined, manner: PayManner): Promise<object | null> {
    const order = this.orders.findLast((each) => each.state === 'pending' && (!id || each.id === id))
    if (!order) return null
    order.state = manner === 'failed' ? 'failed' : 'paid'
    order.paymentRef = `T${randomUUID().slice(0, 8)}`
    order.changedAt = new Date().toISOString()
    this.#parts.changed()
    const event = this.#eventOf(
      order,
      manner === 'wrongAmount' ? order.amountMinor - 100 : order.amountMinor,
    )
    const tell = async (): Promise<void> => {
      const isTaken = await this.#tell(event, manner === 'forged' ? 'forged' : 'right')
      if (isTaken && event.amountMinor === order.amountMinor) this.#noteTold(order)
    }
    if (manner === 'late') this.#after(lateMs, () => void tell())
    else if (manner !== 'silent') await tell()
    if (manner === 'twice') await tell()
    return { order: order.reference, state: order.state }
  }

  /** The newest paid order, or this one, is charged back; the house is told. */
  async refund(id: string | undefined): Promise<object | null> {
    const order = this.orders.findLast((each) => each.state === 'paid' && (!id || each.id === id))
    if (!order) return null
    order.state = 'refunded'
    order.changedAt = new Date().toISOString()
    this.#parts.changed()
    await this.#tell(this.#eventOf(order, order.amountMinor), 'right')
    return { order: order.reference, state: order.state }
  }

  get name(): string {
    return this.#parts.key.terms.name
  }

  /** Pays what is due by now in one transfer, less what was given back; null where it owes nothing. */
  settle(pay: (amountMinor: number) => void): { amountMinor: number; orderCount: number } | null {
    const owing = owingOf(this.orders, this.#parts.key.terms, Date.now())
    const amountMinor = owing.reduce((sum, { minor }) => sum + minor, 0)
    if (amountMinor <= 0) return null
    pay(amountMinor)
    for (const { order, minor } of owing) order.settledMinor = (order.settledMinor ?? 0) + minor
    this.#parts.changed()
    return { amountMinor, orderCount: owing.length }
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request)
    if (this.isDown) return sendJson(response, 503, { error: 'unavailable' })
    if (!this.#isSigned(request, body)) return sendJson(response, 401, { error: 'badSignature' })
    const id = /^\/v1\/orders\/([\w-]{1,100})$/.exec(request.url ?? '')?.[1]
    if (request.method === 'GET' && id !== undefined) {
      const order = this.#orders.get(id)
      if (order) this.#noteTold(order)
      return order
        ? sendJson(response, 200, this.#eventOf(order, order.amountMinor))
        : sendJson(response, 404, { error: 'notFound' })
    }
    if (request.method !== 'POST' || request.url !== '/v1/orders')
      return sendJson(response, 404, { error: 'notFound' })
    const asked = orderIn(body)
    if (asked === null) return sendJson(response, 422, { error: 'invalid' })
    const known = this.#orders.get(asked.id)
    if (known && known.amountMinor !== asked.amountMinor)
      return sendJson(response, 409, { error: 'otherOrder' })
    return sendJson(response, 200, known ?? this.#take(asked))
  }

  /** What the house knows was paid is paid on to it, and nothing else: its books would not know what for. */
  #noteTold(order: GatewayOrder): void {
    if (order.state !== 'paid' || order.toldAt !== undefined) return
    order.toldAt = new Date().toISOString()
    this.#parts.changed()
  }

  #take(asked: Asked): GatewayOrder {
    const ref1 = asked.reference
      .replaceAll(/[^A-Za-z0-9]/g, '')
      .toUpperCase()
      .slice(0, 20)
    const target = { kind: 'biller', billerId, ref1 } as const
    const order: GatewayOrder = {
      ...asked,
      gatewayRef: `SG${randomUUID().slice(0, 12)}`,
      qrPayload: promptPayPayload({ target, amountMinor: asked.amountMinor, reference: asked.reference }),
      state: 'pending',
      paymentRef: null,
      changedAt: new Date().toISOString(),
    }
    this.#orders.set(order.id, order)
    const oldest = this.#orders.keys().next().value
    if (this.#orders.size > ordersMax && oldest !== undefined) this.#orders.delete(oldest)
    this.#parts.changed()
    return order
  }

  #isSigned(request: IncomingMessage, body: string): boolean {
    const timestamp = String(request.headers['x-gateway-timestamp'] ?? '')
    const given = Buffer.from(String(request.headers['x-gateway-signature'] ?? ''))
    if (!/^\d{10}$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > windowS)
      return false
    const text = `${timestamp}.${request.method}.${request.url}.${body}`
    const expected = Buffer.from(hmac(this.#parts.key.apiSecret, text))
    return given.length === expected.length && timingSafeEqual(given, expected)
  }

  #eventOf(order: GatewayOrder, amountMinor: number) {
    const { id, gatewayRef, paymentRef, currency, state, changedAt } = order
    // The same event is called the same, however often and by whatever way it is told.
    const eventId = `${gatewayRef}-${state}-${amountMinor}`
    return {
      eventId,
      kind: state,
      orderId: id,
      gatewayRef,
      paymentRef,
      amountMinor,
      currency,
      happenedAt: changedAt,
    }
  }

  /** Tells the house, and again after a pause where it does not answer. @returns whether it took it */
  async #tell(event: object, how: 'right' | 'forged'): Promise<boolean> {
    const body = JSON.stringify(event)
    const { base, key, say } = this.#parts
    for (const pauseMs of [0, ...tellAgainMs]) {
      if (pauseMs > 0) await new Promise<void>((done) => this.#after(pauseMs, done))
      const timestamp = String(Math.floor(Date.now() / 1000))
      const secret = how === 'forged' ? 'somebody-else' : key.webhookSecret
      const answer = await fetch(`${base}/auto/v1/gateway/${key.gatewayId}/webhook`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-gateway-timestamp': timestamp,
          'x-gateway-signature': hmac(secret, `${timestamp}.${body}`),
        },
        body,
        signal: AbortSignal.timeout(10_000),
      }).catch((error: unknown) => {
        say(`webhook: ${String(error)}`)
        return null
      })
      if (answer !== null && answer.status < 500) return answer.status === 200
    }
    return false
  }

  #after(waitMs: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      act()
    }, waitMs)
    this.#timers.add(timer)
  }
}

interface Asked {
  readonly id: string
  readonly reference: string
  readonly amountMinor: number
  readonly currency: string
  readonly expiresAt: string
}

function orderIn(body: string): Asked | null {
  try {
    const { id, reference, amountMinor, currency, expiresAt } = JSON.parse(body) as Asked
    const isText = [id, reference, currency, expiresAt].every(
      (value) => typeof value === 'string' && value !== '',
    )
    if (!isText || !Number.isSafeInteger(amountMinor) || amountMinor < 1) return null
    return { id, reference, amountMinor, currency, expiresAt }
  } catch {
    return null
  }
}
