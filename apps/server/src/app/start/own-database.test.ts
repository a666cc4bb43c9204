import { spawn } from 'node:child_process'
import { hashCode } from '../../platform/security/passwords.ts'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { initialSettings } from '@khlang/contract/brand-settings.ts'
import { makeCheckpoint, sealActivity } from '../../features/activity-logs/seal.ts'
import { createOwner, createRoles } from '../../features/employees/first-people.ts'
import { seedSettings } from '../../platform/db/brand-settings.ts'
import { createDatabase, createPool, type Database } from '../../platform/db/db.ts'
import { adminCode } from '../admin-code.ts'
import { readConfig } from './config.ts'
import { rotateKey } from '../rotate-key.ts'
import { startDatabase, type StartedDatabase } from './start-database.ts'

// The database of a data folder, as it is started without DATABASE_URL.
const folder = mkdtempSync(join(tmpdir(), 'khlang-own-'))
const keyFile = join(folder, 'master.key')
const config = readConfig({})
const running: StartedDatabase[] = []

async function start(): Promise<StartedDatabase> {
  const started = await startDatabase(config, folder, () => undefined)
  running.push(started)
  return started
}
const stop = async () => {
  for (const started of running.splice(0)) await started.stop()
}

async function within<T>(started: StartedDatabase, work: (db: Database) => Promise<T>): Promise<T> {
  const db = createDatabase(createPool(started.appUrl, { max: 2 }))
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** The verifier, as an operator runs it; the database must be running. */
async function verify(): Promise<{ code: unknown; text: string }> {
  const program = fileURLToPath(new URL('../../../../../tools/verify/verify-activity.ts', import.meta.url))
  const child = spawn(process.execPath, [program, '--data', folder], { stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (text += part.toString()))
  const [code] = (await once(child, 'close')) as unknown[]
  return { code, text }
}

beforeAll(async () => {
  chmodSync(folder, 0o755)
  // A making that was cut off: PostgreSQL writes its version first of all.
  mkdirSync(join(folder, 'postgres', 'base'), { recursive: true })
  writeFileSync(join(folder, 'postgres', 'PG_VERSION'), '18\n')
  const started = await start()
  await within(started, async (db) => {
    await seedSettings(db, initialSettings('sandbox'))
    await createRoles(db)
    await createOwner({ db })
    await db.insertInto('activity_log').values({ actor_kind: 'system', entity: 'a', action: 'b' }).execute()
    await sealActivity(db, started.secrets, Date.now())
    await makeCheckpoint(db, started.secrets, Date.now(), null)
  })
  await stop()
})
afterEach(stop)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a half-made cluster was made anew, and what was left of it stands aside', () => {
  expect(existsSync(join(folder, 'postgres', 'global', 'pg_control'))).toBe(true)
  expect(readFileSync(join(folder, 'postgres.half-made', 'PG_VERSION'), 'utf8')).toBe('18\n')
  expect(existsSync(join(folder, 'postgres.new'))).toBe(false)
})

test('a lost key and another one are said at once: no PostgreSQL stays behind', async () => {
  renameSync(keyFile, `${keyFile}.elsewhere`)
  await expect(start()).rejects.toThrow('The master key is lost')
  expect(existsSync(keyFile)).toBe(false)
  writeFileSync(keyFile, `${randomBytes(32).toString('hex')}\n`)
  const began = performance.now()
  await expect(start()).rejects.toThrow('The master key is not the one of this database')
  expect(performance.now() - began).toBeLessThan(60_000)
  expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(false)
  renameSync(`${keyFile}.elsewhere`, keyFile)
  await start()
})

test('the key rotates while the server runs or not, and the log stays proven', async () => {
  const first = await start()
  const sealed = first.secrets.seal('a.b.c', 'text')
  const former = readFileSync(keyFile, 'utf8')
  await rotateKey(config, folder, null)
  await within(first, (db) => db.selectFrom('employees').select('id').execute())
  await stop()
  await rotateKey(config, folder, null)
  const third = await start()
  expect(third.secrets.open('a.b.c', sealed).toString()).toBe('text')
  await within(third, async (db) => {
    await db.insertInto('activity_log').values({ actor_kind: 'system', entity: 'a', action: 'c' }).execute()
    await sealActivity(db, third.secrets, Date.now())
  })
  const found = await verify()
  expect(found.text).not.toMatch(/altered|restamped|gap/)
  expect(found.text).toMatch(/^2 rows in/m)
  await stop()
  writeFileSync(`${keyFile}.former`, former)
  const withFormer = readConfig({ KHLANG_MASTER_KEY_FILE: `${keyFile}.former` })
  await expect(startDatabase(withFormer, folder, () => undefined)).rejects.toThrow('not the one')
})

test('killed in the middle of a rotation, the next start opens the database', async () => {
  const program = fileURLToPath(new URL('../rotate-key.ts', import.meta.url))
  const { secrets } = await start()
  const sealed = secrets.seal('a.b.c', 'text')
  for (let round = 0; round < 6; round += 1) {
    const env = { ...process.env, KHLANG_DATA: folder }
    const child = spawn(process.execPath, [program], { env, stdio: 'ignore' })
    const ended = once(child, 'exit')
    // Around the moment at which it writes: the file beside the key says that it has begun.
    const watched = setInterval(() => {
      if (existsSync(`${keyFile}.new`)) setTimeout(() => child.kill('SIGKILL'), round * 2)
    }, 1)
    await ended
    clearInterval(watched)
    await stop()
    const opened = await start()
    expect(opened.secrets.open('a.b.c', sealed).toString()).toBe('text')
  }
})

test('an admin gets a code at the machine, whether the server runs or not; the former one dies', async () => {
  const first = await adminCode(config, folder, null)
  const started = await start()
  const second = await adminCode(config, folder, 'owner')
  expect(second.username).toBe('owner')
  await expect(adminCode(config, folder, 'nobody')).rejects.toThrow(
    /Name one of the active admins: .*owner/,
  )
  const [open, log] = await within(started, async (db) => [
    await db.selectFrom('one_time_codes').select('code_hash').where('used_at', 'is', null).execute(),
    await db.selectFrom('activity_log').selectAll().where('action', '=', 'adminCodeMade').execute(),
  ])
  expect(open).toEqual([{ code_hash: hashCode(second.code) }])
  expect(first.code).not.toBe(second.code)
  expect(log).toHaveLength(2)
  expect(log[0]).toMatchObject({ actor_kind: 'system', detail: { by: 'operator', username: 'owner' } })
})
