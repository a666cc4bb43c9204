import { allowsAll } from '@khlang/contract/kit/permissions.ts'
import { sql } from 'kysely'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { whoChecks } from '../../platform/approvals/checkers.ts'
import type { Reader } from '../../platform/db/db.ts'
import { isSamePerson } from '../../platform/people/same-person.ts'
import { employeeLimits, employeeRole, otpReset, roleChange } from './approval-kinds.ts'

/** Of an act that the reader may not ask for they are told nothing. */
const untold = { isAlone: false, checkers: [] }

interface Asking {
  readonly actor: EmployeeActor
  /** Of the person or the role that the act is about. */
  readonly id: string
  /** False where it stands above the reader. */
  readonly mayChange: boolean
}

/** Who must agree to another role, to other limits and to the reset of a person's authenticator. */
export async function whoAgreesAboutPerson(db: Reader, { actor, id, mayChange }: Asking) {
  const concerns = isSamePerson(sql`e.id`, id)
  const ask = ({ kind, requires }: Pick<typeof otpReset, 'kind' | 'requires'>) =>
    mayChange && allowsAll(actor.permissions, requires)
      ? whoChecks(db, { kind, actor, requires, concerns })
      : untold
  const [role, limits, otp] = await Promise.all([ask(employeeRole), ask(employeeLimits), ask(otpReset)])
  return { role, limits, otp }
}

/** Who must agree to a change of a role: nobody who holds it. */
export async function whoAgreesAboutRole(db: Reader, { actor, id, mayChange }: Asking) {
  const concerns = sql<boolean>`e.id = any(array(select person_accounts(h.id) from employees h
    where h.role_id = ${id}))`
  const { kind, requires } = roleChange
  return mayChange && allowsAll(actor.permissions, requires)
    ? whoChecks(db, { kind, actor, requires, concerns })
    : untold
}
