import type { gameTypes } from '@khlang/contract/values/play-values.ts'
import { sql, type RawBuilder } from 'kysely'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { seesBrand, visibleMember } from '../../platform/people/visibility.ts'
import type { Period } from './period.ts'

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

export const isOfGames = ({ type, providerId, gameId }: GameFilter): boolean =>
  [type, providerId, gameId].some((each) => each !== undefined)

/** The games of a filter, aliased g, as a subquery; null for all of them. */
export function gamesOf({ type, providerId, gameId }: GameFilter): RawBuilder<unknown> | null {
  const all = [
    ...(type === undefined ? [] : [sql`g.type = any(${[...type]}::text[])`]),
    ...(providerId === undefined ? [] : [sql`g.provider_id = any(${[...providerId]}::uuid[])`]),
    ...(gameId === undefined ? [] : [sql`g.id = any(${[...gameId]}::uuid[])`]),
  ]
  return all.length === 0 ? null : sql`select g.id from games g where ${sql.join(all, sql` and `)}`
}

const within = ({ from, to }: Period, filter: GameFilter): RawBuilder<unknown> => {
  const games = gamesOf(filter)
  return sql`p.business_on between ${from}::date and ${to}::date
    ${games === null ? sql`` : sql`and p.game_id in (${games})`}`
}

/** What one member played of one game on a day, aliased p, as far as the person sees the member. */
export const memberPlay = (actor: EmployeeActor, period: Period, filter: GameFilter) =>
  sql`play_member_games p where ${within(period, filter)}
    ${seesBrand(actor) ? sql`` : sql`and ${visibleMember(actor, sql.ref('p.member_id'))}`}`

/** The same of all members, ready by day and game for whoever sees them all. */
export const anyPlay = (actor: EmployeeActor, period: Period, filter: GameFilter) =>
  seesBrand(actor) ? sql`play_games p where ${within(period, filter)}` : memberPlay(actor, period, filter)
