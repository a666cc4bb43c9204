import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../../../platform/db/db.ts'
import type { EmployeeActor } from '../../../platform/people/actor.ts'
import { seesBrand, visibleMember, visibleTo } from '../../../platform/people/visibility.ts'

/** Of whose play a report is. */
export interface WhoseFilter {
  readonly sellerId?: readonly string[] | undefined
  /** As it is now. */
  readonly level?: number | undefined
  /** Whether they are so many that each row is asked for its member, as `withWhose` found. */
  readonly isOfMany?: boolean
}

/** Whether members of some sellers or of a level alone are asked for. Pure. */
export const isNarrowed = ({ sellerId, level }: WhoseFilter): boolean =>
  sellerId !== undefined || level !== undefined

/** Whether a report is of all members, whose figures are ready by game and day. Pure. */
export const isOfAll = (actor: EmployeeActor, filter: WhoseFilter): boolean =>
  seesBrand(actor) && !isNarrowed(filter)

/** Those whom a report is of, as a condition on members aliased m. */
export const isOfWhose = (actor: EmployeeActor, { sellerId, level }: WhoseFilter): RawBuilder<unknown> =>
  sql`${visibleTo(actor)}
    ${sellerId === undefined ? sql`` : sql`and m.seller_id = any(${[...sellerId]}::uuid[])`}
    ${level === undefined ? sql`` : sql`and m.level = ${level}`}`

/**
 * Where they are many, whether the member of a row is one: looked up one by one, for a plan that joins would
 * read all members.
 */
export const isOneOfMany = (
  actor: EmployeeActor,
  filter: WhoseFilter,
  memberId: RawBuilder<unknown>,
): RawBuilder<boolean> =>
  filter.isOfMany
    ? sql`((select ${isOfWhose(actor, filter)} from members m where m.id = ${memberId}) is true)`
    : sql`true`

/** Those whom a report is of, as a condition on rows that only name their member. */
export function isOneOf(
  actor: EmployeeActor,
  filter: WhoseFilter,
  memberId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  if (filter.isOfMany) return isOneOfMany(actor, filter, memberId)
  if (!isNarrowed(filter)) return visibleMember(actor, memberId)
  return sql`(${memberId} = any(array(select m.id from members m where ${isOfWhose(actor, filter)})))`
}

/** Beyond so many they are not listed one by one. */
const listedMax = 20_000

/** The same question, knowing whether those whom it is of are many; counted no further. */
export async function withWhose<A extends { readonly actor: EmployeeActor; readonly filter: WhoseFilter }>(
  db: Reader,
  asked: A,
): Promise<A> {
  const { actor, filter } = asked
  if (!isNarrowed(filter)) return asked
  const { rows } = await sql<{ members: number }>`
    select count(*)::integer as members from (
      select from members m where ${isOfWhose(actor, filter)} limit ${sql.lit(listedMax + 1)}) x`.execute(
    db,
  )
  return { ...asked, filter: { ...filter, isOfMany: (rows[0]?.members ?? 0) > listedMax } }
}
