import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createDatabase, createPool, type Database } from '../db/db.ts'
import { readArchive } from './archive-watch.ts'

// What PostgreSQL says of its archive cannot be planted: a schema of the same names stands before its own.

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  await database.asAdmin(`create schema said
    create table facts (mode text, started interval, archived interval, failed interval, act interval)
    create view pg_stat_archiver as select now() - archived as last_archived_time,
      now() - failed as last_failed_time, 'torn' as last_failed_wal from facts
    create view activity_seals as select now() - act as at from facts`)
  await database.asAdmin(`create function said.pg_postmaster_start_time() returns timestamptz
    language sql as 'select now() - started from said.facts'`)
  await database.asAdmin(`create function said.current_setting(text) returns text
    language sql as 'select mode from said.facts'`)
  db = createDatabase(createPool(database.adminUrl, { max: 1 }))
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const minutes = (of: number | null) => (of === null ? null : `${of} minutes`)

test.each<[string, [number, number | null, number | null, number], string, number | null, string?]>([
  ['one is switched off', [120, null, null, 5], 'off', null, 'off'],
  ['the last file came a while ago', [120, 9, null, 5], 'ok', null],
  ['there was something to hand over for ten minutes', [120, 11, null, 5], 'late', 11],
  ['what there is came just now, and its file is not full', [120, 11, null, 1], 'ok', null],
  ['nothing happened since', [120, 11, null, 20], 'ok', null],
  ['the server has just begun again', [9, 180, null, 5], 'ok', null],
  ['none ever came', [120, null, null, 5], 'late', 120],
  ['the last file was not taken', [120, 2, 1, 5], 'failing', 1],
  ['none was ever taken', [120, null, 1, 5], 'failing', 1],
  ['it was taken after all', [120, 2, 3, 5], 'ok', null],
])('of the archive is said where %s', async (_, [started, ...ago], state, since, mode = 'on') => {
  const report = await db.transaction().execute(async (tx) => {
    await sql`set local search_path = said, pg_catalog`.execute(tx)
    await sql`delete from facts`.execute(tx)
    const [archived, failed, act] = ago.map(minutes)
    await sql`insert into facts values (${mode}, ${minutes(started)}, ${archived}, ${failed},
      ${act})`.execute(tx)
    const now = await sql<{ at: string }>`select now() as at`.execute(tx)
    return { ...(await readArchive(tx)), now: Date.parse(now.rows[0]?.at ?? '') }
  })
  const waited = report.since === null ? null : Math.round((report.now - Date.parse(report.since)) / 60_000)
  const failedFile = state === 'failing' ? 'torn' : null
  expect([report.state, waited, report.failedFile]).toEqual([state, since, failedFile])
})
