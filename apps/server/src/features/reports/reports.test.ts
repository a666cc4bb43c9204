import { encodeId } from '@khlang/contract/values/values.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, businessOn } from '../../platform/business-day.ts'
import { startFakeProvider, type FakeProvider } from '../../testing/fakes/fake-provider.ts'
import { foldAllPlay } from '../../testing/play-figures.ts'
import type { Person } from '../../testing/server.ts'
import { codeOf } from '../../testing/world/members.ts'
import type { FactoryMember } from '../../testing/world/money-factory.ts'
import { createMoneyOutWorld, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import { onDay, tellRound } from '../../testing/world/played.ts'
import { oneSpan, periodOf, spansOf } from './period.ts'

// Two members play on two days, and what one won is corrected on the second.

let world: MoneyOutWorld
let separate: FakeProvider
let combined: FakeProvider
let reader: Person
let seller: Person
let ann: FactoryMember
let bo: FactoryMember
const permissions = { agentReport: ['isRead'] } as const
const today = businessOn({ dayCutOffMinutes: 0 }, Date.now())
const [first, second] = [addDays(today, -3), addDays(today, -1)]

const on = async (day: string, act: () => Promise<unknown>): Promise<void> => {
  await onDay(world.server, day, act)
  await foldAllPlay(world.server.services.db)
}

const round = async (member: FactoryMember, bet: string, stakeMinor: number, wonMinor: number) => {
  const told = await tellRound(combined, member, { bet, stakeMinor, wonMinor })
  expect(told).toMatchObject({ error: null })
}
const play = async (member: FactoryMember, gameId: string, stake: string, won: string | null) => {
  const about = { userId: member.outside, gameId, roundId: randomUUID() }
  await separate.say('bet', { ...about, amount: stake, reference: randomUUID() })
  if (won !== null)
    expect(await separate.say('result', { ...about, amount: won, reference: randomUUID() })).toMatchObject({
      error: 0,
    })
}

beforeAll(async () => {
  world = await createMoneyOutWorld()
  separate = await startFakeProvider(world.server)
  combined = await startFakeProvider(world.server, 'transferInOut')
  reader = await world.server.person({ permissions })
  seller = await world.server.person({ permissions, type: 'seller' })
  ann = await world.factory.member()
  bo = await world.factory.member({ sellerId: seller.id })
  await world.fund(ann, 100_000)
  await world.fund(bo, 100_000)
  await on(first, async () => {
    await play(ann, 'tiger', '20', '5')
    await round(bo, 'r1', 1000, 4000)
  })
  await on(second, async () => {
    await play(ann, 'dragon', '30', '0')
    await round(bo, 'r1', 1000, 1000)
  })
})
afterAll(async () => {
  const violations = await world.factory.judge()
  await world.stop()
  expect(violations).toEqual([])
})

const both = { from: first, to: today }

test('a day has what became of bets on it; a correction counts on the day that it came', async () => {
  const { records, totalRecords } = await reader.call('reports.daily', both)
  expect([totalRecords, records.map(({ id }) => id)]).toEqual([
    4,
    [today, second, addDays(second, -1), first],
  ])
  expect(records[3]).toMatchObject({
    members: 2,
    bets: 2,
    stakeMinor: 3000,
    validMinor: 3000,
    payoutMinor: 4500,
    winLossMinor: 1500,
    companyMinor: -1500,
    marginBps: -5000,
    isClosed: false,
  })
  expect(records[1]).toMatchObject({ members: 2, bets: 1, stakeMinor: 3000, companyMinor: 6000 })
  expect(records[0]).toMatchObject({ members: 0, bets: 0, marginBps: null, rtpBps: null })
  const [outcomes] = await world.factory.query(
    `select sum(bets)::int as bets, sum(stake_minor)::int as "stakeMinor",
            sum(payout_minor)::int as "payoutMinor" from bet_outcomes`,
  )
  const totals = await reader.call('reports.dailyTotals', both)
  expect(totals).toMatchObject(outcomes as object)
  const sum = (name: 'stakeMinor' | 'companyMinor' | 'bets') =>
    records.reduce((all, row) => all + row[name], 0)
  expect(totals).toMatchObject({
    count: 4,
    members: 2,
    bets: sum('bets'),
    stakeMinor: sum('stakeMinor'),
    companyMinor: sum('companyMinor'),
    span: 'day',
  })
  expect(totals.points.map(({ companyMinor }) => companyMinor)).toEqual([-1500, 0, 6000, 0])
})

test('a period is compared with as many days before', async () => {
  const totals = await reader.call('reports.dailyTotals', { from: second, to: today })
  expect(totals.before).toMatchObject({ from: first, to: addDays(first, 1), companyMinor: -1500 })
  const { before } = await reader.call('reports.dailyTotals', { from: first, to: first })
  expect(before).toMatchObject({ from: addDays(first, -1), companyMinor: 0, bets: 0 })
})

test('the game that lost most comes first, and games, providers and types add up to the days', async () => {
  const day = { from: first, to: first }
  const { records } = await reader.call('reports.daily', { ...day, by: 'game' })
  expect(records).toMatchObject([
    {
      companyMinor: -3000,
      members: 1,
      rtpBps: 40_000,
      provider: { id: encodeId('gameProvider', combined.id) },
      ...day,
    },
    { companyMinor: 1500, members: 1, rtpBps: 2500, depositCount: null, isClosed: null },
  ])
  const byType = await reader.call('reports.daily', { ...both, by: 'type' })
  expect(byType.records).toMatchObject([{ id: 'slot', members: 2, companyMinor: 4500 }])
  const byProvider = await reader.call('reports.daily', { ...both, by: 'provider' })
  expect(byProvider.records.map(({ companyMinor }) => companyMinor)).toEqual([0, 4500])
  const gameId = [records[1]?.id ?? '']
  const filtered = await reader.call('reports.dailyTotals', { ...both, by: 'game', gameId })
  expect(filtered).toMatchObject({ count: 1, members: 1, companyMinor: 1500, depositMinor: null })
  const choices = await reader.call('reports.choices', { gameId })
  expect([choices.providers.length, choices.games.map(({ id }) => id)]).toEqual([2, gameId])
})

test('deposits and withdrawals of a day are those of the dashboard', async () => {
  const day = '2026-11-01'
  await world.regular(0)
  const owner = await world.server.person({ permissions: { ...permissions, dashboard: ['isRead'] } })
  const { deposits, withdrawals } = await owner.call('dashboard.day', { on: day })
  const { records } = await owner.call('reports.daily', { from: day, to: day })
  expect([deposits.count, withdrawals.count]).toEqual([2, 1])
  expect(records[0]).toMatchObject({
    depositCount: deposits.count,
    depositMinor: deposits.amountMinor,
    withdrawalCount: withdrawals.count,
    withdrawalMinor: withdrawals.amountMinor,
    netMinor: deposits.amountMinor - withdrawals.amountMinor,
  })
})

test('members come one page after the other, each once, and back again', async () => {
  const asked = { ...both, size: 1 }
  const one = await reader.call('reports.users', asked)
  const two = await reader.call('reports.users', { ...asked, after: one.afterCursor ?? '' })
  expect([...one.records, ...two.records].map(({ id }) => id)).toEqual([bo.outside, ann.outside])
  expect(two).toMatchObject({ hasAfter: false, canSort: false })
  expect(two.records[0]).toMatchObject({ bets: 2, stakeMinor: 5000, payoutMinor: 500, companyMinor: 4500 })
  const back = await reader.call('reports.users', { ...asked, before: two.beforeCursor ?? '' })
  expect(back.records).toEqual(one.records)
  const totals = await reader.call('reports.userTotals', both)
  expect(totals).toMatchObject({ count: 2, isEstimate: false, companyMinor: 4500, bets: 3 })
  const found = await reader.call('reports.users', { ...both, search: ann.username })
  expect(found.records.map(({ id }) => id)).toEqual([ann.outside])
  const ofFound = await reader.call('reports.userTotals', { ...both, search: ann.username })
  expect(ofFound).toMatchObject({ count: 1, stakeMinor: 5000 })
})

test('members stand in the order of their sums where the period is one, and nowhere else', async () => {
  const asked = { from: first, to: first, sort: 'winLoss', size: 1 } as const
  const one = await reader.call('reports.users', asked)
  expect(one).toMatchObject({ canSort: true, records: [{ id: bo.outside, winLossMinor: 3000 }] })
  const two = await reader.call('reports.users', { ...asked, after: one.afterCursor ?? '' })
  expect(two.records).toMatchObject([{ id: ann.outside, winLossMinor: -1500 }])
  const least = await reader.call('reports.users', { ...asked, sort: 'stake', isAscending: true, size: 2 })
  expect(least.records.map(({ stakeMinor }) => stakeMinor)).toEqual([1000, 2000])
  expect(await codeOf(reader.call('reports.users', { ...asked, to: today }))).toBe('422 sortPeriod')
  expect(await codeOf(reader.call('reports.users', { from: '2025-01-01', to: '2026-06-01' }))).toBe(
    '422 dateRange',
  )
})

test('members stand in the order of what they won at some games, where these sums are few', async () => {
  const { games } = await reader.call('reports.memberGames', { memberId: ann.outside, ...both })
  const asked = { ...both, type: ['slot' as const], sort: 'winLoss' as const, size: 1 }
  const one = await reader.call('reports.users', asked)
  const two = await reader.call('reports.users', { ...asked, after: one.afterCursor ?? '' })
  const won = [...one.records, ...two.records].map(({ id, winLossMinor }) => [id, winLossMinor])
  expect([one.canSort, won]).toEqual([
    true,
    [
      [bo.outside, 0],
      [ann.outside, -4500],
    ],
  ])
  const least = await reader.call('reports.users', { ...asked, sort: 'stake', isAscending: true, size: 2 })
  expect(least.records.map(({ stakeMinor }) => stakeMinor)).toEqual([1000, 5000])
  const ofGame = { ...asked, gameId: [games[1]?.game.id ?? ''] }
  const { records } = await reader.call('reports.users', ofGame)
  expect(records).toMatchObject([{ id: ann.outside, winLossMinor: -1500 }])
  const ofSeller = await seller.call('reports.users', asked)
  expect(ofSeller.records.map(({ id }) => id)).toEqual([bo.outside])
  const change = (by: string) =>
    world.server.database.plant(`update play_games set members = members ${by} 20000 where members > 0`)
  await change('+')
  expect(await codeOf(reader.call('reports.users', asked))).toBe('422 sortPeriod')
  expect((await reader.call('reports.users', { ...asked, sort: 'member' })).canSort).toBe(false)
  await change('-')
})

test('a member’s games of a period are told apart, and filtered by game', async () => {
  const { games, username } = await reader.call('reports.memberGames', { memberId: ann.outside, ...both })
  expect(username).toBe(ann.username)
  expect(games).toMatchObject([
    { stakeMinor: 3000, companyMinor: 3000, rtpBps: 0 },
    { stakeMinor: 2000, companyMinor: 1500 },
  ])
  const gameId = [games[1]?.game.id ?? '']
  const page = await reader.call('reports.users', { ...both, gameId })
  expect(page.records).toMatchObject([{ id: ann.outside, bets: 1, stakeMinor: 2000 }])
  const totals = await reader.call('reports.userTotals', { ...both, gameId })
  expect(totals).toMatchObject({ count: 1, bets: 1, stakeMinor: 2000 })
})

test('a seller reads of their own members alone, an agent of none, others nothing', async () => {
  const rows = await seller.call('reports.users', both)
  expect(rows.records).toMatchObject([{ id: bo.outside, companyMinor: 0 }])
  const sorted = await seller.call('reports.users', { from: first, to: first, sort: 'winLoss' })
  expect(sorted.records).toMatchObject([{ id: bo.outside, winLossMinor: 3000 }])
  const totals = await seller.call('reports.dailyTotals', both)
  expect(totals).toMatchObject({ members: 1, bets: 1, stakeMinor: 1000, creditMinor: null })
  const days = await seller.call('reports.daily', both)
  expect(days.records[3]).toMatchObject({ members: 1, companyMinor: -3000, isClosed: null })
  expect(await seller.call('reports.userTotals', both)).toMatchObject({ count: 1, stakeMinor: 1000 })
  const others = await seller.call('reports.memberGames', { memberId: ann.outside, ...both })
  expect(others).toMatchObject({ username: null, games: [] })
  const agent = await world.server.person({ permissions, type: 'agent' })
  expect(await agent.call('reports.userTotals', both)).toMatchObject({ count: 0, bets: 0 })
  const stranger = await world.server.person({ permissions: { betReport: ['isRead'] } })
  for (const name of [
    'reports.daily',
    'reports.dailyTotals',
    'reports.users',
    'reports.userTotals',
  ] as const)
    expect(await codeOf(stranger.call(name, both))).toBe('403 forbidden')
})

test('files hold what the lists show, and their sums', async () => {
  const exporter = await world.server.person({
    permissions,
    abilities: { exportData: true },
    hasStepUp: true,
  })
  const textOf = (file: object) =>
    Buffer.from('base64' in file ? String(file.base64) : '', 'base64').toString()
  const wanted = { ...both, format: 'csv' } as const
  const daily = textOf(
    await exporter.call('reports.exportDaily', {
      ...wanted,
      columns: ['part', 'closed', 'stake', 'company'],
    }),
  )
  expect(daily).toContain(`${first},Open,30.00,-15.00`)
  const users = textOf(
    await exporter.call('reports.exportUsers', { ...wanted, columns: ['member', 'bets', 'winLoss'] }),
  )
  expect(users).toContain(`${ann.username},2,-45.00`)
  expect(users).toContain(`${bo.username},1,0.00`)
})

test('a board shows what each provider and type came to, what runs, and what lost most', async () => {
  const watcher = await world.server.person({ permissions: { providerDashboard: ['isRead'] } })
  await on(today, () => play(ann, 'dragon', '7', null))
  const { records } = await watcher.call('reports.board', { by: 'provider', period: 'days7' })
  expect(records).toMatchObject([
    { companyMinor: 4500, shareBps: 8333, openCount: 1, openMinor: 700, members: 1, worst: null },
    { companyMinor: 0, shareBps: 1667, openCount: 0, members: 1, worst: null, state: 'active' },
  ])
  const types = await watcher.call('reports.board', { by: 'type', period: 'yesterday' })
  expect(types.records).toMatchObject([{ id: 'slot', games: 4, stakeMinor: 3000, openCount: 1 }])
  expect(types).toMatchObject({ from: second, to: second })
  const none = await watcher.call('reports.board', { by: 'type' })
  expect(none.records).toMatchObject([{ bets: 0, marginBps: null, shareBps: null }])
  const own = await world.server.person({ permissions: { providerDashboard: ['isRead'] }, type: 'seller' })
  expect(await codeOf(own.call('reports.board', { by: 'type' }))).toBe('403 forbidden')
  expect(await codeOf(reader.call('reports.board', { by: 'type' }))).toBe('403 forbidden')
})

test('a period is days and whole months; a month that runs is whole from today on', () => {
  expect(spansOf({ from: '2026-01-30', to: '2026-03-02' }, '2026-11-29')).toEqual({
    days: ['2026-01-30', '2026-01-31', '2026-03-01', '2026-03-02'],
    months: ['2026-02-01'],
  })
  const running = spansOf({ from: '2026-11-01', to: '2026-11-29' }, '2026-11-29')
  expect(oneSpan(running)).toEqual({ span: 'month', on: '2026-11-01' })
  expect(oneSpan(spansOf({ from: '2026-11-01', to: '2026-11-28' }, '2026-11-29'))).toBeNull()
  expect(periodOf({}, '2026-11-29')).toEqual({ from: '2026-10-31', to: '2026-11-29' })
  expect(periodOf({ from: '2026-12-05' }, '2026-11-29')).toEqual({ from: '2026-12-05', to: '2026-12-05' })
})
