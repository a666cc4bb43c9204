import { promptPayPayload } from '@khlang/contract/values/promptpay.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { addGateway } from '../../features/payment-gateways/gateway-writes.ts'
import { secretPlace } from '../../features/payment-gateways/gateway-rows.ts'
import type { GatewaySetup } from '../../features/payment-gateways/gateway-setup.ts'
import type { FactoryServer } from '../world/money-factory.ts'

/** What a person types of a new gateway. */
export const gatewayInput = (baseUrl: string) => ({
  code: `gw-${randomBytes(5).toString('hex')}`,
  name: `Gateway ${randomBytes(5).toString('hex')}`,
  adapter: 'signedHttp' as const,
  direction: 'in' as const,
  methods: ['promptPay' as const],
  baseUrl,
  merchantId: null,
  keyId: null,
  billerId: null,
  feeBps: 0,
  feeFixedMinor: 0,
  feeBy: 'house' as const,
  settleDays: 1,
  addresses: [],
  minMinor: 100,
  maxMinor: 5_000_000,
  dayCapMinor: null,
  exactMinor: [],
  priority: 100,
  weight: 1,
  levels: [],
  opensMinute: 0,
  closesMinute: 1440,
  orderExpiryS: 900,
  needsPayerMatch: false,
  apiSecret: 'canary-api-secret-of-a-gateway',
  webhookSecret: 'canary-webhook-secret-of-a-gateway',
})

type Mood = 'ok' | 'refuse' | 'lost' | 'error500' | 'otherAmount'

/** What a webhook says. */
export interface Saying {
  readonly eventId: string
  readonly kind: string
  readonly orderId: string | null
  readonly gatewayRef: string | null
  readonly paymentRef: string | null
  readonly amountMinor: number
  readonly currency: string
  readonly happenedAt: string
}

/** How it is signed and sent; absent: as it must be. */
export interface Sending {
  readonly secret?: string
  readonly ageS?: number
  readonly signature?: (right: string) => string | null
  /** The bytes that are sent, where they are others than were signed. */
  readonly sent?: (body: string) => string
  readonly to?: string
}

export interface FakeGateway {
  readonly baseUrl: string
  mood: Mood
  /** What it says of an order when it is asked; null: nothing of it. */
  status: ((id: string) => Partial<Saying> | null) | null
  /** Orders as it was told them, by their ids. */
  readonly orders: Map<string, { amountMinor: number; payer: unknown }>
  readonly unsigned: string[]
  /** How the next payouts go: paid and answered, answer lost before or after paying, 500, doubled answer. */
  payout: 'succeed' | 'lostBefore' | 'lostAfter' | 'error500' | 'error500AfterPaying'
  /** How often each payout was sent, and which were really paid, by their ids. */
  readonly sent: Map<string, number>
  readonly paid: Map<string, number>
  /** Known to the server, active, under a gateway of its own. */
  readonly register: (change?: Partial<GatewaySetup>) => Promise<{ id: string; outside: string }>
  readonly tell: (
    gateway: { outside: string },
    saying: Partial<Saying>,
    sending?: Sending,
  ) => Promise<{ status: number; said: string }>
  readonly stop: () => Promise<void>
}

const apiSecret = 'the-key-that-signs-what-we-send'
const webhookSecret = 'the-key-that-signs-what-it-tells'
const printed = (sealed: Buffer): string => `\\x${sealed.toString('hex')}`

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

/** Adds a gateway as an agreed request would, past the people. */
async function plant(server: FactoryServer, baseUrl: string, change: Partial<GatewaySetup>) {
  const id = randomUUID()
  const outside = encodeId('gateway', id)
  const { secrets, db } = server.services
  const sealed = (column: 'api_secret' | 'webhook_secret', secret: string) => ({
    sealed: printed(secrets.seal(secretPlace(column, id), secret)),
    last4: secret.slice(-4),
  })
  const [api, webhook] = [sealed('api_secret', apiSecret), sealed('webhook_secret', webhookSecret)]
  const document: GatewaySetup = {
    ...gatewayInput(baseUrl),
    gatewayId: outside,
    version: null,
    isSandbox: true,
    keyId: 'k1',
    apiSecret: api.sealed,
    apiSecretLast4: api.last4,
    webhookSecret: webhook.sealed,
    webhookSecretLast4: webhook.last4,
    ...change,
  }
  await db.transaction().execute(async (tx) => {
    await addGateway(tx, document, null)
    await tx.updateTable('payment_gateways').set({ state: 'active' }).where('id', '=', id).execute()
  })
  return { id, outside }
}

/** A gateway of the plain protocol on the loopback, known to the server's list of exceptions. */
export async function startFakeGateway(server: FactoryServer): Promise<FakeGateway> {
  const orders: FakeGateway['orders'] = new Map()
  const unsigned: string[] = []

  const isSigned = (request: IncomingMessage, body: string): boolean => {
    const at = String(request.headers['x-gateway-timestamp'])
    const text = `${at}.${request.method}.${request.url}.${body}`
    const right = createHmac('sha256', apiSecret).update(text).digest('hex')
    if (request.headers['x-gateway-signature'] === right) return true
    unsigned.push(request.url ?? '')
    return false
  }
  const sent: FakeGateway['sent'] = new Map()
  const paid: FakeGateway['paid'] = new Map()
  const payoutOf = (id: string, amountMinor: number) => ({
    id,
    state: 'succeeded',
    ref: `P-${id.slice(-6)}`,
    amountMinor,
    currency: 'THB',
  })
  const pay = (response: ServerResponse, { id, amountMinor }: { id: string; amountMinor: number }) => {
    const mood = gateway.payout
    sent.set(id, (sent.get(id) ?? 0) + 1)
    if (mood === 'lostBefore') return response.destroy()
    if (mood === 'error500') return response.writeHead(500).end('{}')
    paid.set(id, amountMinor)
    if (mood === 'lostAfter') return response.destroy()
    if (mood === 'error500AfterPaying') return response.writeHead(500).end('{}')
    return json(response, payoutOf(id, amountMinor))
  }
  const json = (response: ServerResponse, value: object) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(value))
  const order = (response: ServerResponse, asked: { id: string; amountMinor: number; payer: unknown }) => {
    const { mood } = gateway
    if (mood === 'lost') return response.destroy()
    if (mood === 'error500') return response.writeHead(500).end('{}')
    if (mood === 'refuse') return response.writeHead(422).end('{}')
    orders.set(asked.id, { amountMinor: asked.amountMinor, payer: asked.payer })
    const { id, amountMinor } = asked
    const target = {
      kind: 'biller',
      billerId: '010753600031508',
      ref1: id.slice(-12).toUpperCase(),
    } as const
    const wanted = mood === 'otherAmount' ? amountMinor + 1 : amountMinor
    const qrPayload = promptPayPayload({ target, amountMinor: wanted })
    return json(response, { id, gatewayRef: `G-${id}`, amountMinor, currency: 'THB', qrPayload })
  }
  const http = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      if (!isSigned(request, body)) return response.writeHead(401).end('{}')
      const isPayout = request.url?.startsWith('/v1/payouts') === true
      if (request.method === 'POST') return (isPayout ? pay : order)(response, JSON.parse(body) as never)
      const id = request.url?.split('/').at(-1) ?? ''
      if (isPayout) {
        const amountMinor = paid.get(id)
        return amountMinor === undefined
          ? response.writeHead(404).end('{}')
          : json(response, payoutOf(id, amountMinor))
      }
      const said = gateway.status?.(id)
      return said ? json(response, sayingOf({ orderId: id, ...said })) : response.writeHead(404).end('{}')
    })
  })
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))
  const { port } = http.address() as AddressInfo
  const services = server.services as { egressAllow?: readonly string[] }
  Object.assign(services, { egressAllow: [...(services.egressAllow ?? []), `127.0.0.1:${port}`] })
  const baseUrl = `http://127.0.0.1:${port}`
  const gateway: FakeGateway = {
    baseUrl,
    mood: 'ok',
    status: null,
    orders,
    payout: 'succeed',
    sent,
    paid,
    unsigned,
    register: (change = {}) => plant(server, baseUrl, change),
    tell: async ({ outside }, saying, sending = {}) => {
      const body = JSON.stringify(sayingOf(saying))
      const timestamp = String(Math.floor(server.services.now() / 1000) - (sending.ageS ?? 0))
      const right = createHmac('sha256', sending.secret ?? webhookSecret)
        .update(`${timestamp}.${body}`)
        .digest('hex')
      const signature = sending.signature ? sending.signature(right) : right
      const answer = await fetch(`${server.url}/auto/v1/gateway/${sending.to ?? outside}/webhook`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-gateway-timestamp': timestamp,
          ...(signature === null ? {} : { 'x-gateway-signature': signature }),
        },
        body: sending.sent?.(body) ?? body,
      })
      const { data, error } = (await answer.json()) as {
        data?: { state: string }
        error?: { code: string }
      }
      return { status: answer.status, said: data?.state ?? error?.code ?? '' }
    },
    stop: () =>
      new Promise((done) => {
        http.closeAllConnections()
        http.close(() => done())
      }),
  }
  return gateway
}

const sayingOf = (saying: Partial<Saying>): Saying => ({
  eventId: randomUUID(),
  kind: 'paid',
  orderId: null,
  gatewayRef: null,
  paymentRef: 'p1',
  amountMinor: 100_000,
  currency: 'THB',
  happenedAt: new Date().toISOString(),
  ...saying,
})
