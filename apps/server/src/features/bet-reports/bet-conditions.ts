import type { betReports } from '@khlang/contract/play/bet-reports.ts'
import type { HandlerInput } from '@khlang/contract/kit/define.ts'
import { decodeId } from '@khlang/contract/values/values.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Keyset } from '../../platform/db/cursor.ts'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { visibleTo } from '../../platform/people/visibility.ts'

export type BetFilter = HandlerInput<typeof betReports.totals>

/** Who asks for which bets. */
export interface BetsAsked {
  readonly actor: EmployeeActor
  readonly filter: BetFilter
}

/** Which bets come next and how many of them, by a column that has their ids. */
export type Order = (id: RawBuilder<unknown>) => Pick<Keyset, 'where' | 'orderBy' | 'limit'>

/** Newest first: ids are in the order of placing. */
export const newest =
  (limit: number): Order =>
  (id) => ({ where: null, orderBy: sql`${id} desc`, limit })

/** A bet is placed within a day of its business day, and ids are in the order of placing. */
const placedWithin = (from: string | undefined, to: string | undefined): RawBuilder<boolean>[] => [
  ...(from === undefined
    ? []
    : [
        sql<boolean>`b.business_on >= ${from}::date and b.id >= least_id(${from}::date - interval '1 day')`,
      ]),
  ...(to === undefined
    ? []
    : [sql<boolean>`b.business_on <= ${to}::date and b.id < least_id(${to}::date + interval '3 days')`]),
]

export const isBySettlement = ({ settledFrom, settledTo }: BetFilter): boolean =>
  settledFrom !== undefined || settledTo !== undefined

/** A bet by its id, or a round by what its provider calls it. */
function searched(search: string): RawBuilder<boolean> {
  const id = decodeId('bet', search.trim())
  return id === null
    ? sql`b.id = any(array(select bet_id from bet_rounds where ref = ${search.trim()}))`
    : sql`b.id = ${id}`
}

/** What bets aliased b must be, of members aliased m and games aliased g; but for their days of settlement. */
export function conditionsOf({ actor, filter }: BetsAsked): RawBuilder<unknown> {
  const { from, to, state, providerId, gameId, type, memberId, search } = filter
  const all = [
    visibleTo(actor),
    ...placedWithin(from, to),
    ...(state === undefined ? [] : [sql`b.state = any(${[...state]}::text[])`]),
    ...(gameId === undefined ? [] : [sql`b.game_id = ${gameId}`]),
    ...(providerId === undefined ? [] : [sql`b.provider_id = ${providerId}`]),
    ...(type === undefined ? [] : [sql`g.type = any(${[...type]}::text[])`]),
    ...(memberId === undefined ? [] : [sql`b.member_id = ${memberId}`]),
    ...(search === undefined ? [] : [searched(search)]),
  ]
  return sql.join(all, sql` and `)
}
