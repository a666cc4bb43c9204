import type pg from 'pg'
import { createPool } from '../db/db.ts'

/** Where the worker keeps its jobs. No other schema of the database is its business. */
export const workerSchema = 'graphile_worker'

/** The newest change of the worker's tables that its package brings; a test compares the two. */
export const workerRevision = 20

/** The newest such change that a database has; 0: it has none of the worker's tables. */
async function installedRevision(admin: pg.ClientBase): Promise<number> {
  const table = await admin.query<{ isThere: boolean }>(
    `select to_regclass('graphile_worker.migrations') is not null as "isThere"`,
  )
  if (table.rows[0]?.isThere !== true) return 0
  const known = await admin.query<{ id: number | null }>(
    'select max(id) as id from graphile_worker.migrations',
  )
  return known.rows[0]?.id ?? 0
}

const mayCreate = (admin: pg.ClientBase) =>
  admin.query(
    `do $$ begin execute format('grant create on database %I to khlang_jobs', current_database()); end $$`,
  )

const mayCreateNoMore = (admin: pg.ClientBase) =>
  admin.query(
    `do $$ begin execute format('revoke create on database %I from khlang_jobs', current_database()); end $$`,
  )

/**
 * Brings the worker's own tables up to date, as the role that owns them. The package is loaded only where
 * something is missing: a usual start asks one question.
 * @param admin of an administrator, in the database to prepare
 * @param url of the same
 */
export async function installWorker(admin: pg.Client, url: string): Promise<void> {
  if ((await installedRevision(admin)) >= workerRevision) return
  const { Logger, runMigrations } = await import('graphile-worker')
  const pool = createPool(url, { max: 1, role: 'khlang_jobs', statementTimeoutMs: 60_000 })
  // To make its schema, and for no longer: the server may become this role.
  await mayCreate(admin)
  try {
    await runMigrations({ pgPool: pool, schema: workerSchema, logger: new Logger(() => () => undefined) })
  } finally {
    await mayCreateNoMore(admin)
    await pool.end()
  }
}
