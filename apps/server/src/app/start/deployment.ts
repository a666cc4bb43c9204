import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { setPassword } from '../../platform/migrations/migrate.ts'
import { Secrets, type MasterKey } from '../../platform/security/secrets.ts'
import { StartRefused, WrongMasterKey } from '../../platform/start-refused.ts'
import { formerKeyFits } from './former-key.ts'

type Profile = 'sandbox' | 'production'

interface Deployment {
  readonly profile: Profile
  readonly wrapped_key: Buffer
}

export interface Opening {
  readonly dataDir: string
  readonly profile: Profile
  readonly master: MasterKey
}

async function isThere(admin: pg.ClientBase, table: string): Promise<boolean> {
  const found = await admin.query<{ is_there: boolean }>('select to_regclass($1) is not null as is_there', [
    `public.${table}`,
  ])
  return found.rows[0]?.is_there === true
}

/** Null: nothing was written down yet, or the database is older. */
export async function readDeployment(admin: pg.ClientBase): Promise<Deployment | null> {
  if (!(await isThere(admin, 'deployment'))) return null
  const { rows } = await admin.query<Deployment>('select profile, wrapped_key from public.deployment')
  return rows[0] ?? null
}

/** A database of before does not say what it was made for: its settings and its folder do. */
async function formerProfile(admin: pg.ClientBase, dataDir: string): Promise<Profile | null> {
  if (!(await isThere(admin, 'employees'))) return null
  const people = await admin.query('select from public.employees limit 1')
  if (people.rowCount === 0) return null
  const settings = await admin.query<{ is_sandbox: boolean }>(
    `select value ->> 'isOtpRequired' = 'false' as is_sandbox from public.brand_settings`,
  )
  const isSandbox =
    settings.rows[0]?.is_sandbox === true || existsSync(join(dataDir, 'sandbox-accounts.json'))
  return isSandbox ? 'sandbox' : 'production'
}

function assertProfile(made: Profile, asked: Profile): void {
  if (made === asked) return
  throw new StartRefused(
    made === 'sandbox'
      ? 'This database was made by the sandbox, with test keys and invented money; production refuses it. ' +
          'Give production a database and a data folder of its own. Nothing was changed.'
      : 'This is a database of production; the sandbox refuses it. Start with KHLANG_PROFILE=production, ' +
          'or give the sandbox a database and a data folder of its own. Nothing was changed.',
  )
}

/**
 * The keys of a database, once it is known to be of this profile and of this master key. Changes nothing: a
 * start that is refused leaves the database as it was.
 * @throws StartRefused, WrongMasterKey
 */
export async function openDeployment(admin: pg.ClientBase, opening: Opening): Promise<Secrets> {
  const { master, profile, dataDir } = opening
  const known = await readDeployment(admin)
  if (known !== null) {
    assertProfile(known.profile, profile)
    const brand = master.unwrap(known.wrapped_key)
    if (brand === null) throw new WrongMasterKey()
    return brand
  }
  const former = await formerProfile(admin, dataDir)
  if (former === null) return new Secrets(randomBytes(32))
  assertProfile(former, profile)
  if (!(await formerKeyFits(admin, master.formerBrand))) throw new WrongMasterKey()
  return master.formerBrand
}

/**
 * Writes down what the database is for and its key; where that was done before, it stays.
 * @returns the keys that count: those of whoever wrote first
 */
export async function settleDeployment(
  admin: pg.ClientBase,
  opening: Opening,
  brand: Secrets,
): Promise<Secrets> {
  await admin.query(
    `insert into public.deployment (profile, wrapped_key) values ($1, $2) on conflict do nothing`,
    [opening.profile, opening.master.wrap(brand)],
  )
  return openDeployment(admin, opening)
}

/**
 * Wraps the brand key by another master key. One transaction: the old one opens the database until it
 * commits, the new one after.
 * @param isOwn our own PostgreSQL, whose administrator's password comes from the master key
 * @throws WrongMasterKey when the old key is not the one of the database
 */
export async function rewrap(
  admin: pg.ClientBase,
  keys: { readonly from: MasterKey; readonly to: MasterKey; readonly isOwn: boolean },
): Promise<void> {
  await admin.query('begin')
  try {
    const { rows } = await admin.query<Deployment>(
      'select profile, wrapped_key from public.deployment for update',
    )
    const brand = rows[0] ? keys.from.unwrap(rows[0].wrapped_key) : null
    if (brand === null) throw new WrongMasterKey()
    await admin.query('update public.deployment set wrapped_key = $1, wrapped_at = now()', [
      keys.to.wrap(brand),
    ])
    if (keys.isOwn) await setPassword(admin, 'khlang_admin', keys.to.databasePassword)
    await admin.query('commit')
  } catch (error) {
    await admin.query('rollback')
    throw error
  }
}
