import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { installWorker } from './install-worker.ts'
import { formerDigests } from './former-migrations.ts'
import { applyFunctions, currentFunctions, digestOf, sqlFilesOf, type SqlFile } from './sql-functions.ts'
import { StartRefused } from '../start-refused.ts'

const folder = fileURLToPath(new URL('../../../../../database/migrations/', import.meta.url))

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

/**
 * Makes the roles of a cluster: `khlang_owner` owns tables and runs migrations, `khlang_ledger` owns the
 * ledger and nobody signs in as it, `khlang_app` is what the server signs in as. `khlang_jobs` owns the
 * tables of the worker of jobs: the server becomes that role where it says so, and inherits nothing of it.
 */
async function ensureRoles(admin: pg.Client, appPassword: string | null): Promise<void> {
  await admin.query("select pg_advisory_lock(hashtext('khlang.roles'))")
  const make = async (name: string, options: string) => {
    const known = await admin.query('select 1 from pg_roles where rolname = $1', [name])
    if (known.rowCount === 0) await admin.query(`create role ${name} ${options}`)
  }
  await make('khlang_owner', 'nologin')
  await make('khlang_ledger', 'nologin')
  await make('khlang_app', 'login nosuperuser nocreatedb nocreaterole noinherit')
  await make('khlang_jobs', 'nologin')
  if (appPassword !== null) await setPassword(admin, 'khlang_app', appPassword)
  await admin.query('grant khlang_ledger to khlang_owner')
  await admin.query('grant khlang_owner, khlang_ledger, khlang_jobs to current_user')
  await admin.query('grant khlang_jobs to khlang_app with inherit false, set true')
  await admin.query("select pg_advisory_unlock(hashtext('khlang.roles'))")
}

/** The server signs in as `khlang_app`; `khlang_admin` is the administrator of our own PostgreSQL. */
export async function setPassword(
  admin: pg.ClientBase,
  role: 'khlang_app' | 'khlang_admin',
  password: string,
): Promise<void> {
  const secret = literal(password)
  await admin.query(
    role === 'khlang_app'
      ? `alter role khlang_app password ${secret}`
      : `alter role khlang_admin password ${secret}`,
  )
}

/** Creates the database where missing, with an owner who cannot sign in. */
export async function ensureDatabase(adminUrl: string, name: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  try {
    const known = await admin.query('select 1 from pg_database where datname = $1', [name])
    if (known.rowCount === 0) await admin.query(`create database ${name}`)
  } finally {
    await admin.end()
  }
}

/** The same address with another database, user or password. */
export function withDatabase(
  url: string,
  parts: { database?: string; user?: string; password?: string },
): string {
  const address = new URL(url)
  if (parts.database !== undefined) address.pathname = `/${parts.database}`
  if (parts.user !== undefined) address.username = parts.user
  if (parts.password !== undefined) address.password = encodeURIComponent(parts.password)
  return address.href
}

/** The migrations of this version, in order of name. */
export const currentMigrations = (): SqlFile[] => sqlFilesOf(folder)

/** What a version makes a database of. */
export interface Version {
  readonly migrations: readonly SqlFile[]
  readonly functions: readonly SqlFile[]
}

const currentVersion = (): Version => ({ migrations: currentMigrations(), functions: currentFunctions() })

/**
 * Brings a database up to date: migrations forward only, one transaction per file, in order of name; then the
 * functions in force.
 * @param url of an administrator, in the database to migrate
 * @param appPassword of the role the server signs in as; null leaves it as it is
 * @returns names of the migrations and of the files of functions that were applied now
 * @throws StartRefused when an applied file is not one of ours; nothing was changed then
 */
export async function migrate(
  url: string,
  appPassword: string | null,
  version: Version = currentVersion(),
): Promise<{ readonly migrations: string[]; readonly functions: string[] }> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  try {
    await admin.query("select pg_advisory_lock(hashtext('khlang.migrate'))")
    assertOurs(await appliedDigests(admin), version.migrations)
    await ensureRoles(admin, appPassword)
    await admin.query(
      `do $$ begin execute format('grant create on database %I to khlang_owner', current_database()); end $$`,
    )
    // Only who owns the database can take this from everybody: a temporary table would stand before the real
    // one of its name in a function that names no schema.
    await admin.query(
      `do $$ begin execute format('revoke temporary on database %I from public', current_database()); end $$`,
    )
    await admin.query('grant create, usage on schema public to khlang_owner, khlang_ledger')
    await admin.query('grant usage on schema public to khlang_app')
    await admin.query('revoke create on schema public from public')
    for (const table of ['schema_migrations', 'schema_functions'])
      await admin.query(`create table if not exists ${table} (
        name text primary key, digest text not null, applied_at timestamptz not null default now())`)
    const known = await appliedDigests(admin)
    const missing = version.migrations.filter(({ name }) => !known.has(name))
    for (const file of missing) await applyFile(admin, file)
    const functions = await applyFunctions(admin, version.functions)
    await installWorker(admin, url)
    return { migrations: missing.map(({ name }) => name), functions }
  } finally {
    await admin.end()
  }
}

/** Name and digest of what was applied; empty in a new database. */
export async function appliedDigests(admin: pg.ClientBase): Promise<ReadonlyMap<string, string>> {
  const table = await admin.query<{ is_there: boolean }>(
    "select to_regclass('public.schema_migrations') is not null as is_there",
  )
  if (table.rows[0]?.is_there !== true) return new Map()
  const known = await admin.query<{ name: string; digest: string }>(
    'select name, digest from public.schema_migrations',
  )
  return new Map(known.rows.map((row) => [row.name, row.digest]))
}

function assertOurs(known: ReadonlyMap<string, string>, files: readonly SqlFile[]): void {
  const ours = new Map(files.map(({ name, sql }) => [name, digestOf(sql)]))
  for (const [name, digest] of known) {
    if (!ours.has(name)) {
      throw new StartRefused(
        `The database was made by another version: it has the migration ${name}, which this version does ` +
          'not know. Start the version that made it, or a later one. Nothing was changed.',
      )
    }
    if (ours.get(name) !== digest && !formerDigests[name]?.includes(digest)) {
      throw new StartRefused(
        `The database was made by another text of the migration ${name} than this version has, so what it ` +
          'holds is not known. Start the version that made it, or restore a backup. Nothing was changed.',
      )
    }
  }
}

async function applyFile(admin: pg.Client, { name, sql }: SqlFile): Promise<void> {
  await admin.query('begin')
  try {
    await admin.query('set local role khlang_owner')
    await admin.query(sql)
    await admin.query('reset role')
    await admin.query('insert into schema_migrations (name, digest) values ($1, $2)', [name, digestOf(sql)])
    // It may have taken a function away: all of them are applied after it, if need be by the next start.
    await admin.query('delete from schema_functions')
    await admin.query('commit')
  } catch (error) {
    await admin.query('rollback')
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}
