import { sql } from 'kysely'
import type { Database } from '../db/db.ts'

const required: Readonly<Record<string, readonly string[]>> = {
  fsync: ['on'],
  full_page_writes: ['on'],
  synchronous_commit: ['on', 'remote_write', 'remote_apply'],
  data_checksums: ['on'],
  data_sync_retry: ['off'],
  wal_level: ['replica', 'logical'],
  TimeZone: ['UTC', 'Etc/UTC'],
}

/**
 * The database settings that money depends on; the server refuses to run on others (safety 2.5).
 * @returns one line per wrong setting
 */
export async function wrongDatabaseSettings(db: Database): Promise<string[]> {
  const names = Object.keys(required)
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name in (${sql.join(names)})`.execute(db)
  const wrong = rows
    .filter((row) => !required[row.name]?.includes(row.setting))
    .map((row) => `${row.name} is ${row.setting}; it must be ${required[row.name]?.join(' or ')}.`)
  const role = await sql<{ isMighty: boolean }>`
    select rolsuper or rolbypassrls as "isMighty" from pg_roles where rolname = current_user`.execute(db)
  if (role.rows[0]?.isMighty)
    wrong.push('The server signs in with a role that may do anything; it must not.')
  return wrong
}
