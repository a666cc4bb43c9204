import { decodeId } from '@khlang/contract/values/values.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFakeGateway, type FakeGateway, type Saying } from '../../testing/fakes/fake-gateway.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { createMoneyFactory, type Machine, type MoneyFactory } from '../../testing/world/money-factory.ts'

// Two days of what a gateway tells: doubled, shuffled, late and forged; 100,000 times in `npm run test:full`.

let server: TestServer
let make: MoneyFactory
let fake: FakeGateway
let site: Machine
beforeAll(async () => {
  server = await startTestServer()
  make = await createMoneyFactory(server)
  fake = await startFakeGateway(server)
  site = await make.machine('memberSite', 'site')
})
afterAll(async () => {
  await fake.stop()
  await server.stop()
})

const isFull = process.env['KHLANG_TEST_FULL'] === '1'
/** Six orders have ten events, thirteen with their doubles, and a twentieth is forged. */
const orderCount = isFull ? 21_960 : 24
const forgedCount = isFull ? 2500 : 3
const paidCount = (orderCount / 6) * 4
const atOnce = 24
/** Their orders stand among each other's: one member's own acts wait for each other. */
const memberCount = isFull ? 4 * atOnce : 1
const hourMs = 3_600_000

async function inTurns<T>(all: readonly T[], work: (one: T, position: number) => Promise<void>) {
  let next = 0
  const worker = async () => {
    for (let at = next++; at < all.length; at = next++) await work(all[at] as T, at)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

/** Small numbers that look like chance and are the same each time. */
function chance(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

const startMs = Date.now()

/** What is told of an order, by its number. */
function sayings(n: number, orderId: string): Partial<Saying>[] {
  const said = (kind: string, more: Partial<Saying> = {}) => ({
    orderId,
    kind,
    eventId: `e-${orderId}-${kind}-${JSON.stringify(more)}`,
    // Up to 48 hours old when it is told.
    happenedAt: new Date(startMs - (n % 48) * hourMs).toISOString(),
    ...more,
  })
  const kinds = [
    [said('pending'), said('paid')],
    [said('failed'), said('paid')],
    [said('paid'), said('refunded')],
    [said('paid', { amountMinor: 1 })],
    [said('expired')],
    [said('paid'), said('paid', { paymentRef: 'second' })],
  ]
  return kinds[n % kinds.length] ?? []
}

async function round(seed: number) {
  const gateway = await fake.register()
  const members = await Promise.all(Array.from({ length: memberCount }, () => make.member()))
  const memberOf = (n: number) => members[n % memberCount]?.outside
  const pick = chance(seed)
  const ids: string[] = Array.from({ length: orderCount }, () => '')
  await inTurns(ids, async (_, n) => {
    const asked = { memberId: memberOf(n), amountMinor: 100_000, requestKey: randomUUID() }
    ids[n] = (await site.send('/member/v1/order/create', asked)).body.data?.id ?? ''
  })
  const once = ids.flatMap((id, n) => sayings(n, id).map((saying) => ({ saying, isForged: false })))
  const twice = once.filter(() => pick(10) < 3)
  const forged = Array.from({ length: forgedCount }, () => ({
    saying: { orderId: ids[4 + 6 * pick(orderCount / 6)] ?? '', kind: 'paid' },
    isForged: true,
  }))
  const all = [...once, ...twice, ...forged]
  for (let left = all.length - 1; left > 0; left -= 1) {
    const other = pick(left + 1)
    const [a, b] = [all[left], all[other]]
    if (a && b) [all[left], all[other]] = [b, a]
  }
  const answers: number[] = []
  await inTurns(all, async ({ saying, isForged }) => {
    answers.push((await fake.tell(gateway, saying, isForged ? { secret: 'another' } : {})).status)
  })
  const states = await make.query<{ state: string }>(
    `select o.state from unnest($1::uuid[]) with ordinality u (id, n)
       join gateway_orders o on o.id = u.id order by u.n`,
    [ids.map((id) => decodeId('gatewayOrder', id))],
  )
  await make.query(`update payment_gateways set state = 'paused' where id = $1`, [gateway.id])
  return {
    states: states.map(({ state }) => state),
    cash: (await Promise.all(members.map((member) => make.cash(member)))).reduce(
      (sum, cash) => sum + cash,
      0,
    ),
    owed: await make.balance(`gw:${gateway.outside}:receivable`),
    refused: answers.filter((status) => status === 401).length,
    broken: answers.filter((status) => status >= 500).length,
  }
}

test(
  'comes to the same end in any order, credits each payment once, and believes no forgery',
  { timeout: isFull ? 3_600_000 : 60_000 },
  async () => {
    const [first, second] = [await round(7), await round(1234)]
    expect(second.states).toEqual(first.states)
    expect(first.states.slice(0, 6)).toEqual(['paid', 'paid', 'refunded', 'unknown', 'expired', 'paid'])
    for (const { cash, owed, refused, broken } of [first, second])
      // Four of six orders were paid.
      expect({ cash, owed, refused, broken }).toEqual({
        cash: paidCount * 100_000,
        owed: -paidCount * 100_000,
        refused: forgedCount,
        broken: 0,
      })
    expect(await make.judge()).toEqual([])
  },
)
