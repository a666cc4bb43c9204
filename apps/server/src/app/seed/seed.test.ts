import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { judge } from '../../testing/judge.ts'
import { firstStart } from '../first-start.ts'

let server: TestServer
let admin: pg.Client
const folder = mkdtempSync(join(tmpdir(), 'khlang-seed-'))

beforeAll(async () => {
  server = await startTestServer()
  await firstStart(server.services, folder)
  admin = new pg.Client({ connectionString: server.database.adminUrl })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await server.stop()
})

const count = async (text: string): Promise<number> => {
  const { rows } = await admin.query<{ n: number }>(`select count(*)::int as n from (${text}) x`)
  return rows[0]?.n ?? -1
}

test('the judge of the book finds nothing', async () => {
  expect(await judge(admin)).toEqual([])
})
