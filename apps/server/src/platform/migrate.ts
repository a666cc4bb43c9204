import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

const folder = fileURLToPath(new URL('../../../../database/migrations/', import.meta.url))

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

/**
 * Makes the roles of a cluster: `khlang_owner` owns tables and runs migrations, `khlang_ledger` owns the
 * ledger and nobody signs in as it, `khlang_app` is what the server signs in as.
 */
async function ensureRoles(admin: pg.Client, appPassword: string): Promise<void> {
  await admin.query("select pg_advisory_lock(hashtext('khlang.roles'))")
  const make = async (name: string, options: string) => {
    const known = await admin.query('select 1 from pg_roles where rolname = $1', [name])
    if (known.rowCount === 0) await admin.query(`create role ${name} ${options}`)
  }
  await make('khlang_owner', 'nologin')
  await make('khlang_ledger', 'nologin')
  await make('khlang_app', 'login nosuperuser nocreatedb nocreaterole noinherit')
  await admin.query(`alter role khlang_app password ${literal(appPassword)}`)
  await admin.query('grant khlang_ledger to khlang_owner')
  await admin.query('grant khlang_owner, khlang_ledger to current_user')
  await admin.query("select pg_advisory_unlock(hashtext('khlang.roles'))")
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

/**
 * Brings a database up to date: forward only, one transaction per file, in order of name.
 * @param url of an administrator, in the database to migrate
 * @returns names of the files applied now
 * @throws when an applied file was edited since
 */
export async function migrate(url: string, appPassword: string): Promise<string[]> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  try {
    await ensureRoles(admin, appPassword)
    await admin.query("select pg_advisory_lock(hashtext('khlang.migrate'))")
    await admin.query(
      `do $$ begin execute format('grant create on database %I to khlang_owner', current_database()); end $$`,
    )
    await admin.query('grant create, usage on schema public to khlang_owner, khlang_ledger')
    await admin.query('grant usage on schema public to khlang_app')
    await admin.query('revoke create on schema public from public')
    await admin.query(`create table if not exists schema_migrations (
      name text primary key, digest text not null, applied_at timestamptz not null default now())`)
    const known = await admin.query<{ name: string; digest: string }>(
      'select name, digest from schema_migrations',
    )
    const digests = new Map(known.rows.map((row) => [row.name, row.digest]))
    const applied: string[] = []
    for (const name of readdirSync(folder)
      .filter((file) => file.endsWith('.sql'))
      .sort()) {
      const sql = readFileSync(new URL(name, `file://${folder}`), 'utf8')
      const digest = createHash('sha256').update(sql).digest('hex')
      if (digests.has(name)) {
        if (digests.get(name) !== digest)
          throw new Error(`The migration ${name} was edited after it was applied.`)
        continue
      }
      await applyFile(admin, name, sql, digest)
      applied.push(name)
    }
    return applied
  } finally {
    await admin.end()
  }
}

async function applyFile(admin: pg.Client, name: string, sql: string, digest: string): Promise<void> {
  await admin.query('begin')
  try {
    await admin.query('set local role khlang_owner')
    await admin.query(sql)
    await admin.query('reset role')
    await admin.query('insert into schema_migrations (name, digest) values ($1, $2)', [name, digest])
    await admin.query('commit')
  } catch (error) {
    await admin.query('rollback')
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}
