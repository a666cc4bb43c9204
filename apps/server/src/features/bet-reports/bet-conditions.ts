import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import type { betReports } from '@khlang/contract/play/bet-reports.ts'
import type { HandlerInput } from '@khlang/contract/kit/define.ts'
import { decodeId } from '@khlang/contract/values/values.ts'
import { sql, type RawBuilder } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import { instantsOf } from '../../platform/business-day.ts'
import type { Keyset } from '../../platform/db/cursor.ts'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { seesBrand, visibleTo } from '../../platform/people/visibility.ts'

export type BetFilter = HandlerInput<typeof betReports.totals>

/** Who asks for which bets. */
export interface BetsAsked {
  readonly actor: EmployeeActor
  readonly settings: Pick<BrandSettings, 'dayCutOffMinutes'>
  readonly filter: BetFilter
}

/** Which bets come next and how many of them, by a column that has their ids. */
export type Order = (id: RawBuilder<unknown>) => Pick<Keyset, 'where' | 'orderBy' | 'limit'>

/** Newest first: ids are in the order of placing. */
export const newest =
  (limit: number): Order =>
  (id) => ({ where: null, orderBy: sql`${id} desc`, limit })

export const isBySettlement = ({ settledFrom, settledTo, settledHour }: BetFilter): boolean =>
  [settledFrom, settledTo, settledHour].some((each) => each !== undefined)

type Of<K extends keyof BetFilter> = Pick<BetFilter, K>
type Amounts = 'stakeMinMinor' | 'stakeMaxMinor' | 'payoutMinMinor' | 'payoutMaxMinor'

const asksAmounts = (filter: Of<Amounts>): boolean =>
  [filter.stakeMinMinor, filter.stakeMaxMinor, filter.payoutMinMinor, filter.payoutMaxMinor].some(
    (each) => each !== undefined,
  )

const asksSaid = ({ saidName, saidValue }: Of<'saidName' | 'saidValue'>): boolean =>
  saidName !== undefined || saidValue !== undefined

/** Whether a filter asks what no index knows, and is answered within one day alone. */
export const asksWithinDay = (filter: BetFilter): boolean => asksAmounts(filter) || asksSaid(filter)

/** Whether bets are of one day, by which they are found: ids are in the order of placing. */
export const isOfOneDay = ({ from, to }: Of<'from' | 'to'>): boolean => from !== undefined && from === to

/**
 * No index knows amounts or what was told: they are looked for among the bets of a day, or among what became
 * of a member's on one. What was told stands beside the bets, so that only a member's or a game's are few
 * enough.
 * @throws amountDay of more than that
 */
export function assertAmountDay(filter: BetFilter): void {
  const { memberId, gameId, settledFrom, settledTo, settledHour, search } = filter
  if (!asksWithinDay(filter) || search !== undefined) return
  if (asksSaid(filter) && memberId === undefined && gameId === undefined)
    throw new ApiError('amountDay', { field: 'saidValue' })
  if (isOfOneDay(filter)) return
  const isSettledThen = settledHour !== undefined || isOfOneDay({ from: settledFrom, to: settledTo })
  if (isSettledThen && memberId !== undefined) return
  throw new ApiError('amountDay', { field: 'from' })
}

/** The condition itself, of which no plan makes a way through an index. */
export const unindexed = (condition: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${condition}) is true`

/** An hour is of one of three business days: so it is found by the indexes of days. */
const ofHour = (hour: string): RawBuilder<unknown> => sql`
  and o.told_at >= ${hour}::timestamptz and o.told_at < ${hour}::timestamptz + interval '1 hour'
  and o.business_on between ${hour}::timestamptz::date - 1 and ${hour}::timestamptz::date + 1`

/** When something became of bets, of outcomes aliased o. */
export const settledOn = ({ settledFrom, settledTo, settledHour }: BetFilter): RawBuilder<unknown> => sql`
  o.business_on between coalesce(${settledFrom ?? null}::date, '-infinity')
    and coalesce(${settledTo ?? null}::date, 'infinity')
  ${settledHour === undefined ? sql`` : ofHour(settledHour)}`

/** The clock that an id has may differ by so much from the moment that the business day is of. */
const clocksApart = sql`interval '1 minute'`

/**
 * Bets aliased b that were placed on some days, and none that came after their days of settlement: ids are in
 * the order of placing, and the cut-off of days never changes (ADR 43).
 */
function idsWithin({ settings, filter: { from, to, settledTo } }: BetsAsked): RawBuilder<unknown>[] {
  const until = [to, settledTo].filter((on) => on !== undefined).toSorted()[0]
  const begin = from === undefined ? null : instantsOf(settings, from).from
  const end = until === undefined ? null : instantsOf(settings, until).until
  return [
    ...(begin === null ? [] : [sql`b.id >= least_id(${begin}::timestamptz - ${clocksApart})`]),
    ...(end === null ? [] : [sql`b.id < least_id(${end}::timestamptz + ${clocksApart})`]),
  ]
}

/** A bet by its id, or a round by what its provider calls it. */
function searched(search: string): RawBuilder<unknown> {
  const id = decodeId('bet', search.trim())
  return id === null
    ? sql`b.id = any(array(select bet_id from bet_rounds where ref = ${search.trim()}))`
    : sql`b.id = ${id}`
}

/** The amounts of bets aliased b, as they stand. */
function amountsOf(filter: BetFilter): RawBuilder<unknown>[] {
  const { stakeMinMinor, stakeMaxMinor, payoutMinMinor, payoutMaxMinor } = filter
  return [
    ...(stakeMinMinor === undefined ? [] : [sql`b.stake_minor >= ${stakeMinMinor}`]),
    ...(stakeMaxMinor === undefined ? [] : [sql`b.stake_minor <= ${stakeMaxMinor}`]),
    ...(payoutMinMinor === undefined ? [] : [sql`b.payout_minor >= ${payoutMinMinor}`]),
    ...(payoutMaxMinor === undefined ? [] : [sql`b.payout_minor <= ${payoutMaxMinor}`]),
  ].map(unindexed)
}

/** What was told of a bet aliased b beside money, the last of each. From where: the house sees. */
export const saidOf = (actor: EmployeeActor): RawBuilder<unknown> => sql`
  coalesce((select jsonb_object_agg(s.key, s.value order by w.told_at)
      from play_words w cross join lateral jsonb_each(w.said) s
     where w.bet_id = b.id ${seesBrand(actor) ? sql`` : sql`and s.key <> 'address'`}), '{}')`

/** Bets aliased b of which something was told, as a person may see it. */
function toldOf({ actor, filter }: BetsAsked): RawBuilder<unknown>[] {
  const { saidName, saidValue } = filter
  if (!asksSaid(filter)) return []
  const is = [
    ...(saidName === undefined ? [] : [sql`s.key = ${saidName}`]),
    ...(saidValue === undefined ? [] : [sql`lower(s.value) = lower(${saidValue.trim()})`]),
  ]
  const said = sql`select from jsonb_each_text(${saidOf(actor)}) s where ${sql.join(is, sql` and `)}`
  return [unindexed(sql`exists (${said})`)]
}

/** By what bets are found in an index that has them in their order; without, all of them are gone through. */
export type Way = 'member' | 'game' | 'provider' | 'state' | 'order'

/** What of that an index finds: the days of ids, and what the way is by. */
export function foundBy(asked: BetsAsked, way: Way): RawBuilder<unknown> {
  const { memberId, gameId, providerId } = asked.filter
  const all = [
    ...idsWithin(asked),
    ...(way === 'member' ? [sql`b.member_id = ${memberId}`] : []),
    ...(way === 'game' ? [sql`b.game_id = ${gameId}`] : []),
    ...(way === 'provider' ? [sql`b.provider_id = ${providerId}`] : []),
    sql`true`,
  ]
  return sql.join(all, sql` and `)
}

/** What bets aliased b must be, of members aliased m and games aliased g, found by one way alone. */
export function conditionsOf(asked: BetsAsked, way: Way): RawBuilder<unknown> {
  const { from, to, state, providerId, gameId, type, memberId, search } = asked.filter
  const by = (one: Way, condition: RawBuilder<unknown>) => (way === one ? condition : unindexed(condition))
  const all = [
    visibleTo(asked.actor),
    ...idsWithin(asked),
    ...(from === undefined ? [] : [sql`b.business_on >= ${from}::date`]),
    ...(to === undefined ? [] : [sql`b.business_on <= ${to}::date`]),
    ...(state === undefined ? [] : [unindexed(sql`b.state = any(${[...state]}::text[])`)]),
    ...(gameId === undefined ? [] : [by('game', sql`b.game_id = ${gameId}`)]),
    ...(providerId === undefined ? [] : [by('provider', sql`b.provider_id = ${providerId}`)]),
    ...(type === undefined ? [] : [sql`g.type = any(${[...type]}::text[])`]),
    ...(memberId === undefined ? [] : [by('member', sql`b.member_id = ${memberId}`)]),
    ...amountsOf(asked.filter),
    ...toldOf(asked),
    ...(search === undefined ? [] : [searched(search)]),
  ]
  return sql.join(all, sql` and `)
}
