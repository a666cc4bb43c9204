import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databasePrograms, startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts'
import { stopLeftover } from './leftover.ts'
import { databaseUser } from './run-user.ts'

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

const postmaster = async (): Promise<number> => {
  const [row] = await ask(`select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`)
  return Number((row as { pid: string }).pid)
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
    process.kill(await postmaster(), signal)
    const rows = await askUntilAnswered(`select signal from kept where signal = '${signal}'`)
    expect(rows).toEqual([{ signal }])
    expect(told.filter((line) => line.includes('started again')).length).toBeGreaterThan(0)
  },
)

test('a number left behind is not ended when another program or PostgreSQL has it by now', async () => {
  const files = join(dataDir, 'left-behind')
  const note = join(files, 'postmaster.pid')
  mkdirSync(files)
  writeFileSync(join(files, 'PG_VERSION'), '18\n')
  const stranger = spawn('sleep', ['60'])
  const ended = once(stranger, 'exit')
  const user = databaseUser()
  const other = await postmaster()
  for (const pid of [stranger.pid, other]) {
    writeFileSync(note, `${pid}\n${files}\n1\n5432\n`)
    stopLeftover(files, { bin: databasePrograms(user), user, log: (line) => told.push(line) })
    // PostgreSQL, which reads it next, would refuse to start while that process lives.
    expect(readFileSync(note, 'utf8')).toBe(`${process.pid}\n${files}\n1\n5432\n`)
  }
  expect(told.filter((line) => line.startsWith('Ending'))).toEqual([])
  expect(await postmaster()).toBe(other)
  stranger.kill('SIGKILL')
  expect(await ended).toEqual([null, 'SIGKILL'])
})
