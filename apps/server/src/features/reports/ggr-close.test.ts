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
  // The bets of today were those of the day before.
  await world.server.database.plant(
    `update bet_outcomes set business_on = business_on - 1; update bets set settled_on = settled_on - 1`,
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
