import type { gameTypes } from '@khlang/contract/values/play-values.ts'
import { sql, type RawBuilder } from 'kysely'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import type { Period, Spans } from './period.ts'
import { isOfAll, isOneOf, type WhoseFilter } from './users/whose.ts'

/** Sums of play as the database gives them. */
export interface Played {
  readonly bets: number
  readonly stakeMinor: number
  readonly validMinor: number
  readonly countedMinor: number
  readonly payoutMinor: number
}

export const nothingPlayed: Played = {
  bets: 0,
  stakeMinor: 0,
  validMinor: 0,
  countedMinor: 0,
  payoutMinor: 0,
}

/** The sums of the figures aliased p. */
export const playedColumns: RawBuilder<unknown> = sql`sum(p.bets)::bigint as bets,
  sum(p.stake_minor)::bigint as "stakeMinor", sum(p.valid_minor)::bigint as "validMinor",
  sum(p.counted_minor)::bigint as "countedMinor", sum(p.payout_minor)::bigint as "payoutMinor"`

/** Hundredths of a percent; null where there is nothing to take a share of. Pure. */
export const shareBps = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / Math.abs(whole)) * 10_000)

/** With what follows from the sums. Pure. */
export function playSumsOf({ bets, stakeMinor, validMinor, countedMinor, payoutMinor }: Played) {
  const companyMinor = stakeMinor - payoutMinor
  return {
    bets,
    stakeMinor,
    validMinor,
    countedMinor,
    payoutMinor,
    winLossMinor: payoutMinor - stakeMinor,
    companyMinor,
    marginBps: shareBps(companyMinor, validMinor),
  }
}

export const rtpOf = ({ payoutMinor, stakeMinor }: Played): number | null =>
  shareBps(payoutMinor, stakeMinor)

/** Pure. */
export const addPlayed = (all: readonly Played[]): Played => {
  const sumOf = (name: keyof Played) => all.reduce((sum, each) => sum + each[name], 0)
  return {
    bets: sumOf('bets'),
    stakeMinor: sumOf('stakeMinor'),
    validMinor: sumOf('validMinor'),
    countedMinor: sumOf('countedMinor'),
    payoutMinor: sumOf('payoutMinor'),
  }
}

export interface GameFilter {
  readonly type?: readonly (typeof gameTypes)[number][] | undefined
  readonly providerId?: readonly string[] | undefined
  readonly gameId?: readonly string[] | undefined
}

/** Which games, and whose play of them. */
export interface PlayFilter extends GameFilter, WhoseFilter {}

/** What a report on play is asked. */
export interface Asked {
  readonly actor: EmployeeActor
  readonly period: Period
  /** The period as it is summed. */
  readonly spans: Spans
  readonly filter: PlayFilter
  /**
   * Whether it is asked as of a closed day. Deposits and withdrawals are then left out: they are counted as
   * they stand now, also where they were reversed or paid since.
   */
  readonly isAsOf: boolean
}

export const isOfGames = ({ type, providerId, gameId }: GameFilter): boolean =>
  [type, providerId, gameId].some((each) => each !== undefined)

/** The games alone that a filter names, whoever plays them. */
export const gamesAlone = ({ type, providerId, gameId }: GameFilter): GameFilter => ({
  type,
  providerId,
  gameId,
})

/** The ids of the games of a filter, as an array; null for all of them. */
export function gamesOf({ type, providerId, gameId }: GameFilter): RawBuilder<unknown> | null {
  const all = [
    ...(type === undefined ? [] : [sql`g.type = any(${[...type]}::text[])`]),
    ...(providerId === undefined ? [] : [sql`g.provider_id = any(${[...providerId]}::uuid[])`]),
    ...(gameId === undefined ? [] : [sql`g.id = any(${[...gameId]}::uuid[])`]),
  ]
  return all.length === 0 ? null : sql`array(select g.id from games g where ${sql.join(all, sql` and `)})`
}

/** Of the games of a filter, which figures aliased p name. */
const ofGames = (filter: GameFilter): RawBuilder<unknown> => {
  const games = gamesOf(filter)
  return games === null ? sql`true` : sql`p.game_id = any(${games})`
}

const within = ({ from, to }: Period, filter: GameFilter): RawBuilder<unknown> =>
  sql`p.business_on between ${from}::date and ${to}::date and ${ofGames(filter)}`

/** What one member played of one game on a day, aliased p, of those members that a report is of. */
export const memberPlay = (actor: EmployeeActor, period: Period, filter: PlayFilter) =>
  sql`play_member_games p
    where ${within(period, filter)} and ${isOneOf(actor, filter, sql.ref('p.member_id'))}`

/** The same by day, ready where it is of all members. */
export function dayPlay(actor: EmployeeActor, period: Period, filter: PlayFilter): RawBuilder<unknown> {
  if (!isOfAll(actor, filter)) return memberPlay(actor, period, filter)
  return isOfGames(filter)
    ? sql`play_games p where ${within(period, filter)}`
    : sql`(select business_on, pairs as members, bets, stake_minor, payout_minor, valid_minor, counted_minor
        from play_days) p where ${within(period, filter)}`
}

/** What all members played by game and day, aliased p, for whoever sees them all. */
export const gameDays = (period: Period, filter: GameFilter): RawBuilder<unknown> =>
  sql`play_games p where ${within(period, filter)}`

/** The same of those days alone whose play is not closed yet: read by day, however many lie around them. */
export const gamesUnclosed = (
  { from, to }: Period,
  filter: GameFilter,
): RawBuilder<unknown> => sql`play_games p
  where p.business_on = any(array(
    select d.day::date from generate_series(${from}::date, ${to}::date, interval '1 day') d (day)
     where not exists (select from ggr_days c where c.business_on = d.day::date))) and ${ofGames(filter)}`

/** The same of some days and whole months, each dated by its first day. */
export const gamesOn = ({ days, months }: Spans, filter: GameFilter): RawBuilder<unknown> => {
  const sums = sql`game_id, members, bets, stake_minor, payout_minor, valid_minor, counted_minor`
  return sql`(
    select business_on, ${sums} from play_games where business_on = any(${[...days]}::date[])
    union all
    select starts_on, ${sums} from play_game_months where starts_on = any(${[...months]}::date[])) p
    where ${ofGames(filter)}`
}

/** What was played by game in a period, of its days and whole months. */
export const gamePlay = ({ actor, period, spans, filter }: Asked): RawBuilder<unknown> =>
  isOfAll(actor, filter) ? gamesOn(spans, filter) : memberPlay(actor, period, filter)
