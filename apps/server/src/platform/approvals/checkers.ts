import type { ResourceRequires } from '@khlang/contract/kit/permissions.ts'
import { sql, type RawBuilder } from 'kysely'
import type { EmployeeActor } from '../people/actor.ts'
import type { Reader, Tx } from '../db/db.ts'
import { isSamePerson } from '../people/same-person.ts'

/** `{a: ['isRead']}` as the JSON that a stored permission map must contain. */
export const wantedFlags = (requires: ResourceRequires): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(requires).map(([resource, actions]) => [
        resource,
        Object.fromEntries((actions ?? []).map((action) => [action, true])),
      ]),
    ),
  )

/**
 * Whether a person holds the flags, and the limit for the amount, at this very moment in this transaction.
 * Nobody without an active place on the staff holds anything.
 */
export async function rightOf(
  tx: Reader,
  employeeId: string,
  requires: ResourceRequires,
): Promise<{ readonly holdsFlags: boolean; readonly approvalLimitMinor: number | null }> {
  const { rows } = await sql<{ holds: boolean; approval_limit_minor: number | null }>`
    select r.is_admin or r.permission @> ${wantedFlags(requires)}::jsonb as holds,
           least(r.approval_limit_minor, e.approval_limit_minor) as approval_limit_minor
      from employees e join roles r on r.id = e.role_id
     where e.id = ${employeeId} and e.state = 'active'`.execute(tx)
  const row = rows[0]
  return { holdsFlags: row?.holds === true, approvalLimitMinor: row ? row.approval_limit_minor : 0 }
}

/** The names of the roles whose people may check such an act now, leaving one person out; by name. */
export async function rolesThatMay(
  db: Reader,
  act: {
    requires: ResourceRequires
    amountMinor: number
    exceptId: string
    /** True for a person whom the act is about, over `employees` aliased e: they may not check it either. */
    concerns?: RawBuilder<boolean>
  },
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select r.name from roles r
     where (r.is_admin or r.permission @> ${wantedFlags(act.requires)}::jsonb)
       and exists (select from employees e where e.role_id = r.id and e.type = 'staff'
         and e.state = 'active' and not ${isSamePerson(sql`e.id`, act.exceptId)}
         and not ${act.concerns ?? sql`false`}
         and coalesce(least(r.approval_limit_minor, e.approval_limit_minor), ${act.amountMinor})
           >= ${act.amountMinor})
     order by r.name`.execute(db)
  return rows.map(({ name }) => name)
}

/** What decides who checks: the kind of act, who asks, the flags of their call. */
interface Act {
  readonly kind: string
  readonly actor: EmployeeActor
  readonly requires: ResourceRequires
}

/**
 * How many persons hold the flags of an act, now and ever, whatever their limits: an amount above the limits
 * of all others waits for a higher limit, it makes nobody alone. An account that was never its own person is
 * none: the only owner stays alone beside whom they have just hired, who does nothing alone.
 */
async function holdersOf(db: Reader, { kind, actor, requires }: Act) {
  const { rows } = await sql<{ ever: number; isEnded: boolean; isKnown: boolean }>`
    select count(distinct h.employee_id) as ever,
           exists (select 1 from sole_owner_ended where kind = ${kind}) as "isEnded",
           exists (select 1 from known_persons where employee_id = ${actor.id}) as "isKnown"
      from rights_held h join known_persons k on k.employee_id = h.employee_id
     where h.is_admin or h.permission @> ${wantedFlags(requires)}::jsonb`.execute(db)
  return rows[0] ?? { ever: 0, isEnded: true, isKnown: false }
}

/** Whether this person would act alone; changes nothing. See `isSoleOwner`. */
export async function wouldBeAlone(db: Reader, act: Act): Promise<boolean> {
  const { ever, isEnded, isKnown } = await holdersOf(db, act)
  return !isEnded && ever < 2 && isKnown && act.actor.role.isAdmin
}

/**
 * Whether this person is the only one who could check acts of this kind, so that they may act alone
 * (decisions 6). Ends for ever, per kind, once a second person with the flags has existed; people who left
 * count as having existed.
 */
export async function isSoleOwner(tx: Tx, act: Act): Promise<boolean> {
  const { ever, isEnded, isKnown } = await holdersOf(tx, act)
  if (isEnded) return false
  if (ever >= 2) {
    await endSoleOwner(tx, act.kind)
    return false
  }
  return isKnown && act.actor.role.isAdmin
}

/**
 * What somebody reads before they ask for an act that always takes a second person: that they are alone with
 * it, or the names of the roles whose people may check it. Changes nothing.
 */
export async function whoChecks(
  db: Reader,
  act: Act & { readonly concerns: RawBuilder<boolean> },
): Promise<{ isAlone: boolean; checkers: string[] }> {
  if (await wouldBeAlone(db, act)) return { isAlone: true, checkers: [] }
  const { requires, concerns, actor } = act
  const checkers = await rolesThatMay(db, { requires, concerns, amountMinor: 0, exceptId: actor.id })
  return { isAlone: false, checkers }
}

/** From now on and for ever nobody does acts of this kind alone. */
export const endSoleOwner = (tx: Tx, kind: string) =>
  sql`insert into sole_owner_ended (kind) values (${kind}) on conflict do nothing`.execute(tx)
