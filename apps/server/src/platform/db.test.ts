import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { createPool } from './db.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('a connection that is cut while somebody has it fails what he asks, and the pool goes on', async () => {
  const pool = createPool(database.appUrl, { max: 1 })
  const client = await pool.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const admin = new pg.Client({ connectionString: database.adminUrl })
  await admin.connect()
  const ended = new Promise<void>((done) => client.once('end', done))
  await admin.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  await ended
  await expect(client.query('select 1')).rejects.toThrow(/connection|terminat/i)
  client.release(true)
  expect((await pool.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }])
  await admin.end()
  await pool.end()
})
