import { randomUUID } from 'node:crypto'
import { gameTypes } from '@khlang/contract/values/play-values.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, businessOn } from '../../platform/business-day.ts'
import { closeBusinessDay } from '../../platform/posting/ledger-store.ts'
import { startFakeProvider, type FakeProvider } from '../../testing/fakes/fake-provider.ts'
import { foldAllPlay } from '../../testing/play-figures.ts'
import type { Person } from '../../testing/server.ts'
import { codeOf } from '../../testing/world/members.ts'
import type { FactoryMember } from '../../testing/world/money-factory.ts'
import { createMoneyOutWorld, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import { onDay, tellRound } from '../../testing/world/played.ts'
import { refreshMemberFacts } from '../members/jobs.ts'
import { feeSpans, steadySpans } from './fees.ts'
import { closeGgr } from './ggr-close.ts'
import { daysBack } from './period.ts'

// Two members play on a day that is closed, and what one won is corrected on the day after.

let world: MoneyOutWorld
let provider: FakeProvider
let reader: Person
let seller: Person
let ann: FactoryMember
let bo: FactoryMember
let cat: FactoryMember
const permissions = { agentReport: ['isRead'] } as const
const today = businessOn({ dayCutOffMinutes: 0 }, Date.now())
const [first, second] = [addDays(today, -1), today]

const round = async (day: string, member: FactoryMember, bet: string, staked: string, won: string) => {
  const sums = { stakeMinor: Number(staked) * 100, wonMinor: Number(won) * 100 }
  const told = await onDay(world.server, day, () => tellRound(provider, member, { bet, ...sums }))
  expect(told).toMatchObject({ error: null })
}

beforeAll(async () => {
  world = await createMoneyOutWorld()
  provider = await startFakeProvider(world.server, 'transferInOut')
  reader = await world.server.person({ permissions })
  seller = await world.server.person({ permissions, type: 'seller' })
  ann = await world.factory.member()
  bo = await world.factory.member({ sellerId: seller.id })
  cat = await world.factory.member()
  await world.fund(ann, 100_000)
  await world.fund(bo, 100_000)
  await round(first, ann, 'a', '100.00', '40.00')
  await round(first, bo, 'b', '10.00', '30.00')
  await closeBusinessDay(world.server.services.pool, first)
  await round(second, bo, 'b', '10.00', '0.00')
  await foldAllPlay(world.server.services.db)
  await refreshMemberFacts(world.server.services.db)
  const [distributor, contract] = [randomUUID(), randomUUID()]
  await world.server.database.plant(
    `insert into distributors (id, code, name, billing_day, setup_approval_id)
     values ('${distributor}', 'maker', 'Maker', 5, '${randomUUID()}')`,
  )
  await world.server.database.plant(
    `insert into distributor_contracts (id, distributor_id, provider_id, game_type, fee_bps, valid_from,
       approval_id)
     select '${contract}', '${distributor}', id, 'all', 1000, '2026-01-01', '${randomUUID()}'
       from game_providers where id = inside_id('${encodeId('gameProvider', provider.id)}')`,
  )
})
afterAll(async () => {
  const violations = await world.factory.judge()
  await world.stop()
  expect(violations).toEqual([])
})

const period = { from: first, to: second }

test('a day tells the fee of its contracts, what stays of the win, and what all members held', async () => {
  const { records } = await reader.call('reports.daily', period)
  // 6000 − 2000 on the first day; on the second the company has the 3000 back.
  expect(records[1]).toMatchObject({ companyMinor: 4000, feeMinor: 400, ngrMinor: 3600 })
  expect(records[0]).toMatchObject({ companyMinor: 3000, feeMinor: 300, ngrMinor: 2700 })
  const cash = (await Promise.all([ann, bo].map((each) => world.factory.cash(each)))).reduce(
    (a, b) => a + b,
  )
  const days = await reader.call('reports.daily', { from: first, to: today })
  expect(days.records[0]?.balanceMinor).toBe(cash)
  const totals = await reader.call('reports.dailyTotals', period)
  expect(totals).toMatchObject({ companyMinor: 7000, feeMinor: 700, ngrMinor: 6300 })
  const games = await reader.call('reports.daily', { ...period, by: 'game' })
  expect(games.records).toMatchObject([{ feeMinor: 700, ngrMinor: null, balanceMinor: null }])
  const own = await seller.call('reports.dailyTotals', period)
  expect(own).toMatchObject({ companyMinor: 1000, feeMinor: null, ngrMinor: null })
  const seen = await seller.call('reports.daily', period)
  expect(seen.records[0]).toMatchObject({ feeMinor: null, balanceMinor: null })
})

test('a member tells their level, seller, fee and balance', async () => {
  const { records } = await reader.call('reports.users', period)
  const [b, a] = records
  expect(a).toMatchObject({ companyMinor: 6000, feeMinor: 600, ngrMinor: 5400, seller: null, level: 0 })
  expect(a?.balanceMinor).toBe(await world.factory.cash(ann))
  expect(b).toMatchObject({ feeMinor: 100, ngrMinor: 900, seller: { id: encodeId('employee', seller.id) } })
  expect(await reader.call('reports.userTotals', period)).toMatchObject({ feeMinor: 700, ngrMinor: 6300 })
  const slots = await reader.call('reports.users', { ...period, type: ['slot'] })
  expect(slots.records).toMatchObject([
    { feeMinor: 100, ngrMinor: null },
    { feeMinor: 600, ngrMinor: null },
  ])
  const own = await seller.call('reports.users', period)
  expect(own.records).toMatchObject([{ id: bo.outside, feeMinor: null, ngrMinor: null }])
})

test('members of a seller are found, and all members page by page, whether they played or not', async () => {
  const sellerId = [encodeId('employee', seller.id)]
  const { sellers } = await reader.call('reports.choices', {})
  expect(sellers).toContainEqual({ id: sellerId[0], name: expect.any(String) })
  expect((await seller.call('reports.choices', {})).sellers).toEqual([])
  const of = await reader.call('reports.users', { ...period, sellerId })
  expect(of.records.map(({ id }) => id)).toEqual([bo.outside])
  expect(await reader.call('reports.userTotals', { ...period, sellerId })).toMatchObject({
    count: 1,
    companyMinor: 1000,
    feeMinor: 100,
  })
  const searched = { ...period, sellerId, search: ann.username }
  expect((await reader.call('reports.users', searched)).records).toEqual([])
  const who = { ...period, who: 'all', size: 2 } as const
  const one = await reader.call('reports.users', who)
  const two = await reader.call('reports.users', { ...who, after: one.afterCursor ?? '' })
  const ids = [...one.records, ...two.records].map(({ id }) => id)
  expect([ids.includes(cat.outside), ids.includes(ann.outside)]).toEqual([true, true])
  expect(one.canSort).toBe(false)
  const row = [...one.records, ...two.records].find(({ id }) => id === cat.outside)
  expect(row).toMatchObject({ bets: 0, stakeMinor: 0, feeMinor: 0, marginBps: null })
  const back = await reader.call('reports.users', { ...who, before: two.beforeCursor ?? '' })
  expect(back.records).toEqual(one.records)
  const counts = await reader.call('reports.userTotals', { ...period, who: 'all' })
  expect(counts).toMatchObject({ count: 3, isEstimate: false, companyMinor: 7000 })
  const all = await seller.call('reports.users', { ...period, who: 'all' })
  expect(all.records.map(({ id }) => id)).toEqual([bo.outside])
  const sorted = { from: first, to: first, who: 'all', sort: 'stake' } as const
  expect(await codeOf(reader.call('reports.users', sorted))).toBe('422 sortPeriod')
})

test('as of a closed day nothing counts that came later, and what changed since is told', async () => {
  const asOf = first
  const { records } = await reader.call('reports.daily', { ...period, asOf })
  expect(records).toMatchObject([{ id: first, companyMinor: 4000, depositMinor: null, netMinor: null }])
  expect(await reader.call('reports.dailyTotals', { ...period, asOf })).toMatchObject({
    to: first,
    companyMinor: 4000,
    depositMinor: null,
  })
  const users = await reader.call('reports.users', { ...period, asOf })
  expect(users.records.map(({ companyMinor }) => companyMinor)).toEqual([-2000, 6000])
  expect(users.records.map(({ balanceMinor }) => balanceMinor)).toEqual([null, null])
  expect(await reader.call('reports.userTotals', { ...period, asOf })).toMatchObject({ companyMinor: 4000 })
  const { games } = await reader.call('reports.memberGames', { memberId: bo.outside, ...period, asOf })
  expect(games).toMatchObject([{ companyMinor: -2000 }])
  const { days, since } = await reader.call('reports.asOf', { ...period, asOf })
  expect(days).toContain(first)
  expect(since).toEqual({
    from: first,
    to: first,
    corrections: 1,
    isEstimate: false,
    stakeMinor: 0,
    companyMinor: 3000,
  })
  expect((await reader.call('reports.asOf', period)).since).toBeNull()
  const slots = await reader.call('reports.asOf', { ...period, asOf, type: ['slot'] })
  expect(slots.since).toMatchObject({ corrections: 1 })
  const sports = await reader.call('reports.asOf', { ...period, asOf, type: ['sport'] })
  expect(sports.since).toMatchObject({ corrections: 0 })
  const other = await world.server.person({ permissions, type: 'agent' })
  expect((await other.call('reports.asOf', { ...period, asOf })).since).toMatchObject({ corrections: 0 })
  for (const name of [
    'reports.daily',
    'reports.dailyTotals',
    'reports.users',
    'reports.userTotals',
  ] as const)
    expect(await codeOf(reader.call(name, { ...period, asOf: today }))).toBe('422 dayNotClosed')
  expect(await codeOf(reader.call('reports.daily', { from: second, asOf }))).toBe('422 dateRange')
})

test('the fee of a day is the same after its play was closed', async () => {
  const asked = async () => [
    (await reader.call('reports.daily', period)).records.map(({ feeMinor }) => feeMinor),
    (await reader.call('reports.dailyTotals', { ...period, type: ['slot'] })).feeMinor,
    (await reader.call('reports.userTotals', period)).feeMinor,
  ]
  const before = await asked()
  await closeGgr(world.server.services)
  expect(await world.factory.query('select 1 from ggr_closings')).toHaveLength(1)
  expect(await asked()).toEqual(before)
  expect(before).toEqual([[300, 400], 700, 700])
})

test('a prize costs the company, and no share is agreed of it, also once its day is closed', async () => {
  const prize = { transfer_amount: '50.00', adjustment_transaction_id: randomUUID() }
  const told = await provider.sayRound({ player_name: ann.outside, ...prize }, 'Cash/Adjustment')
  expect(told).toMatchObject({ error: null })
  await foldAllPlay(world.server.services.db)
  const asked = async () => {
    const { records } = await reader.call('reports.daily', period)
    const other = await reader.call('reports.dailyTotals', { ...period, type: ['other'] })
    const of = records.map(({ companyMinor, feeMinor }) => [companyMinor, feeMinor])
    return [of, [other.companyMinor, other.feeMinor]]
  }
  const before = await asked()
  expect(before).toEqual([
    [
      [-2000, 300],
      [4000, 400],
    ],
    [-5000, 0],
  ])
  // As if today were over.
  await world.server.database.plant(
    `insert into ggr_days (business_on) values ('${second}');
     insert into ggr_closings (business_on, provider_id, game_type, bets, stake_minor, payout_minor)
     select o.business_on, o.provider_id, g.type, sum(o.bets), sum(o.stake_minor), sum(o.payout_minor)
       from bet_outcomes o join games g on g.id = o.game_id
      where o.business_on = '${second}' group by 1, 2, 3`,
  )
  expect(await world.factory.query('select 1 from ggr_closings')).toHaveLength(3)
  expect(await asked()).toEqual(before)
  const games = await reader.call('reports.daily', { ...period, by: 'game' })
  expect(games.records.map(({ companyMinor, feeMinor }) => [companyMinor, feeMinor])).toEqual([
    [-5000, 0],
    [7000, 700],
  ])
  await world.server.database.plant(
    `delete from ggr_closings where business_on = '${second}';
     delete from ggr_days where business_on = '${second}'`,
  )
})

test('a contract of a type goes before that of all types, each on its days', () => {
  const contract = { providerId: 'p', gameType: 'all', feeBps: 1000, validFrom: '2026-01-01' }
  const spans = feeSpans(
    [
      { ...contract, validUntil: '9999-12-31' },
      { ...contract, gameType: 'slot', feeBps: 800, validFrom: '2026-03-10', validUntil: '2026-03-20' },
      { ...contract, gameType: 'lotto', feeBps: 0, validUntil: '9999-12-31' },
    ],
    { from: '2026-03-01', to: '2026-03-31' },
  )
  const of = (type: string) =>
    spans.filter((span) => span.type === type).map(({ from, to, feeBps }) => [from, to, feeBps])
  expect(of('slot')).toEqual([
    ['2026-03-01', '2026-03-09', 1000],
    ['2026-03-10', '2026-03-20', 800],
    ['2026-03-21', '2026-03-31', 1000],
  ])
  expect(of('casino').map(([, , fee]) => fee)).toEqual([1000, 1000, 1000])
  expect(of('lotto')).toEqual([])
})

test('a share that changes within a month is reckoned by days there, else by months', () => {
  const asked = {
    period: { from: '2026-01-20', to: '2026-05-10' },
    spans: {
      days: ['2026-01-20', '2026-01-21'],
      months: ['2026-02-01', '2026-03-01', '2026-04-01', '2026-05-01'],
    },
  }
  const march = { from: '2026-03-01', to: '2026-03-31' }
  const share = { providerId: 'p', type: 'slot' }
  const fees = [
    { ...share, from: '2026-01-20', to: '2026-03-15', feeBps: 1000 },
    { ...share, from: '2026-03-16', to: '2026-03-31', feeBps: 800 },
    { ...share, from: '2026-04-01', to: '2026-05-10', feeBps: 900 },
  ]
  const { days, months } = steadySpans(fees, asked)
  // May runs: nothing of it is later than the period.
  expect(months).toEqual(['2026-02-01', '2026-04-01', '2026-05-01'])
  expect(days.toSorted()).toEqual(['2026-01-20', '2026-01-21', ...daysBack(march).toReversed()])
})

test('the fee of a day is that of the contract by which the database books an invoice', async () => {
  const providerId = provider.id
  for (const [type, fee, from, until] of [
    ['slot', 800, '2026-03-10', '2026-03-20'],
    ['slot', 700, '2026-03-21', '9999-12-31'],
    ['casino', 0, '2026-03-05', '2026-03-06'],
  ])
    await world.server.database.plant(
      `insert into distributor_contracts (id, distributor_id, provider_id, game_type, fee_bps, valid_from,
         valid_until, approval_id)
       select gen_random_uuid(), id, $1, $2, $3, $4, $5, gen_random_uuid() from distributors limit 1`,
      [providerId, type, fee, from, until],
    )
  const contracts = await world.factory.query<Parameters<typeof feeSpans>[0][number]>(
    `select provider_id as "providerId", game_type as "gameType", fee_bps as "feeBps",
            valid_from as "validFrom", valid_until as "validUntil" from distributor_contracts`,
  )
  const spans = feeSpans(contracts, { from: '2026-03-01', to: '2026-03-31' })
  const booked = await world.factory.query<{ on: string; type: string; fee: number }>(
    `select d::date as on, t as type, (select fee_bps from distributor_contracts
              where id = contract_of($1, t, d::date)) as fee
       from generate_series('2026-03-01'::date, '2026-03-31', '1 day') d, unnest($2::text[]) t`,
    [providerId, [...gameTypes]],
  )
  const ours = booked.map(({ on, type }) => {
    const span = spans.find((each) => each.type === type && each.from <= on && on <= each.to)
    return { on, type, fee: span?.feeBps ?? 0 }
  })
  expect(ours).toEqual(booked)
  expect(new Set(booked.map(({ fee }) => fee))).toEqual(new Set([0, 700, 800, 1000]))
})
