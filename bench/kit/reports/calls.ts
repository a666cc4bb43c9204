import type { CallName } from '@khlang/contract/calls.ts'
import type { BenchEnv } from '../env.ts'

/** A call, what it is asked, and how long the hundredth of its answers may take. */
export interface ReportCall {
  readonly name: CallName
  readonly filter: Readonly<Record<string, unknown>>
  readonly limitMs: number
  /** The column whose sums are to be at the middle of the list: the page is a deep one. */
  readonly isDeep?: boolean
}

const limits = { daily: 300, users: 150, userTotals: 500, bets: 50, betAmounts: 400, betTotals: 300 }

/** Of the book's members a fifth are of the one level, one of 10,000 of the other. */
const [manyLevel, fewLevel] = [3, 9]

/** Rows of the book that calls are asked about. */
interface Found {
  readonly today: string
  readonly yesterday: string
  readonly earlier: string
  readonly monthAgo: string
  readonly yearAgo: string
  readonly monthStart: string
  readonly player: string
  readonly visitor: string
  readonly game: string
  readonly rareGame: string
  readonly provider: string
  readonly smallProvider: string
  readonly bet: string
  readonly round: string
}

async function foundIn(env: BenchEnv, database: string): Promise<Found> {
  const { rows } = await env.admin(
    database,
    `with d as (select (now() at time zone 'Asia/Bangkok')::date as today),
     g as (select game_id, sum(bets) as bets from play_games, d where business_on > today - 30 group by 1),
     p as (select provider_id, sum(bets) as bets from g join games on games.id = game_id group by 1),
     m as (select member_id, bets from play_members, d
            where span = 'month' and starts_on = date_trunc('month', today - 15)::date),
     b as (select id, ref from bets where id >= least_id(now() - interval '9 days') order by id limit 1)
     select today::text, (today - 1)::text as yesterday, (today - 12)::text as earlier,
       (today - 29)::text as "monthAgo", (today - 365)::text as "yearAgo",
       date_trunc('month', today - 15)::date::text as "monthStart",
       outside_id('mbr', (select member_id from m order by bets desc limit 1)) as player,
       outside_id('mbr', (select member_id from m where bets between 3 and 9 order by member_id limit 1))
         as visitor,
       outside_id('gam', (select game_id from g order by bets desc limit 1)) as game,
       outside_id('gam', (select game_id from g order by bets limit 1)) as "rareGame",
       outside_id('gpr', (select provider_id from p order by bets desc limit 1)) as provider,
       outside_id('gpr', (select provider_id from p order by bets limit 1)) as "smallProvider",
       outside_id('bet', (select id from b)) as bet, (select ref from b) as round from d`,
  )
  return (rows as Found[])[0] as Found
}

const all = (name: CallName, limitMs: number, ...filters: ReportCall['filter'][]): ReportCall[] =>
  filters.map((filter) => ({ name, filter, limitMs }))

function daily(of: Found): ReportCall[] {
  const year = { from: of.yearAgo, to: of.today }
  const month = { from: of.monthAgo, to: of.today }
  const day = { from: of.yesterday, to: of.yesterday }
  const filters: ReportCall['filter'][] = [
    { ...year, size: 100 },
    { ...year, by: 'game', size: 100 },
    { ...year, by: 'provider' },
    { ...year, by: 'type' },
    { ...year, type: ['slot'], size: 100 },
    { ...year, providerId: [of.provider], by: 'game' },
    { ...year, gameId: [of.game], size: 100 },
    { ...month, size: 100 },
    { ...month, by: 'game' },
    { ...day, by: 'game' },
    { ...day, by: 'provider' },
    { ...month, level: fewLevel },
  ]
  return [
    ...all('reports.daily', limits.daily, ...filters),
    ...all('reports.dailyTotals', limits.daily, ...filters.map(({ size: _size, ...filter }) => filter)),
    ...all('reports.board', limits.daily, { by: 'provider', period: 'yesterday' }),
    ...all('reports.board', limits.daily, { by: 'type', period: 'days30' }),
  ]
}

function users(of: Found): ReportCall[] {
  const year = { from: of.yearAgo, to: of.today }
  const days = { from: of.monthAgo, to: of.today }
  const month = { from: of.monthStart, to: monthEnd(of.monthStart) }
  const day = { from: of.yesterday, to: of.yesterday }
  const sorted = [day, month].flatMap((span) =>
    (['winLoss', 'stake'] as const).flatMap((sort) => [
      { ...span, sort },
      { ...span, sort, isAscending: true },
    ]),
  )
  const filters = [
    day,
    month,
    days,
    year,
    { ...days, search: 'user77' },
    { ...days, search: 'สมชาย' },
    { ...day, search: 'นามสกุล4' },
    { ...day, providerId: [of.provider] },
    { ...days, providerId: [of.provider] },
    { ...days, type: ['slot'] },
    { ...days, type: ['horse'] },
    { ...days, gameId: [of.game] },
    { ...days, gameId: [of.rareGame] },
    { ...day, level: manyLevel },
    { ...days, level: manyLevel },
    { ...days, level: manyLevel, type: ['horse'] },
    { ...days, level: fewLevel },
  ]
  const ofGame = [
    { ...day, gameId: [of.game], sort: 'winLoss' },
    { ...days, gameId: [of.rareGame], sort: 'winLoss' },
  ]
  const pages = all('reports.users', limits.users, ...filters, ...sorted, ...ofGame)
  return [
    ...pages,
    ...pages.map((page) => ({ ...page, isDeep: true })),
    ...all('reports.userTotals', limits.userTotals, ...filters),
    ...all('reports.memberGames', limits.users, { ...days, memberId: of.player }),
  ]
}

function betPages(of: Found): ReportCall[] {
  const settled = { settledFrom: of.yesterday, settledTo: of.yesterday }
  const month = { settledFrom: of.monthAgo, settledTo: of.today }
  const placed = { from: of.earlier, to: of.earlier }
  const wide = [
    {},
    { memberId: of.player },
    { memberId: of.visitor },
    { gameId: of.game },
    { gameId: of.rareGame },
    { providerId: of.provider },
    { providerId: of.smallProvider },
    { search: of.round },
    { search: of.bet },
    { search: 'no-such-round' },
    { state: ['running'] },
    { state: ['running'], gameId: of.game },
    { state: ['running'], providerId: of.smallProvider },
    { memberId: of.player, state: ['void'] },
    { memberId: of.player, gameId: of.rareGame },
    { ...month, memberId: of.player },
    { ...month, gameId: of.game },
    { ...month, gameId: of.rareGame },
  ]
  const within = [placed, settled].flatMap((day) => [
    day,
    { ...day, type: ['slot'] },
    { ...day, type: ['horse'] },
    { ...day, state: ['won'] },
    { ...day, state: ['draw', 'void'] },
    { ...day, state: ['void'], providerId: of.smallProvider },
    { ...day, gameId: of.game },
    { ...day, gameId: of.rareGame },
    { ...day, providerId: of.provider },
    { ...day, providerId: of.smallProvider, type: ['lotto'] },
    { ...day, memberId: of.player },
  ])
  // None is so great: nothing ends the search before all bets of the day are looked at.
  const amounts = { ...placed, payoutMinMinor: 100_000_000 }
  const told = { ...placed, saidName: 'address', saidValue: '203.0.113.9' }
  const first = all('betReports.list', limits.bets, ...wide, ...within)
  return [
    ...first,
    ...[amounts, told].flatMap((rare) => [
      ...all('betReports.list', limits.bets, { ...rare, memberId: of.player }),
      ...all('betReports.list', limits.betAmounts, { ...rare, gameId: of.game }),
    ]),
    ...all('betReports.list', limits.betAmounts, amounts),
    ...first.filter(({ filter }) => !('search' in filter)).map((page) => ({ ...page, isDeep: true })),
    ...all('betReports.totals', limits.betTotals, ...wide, ...within),
    ...all('betReports.get', limits.bets, { id: of.bet }),
  ]
}

const monthEnd = (start: string): string => {
  const [year, month] = start.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}

/** What the screens of play ask, over all that there is. */
export async function reportCalls(env: BenchEnv, database: string): Promise<readonly ReportCall[]> {
  const of = await foundIn(env, database)
  return [...daily(of), ...users(of), ...betPages(of)]
}
