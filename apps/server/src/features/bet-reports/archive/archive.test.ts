import { createHash, randomUUID } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFakeProvider, type FakeProvider } from '../../../testing/fakes/fake-provider.ts'
import { foldAllPlay } from '../../../testing/play-figures.ts'
import type { Person } from '../../../testing/server.ts'
import { codeOf } from '../../../testing/world/members.ts'
import type { FactoryMember } from '../../../testing/world/money-factory.ts'
import { createMoneyOutWorld, type MoneyOutWorld } from '../../../testing/world/money-out.ts'
import { tellRound } from '../../../testing/world/played.ts'
import { businessOn } from '../../../platform/business-day.ts'
import { rebuildPlay } from '../../reports/figures.ts'
import { archiveDueMonths, firstKept } from './archive-months.ts'

// The bets of this month, looked at when they are over their time.

let world: MoneyOutWorld
let separate: FakeProvider
let combined: FakeProvider
let reader: Person
let member: FactoryMember
const today = businessOn({ dayCutOffMinutes: 0 }, Date.now())
const month = `${today.slice(0, 7)}-01`
const [year = 0, of = 0] = month.split('-').map(Number)

beforeAll(async () => {
  world = await createMoneyOutWorld()
  await world.server.set({ betKeptMonths: 13 })
  separate = await startFakeProvider(world.server)
  combined = await startFakeProvider(world.server, 'transferInOut')
  reader = await world.server.person({
    permissions: { betReport: ['isRead'], agentReport: ['isRead'] },
    abilities: { exportData: true },
    hasStepUp: true,
  })
  member = await world.factory.member()
  await world.fund(member, 100_000)
})
afterAll(async () => {
  const violations = await world.factory.judge()
  await world.stop()
  expect(violations).toEqual([])
})

/** The work of the archive as it runs fourteen months later. */
async function later(): Promise<void> {
  world.server.clock.ms = Date.UTC(year, of - 1 + 14, 2, 12) - Date.now()
  try {
    await archiveDueMonths(world.server.services)
  } finally {
    world.server.clock.ms = 0
  }
}
const round = (bet: string, staked: string, won: string) =>
  tellRound(combined, member, { bet, stakeMinor: Number(staked) * 100, wonMinor: Number(won) * 100 })
const open = { gameId: 'dragon', roundId: randomUUID() }
const rowOf = async (person = reader) => {
  const { records } = await person.call('betReports.archive', {})
  return records.find((each) => each.month === month && each.state !== 'attached')
}
const figures = async () => ({
  games: await world.factory.query('select * from play_games order by business_on, game_id'),
  members: await world.factory.query('select * from play_members order by span, starts_on, member_id'),
  both: await world.factory.query(
    'select * from play_member_games order by business_on, game_id, member_id',
  ),
  days: await world.factory.query('select * from play_days order by business_on'),
  months: await world.factory.query('select * from play_game_months order by starts_on, game_id'),
})
const fetchFile = (person: Person, on: string) =>
  world.server.fetch('/api/v2/bet-report/archive-file', {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ month: on }),
  })

test('a month with a bet that runs stays, and says so; an empty one goes', async () => {
  await round('won', '10.00', '25.00')
  await round('amended', '20.00', '50.00')
  await round('amended', '20.00', '0.00')
  const about = { userId: member.outside, ...open }
  await separate.say('bet', { ...about, amount: '30', reference: randomUUID() })
  await foldAllPlay(world.server.services.db)
  await later()
  expect(await rowOf()).toMatchObject({ state: 'waiting', reason: 'running', openBets: 1, bets: null })
  const { records } = await reader.call('betReports.archive', {})
  expect(records.at(-1)).toMatchObject({ state: 'archived', bets: 0, stakeMinor: 0 })
  expect((await reader.call('betReports.list', {})).records).toHaveLength(3)
})

test('a month waits until the figures hold it, and leaves only if they are its sums', async () => {
  await separate.say('result', { userId: member.outside, ...open, amount: '0', reference: randomUUID() })
  await later()
  expect(await rowOf()).toMatchObject({ reason: 'figuresBehind', openBets: 0 })
  await foldAllPlay(world.server.services.db)
  await world.server.database.plant('update play_games set payout_minor = payout_minor + 1')
  await expect(later()).rejects.toThrow('do not add up')
  expect(await rowOf()).toMatchObject({ state: 'waiting', reason: 'figuresDiffer' })
  await world.server.database.plant('update play_games set payout_minor = payout_minor - 1')
  expect((await reader.call('betReports.list', {})).records).toHaveLength(3)
})

test('a month that leaves is whole in its file, and the figures stay, also made anew', async () => {
  const before = await figures()
  const { records: bets } = await reader.call('betReports.list', {})
  const report = await reader.call('reports.dailyTotals', { from: month, to: today })
  await later()
  const row = await rowOf()
  const sums = { stakeMinor: 6000, payoutMinor: 2500, validMinor: 6000, countedMinor: 6000 }
  expect(row).toMatchObject({ state: 'archived', reason: null, bets: 3, outcomes: 4, ...sums })
  const response = await fetchFile(reader, month)
  const bytes = Buffer.from(await response.arrayBuffer())
  expect([response.status, bytes.length]).toEqual([200, row?.bytes])
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(row?.sha256)
  const lines = gunzipSync(bytes).toString().trim().split('\n')
  const parsed = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(parsed[0]).toEqual({ form: 'khlang-bets-1', month: month.slice(0, 7) })
  expect(parsed.at(-1)).toEqual({ bets: 3, outcomes: 4, settled: { bets: 3, ...sums } })
  expect(parsed.slice(1, -1).map(({ id }) => id)).toEqual(bets.map(({ id }) => id).toReversed())
  const amended = parsed.find(({ ref }) => ref === 'amended')
  expect(amended).toMatchObject({ memberId: member.outside, state: 'lost', payoutMinor: 0 })
  expect(amended?.['outcomes']).toMatchObject([
    { kind: 'settled', payoutMinor: 5000 },
    { kind: 'amended', payoutMinor: -5000 },
  ])
  expect((await reader.call('betReports.list', {})).records).toEqual([])
  expect(await codeOf(reader.call('betReports.get', { id: bets[0]?.id ?? '' }))).toBe('404 notFound')
  expect(await reader.call('reports.dailyTotals', { from: month, to: today })).toEqual(report)
  await rebuildPlay(world.server.services.db)
  await foldAllPlay(world.server.services.db)
  expect(await figures()).toEqual(before)
  const log = await world.factory.query(
    `select action, detail ->> 'sha256' as sha256, detail ->> 'month' as month from activity_log
      where action like 'betMonth%' and detail ->> 'month' = $1 order by id`,
    [month.slice(0, 7)],
  )
  const told = { sha256: row?.sha256, month: month.slice(0, 7) }
  expect(log).toEqual([
    { action: 'betMonthArchived', ...told },
    { action: 'betMonthFetched', ...told },
  ])
})

const lateName = randomUUID()
const lateResult = () =>
  separate.say('result', { userId: member.outside, ...open, amount: '7.00', reference: lateName })

test('a word about a bet that left moves nothing, and people are told', async () => {
  const cash = await world.factory.cash(member)
  const over = { error: { message: 'roundOver' } }
  expect(await round('won', '10.00', '90.00')).toMatchObject(over)
  expect(await round('amended', '20.00', '90.00')).toMatchObject(over)
  await lateResult()
  expect(await world.factory.cash(member)).toBe(cash)
  const told = await world.factory.query(
    `select detail ->> 'why' as why from alarms where code = 'provider.owed'`,
  )
  expect(told).toEqual([{ why: 'archived' }, { why: 'archived' }])
})

test('lists tell which months left, and files are for whoever may export', async () => {
  const { months } = await reader.call('betReports.archivedMonths', {})
  expect(months.at(-1)).toBe(month)
  expect(await reader.call('betReports.archivedMonths', { from: month, to: today })).toEqual({
    months: [month],
  })
  const next = `${firstKept(today, -1).slice(0, 7)}-01`
  expect(await reader.call('betReports.archivedMonths', { from: next })).toEqual({ months: [] })
  const permissions = { betReport: ['isRead'] } as const
  const other = await world.server.person({ permissions, hasStepUp: true })
  expect((await fetchFile(other, month)).status).toBe(403)
  expect(await rowOf(other)).toMatchObject({ bets: 3 })
  const unproven = await world.server.person({ permissions, abilities: { exportData: true } })
  expect((await fetchFile(unproven, month)).status).toBe(403)
  expect((await fetchFile(reader, next)).status).toBe(404)
  const seller = await world.server.person({ permissions, type: 'seller' })
  expect(await codeOf(seller.call('betReports.archive', {}))).toBe('403 forbidden')
  expect((await seller.call('betReports.archivedMonths', {})).months.at(-1)).toBe(month)
})

test('an operator brings a month back for 30 days, with the figures as they were', async () => {
  const before = await figures()
  const attach = () => world.server.database.asAdmin(`select attach_bet_month('${month}')`)
  await attach()
  await expect(attach()).rejects.toThrow('no month')
  expect((await reader.call('betReports.list', {})).records).toHaveLength(3)
  expect(await reader.call('betReports.archivedMonths', { from: month })).toEqual({ months: [] })
  await rebuildPlay(world.server.services.db)
  await foldAllPlay(world.server.services.db)
  expect(await figures()).toEqual(before)
  await later()
  expect(await rowOf()).toBeUndefined()
  await world.server.database.plant(`update bet_archives set attached_at = now() - interval '31 days'`)
  await later()
  expect(await rowOf()).toMatchObject({ state: 'archived', bets: 3, stakeMinor: 6000 })
  await attach()
  await round('won', '10.00', '30.00')
  await foldAllPlay(world.server.services.db)
  expect((await reader.call('betReports.totals', {})).payoutMinor).toBe(3000)
  // The same word that was not taken while its bet was away.
  expect(await lateResult()).toMatchObject({ error: 0 })
  await lateResult()
  await foldAllPlay(world.server.services.db)
  expect((await reader.call('betReports.totals', {})).payoutMinor).toBe(3700)
})

test('as many whole months are kept as the setting says', () => {
  expect(firstKept('2026-11-29', 24)).toBe('2024-11-01')
  expect(firstKept('2027-01-01', 13)).toBe('2025-12-01')
})
