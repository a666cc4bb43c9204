import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { ensureDatabase, withDatabase } from '../platform/migrations/migrate.ts'
import { onConnection } from './cluster/kept-connections.ts'

/** Work with a database that has no tables yet and is dropped after it, and with an administrator of it. */
export async function withBareDatabase<T>(work: (url: string, admin: pg.Client) => Promise<T>): Promise<T> {
  const database = `bare_${randomBytes(6).toString('hex')}`
  const adminUrl = inject('adminUrl')
  await ensureDatabase(adminUrl, database)
  const url = withDatabase(adminUrl, { database })
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  try {
    return await work(url, admin)
  } finally {
    await admin.end()
    await onConnection(adminUrl, (all) => all.query(`drop database ${database} with (force)`))
  }
}
