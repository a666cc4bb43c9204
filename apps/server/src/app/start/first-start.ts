import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { initialSettings } from '@khlang/contract/brand-settings.ts'
import {
  createOwner,
  createRoles,
  createSandboxAccounts,
  renewOwnerCode,
} from '../../features/employees/first-people.ts'
import { seedSettings } from '../../platform/db/brand-settings.ts'
import type { Services } from '../../platform/call/context.ts'
import { StartRefused } from '../../platform/start-refused.ts'
import { writeKeys } from '../seed/sandbox-keys.ts'

const ownerNotice = ({ username, code }: { username: string; code: string }): string =>
  `First admin: user name "${username}", one-time code ${code} (30 minutes, used once; each start before ` +
  'that prints a new one).'

/**
 * What a new database needs before anybody can sign in: settings, roles, people. Sandbox: an account per
 * role, written to `<data>/sandbox-accounts.json`, and a seeded world with its keys. Production: one admin
 * with a one-time code, and at each later start a new code until an admin has a password.
 * @param say tells the operator at once: what comes after may fail, and the code is stored nowhere
 */
export async function firstStart(
  services: Services,
  dataDir: string,
  adminUrl: string,
  say: (text: string) => void,
): Promise<void> {
  const { db, profile } = services
  const known = await db.selectFrom('employees').select('id').limit(1).executeTakeFirst()
  if (known) {
    const renewed = profile === 'production' ? await renewOwnerCode(services) : null
    if (renewed !== null) say(ownerNotice(renewed))
    return
  }
  await seedSettings(db, initialSettings(profile))
  await createRoles(db)
  if (profile === 'production') {
    say(ownerNotice(await createOwner(services)))
    return
  }
  const accounts = await createSandboxAccounts(services)
  writeFileSync(join(dataDir, 'sandbox-accounts.json'), `${JSON.stringify(accounts, null, 2)}\n`, {
    mode: 0o600,
  })
  const { seedSandbox } = await import('../seed/seed-sandbox.ts')
  writeKeys(dataDir, await seedSandbox(services, adminUrl))
}

/** The line with the owner's sign-in, or null where the file is not there. */
export function ownerLine(
  accounts: readonly { role: string; username: string; password: string }[],
): string {
  const owner = accounts.find((account) => account.role === 'owner')
  return owner ? `Sandbox owner: ${owner.username} / ${owner.password}` : ''
}

/** A data folder keeps the profile it was made with: sandbox keys and money never reach production. */
export function assertProfile(dataDir: string, profile: string): void {
  const mark = join(dataDir, 'sandbox-accounts.json')
  if (profile === 'production' && existsSync(mark)) {
    throw new StartRefused(
      `${dataDir} was made by the sandbox, with test keys and invented money; production refuses it.`,
    )
  }
}
