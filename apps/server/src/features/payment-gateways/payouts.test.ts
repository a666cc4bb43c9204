import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFakeGateway, type FakeGateway } from '../../testing/fake-gateway.ts'
import { createMoneyOutWorld, type MoneyOutWorld } from '../../testing/world/money-out.ts'

let world: MoneyOutWorld
let fake: FakeGateway
let gateway: { id: string; outside: string }
beforeAll(async () => {
  world = await createMoneyOutWorld()
  fake = await startFakeGateway(world.server)
  gateway = await fake.register({ direction: 'both' })
  const [rail] = await world.factory.query<{ id: string }>(
    'select id from payment_rails where gateway_id = $1',
    [gateway.id],
  )
  await world.factory.query('update bank_accounts set rail_id = $1 where id = $2', [
    rail?.id,
    world.source.id,
  ])
})
afterAll(async () => {
  const broken = await world.factory.judge()
  await fake.stop()
  await world.stop()
  expect(broken).toEqual([])
})

let amountMinor = 30_000
async function approved(): Promise<string> {
  amountMinor += 1
  const member = await world.regular(amountMinor)
  const { body } = await world.withdraw(member, amountMinor)
  return body.data?.id ?? ''
}
const later = async (ms: number) => {
  world.server.clock.ms += ms
  await world.payouts()
}
const breakerOf = async () => {
  const [row] = await world.factory.query<{ isOpen: boolean }>(
    'select opened_at is not null as "isOpen" from gateway_health where gateway_id = $1',
    [gateway.id],
  )
  return row?.isOpen
}

test('whatever becomes of the answer, a payout is sent once, paid at most once, found again', async () => {
  const moods = ['lostAfter', 'error500AfterPaying', 'lostBefore', 'error500'] as const
  const ids: string[] = []
  for (const mood of moods) {
    fake.payout = mood
    ids.push(await approved())
    await world.payouts()
    fake.payout = 'succeed'
    // One that answers in between: the breaker counts those in a row.
    ids.push(await approved())
    await world.payouts()
  }
  for (let round = 0; round < 4; round += 1) await later(400_000)
  const states = await Promise.all(ids.map(async (id) => (await world.row(id)).state))
  expect(states).toEqual(['paid', 'paid', 'paid', 'paid', 'unknown', 'paid', 'unknown', 'paid'])
  expect([...fake.sent.values()]).toEqual(ids.map(() => 1))
  expect(fake.paid.size).toBe(6)
})

test('one that fails again and again is left alone, tried later, used when it answers', async () => {
  fake.payout = 'error500'
  for (let n = 0; n < 5; n += 1) {
    await approved()
    await world.payouts()
  }
  expect(await breakerOf()).toBe(true)
  const before = fake.sent.size
  const waiting = await approved()
  await world.payouts()
  expect([fake.sent.size, (await world.row(waiting)).state]).toEqual([before, 'approved'])
  const alarms = await world.factory.query(
    `select code from alarms where cleared_at is null and code = 'gateway.down'`,
  )
  expect(alarms).toHaveLength(1)
  fake.payout = 'succeed'
  await world.server.database.plant(
    `update gateway_health set opened_at = now() - interval '31 seconds' where gateway_id = $1`,
    [gateway.id],
  )
  await world.payouts()
  expect([(await world.row(waiting)).state, await breakerOf()]).toEqual(['paid', false])
})
