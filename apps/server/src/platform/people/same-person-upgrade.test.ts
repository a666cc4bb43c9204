import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ensureDatabase, migrate, withDatabase } from '../migrations/migrate.ts'

// A brand that ran before the rule of who sits behind an account, brought up to date.

const folder = fileURLToPath(new URL('../../../../../database/migrations/', import.meta.url))
const rule = '0030_same_person_by_hand.sql'
const database = `upgrade_${randomBytes(6).toString('hex')}`
let url: string
let client: pg.Client
let ids: ReadonlyMap<string, string>

/** Runs the files before the rule, as `migrate` does. */
async function migrateBefore(): Promise<void> {
  await client.query('grant create, usage on schema public to khlang_owner, khlang_ledger')
  await client.query('grant usage on schema public to khlang_app')
  await client.query(`grant create on database ${database} to khlang_owner`)
  await client.query(`create table schema_migrations (
    name text primary key, digest text not null, applied_at timestamptz not null default now())`)
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql') && file < rule)
  for (const name of files.sort()) {
    const sql = readFileSync(`${folder}${name}`, 'utf8')
    await client.query(`begin; set local role khlang_owner; ${sql}; commit`)
    const digest = createHash('sha256').update(sql).digest('hex')
    await client.query('insert into schema_migrations (name, digest) values ($1, $2)', [name, digest])
  }
}

beforeAll(async () => {
  const adminUrl = inject('adminUrl')
  await ensureDatabase(adminUrl, database)
  url = withDatabase(adminUrl, { database })
  client = new pg.Client({ connectionString: url })
  await client.connect()
  await migrateBefore()
  const { rows } = await client.query<{ id: string; username: string }>(`
    with role as (insert into roles (name, is_admin, permission) values ('all', true, '{}') returning id),
    owner as (insert into employees (username, display_name, role_id)
      select 'owner', 'x', id from role returning id, username, role_id),
    hired as (insert into employees (username, display_name, role_id, created_by, otp_confirmed_at)
      select v.name, 'x', owner.role_id, owner.id, v.otp
        from owner, (values ('enrolled', now()), ('plain', null)) as v (name, otp) returning id, username),
    seeded as (insert into employees (username, display_name, role_id)
      select 'seeded', 'x', role_id from owner returning id, username)
    select id, username from owner union all select id, username from hired
    union all select id, username from seeded`)
  ids = new Map(rows.map(({ id, username }) => [username, id]))
  // The owner was handed a code of the seeded account, which has no authenticator.
  await client.query(
    `insert into activity_log (actor_kind, actor_id, entity, entity_id, action)
     values ('employee', $1, 'employee', outside_id('emp', $2::uuid), 'passwordResetBegun')`,
    [ids.get('owner'), ids.get('seeded')],
  )
  await migrate(url, 'test')
})
afterAll(async () => {
  await client.end()
  const admin = new pg.Client({ connectionString: inject('adminUrl') })
  await admin.connect()
  await admin.query(`drop database ${database} with (force)`)
  await admin.end()
})

const isSame = async (one: string, other: string): Promise<boolean | undefined> => {
  const { rows } = await client.query<{ is: boolean }>('select is_same_person($1, $2) as is', [
    ids.get(one),
    ids.get(other),
  ])
  return rows[0]?.is
}

test('whoever had an authenticator counts as confirmed', async () => {
  expect(await isSame('enrolled', 'owner')).toBe(false)
  expect(await isSame('owner', 'enrolled')).toBe(false)
})

test('whoever had none counts as who made the account, or was handed its code', async () => {
  expect(await isSame('plain', 'owner')).toBe(true)
  expect(await isSame('seeded', 'owner')).toBe(true)
  expect(await isSame('plain', 'seeded')).toBe(true)
})

test('nobody who was two becomes alone again', async () => {
  const alone = client.query(`select assert_alone($1, '{}')`, [ids.get('owner')])
  await expect(alone).rejects.toMatchObject({ code: 'KL105' })
})
