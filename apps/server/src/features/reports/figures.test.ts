import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFakeProvider, type FakeProvider } from '../../testing/fakes/fake-provider.ts'
import { createMoneyOutWorld, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import type { FactoryMember } from '../../testing/world/money-factory.ts'
import { foldAllPlay } from '../../testing/play-figures.ts'
import { tellRound } from '../../testing/world/played.ts'
import { keysetOf } from '../../platform/db/cursor.ts'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { sql } from 'kysely'
import { foldPlay, rebuildPlay } from './figures.ts'
import { nextMembers } from './users/next-members.ts'

// What reports read is what the words of providers moved, however often the sums are made.

let world: MoneyOutWorld
let separate: FakeProvider
let combined: FakeProvider
beforeAll(async () => {
  world = await createMoneyOutWorld()
  separate = await startFakeProvider(world.server)
  combined = await startFakeProvider(world.server, 'transferInOut')
})
afterAll(async () => {
  const violations = await world.factory.judge()
  await world.stop()
  expect(violations).toEqual([])
})

/** A round told in one word by a provider that tells stake and payout together. */
const round = (member: FactoryMember, bet: string, stakeMinor: number, wonMinor: number) =>
  tellRound(combined, member, { bet, stakeMinor, wonMinor })

const figures = async () => ({
  games: await world.factory.query('select * from play_games order by business_on, game_id'),
  months: await world.factory.query('select * from play_game_months order by starts_on, game_id'),
  members: await world.factory.query('select * from play_members order by span, starts_on, member_id'),
  both: await world.factory.query(
    'select * from play_member_games order by business_on, game_id, member_id',
  ),
  days: await world.factory.query('select * from play_days order by business_on'),
})

test('figures are the sums of what became of bets, also when they are made anew', async () => {
  const members = await Promise.all([1, 2, 3].map(() => world.factory.member()))
  for (const member of members) await world.fund(member, 100_000)
  for (const [n, member] of members.entries()) {
    expect(await round(member, `r${n}`, 1000, n * 700)).toMatchObject({ error: null })
    const about = { userId: member.outside, gameId: 'tiger', roundId: randomUUID() }
    await separate.say('bet', { ...about, amount: '20', reference: randomUUID() })
    await separate.say('result', { ...about, amount: '5', reference: randomUUID() })
    await foldAllPlay(world.server.services.db)
  }
  // Told again with another payout, which takes 4.00 back; and one that runs.
  expect(await round(members[2] as FactoryMember, 'r2', 1000, 1000)).toMatchObject({ error: null })
  const running = { userId: members[0]?.outside ?? '', gameId: 'dragon', roundId: randomUUID() }
  await separate.say('bet', { ...running, amount: '30', reference: randomUUID() })
  await foldAllPlay(world.server.services.db)
  const before = await figures()
  const sums = await world.factory.query(
    `select sum(bets)::int as bets, sum(stake_minor)::int as stake, sum(payout_minor)::int as payout
       from play_members where span = 'day'`,
  )
  expect(sums).toEqual([{ bets: 6, stake: 9000, payout: 0 + 700 + 1000 + 1500 }])
  const [day] = before.days as { members: string; pairs: string; stake_minor: string }[]
  expect([day?.members, day?.pairs, day?.stake_minor].map(Number)).toEqual([3, 6, 9000])
  expect(before.months.map((month) => Number((month as { members: string }).members))).toEqual([3, 3])
  await rebuildPlay(world.server.services.db)
  await foldAllPlay(world.server.services.db)
  expect(await figures()).toEqual(before)
  const cash = await Promise.all(members.map((member) => world.factory.cash(member)))
  expect(cash).toEqual([100_000 - 1000 - 1500 - 3000, 100_000 - 300 - 1500, 100_000 - 1500])
})

test('where nothing became of any bet, whatever else was written, the figures stay as they lie', async () => {
  const { db } = world.server.services
  await foldAllPlay(db)
  const row = () => world.factory.query('select ctid::text, xmin::text, xmax::text from play_progress')
  const before = await row()
  await world.factory.member()
  await foldPlay(db)
  expect(await row()).toEqual(before)
})

test('who played some games is found by their days, or by looking at whoever played', async () => {
  const { listDb, secrets } = world.server.services
  const [day] = await world.factory.query<{ on: string }>(
    'select max(business_on)::text as on from play_days',
  )
  const on = day?.on ?? ''
  const actor = { kind: 'employee', type: 'staff', id: 'x' } as EmployeeActor
  const period = { from: on, to: on }
  const filter = { type: ['slot'] as const, who: 'played' as const }
  const asked = { actor, period, spans: { days: [on], months: [] }, isAsOf: false, filter }
  const idsBy = (most: number, size: number, isAscending: boolean) => {
    const sort = [{ by: sql.ref('p.member_id'), type: 'uuid' as const, isAscending }]
    return nextMembers(listDb, asked, keysetOf({ list: 'x', sort, input: { size }, actor, secrets }), most)
  }
  const ids = await idsBy(1000, 10, true)
  expect(ids.length).toBe(3)
  expect(await idsBy(0, 10, true)).toEqual(ids)
  expect(await idsBy(0, 10, false)).toEqual(ids.toReversed())
  expect(await idsBy(0, 1, true)).toEqual(ids.slice(0, 2))
})

test('a correction that takes more than the wallet has is refused, and people are told', async () => {
  const member = await world.factory.member()
  await world.fund(member, 1000)
  await round(member, 'owed', 1000, 5000)
  expect(await round(member, 'later', 5000, 0)).toMatchObject({ error: null })
  expect(await round(member, 'owed', 1000, 0)).toMatchObject({ error: { code: '3202' } })
  expect(await world.factory.cash(member)).toBe(0)
  const alarms = await world.factory.query('select code from alarms where cleared_at is null')
  expect(alarms).toContainEqual({ code: 'provider.owed' })
})

test('a round in one word needs its stake in the wallet before it wins', async () => {
  const member = await world.factory.member()
  await world.fund(member, 500)
  expect(await round(member, 'poor', 1000, 9000)).toMatchObject({ data: null, error: { code: '3202' } })
  expect(await round(member, 'free', 0, 900)).toMatchObject({ data: { balance_amount: 14 } })
  expect(await combined.sayRound({ player_name: member.outside }, 'Cash/Get')).toMatchObject({
    data: { balance_amount: 14, currency_code: 'THB' },
  })
})

test('amounts that do not agree with each other move nothing', async () => {
  const member = await world.factory.member()
  await world.fund(member, 5000)
  const said = { player_name: member.outside, game_id: 'tiger', bet_id: 'x', transaction_id: randomUUID() }
  const sums = { bet_amount: '10.00', win_amount: '5.00', transfer_amount: '5.00' }
  expect(await combined.sayRound({ ...said, ...sums })).toMatchObject({ error: { code: '1034' } })
  expect(await combined.sayRound({ ...said, secret_key: 'x' })).toMatchObject({ error: { code: '1034' } })
  expect(await world.factory.cash(member)).toBe(5000)
})
