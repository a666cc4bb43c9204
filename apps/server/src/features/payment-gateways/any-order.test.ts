import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFakeGateway, type FakeGateway, type Saying } from '../../testing/fake-gateway.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { createMoneyFactory, type Machine, type MoneyFactory } from '../../testing/world/money-factory.ts'

// Two days of what a gateway tells: doubled, shuffled, late and forged. The big run is `npm run prove webhooks`.

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

/** Small numbers that look like chance and are the same each time. */
function chance(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

/** What is told of an order, by its number. */
function sayings(n: number, orderId: string): Partial<Saying>[] {
  const said = (kind: string, more: Partial<Saying> = {}) => ({
    orderId,
    kind,
    eventId: `e-${orderId}-${kind}-${JSON.stringify(more)}`,
    happenedAt: '2026-01-01T00:00:00.000Z',
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
  const member = await make.member()
  const pick = chance(seed)
  const ids: string[] = []
  for (let n = 0; n < 24; n += 1) {
    const asked = { memberId: member.outside, amountMinor: 100_000, requestKey: randomUUID() }
    const { body } = await site.send('/member/v1/order/create', asked)
    ids.push(body.data?.id ?? '')
  }
  const once = ids.flatMap((id, n) => sayings(n, id).map((saying) => ({ saying, isForged: false })))
  const twice = once.filter(() => pick(10) < 3)
  const forged = Array.from({ length: 15 }, () => ({
    saying: { orderId: ids[4 + 6 * pick(3)] ?? '', kind: 'paid' },
    isForged: true,
  }))
  const all = [...once, ...twice, ...forged]
  for (let left = all.length - 1; left > 0; left -= 1) {
    const other = pick(left + 1)
    const [a, b] = [all[left], all[other]]
    if (a && b) [all[left], all[other]] = [b, a]
  }
  const answers = await Promise.all(
    all.map(({ saying, isForged }) => fake.tell(gateway, saying, isForged ? { secret: 'another' } : {})),
  )
  const states = await make.query<{ state: string }>(
    'select state from gateway_orders where gateway_id = $1 order by id',
    [gateway.id],
  )
  await make.query(`update payment_gateways set state = 'paused' where id = $1`, [gateway.id])
  return {
    states: states.map(({ state }) => state),
    cash: await make.cash(member),
    owed: await make.balance(`gw:${gateway.outside}:receivable`),
    refused: answers.filter(({ status }) => status === 401).length,
    broken: answers.filter(({ status }) => status >= 500).length,
  }
}

test('comes to the same end in any order, credits each payment once, and believes no forgery', async () => {
  const [first, second] = [await round(7), await round(1234)]
  expect(second.states).toEqual(first.states)
  expect(first.states.slice(0, 6)).toEqual(['paid', 'paid', 'refunded', 'unknown', 'expired', 'paid'])
  for (const { cash, owed, refused, broken } of [first, second])
    // Four of six orders were paid.
    expect({ cash, owed, refused, broken }).toEqual({
      cash: 16 * 100_000,
      owed: -16 * 100_000,
      refused: 15,
      broken: 0,
    })
  expect(await make.judge()).toEqual([])
})
