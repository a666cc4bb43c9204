import { randomUUID } from 'node:crypto'
import { encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, businessOn } from '../../platform/business-day.ts'
import { startFakeProvider, type FakeProvider } from '../../testing/fakes/fake-provider.ts'
import { foldAllPlay } from '../../testing/play-figures.ts'
import type { Person } from '../../testing/server.ts'
import { codeOf } from '../../testing/world/members.ts'
import type { FactoryMember } from '../../testing/world/money-factory.ts'
import { createMoneyOutWorld, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import { tellRound } from '../../testing/world/played.ts'

// Two members play today, one of them yesterday too: what the first screen says of it.

let world: MoneyOutWorld
let [one, two] = [] as unknown as [FakeProvider, FakeProvider]
let owner: Person
let seller: Person
let [ann, bo] = [] as unknown as [FactoryMember, FactoryMember]
const permissions = { dashboard: ['isRead'], agentReport: ['isRead'] } as const
const today = businessOn({ dayCutOffMinutes: 0 }, Date.now())

beforeAll(async () => {
  world = await createMoneyOutWorld()
  one = await startFakeProvider(world.server, 'transferInOut')
  two = await startFakeProvider(world.server, 'transferInOut')
  owner = await world.server.person({ permissions })
  seller = await world.server.person({ permissions, type: 'seller' })
  ann = await world.factory.member()
  bo = await world.factory.member({ sellerId: seller.id })
  await world.fund(ann, 100_000)
  await world.fund(bo, 100_000)
  world.server.clock.ms = -86_400_000
  await tellRound(one, ann, { stakeMinor: 2000, wonMinor: 0 })
  world.server.clock.ms = 0
  await tellRound(one, ann, { stakeMinor: 3000, wonMinor: 1000 })
  await tellRound(one, bo, { stakeMinor: 1000, wonMinor: 6000, game: 'dragon' })
  await tellRound(two, bo, { stakeMinor: 1000, wonMinor: 1000 })
  await foldAllPlay(world.server.services.db)
  const distributor = randomUUID()
  await world.server.database.plant(
    `insert into distributors (id, code, name, billing_day, setup_approval_id)
     values ('${distributor}', 'maker', 'Maker', 5, '${randomUUID()}')`,
  )
  await world.server.database.plant(
    `insert into distributor_contracts (id, distributor_id, provider_id, game_type, fee_bps, valid_from,
       approval_id)
     values ('${randomUUID()}', '${distributor}', '${one.id}', 'all', 1000, '2026-01-01', '${randomUUID()}')`,
  )
})
afterAll(async () => {
  const violations = await world.factory.judge()
  await world.stop()
  expect(violations).toEqual([])
})

test('a day stands beside the day before, and each figure is that of the report', async () => {
  const day = await owner.call('reports.day', {})
  expect(day).toMatchObject({
    businessOn: today,
    members: 2,
    bets: 3,
    stakeMinor: 5000,
    companyMinor: -3000,
    marginBps: -6000,
    before: { members: 1, bets: 1, stakeMinor: 2000, companyMinor: 2000, marginBps: 10_000 },
  })
  const { records } = await owner.call('reports.daily', { from: addDays(today, -1), to: today })
  // A tenth of what is won by the games of one provider, less the same of what is lost.
  expect(day).toMatchObject({ feeMinor: -300, ngrMinor: -2700, before: { feeMinor: 200, ngrMinor: 1800 } })
  const played = ['members', 'bets', 'stakeMinor', 'validMinor', 'payoutMinor', 'companyMinor'] as const
  const costs = ['creditMinor', 'bonusMinor', 'feeMinor', 'ngrMinor'] as const
  for (const key of [...played, ...costs])
    expect([day[key], day.before[key]]).toEqual(records.map((row) => row[key]))
})

test('providers, types and games of the day add up to it, what was staked most first', async () => {
  const { parts, stakeMinor } = await owner.call('reports.day', { on: today })
  expect(parts.provider).toMatchObject([
    { id: encodeId('gameProvider', one.id), stakeMinor: 4000, companyMinor: -3000, shareBps: 8000 },
    { id: encodeId('gameProvider', two.id), stakeMinor: 1000, companyMinor: 0, shareBps: 2000 },
  ])
  expect(parts.type).toMatchObject([{ id: 'slot', type: 'slot', stakeMinor: 5000, shareBps: 10_000 }])
  expect(parts.game.map((game) => game.stakeMinor)).toEqual([3000, 1000, 1000])
  expect(parts.game[0]).toMatchObject({ provider: { id: encodeId('gameProvider', one.id) }, type: 'slot' })
  for (const of of Object.values(parts))
    expect(of.reduce((sum, part) => sum + part.stakeMinor, 0)).toBe(stakeMinor)
})

test('who won, lost and staked most are told, and nobody who did not', async () => {
  const { top } = await owner.call('reports.day', {})
  expect(top.won).toMatchObject([{ id: bo.outside, username: bo.username, winLossMinor: 5000, bets: 2 }])
  expect(top.lost).toMatchObject([{ id: ann.outside, winLossMinor: -2000, stakeMinor: 3000 }])
  expect(top.staked.map(({ id }) => id)).toEqual([ann.outside, bo.outside])
  const before = await owner.call('reports.day', { on: addDays(today, -1) })
  expect(before.top).toMatchObject({ won: [], lost: [{ id: ann.outside }], staked: [{ id: ann.outside }] })
})

test('a seller sees their own members alone, an agent none; who may read no report is refused', async () => {
  const own = await seller.call('reports.day', {})
  expect(own).toMatchObject({ members: 1, bets: 2, stakeMinor: 2000, before: { members: 0, bets: 0 } })
  expect(own).toMatchObject({ feeMinor: null, ngrMinor: null, bonusMinor: null })
  expect([own.parts.provider.length, own.top.lost, own.top.staked.length]).toEqual([2, [], 1])
  const agent = await world.server.person({ permissions, type: 'agent' })
  const none = await agent.call('reports.day', {})
  expect(none).toMatchObject({ members: 0, bets: 0, top: { won: [], lost: [], staked: [] } })
  for (const resource of ['dashboard', 'agentReport'] as const) {
    const half = await world.server.person({ permissions: { [resource]: ['isRead'] } })
    expect(await codeOf(half.call('reports.day', {}))).toBe('403 forbidden')
  }
})
