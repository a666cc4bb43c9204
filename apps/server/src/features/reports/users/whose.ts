import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../../../platform/db/db.ts'
import type { EmployeeActor } from '../../../platform/people/actor.ts'
import { seesBrand, visibleMember, visibleTo } from '../../../platform/people/visibility.ts'

/** Of whose play a report is. */
export interface WhoseFilter {
  readonly sellerId?: readonly string[] | undefined
  /** As it is now. */
  readonly level?: number | undefined
  /** Whether so many are of this level that each row is asked for its member's, as `withLevel` found. */
  readonly isLevelOfMany?: boolean
}

/** Whether a report is of all members, whose figures are ready by game and day. Pure. */
export const isOfAll = (actor: EmployeeActor, { sellerId, level }: WhoseFilter): boolean =>
  seesBrand(actor) && sellerId === undefined && level === undefined

/** Those whom a report is of, as a condition on members aliased m. */
export const isOfWhose = (actor: EmployeeActor, { sellerId, level }: WhoseFilter): RawBuilder<unknown> =>
  sql`${visibleTo(actor)}
    ${sellerId === undefined ? sql`` : sql`and m.seller_id = any(${[...sellerId]}::uuid[])`}
    ${level === undefined ? sql`` : sql`and m.level = ${level}`}`

/** Whether a member has the level: looked up one by one, for a plan that joins would read all members. */
export const hasLevel = ({ level }: WhoseFilter, memberId: RawBuilder<unknown>): RawBuilder<boolean> =>
  level === undefined
    ? sql`true`
    : sql`((select m.level from members m where m.id = ${memberId}) = ${level})`

/** Those whom a report is of, as a condition on rows that only name their member. */
export function isOneOf(
  actor: EmployeeActor,
  filter: WhoseFilter,
  memberId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const { sellerId, level, isLevelOfMany = false } = filter
  if (isLevelOfMany) return hasLevel(filter, memberId)
  if (sellerId === undefined && level === undefined) return visibleMember(actor, memberId)
  return sql`(${memberId} = any(array(select m.id from members m where ${isOfWhose(actor, filter)})))`
}

/** Members of a level beyond so many are not listed one by one. */
const listedMax = 20_000

/** The same question, knowing whether many are of its level. Ready sums tell it, which may lag: a hint. */
export async function withLevel<A extends { readonly actor: EmployeeActor; readonly filter: WhoseFilter }>(
  db: Reader,
  asked: A,
  most: number = listedMax,
): Promise<A> {
  const { actor, filter } = asked
  if (filter.level === undefined || filter.sellerId !== undefined || !seesBrand(actor)) return asked
  const { rows } = await sql<{ members: number }>`
    select coalesce(sum(members), 0)::float8 as members
      from member_sums where level = ${filter.level}`.execute(db)
  return { ...asked, filter: { ...filter, isLevelOfMany: (rows[0]?.members ?? 0) > most } }
}
