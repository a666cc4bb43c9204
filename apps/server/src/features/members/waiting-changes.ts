import { memberCare } from '@khlang/contract/members/care.ts'
import { allowsAll, type ResourceRequires } from '@khlang/contract/kit/permissions.ts'
import type { waitingChanges } from '@khlang/contract/values/value-lists.ts'
import { sql, type RawBuilder } from 'kysely'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import type { Reader } from '../../platform/db/db.ts'
import { isSamePerson } from '../../platform/people/same-person.ts'
import { outsideIdOf } from '../../platform/db/outside-ids.ts'
import { seesBrand, visibleMember } from '../../platform/people/visibility.ts'
import { isWaitingApproval } from '../../platform/waiting.ts'

export type WaitingChange = (typeof waitingChanges)[number]

/** The kind under which a change of a member's bank account waits for a second person. */
export const accountChangeKind = 'memberAccountChange'

/**
 * What whoever agrees needs besides the flags of asking: to swap the account is the commonest fraud, so of
 * the default roles it is the manager, risk and the owner who decide where a member's money goes out to; the
 * desk and support, who ask for it, do not.
 */
export const alsoNeededToDecide: ResourceRequires = { pretransactionReconcileWithdraw: ['isUpdate'] }
const neededToDecide: ResourceRequires = {
  ...memberCare.changeAccount.requires,
  ...alsoNeededToDecide,
}

/** Whether this person may ask for such changes. */
const mayAsk = (actor: EmployeeActor): boolean =>
  seesBrand(actor) && allowsAll(actor.permissions, memberCare.changeAccount.requires)

/** Whether this person may decide changes that others ask for. */
export const mayDecideChanges = (actor: EmployeeActor): boolean =>
  seesBrand(actor) && allowsAll(actor.permissions, neededToDecide)

/** Whose a waiting change is, of approvals aliased p, for one person; null never comes out. */
const whoseChange = (actor: EmployeeActor): RawBuilder<WaitingChange> => sql`
  case when p.maker_id = ${actor.id}::uuid then 'asked'
       when ${mayDecideChanges(actor)}::boolean and not ${isSamePerson(sql`p.maker_id`, actor.id)}
         then 'toSettle' else 'waiting' end`

const waits = sql`p.kind = ${sql.lit(accountChangeKind)} and ${isWaitingApproval('p')}`

/** The members whose change of account waits; of `toSettle` and `asked` only this person's. */
export const membersWaiting = (actor: EmployeeActor, which: WaitingChange): RawBuilder<unknown> => sql`
  select inside_id(p.entity_id) from approvals p
   where ${waits} and ${which === 'waiting' ? sql`true` : sql`${whoseChange(actor)} = ${which}`}`

/** What a row of members aliased m says of its waiting change: null, or whose it is. */
export const waitingChangeOf = (actor: EmployeeActor): RawBuilder<WaitingChange | null> => sql`
  (select ${whoseChange(actor)} from approvals p
    where ${waits} and p.entity_id = ${outsideIdOf('member', sql`m.id`)})`

/** How many changes wait for this person, and how many of their own for another: as the list counts them. */
export async function countWaitingChanges(db: Reader, actor: EmployeeActor) {
  if (!mayAsk(actor)) return null
  const { rows } = await sql<{ toSettle: number; asked: number; oldestAt: string | null }>`
    select count(*) filter (where whose = 'toSettle') as "toSettle",
           count(*) filter (where whose = 'asked') as asked,
           min(created_at) filter (where whose = 'toSettle') as "oldestAt"
      from (select ${whoseChange(actor)} as whose, p.created_at from approvals p
             where ${waits} and ${visibleMember(actor, sql`inside_id(p.entity_id)`)}) c`.execute(db)
  return rows[0] ?? { toSettle: 0, asked: 0, oldestAt: null }
}
