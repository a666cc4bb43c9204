import { randomUUID } from 'node:crypto'
import { encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFakeProvider, type FakeProvider } from '../../testing/fakes/fake-provider.ts'
import { createMoneyOutWorld, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import { closeGgr } from './ggr-close.ts'

let world: MoneyOutWorld
let provider: FakeProvider
beforeAll(async () => {
  world = await createMoneyOutWorld()
  provider = await startFakeProvider(world.server)
})
afterAll(async () => {
  const violations = await world.factory.judge()
  await world.stop()
  expect(violations).toEqual([])
})

test('what was won on a day leaves the provider’s books once, and what runs stays in them', async () => {
  const { services } = world.server
  const member = await world.factory.member()
  await world.fund(member, 100_000)
  const play = async (amount: string, won: string | null) => {
    const about = { userId: member.outside, gameId: 'tiger', roundId: randomUUID() }
    await provider.say('bet', { ...about, amount, reference: randomUUID() })
    if (won !== null) await provider.say('result', { ...about, amount: won, reference: randomUUID() })
  }
  await play('100', '20')
  await play('50', '60')
  await play('30', null)
  const clearing = `provider:${encodeId('gameProvider', provider.id)}:clearing`
  expect(await world.factory.balance(clearing)).toBe(8000 - 1000 + 3000)
  await closeGgr(services)
  expect(await world.factory.query('select 1 from ggr_closings')).toEqual([])
  // The bets of today were those of two days ago: a day that just ended waits some minutes.
  await world.server.database.plant(
    `update bet_outcomes set business_on = business_on - 2; update bets set settled_on = settled_on - 2`,
  )
  await Promise.all([closeGgr(services), closeGgr(services), closeGgr(services)])
  await closeGgr(services)
  expect(
    await world.factory.query(
      `select bets::int, stake_minor::int as stake, payout_minor::int as payout from ggr_closings`,
    ),
  ).toEqual([{ bets: 2, stake: 15_000, payout: 8000 }])
  expect(await world.factory.balance(clearing)).toBe(3000)
  expect(await world.factory.balance('income:ggr:slot')).toBe(7000)
})

test('a day that came out even, and days without any play, hold up no later day', async () => {
  const { services } = world.server
  const member = await world.factory.member()
  await world.fund(member, 50_000)
  const about = { userId: member.outside, gameId: 'tiger', roundId: randomUUID() }
  await provider.say('bet', { ...about, amount: '40', reference: randomUUID() })
  await provider.say('result', { ...about, amount: '40', reference: randomUUID() })
  // As if no day had been closed yet, and the bets of today were those of five days ago.
  await world.server.database.plant(
    `update bet_outcomes set business_on = business_on - 5 where stake_minor = 4000;
     update bets set settled_on = settled_on - 5 where stake_minor = 4000;
     delete from ggr_closings; delete from ggr_days`,
  )
  await closeGgr(services)
  expect(
    await world.factory.query(
      `select count(*)::int as days, (select count(*)::int from ggr_closings) as closings,
              (select count(transfer_id)::int from ggr_closings) as moved from ggr_days
        where business_on < brand_day() - 1`,
    ),
  ).toEqual([{ days: 4, closings: 2, moved: 1 }])
})
