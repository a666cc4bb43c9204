import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { boundQueries } from './bounded-client.ts'
import { createPool } from './db.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('a connection that is cut while somebody has it fails what they ask, and the pool goes on', async () => {
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

test.each(['UTC', 'Asia/Bangkok'])(
  'a moment is the same text whatever the session’s zone: %s',
  async (zone) => {
    const pool = createPool(database.appUrl, { max: 1 })
    await pool.query(`set timezone = '${zone}'`)
    const moments = [
      ['2026-11-21T01:02:03Z', '2026-11-21T01:02:03.000Z'],
      ['2026-11-21T01:02:03.4Z', '2026-11-21T01:02:03.400Z'],
      ['2026-11-21T01:02:03.456789Z', '2026-11-21T01:02:03.456Z'],
      ['2026-12-31T23:59:59.999999Z', '2026-12-31T23:59:59.999Z'],
    ]
    for (const [given, expected] of moments) {
      const { rows } = await pool.query<{ at: string }>('select $1::timestamptz as at', [given])
      expect(rows[0]?.at).toBe(expected)
    }
    await pool.end()
  },
)

test('a silent connection is ended 2 s past its limit, the usual or the transaction’s own', async () => {
  vi.useFakeTimers()
  const endedAfterMs = async (...before: string[]): Promise<number> => {
    const destroy = vi.fn<() => void>()
    const silent = new Promise(() => undefined)
    const client = {
      connection: { stream: { destroy } },
      query: (text: string): Promise<unknown> => (text === 'silent' ? silent : Promise.resolve()),
    }
    boundQueries(client as unknown as pg.Client, 5000)
    for (const text of before) await client.query(text)
    void client.query('silent')
    let ms = 0
    for (; destroy.mock.calls.length === 0; ms += 1000) vi.advanceTimersByTime(1000)
    return ms
  }
  const longer = `set local statement_timeout = '1min'`
  const ends = [
    await endedAfterMs(),
    await endedAfterMs('begin', longer, 'select 1'),
    await endedAfterMs('begin', 'set local statement_timeout to 9000'),
    await endedAfterMs('begin', longer, 'set local statement_timeout to default'),
    await endedAfterMs('begin', longer, 'commit'),
    await endedAfterMs('begin', longer, 'rollback'),
  ]
  vi.useRealTimers()
  expect(ends).toEqual([7000, 62_000, 11_000, 7000, 7000, 7000])
})
