import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'khlang-own-postgres-'))
const told: string[] = []
let server: EmbeddedPostgres
beforeAll(async () => {
  chmodSync(dataDir, 0o755)
  server = await startEmbeddedPostgres({ dataDir, password: 'own', log: (line) => told.push(line) })
})
afterAll(async () => {
  await server.stop()
  await expect(ask('select 1 as one')).rejects.toThrow('ECONNREFUSED')
  rmSync(dataDir, { recursive: true, force: true })
})

async function ask(text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: server.adminUrl })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

/** Until the new server answers; the time limit of the test ends the waiting. */
async function askUntilAnswered(text: string): Promise<unknown[]> {
  for (;;) {
    const rows = await ask(text).catch(() => null)
    if (rows) return rows
    await sleep(50)
  }
}

test.each(['SIGQUIT', 'SIGKILL'] as const)(
  'a server ended by %s comes back at the same address with what was committed',
  async (signal) => {
    await ask('create table if not exists kept (signal text)')
    await ask(`insert into kept values ('${signal}')`)
    const [row] = await ask(`select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`)
    process.kill(Number((row as { pid: string }).pid), signal)
    const rows = await askUntilAnswered(`select signal from kept where signal = '${signal}'`)
    expect(rows).toEqual([{ signal }])
    expect(told.filter((line) => line.includes('started again')).length).toBeGreaterThan(0)
  },
)
