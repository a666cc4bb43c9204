import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { reports } from '@khlang/contract/play/reports.ts'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/db.ts'
import { askedBefore } from './asked.ts'
import { partKeys, playedByDay, playedByMonth, type Part, type PlayedDay } from './daily.ts'
import { costsOf, feesByDay } from './fees.ts'
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
import { daysBack, daysOf, monthsOf, type Period } from './period.ts'
import { addPlayed, gamePlay, isOfGames, nothingPlayed, playSumsOf, type Asked } from './play-sums.ts'

type Totals = HandlerOutput<typeof reports.dailyTotals>

/** A chart of more days than these shows months. */
const pointsMax = 62

const isIn = ({ from, to }: Period, day: string): boolean => day >= from && day <= to

const isLong = (period: Period): boolean => daysOf(period) > pointsMax

/** What was played on each day, or in each month of a long period. */
const playedIn = (db: Reader, asked: Asked): Promise<PlayedDay[]> =>
  isLong(asked.period) ? playedByMonth(db, asked) : playedByDay(db, asked)

interface Days {
  readonly played: readonly PlayedDay[]
  readonly moved: ReadonlyMap<string, Moved> | null
  readonly given: ReadonlyMap<string, Given> | null
  readonly fees: ReadonlyMap<string, number> | null
}

const valuesIn = <T>(byDay: ReadonlyMap<string, T>, period: Period): T[] =>
  [...byDay].flatMap(([day, value]) => (isIn(period, day) ? [value] : []))

/** Sums of a period, but who played. Pure. */
function sumsOf({ played, moved, given, fees }: Days, period: Period) {
  const sums = playSumsOf(addPlayed(played))
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
  const byStart = new Map(played.map((each) => [each.day, each]))
  const starts = isLong(period) ? monthsOf(period) : daysBack(period).toReversed()
  return {
    span: isLong(period) ? 'month' : 'day',
    points: starts.map((startsOn) => {
      const { stakeMinor, payoutMinor } = byStart.get(startsOn) ?? nothingPlayed
      return { startsOn, stakeMinor, companyMinor: stakeMinor - payoutMinor }
    }),
  }
}

/** How many rows the report has. */
async function countRows(db: Reader, asked: Asked, by: Part): Promise<number> {
  if (by === 'day') return daysOf(asked.period)
  const { rows } = await sql<{ count: number }>`
    select count(distinct ${partKeys[by]})::integer as count
      from (select distinct p.game_id from ${gamePlay(asked)}) p
      join games g on g.id = p.game_id`.execute(db)
  return rows[0]?.count ?? 0
}

/** Sums of a period beside those of as many days before. */
export async function dailyTotals(db: Reader, asked: Asked, by: Part): Promise<Totals> {
  const { actor, period, filter } = asked
  const before = askedBefore(asked)
  const both = { from: before.period.from, to: period.to }
  const hasMoney = !isOfGames(filter)
  const [played, playedBefore, moved, given, fees, count] = await Promise.all([
    playedIn(db, asked),
    playedIn(db, before),
    hasMoney && !asked.isAsOf ? movedByDay(db, actor, { period: both, filter }) : null,
    hasMoney ? givenByDay(db, actor, { period: both, filter }) : null,
    feesByDay(db, { actor, period: both, filter }),
    countRows(db, asked, by),
  ])
  const membersOf = (of: Asked, days: readonly PlayedDay[]) =>
    membersOfPeriod(
      db,
      actor,
      of,
      days.reduce((sum, { pairs }) => sum + pairs, 0),
    )
  const [members, membersBefore] = await Promise.all([
    membersOf(asked, played),
    membersOf(before, playedBefore),
  ])
  const rest = { moved, given, fees }
  const now = sumsOf({ played, ...rest }, period)
  const earlier = sumsOf({ played: playedBefore, ...rest }, before.period)
  return {
    count,
    isEstimate: false,
    ...period,
    members,
    ...now,
    before: { ...before.period, members: membersBefore, ...earlier },
    ...pointsOf(played, period),
  }
}
