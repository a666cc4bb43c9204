import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Services } from '../../platform/context.ts'
import type { Database } from '../../platform/db.ts'
import { hashPassword, randomPassword } from '../../platform/passwords.ts'
import { hashCode } from '../auth/rules.ts'
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

const roleId = async (db: Database, template: string): Promise<string> => {
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
export async function createOwner({ db }: Services): Promise<{ username: string; code: string }> {
  const code = randomBytes(16).toString('base64url')
  const username = 'owner'
  await db.transaction().execute(async (tx) => {
    const owner = await tx
      .insertInto('employees')
      .values({ username, display_name: 'Owner', role_id: await roleId(db, 'owner') })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('one_time_codes')
      .values({
        employee_id: owner.id,
        purpose: 'firstAdmin',
        code_hash: hashCode(code),
        expires_at: sql<string>`now() + interval '30 minutes'`,
      })
      .execute()
  })
  return { username, code }
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
