import type { ResourceRequires } from '@khlang/contract/kit/permissions.ts'
import { sql, type RawBuilder } from 'kysely'
import type { EmployeeActor } from '../people/actor.ts'
import { ApiError } from '../api-error.ts'
import { rightOf, wantedFlags } from './checkers.ts'
import type { Tx } from '../db/db.ts'
import { isSamePerson } from '../people/same-person.ts'

/** Whether the actor asked for a request, aliased a, or checked it before, by whichever of their accounts. */
export const hasPartIn = (actor: EmployeeActor): RawBuilder<boolean> => sql<boolean>`
  (${isSamePerson(sql`a.maker_id`, actor.id)} or exists (select from approval_checks k
     where k.approval_id = a.id and ${isSamePerson(sql`k.checker_id`, actor.id)}))`

/** Whether a member is the actor; `memberId` gives the uuid or the id the outside knows, as text. */
export const isOwnMember = (actor: EmployeeActor, memberId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${memberId} in (select spelled from own_members(${actor.id}) as own,
    lateral (values (own::text), (outside_id('mbr', own))) as v (spelled)))`

/** An act that somebody asks for, as far as it decides how many must check. */
interface AskedAct {
  readonly kind: string
  readonly amountMinor?: number | null
  readonly actor: EmployeeActor
  readonly requires: ResourceRequires
}

/** How many must check, by the judgement of the database: two from the brand's limit on (safety M5). */
export async function checkersNeeded(tx: Tx, asked: AskedAct): Promise<1 | 2> {
  const { amountMinor = null, actor, kind, requires } = asked
  const flags = wantedFlags(requires)
  const { rows } = await sql<{ needed: 1 | 2 }>`
    select checkers_needed(${actor.id}, ${kind}, ${flags}::jsonb, ${amountMinor}) as needed`.execute(tx)
  return rows[0]?.needed ?? 2
}

/**
 * Whether this approval completes the request. An earlier check counts while its giver still holds the
 * right. @throws adminNeeded when it would be the last one and no admin is among the two
 */
export async function isLastCheck(
  tx: Tx,
  by: { readonly actor: EmployeeActor; readonly requires: ResourceRequires },
  row: { readonly id: string; readonly checkers_needed: number; readonly amount_minor: number | null },
): Promise<boolean> {
  const { id, checkers_needed: needed, amount_minor: amountMinor } = row
  if (needed === 1) return true
  const { rows } = await sql<{ id: string; isAdmin: boolean }>`
    select k.checker_id as id, r.is_admin as "isAdmin" from approval_checks k
      join employees e on e.id = k.checker_id join roles r on r.id = e.role_id
     where k.approval_id = ${id}`.execute(tx)
  const counted: boolean[] = []
  for (const earlier of rows) {
    const right = await rightOf(tx, earlier.id, by.requires)
    const limit = right.approvalLimitMinor
    if (right.holdsFlags && (limit === null || (amountMinor ?? 0) <= limit)) counted.push(earlier.isAdmin)
  }
  if (counted.length === 0) return false
  if (!by.actor.role.isAdmin && !counted.includes(true)) {
    throw new ApiError('forbidden', { details: { reason: 'adminNeeded' } })
  }
  return true
}

/** Keeps the first of two checks. */
export const keepCheck = (
  tx: Tx,
  check: { readonly id: string; readonly actor: EmployeeActor; readonly comment: string },
) =>
  tx
    .insertInto('approval_checks')
    .values({ approval_id: check.id, checker_id: check.actor.id, comment: check.comment })
    .execute()
