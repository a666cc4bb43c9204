import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { encodeId } from '@khlang/contract/values/values.ts'
import { recordActivity } from '../../platform/people/activity.ts'
import type { Services } from '../../platform/call/context.ts'
import type { Database, Reader, Tx } from '../../platform/db/db.ts'
import { hashPassword, randomPassword, hashCode } from '../../platform/security/passwords.ts'
import { roleTemplates } from './role-templates.ts'

/** Stores the eight role templates. */
export async function createRoles(db: Database): Promise<void> {
  await db
    .insertInto('roles')
    .values(
      roleTemplates.map((role) => ({
        name: role.name,
        template: role.template,
        is_admin: role.isAdmin,
        permission: JSON.stringify(role.permission),
        reveal_pii: role.abilities.revealPii,
        export_data: role.abilities.exportData,
        see_own_balances: role.abilities.seeOwnBalances,
        approval_limit_minor: role.abilities.approvalLimitMinor,
        adjustment_per_day_minor: role.abilities.adjustmentPerDayMinor,
      })),
    )
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}

const roleId = async (db: Reader, template: string): Promise<string> => {
  const role = await db
    .selectFrom('roles')
    .select('id')
    .where('template', '=', template)
    .executeTakeFirstOrThrow()
  return role.id
}

/**
 * The one admin of a production brand: no password yet, a one-time code of 128 bits that lives 30 minutes.
 */
export async function createOwner({
  db,
}: Pick<Services, 'db'>): Promise<{ username: string; code: string }> {
  const username = 'owner'
  return db.transaction().execute(async (tx) => {
    const owner = await tx
      .insertInto('employees')
      .values({ username, display_name: 'Owner', role_id: await roleId(tx, 'owner') })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { username, code: await mintCode(tx, owner.id) }
  })
}

/**
 * A code that alone works: those of before die. It is handed out at the machine, by nobody of the console.
 * @returns the code, which is stored nowhere
 */
async function mintCode(tx: Tx, employeeId: string): Promise<string> {
  const code = randomBytes(16).toString('base64url')
  await tx
    .updateTable('one_time_codes')
    .set({ used_at: sql<string>`now()` })
    .where('employee_id', '=', employeeId)
    .where('used_at', 'is', null)
    .execute()
  await tx
    .insertInto('one_time_codes')
    .values({
      employee_id: employeeId,
      purpose: 'firstAdmin',
      code_hash: hashCode(code),
      expires_at: sql<string>`now() + interval '30 minutes'`,
    })
    .execute()
  return code
}

/** People who may act as admins, the first one first. */
const admins = (tx: Tx) =>
  tx
    .selectFrom('employees as e')
    .innerJoin('roles as r', 'r.id', 'e.role_id')
    .select(['e.id', 'e.username', 'e.password_hash'])
    .where('r.is_admin', '=', true)
    .where('e.state', '=', 'active')
    .where('e.type', '=', 'staff')
    .orderBy('e.created_at')
    .forUpdate('e')
    .execute()

/** A new code for the first admin while no admin has a password: whoever lost the code is not shut out. */
export async function renewOwnerCode({
  db,
}: Pick<Services, 'db'>): Promise<{ username: string; code: string } | null> {
  return db.transaction().execute(async (tx) => {
    const people = await admins(tx)
    const [first] = people
    if (first === undefined || people.some((person) => person.password_hash !== null)) return null
    return { username: first.username, code: await mintCode(tx, first.id) }
  })
}

/**
 * A code for an admin who cannot sign in, asked for at the machine itself. The log says so, and the person
 * is told. Their authenticator stays as it is.
 * @param username null: the only admin there is
 * @returns the names to choose from where that is not one
 */
export async function mintAdminCode(
  db: Database,
  username: string | null,
): Promise<{ readonly username: string; readonly code: string } | { readonly choices: readonly string[] }> {
  return db.transaction().execute(async (tx) => {
    const people = await admins(tx)
    const found = people.filter((person) => username === null || person.username === username)
    const [person] = found
    if (person === undefined || found.length > 1) return { choices: people.map((each) => each.username) }
    const code = await mintCode(tx, person.id)
    await recordActivity(tx, 'system', null, {
      entity: 'employee',
      entityId: encodeId('employee', person.id),
      action: 'adminCodeMade',
      detail: { username: person.username, by: 'operator' },
    })
    return { username: person.username, code }
  })
}

/** One account per role template with a random password. @returns what the sandbox file holds */
export async function createSandboxAccounts(services: Services) {
  const accounts: { role: string; username: string; password: string }[] = []
  for (const { template, name } of roleTemplates) {
    const password = randomPassword()
    await services.db
      .insertInto('employees')
      .values({
        username: template,
        display_name: name,
        role_id: await roleId(services.db, template),
        password_hash: await hashPassword(services.secrets, password),
      })
      .execute()
    accounts.push({ role: template, username: template, password })
  }
  return accounts
}
