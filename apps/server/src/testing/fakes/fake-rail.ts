import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MoneyFactory } from '../world/money-factory.ts'
import type { TestServer } from '../server.ts'

/** How the rail behaves for the next orders. `lost…` cuts the connection instead of answering. */
export type RailPlan =
  | 'succeed'
  | 'accept'
  | 'fail'
  | 'lostBefore'
  | 'lostAfter'
  | 'error500'
  | 'error500AfterPaying'
  | 'wrongAmount'
  | 'wrongId'

interface FakePayout {
  readonly id: string
  readonly amountMinor: number
  state: 'accepted' | 'succeeded' | 'failed'
}

export interface FakeRail {
  readonly id: string
  plan: RailPlan
  /** Set: status queries are answered so; null: as the payout stands. */
  statusPlan: 'lost' | 'error500' | null
  readonly payouts: Map<string, FakePayout>
  /** How often an order was sent, by id. */
  readonly orders: Map<string, number>
  /** What was ordered, as it was told. */
  readonly told: Map<string, object>
  /** Ids whose state was asked for, one after the other. */
  readonly asked: string[]
  /** Whether answers carry no reference. */
  isSilent: boolean
  /** Happens after the order has come and before it is answered. */
  meanwhile: (() => Promise<unknown>) | null
  readonly unsigned: string[]
  /** What really left by this rail. */
  readonly paidMinor: () => number
  readonly stop: () => Promise<void>
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

/** A rail of the pretend outside world, on the loopback and known to the server's list of exceptions. */
export async function startFakeRail(server: TestServer, factory: MoneyFactory): Promise<FakeRail> {
  const secret = randomBytes(32)
  const payouts = new Map<string, FakePayout>()
  const orders = new Map<string, number>()
  const told = new Map<string, object>()
  const asked: string[] = []
  const unsigned: string[] = []

  const isSigned = (request: IncomingMessage, body: string): boolean => {
    const at = String(request.headers['x-rail-timestamp'])
    const right = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
    // In seconds, as rails have it: one that is minutes old may be somebody's copy.
    const isFresh = Math.abs(Date.now() / 1000 - Number(at)) < 300
    if (isFresh && request.headers['x-rail-signature'] === right) return true
    unsigned.push(request.url ?? '')
    return false
  }
  const answer = (response: ServerResponse, payout: FakePayout, change: object = {}) => {
    const body = {
      ...payout,
      currency: 'THB',
      ref: rail.isSilent ? null : `R${payout.id.slice(-8)}`,
      ...change,
    }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  }
  const order = (response: ServerResponse, wanted: { id: string; amountMinor: number }) => {
    orders.set(wanted.id, (orders.get(wanted.id) ?? 0) + 1)
    const { plan } = rail
    if (plan === 'lostBefore') return response.destroy()
    if (plan === 'error500') return response.writeHead(500).end('{}')
    const known = payouts.get(wanted.id)
    const state = plan === 'accept' ? 'accepted' : plan === 'fail' ? 'failed' : 'succeeded'
    const payout = known ?? { id: wanted.id, amountMinor: wanted.amountMinor, state }
    payouts.set(wanted.id, payout)
    if (plan === 'lostAfter') return response.destroy()
    if (plan === 'error500AfterPaying') return response.writeHead(500).end('{}')
    if (plan === 'wrongAmount') return answer(response, payout, { amountMinor: payout.amountMinor - 1 })
    return answer(response, payout, plan === 'wrongId' ? { id: 'pay_other' } : {})
  }
  const http = createServer((request, response) => {
    void bodyOf(request).then(async (body) => {
      if (!isSigned(request, body)) return response.writeHead(401).end('{}')
      if (request.method === 'POST') {
        const wanted = JSON.parse(body) as { id: string; amountMinor: number }
        told.set(wanted.id, wanted)
        await rail.meanwhile?.()
        return order(response, wanted)
      }
      asked.push(request.url?.split('/').at(-1) ?? '')
      if (rail.statusPlan === 'lost') return response.destroy()
      if (rail.statusPlan === 'error500') return response.writeHead(500).end('{}')
      const payout = payouts.get(request.url?.split('/').at(-1) ?? '')
      return payout ? answer(response, payout) : response.writeHead(404).end('{}')
    })
  })
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))
  const { port } = http.address() as AddressInfo
  Object.assign(server.services, { egressAllow: [...server.services.egressAllow, `127.0.0.1:${port}`] })
  const [row] = await factory.query<{ id: string }>('select uuidv7() as id')
  const id = row?.id ?? ''
  await server.services.db
    .insertInto('payment_rails')
    .values({
      id,
      name: `rail ${id}`,
      base_url: `http://127.0.0.1:${port}`,
      secret: server.services.secrets.seal(`payment_rails.secret.${id}`, secret),
    })
    .execute()
  const rail: FakeRail = {
    id,
    plan: 'succeed',
    statusPlan: null,
    payouts,
    orders,
    told,
    asked,
    isSilent: false,
    meanwhile: null,
    unsigned,
    paidMinor: () =>
      [...payouts.values()]
        .filter(({ state }) => state === 'succeeded')
        .reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    stop: () => new Promise((done) => http.close(() => done())),
  }
  return rail
}
