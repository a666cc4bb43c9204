import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { reports } from '@khlang/contract/play/reports.ts'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/db.ts'
import { playedByDay, type Asked, type Part, type PlayedDay } from './daily.ts'
import { costsOf, feesBy } from './fees.ts'
import { membersOfPeriod } from './member-counts.ts'
import {
  addGiven,
  addMoved,
  givenByDay,
  moneySumsOf,
  movedByDay,
  type Given,
  type Moved,
} from './money-sums.ts'
import { daysBack, daysOf, periodBefore, type Period } from './period.ts'
import { addPlayed, anyPlay, isOfGames, nothingPlayed, playSumsOf } from './play-sums.ts'

type Totals = HandlerOutput<typeof reports.dailyTotals>

/** A chart of more days than these shows months. */
const pointsMax = 62

/** By how much a figure changed, in hundredths of a percent; null where there was nothing before. Pure. */
export const changeOf = (now: number | null, before: number | null): number | null =>
  now === null || before === null || before === 0
    ? null
    : Math.round(((now - before) / Math.abs(before)) * 10_000)

const isIn = ({ from, to }: Period, day: string): boolean => day >= from && day <= to

interface Days {
  readonly played: readonly PlayedDay[]
  readonly moved: ReadonlyMap<string, Moved> | null
  readonly given: ReadonlyMap<string, Given> | null
  readonly fees: ReadonlyMap<string, number> | null
}

const valuesIn = <T>(byDay: ReadonlyMap<string, T>, period: Period): T[] =>
  [...byDay].flatMap(([day, value]) => (isIn(period, day) ? [value] : []))

/** Sums of the days of a period, but who played. Pure. */
function sumsOf({ played, moved, given, fees }: Days, period: Period) {
  const sums = playSumsOf(addPlayed(played.filter(({ day }) => isIn(period, day))))
  const gave = given ? addGiven(valuesIn(given, period)) : { creditMinor: null, bonusMinor: null }
  const feeMinor = fees && valuesIn(fees, period).reduce((sum, fee) => sum + fee, 0)
  return {
    ...sums,
    ...moneySumsOf(moved && addMoved(valuesIn(moved, period))),
    ...gave,
    ...costsOf(sums.companyMinor, { ...gave, feeMinor }),
  }
}

/** What a chart shows, the oldest first: each day, or each month of a long period. Pure. */
function pointsOf(played: readonly PlayedDay[], period: Period): Pick<Totals, 'span' | 'points'> {
  const span = daysOf(period) > pointsMax ? 'month' : 'day'
  const startOf = (day: string) => (span === 'month' ? `${day.slice(0, 7)}-01` : day)
  const byDay = new Map(played.map((each) => [each.day, each]))
  const sums = new Map<string, { stakeMinor: number; companyMinor: number }>()
  for (const day of daysBack(period).toReversed()) {
    const { stakeMinor, payoutMinor } = byDay.get(day) ?? nothingPlayed
    const known = sums.get(startOf(day)) ?? { stakeMinor: 0, companyMinor: 0 }
    sums.set(startOf(day), {
      stakeMinor: known.stakeMinor + stakeMinor,
      companyMinor: known.companyMinor + stakeMinor - payoutMinor,
    })
  }
  return { span, points: [...sums].map(([startsOn, each]) => ({ startsOn, ...each })) }
}

const partKeys = { game: sql`p.game_id`, provider: sql`g.provider_id`, type: sql`g.type` }

/** How many rows the report has. */
async function countRows(db: Reader, { actor, period, filter }: Asked, by: Part): Promise<number> {
  if (by === 'day') return daysOf(period)
  const { rows } = await sql<{ count: number }>`
    select count(distinct ${partKeys[by]})::integer as count
      from (select distinct p.game_id from ${anyPlay(actor, period, filter)}) p
      join games g on g.id = p.game_id`.execute(db)
  return rows[0]?.count ?? 0
}

/** Sums of a period beside those of as many days before. */
export async function dailyTotals(db: Reader, asked: Asked, by: Part): Promise<Totals> {
  const { actor, period, filter } = asked
  const earlier = periodBefore(period)
  const both = { from: earlier.from, to: period.to }
  const hasMoney = !isOfGames(filter)
  const [played, moved, given, fees, count] = await Promise.all([
    playedByDay(db, { ...asked, period: both }),
    hasMoney && !asked.isAsOf ? movedByDay(db, actor, both) : null,
    hasMoney ? givenByDay(db, actor, both) : null,
    feesBy(db, actor, { period: both, from: anyPlay(actor, both, filter), key: sql`p.business_on` }),
    countRows(db, asked, by),
  ])
  const pairsIn = (span: Period) =>
    played.reduce((sum, { day, pairs }) => (isIn(span, day) ? sum + pairs : sum), 0)
  const [members, membersBefore] = await Promise.all(
    [period, earlier].map((each) => membersOfPeriod(db, actor, { period: each, filter }, pairsIn(each))),
  )
  const days = { played, moved, given, fees }
  const [now, before] = [sumsOf(days, period), sumsOf(days, earlier)]
  const change = (name: keyof Totals['change']) => changeOf(now[name], before[name])
  return {
    count,
    isEstimate: false,
    ...period,
    members: members ?? null,
    ...now,
    before: { ...earlier, members: membersBefore ?? null, ...before },
    change: {
      bets: change('bets'),
      stakeMinor: change('stakeMinor'),
      companyMinor: change('companyMinor'),
      depositMinor: change('depositMinor'),
      withdrawalMinor: change('withdrawalMinor'),
      netMinor: change('netMinor'),
    },
    ...pointsOf(
      played.filter(({ day }) => isIn(period, day)),
      period,
    ),
  }
}
