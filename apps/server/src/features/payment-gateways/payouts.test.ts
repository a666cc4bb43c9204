import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFakeGateway, type FakeGateway } from '../../testing/fakes/fake-gateway.ts'
import { createMoneyOutWorld, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import { startPayout } from '../payouts/start.ts'
import { payByGateway } from './pay.ts'

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

test('one that is tried again gets one payout; the others wait for what becomes of it', async () => {
  const { services, database } = world.server
  const rested = () =>
    database.plant(
      `update gateway_health set failures = 5, opened_at = now() - interval '31 seconds', probe_at = null
        where gateway_id = $1`,
      [gateway.id],
    )
  const ids = [await approved(), await approved(), await approved()]
  const sentBefore = fake.sent.size
  await rested()
  const started: Awaited<ReturnType<typeof startPayout>>[] = []
  for (const id of ids) started.push(await startPayout(services, (await world.row(id)).id))
  expect(started.map((each) => each !== null)).toEqual([true, false, false])
  // The payout that holds the one call is sent all the same, and its answer lets the others go.
  const [first] = started
  expect(first && (await payByGateway(services, gateway.id, first.order))).toMatchObject({
    state: 'succeeded',
  })
  expect(await breakerOf()).toBe(false)
  await world.payouts()
  // The caller of the first is gone: it is asked about, and not sent again.
  await later(21_000)
  const states = await Promise.all(ids.map(async (id) => (await world.row(id)).state))
  expect(states).toEqual(['paid', 'paid', 'paid'])
  expect([...fake.sent.values()].slice(sentBefore)).toEqual([1, 1, 1])
})

test('one whose payout was never sent is tried again after the pause by the next one', async () => {
  const { services, database } = world.server
  const restedFor = (column: string) =>
    database.plant(
      `update gateway_health set failures = 5, opened_at = coalesce(opened_at, now() - interval '2 minutes'),
        ${column} = now() - interval '31 seconds' where gateway_id = $1`,
      [gateway.id],
    )
  const [lost, next] = [await approved(), await approved()]
  await restedFor('last_error_at')
  expect(await startPayout(services, (await world.row(lost)).id)).not.toBeNull()
  await world.payouts()
  expect((await world.row(next)).state).toBe('approved')
  await restedFor('probe_at')
  await world.payouts()
  expect([(await world.row(next)).state, await breakerOf()]).toEqual(['paid', false])
  await later(21_000)
  expect((await world.row(lost)).state).toBe('unknown')
})
