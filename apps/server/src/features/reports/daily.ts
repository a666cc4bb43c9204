import type { HandlerInput, HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { reports } from '@khlang/contract/play/reports.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../../platform/db/db.ts'
import { idAndNames } from '../../platform/db/named.ts'
import { numberedPageOf } from '../../platform/db/numbered-page.ts'
import { seesBrand } from '../../platform/people/visibility.ts'
import { balancesByDay } from './balances.ts'
import { costsOf, feesByDay, feesByPart } from './fees.ts'
import { membersBy, membersOfDays } from './member-counts.ts'
import { givenByDay, moneySumsOf, movedByDay } from './money-sums.ts'
import { daysBack, type Period } from './period.ts'
import { isOfAll } from './users/whose.ts'
import {
  dayPlay,
  gamePlay,
  isOfGames,
  nothingPlayed,
  playedColumns,
  playSumsOf,
  rtpOf,
  type Asked,
  type Played,
} from './play-sums.ts'

type Input = HandlerInput<typeof reports.daily>
type Row = HandlerOutput<typeof reports.daily>['records'][number]
export type Part = Input['by']

/** Where members are ready by game, how many each game of a day had; else each row is one of a member. */
const pairsOf = ({ actor, filter }: Pick<Asked, 'actor' | 'filter'>): RawBuilder<unknown> =>
  isOfAll(actor, filter) ? sql`sum(p.members)` : sql`count(*)`

const noMoved = { depositCount: 0, depositMinor: 0, withdrawalCount: 0, withdrawalMinor: 0 }
const noGiven = { creditMinor: 0, bonusMinor: 0 }
const nothingSaid = { creditMinor: null, bonusMinor: null }
/** What was given on a day; null for whom it is not to know. Pure. */
export const gaveOn = (given: Awaited<ReturnType<typeof givenByDay>>, day: string) =>
  given ? (given.get(day) ?? noGiven) : nothingSaid
const noPart = { type: null, provider: null, game: null } as const

export interface PlayedDay extends Played {
  readonly day: string
  readonly pairs: number
}

/** What was played on each day of a period, days without any left out. */
export async function playedByDay(db: Reader, asked: Asked): Promise<PlayedDay[]> {
  const { actor, period, filter } = asked
  const { rows } = await sql<PlayedDay>`
    select p.business_on as day, ${playedColumns}, ${pairsOf(asked)}::bigint as pairs
      from ${dayPlay(actor, period, filter)} group by 1`.execute(db)
  return rows
}

/** The same of each month, dated by its first day, of as much of it as lies in the period. */
export async function playedByMonth(db: Reader, asked: Asked): Promise<PlayedDay[]> {
  const { actor, period, filter } = asked
  const played = isOfGames(filter) ? gamePlay(asked) : dayPlay(actor, period, filter)
  const { rows } = await sql<PlayedDay>`
    select date_trunc('month', p.business_on)::date as day, ${playedColumns},
           ${pairsOf(asked)}::bigint as pairs
      from ${played} group by 1`.execute(db)
  return rows
}

/** Days whose books are closed. */
async function reconciledDays(db: Reader, { from, to }: Period): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ day: string }>`
    select business_on as day from reconcile_days
     where state = 'closed' and business_on between ${from}::date and ${to}::date`.execute(db)
  return new Set(rows.map(({ day }) => day))
}

/** Some days of the period, in the order that they are given in. */
async function rowsOfDays(db: Reader, asked: Asked, days: readonly string[]): Promise<Row[]> {
  const [newest, oldest] = [days[0], days.at(-1)]
  if (newest === undefined || oldest === undefined) return []
  const { actor, filter } = asked
  const period = { from: oldest, to: newest }
  const hasMoney = !isOfGames(filter)
  const [played, moved, given, closed, fees, balances] = await Promise.all([
    playedByDay(db, { ...asked, period }),
    hasMoney && !asked.isAsOf ? movedByDay(db, actor, { period, filter }) : null,
    hasMoney ? givenByDay(db, actor, { period, filter }) : null,
    seesBrand(actor) ? reconciledDays(db, period) : null,
    feesByDay(db, { actor, period, filter }),
    hasMoney ? balancesByDay(db, actor, { period, filter }) : null,
  ])
  const pairs = played.reduce((sum, each) => sum + each.pairs, 0)
  const members = await membersOfDays(db, actor, { period, filter }, pairs)
  const byDay = new Map(played.map((each) => [each.day, each]))
  return days.map((day) => {
    const sums = playSumsOf(byDay.get(day) ?? nothingPlayed)
    const gave = gaveOn(given, day)
    return {
      id: day,
      from: day,
      to: day,
      isClosed: closed && closed.has(day),
      ...noPart,
      members: members && (members.get(day) ?? 0),
      ...sums,
      rtpBps: rtpOf(sums),
      declaredRtpBps: null,
      ...moneySumsOf(moved && (moved.get(day) ?? noMoved)),
      ...gave,
      ...costsOf(sums.companyMinor, { ...gave, feeMinor: fees && (fees.get(day) ?? 0) }),
      balanceMinor: balances && (balances.get(day) ?? null),
    }
  })
}

/** What rows of games, aliased g, are put together by. */
export const partKeys = {
  game: sql`g.id`,
  provider: sql`g.provider_id`,
  type: sql`g.type`,
} satisfies Record<Exclude<Part, 'day'>, RawBuilder<unknown>>

export interface PlayedPart extends Played {
  readonly key: string
  readonly type: NonNullable<Row['type']>
  readonly provider: NonNullable<Row['provider']>
  readonly game: NonNullable<Row['game']>
  readonly pairs: number
  /** Of a game. */
  readonly declaredRtpBps: number | null
}

/** What was played of each game, or in all games of a provider or a type; what lost most comes first. */
export async function playedByPart(
  db: Reader,
  asked: Asked,
  by: Exclude<Part, 'day'>,
): Promise<PlayedPart[]> {
  const one = (expression: RawBuilder<unknown>) => sql`(array_agg(${expression}))[1]`
  const { rows } = await sql<PlayedPart>`
    select ${partKeys[by]}::text as key, ${one(sql`g.type`)} as type, ${one(idAndNames('v'))} as provider,
           ${one(idAndNames('g'))} as game, ${one(sql`g.rtp_bps`)} as "declaredRtpBps",
           ${playedColumns}, sum(p.pairs)::bigint as pairs
      from (select p.game_id, sum(p.bets) as bets, sum(p.stake_minor) as stake_minor,
                   sum(p.valid_minor) as valid_minor, sum(p.counted_minor) as counted_minor,
                   sum(p.payout_minor) as payout_minor, ${pairsOf(asked)} as pairs
              from ${gamePlay(asked)} group by 1) p
      join games g on g.id = p.game_id join game_providers v on v.id = g.provider_id
     group by ${partKeys[by]}
     order by sum(p.stake_minor) - sum(p.payout_minor), ${partKeys[by]}`.execute(db)
  return rows
}

/** Which of its names a row has, and its id. Pure. */
export function partOf(by: Exclude<Part, 'day'>, { key, type, provider, game }: PlayedPart) {
  if (by === 'type') return { ...noPart, id: key, type }
  if (by === 'provider') return { ...noPart, id: encodeId('gameProvider', key), provider }
  return { id: encodeId('game', key), type, provider, game }
}

/** All games, providers or types that were played. */
async function rowsOfParts(
  db: Reader,
  asked: Asked,
  by: Exclude<Part, 'day'>,
): Promise<{ readonly total: number; readonly page: (from: number, size: number) => Promise<Row[]> }> {
  const { actor, period, filter } = asked
  const parts = await playedByPart(db, asked, by)
  const pairs = parts.reduce((sum, each) => sum + each.pairs, 0)
  return {
    total: parts.length,
    page: async (from, size) => {
      const counting = { period, filter, key: partKeys[by], joinsGames: true }
      // Of one game on one day the members are known.
      const isKnown = by === 'game' && period.from === period.to
      const [members, fees] = await Promise.all([
        isKnown
          ? new Map(parts.map(({ key, pairs: known }) => [key, known]))
          : membersBy(db, actor, counting, pairs),
        feesByPart(db, asked, partKeys[by]),
      ])
      return parts.slice(from, from + size).map((part) => ({
        ...partOf(by, part),
        ...period,
        isClosed: null,
        members: members && (members.get(part.key) ?? 0),
        ...playSumsOf(part),
        rtpBps: rtpOf(part),
        declaredRtpBps: by === 'game' ? part.declaredRtpBps : null,
        ...moneySumsOf(null),
        ...nothingSaid,
        feeMinor: fees && (fees.get(part.key) ?? 0),
        ngrMinor: null,
        balanceMinor: null,
      }))
    },
  }
}

/** One page of the report. */
export async function dailyPage(
  db: Reader,
  asked: Asked,
  { by, page, size }: Pick<Input, 'by' | 'page' | 'size'>,
): Promise<HandlerOutput<typeof reports.daily>> {
  const skipped = (page - 1) * size
  if (by === 'day') {
    const days = daysBack(asked.period)
    const rows = await rowsOfDays(db, asked, days.slice(skipped, skipped + size))
    return numberedPageOf({ page, size }, rows, days.length)
  }
  const parts = await rowsOfParts(db, asked, by)
  return numberedPageOf({ page, size }, await parts.page(skipped, size), parts.total)
}
