import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { initialSettings } from '@khlang/contract/brand-settings.ts'
import { createOwner, createRoles } from '../../features/employees/first-people.ts'
import { sealActivity } from '../../features/activity-logs/seal.ts'
import { seedSettings } from '../../platform/db/brand-settings.ts'
import { createDatabase, createPool } from '../../platform/db/db.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../platform/cluster/embedded-postgres.ts'
import { migrate, withDatabase } from '../../platform/migrations/migrate.ts'
import { MasterKey, Secrets } from '../../platform/security/secrets.ts'
import { addMachineKey, signatureOf, signedText } from '../../platform/call/signatures.ts'
import { newOtpSecret, otpAt, stepSeconds } from '../../platform/security/totp.ts'
import { sql } from 'kysely'
import { catalogueOf } from '../../testing/catalogue.ts'
import { consoleDir } from './build-console.ts'
import { readConfig } from './config.ts'
import { rotateKey } from '../rotate-key.ts'
import { buildServer, closeServer } from '../server.ts'
import { closeDatabases, startServices } from '../services.ts'
import { startDatabase } from './start-database.ts'

// The role that the server signs in as is one of a whole PostgreSQL, and each start gives it the password of
// its key: these tests have one of their own, or the others could not sign in meanwhile.
let server: EmbeddedPostgres
const folders: string[] = []
let url = ''
let folder = ''

const newFolder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'khlang-deployment-'))
  folders.push(made)
  return made
}

/** To make the tables takes longest: what most tests begin with is made once, and copied. */
const copied = { migrated: 'migrated', started: 'started' }
let startedFolder = ''

async function useDatabase(
  madeLike: string,
  database = `deployment_${randomBytes(6).toString('hex')}`,
): Promise<void> {
  url = server.adminUrl
  await ask(`create database ${database} ${madeLike}`)
  url = withDatabase(server.adminUrl, { database })
}

async function ask<R extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<R[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<R>(text, values)).rows
  } finally {
    await client.end()
  }
}

async function start(environment: Record<string, string> = {}, dataDir = folder) {
  return startDatabase(readConfig({ DATABASE_URL: url, ...environment }), dataDir, () => undefined)
}

/** Starts on a database that was started before, by the sandbox and with a key of its own. */
async function startAgain() {
  await useDatabase(`template ${copied.started} strategy file_copy`)
  cpSync(startedFolder, folder, { recursive: true })
  return start()
}

/** What must not move when a start is refused. */
const state = async () => ({
  schema: await catalogueOf(url),
  role: await ask("select rolpassword from pg_authid where rolname = 'khlang_app'"),
  rows: await ask('select profile, wrapped_key, wrapped_at from deployment').catch(() => 'no table'),
})

async function refused(environment: Record<string, string>, sentence: RegExp, dataDir = folder) {
  const before = await state()
  const config = readConfig({ DATABASE_URL: url, ...environment })
  await expect(startDatabase(config, dataDir, () => undefined)).rejects.toThrow(sentence)
  expect(await state()).toEqual(before)
}

/** A database as versions before left it: people, a sealed log, and no word of what it was made for. */
async function makeFormer(master: Secrets, profile: 'sandbox' | 'production'): Promise<void> {
  await migrate(url, 'test')
  const db = createDatabase(createPool(url, { max: 2 }))
  await seedSettings(db, initialSettings(profile))
  await createRoles(db)
  await createOwner({ db })
  await db.insertInto('activity_log').values({ actor_kind: 'system', entity: 'a', action: 'b' }).execute()
  await sealActivity(db, master, Date.now())
  await db.destroy()
}

beforeAll(async () => {
  const dataDir = newFolder()
  // The `postgres` user must be able to enter.
  chmodSync(dataDir, 0o755)
  server = await startEmbeddedPostgres({ dataDir, password: 'own', settings: { fsync: 'off' } })
  await useDatabase('template template0', copied.migrated)
  await migrate(url, 'test')
  await useDatabase('template template0', copied.started)
  startedFolder = newFolder()
  await start({}, startedFolder)
})
beforeEach(async () => {
  await useDatabase(`template ${copied.migrated} strategy file_copy`)
  folder = newFolder()
})
afterAll(async () => {
  await server.stop()
  for (const each of folders) rmSync(each, { recursive: true })
})

describe('the profile', () => {
  test('of the first start counts for good, in any folder and without its file of passwords', async () => {
    await useDatabase('template template0')
    await start()
    const key = readFileSync(join(folder, 'master.key'), 'utf8').trim()
    const production = { KHLANG_PROFILE: 'production', KHLANG_MASTER_KEY: key }
    await refused(production, /made by the sandbox.*production refuses it/)
    await refused(production, /made by the sandbox/, newFolder())
    await start()
  })

  test('production is not taken by the sandbox', async () => {
    await useDatabase('template template0')
    await start({ KHLANG_PROFILE: 'production' })
    await refused({}, /database of production; the sandbox refuses it/)
  })

  test.each(['sandbox', 'production'] as const)(
    'of a database of before is written down: %s',
    async (made) => {
      const hex = randomBytes(32).toString('hex')
      await makeFormer(new Secrets(Buffer.from(hex, 'hex')), made)
      const other = made === 'sandbox' ? 'production' : 'sandbox'
      await refused({ KHLANG_PROFILE: other, KHLANG_MASTER_KEY: hex }, /refuses it/)
      await start({ KHLANG_PROFILE: made, KHLANG_MASTER_KEY: hex })
      expect(await ask('select profile from deployment')).toEqual([{ profile: made }])
    },
  )

  test('is neither read nor changed by the server, nor turned by its administrator', async () => {
    const { appUrl } = await startAgain()
    const app = new pg.Client({ connectionString: appUrl })
    await app.connect()
    for (const act of ['select * from deployment', "update deployment set profile = 'production'"])
      await expect(app.query(act)).rejects.toThrow('permission denied')
    await app.end()
    for (const change of ["profile = 'production'", 'made_at = now()'])
      await expect(ask(`update deployment set ${change}`)).rejects.toThrow('stays what it was')
    await expect(ask('delete from deployment')).rejects.toThrow('stays what it was')
    await expect(ask('truncate deployment')).rejects.toThrow('stays what it was')
  })
})

describe('the master key', () => {
  const other = { KHLANG_MASTER_KEY: randomBytes(32).toString('hex') }

  test('of another database is refused', async () => {
    await startAgain()
    await refused(other, /not the one of this database/)
  })

  test('that is lost is said at once, and none is made', async () => {
    await startAgain()
    renameSync(join(folder, 'master.key'), join(folder, 'elsewhere'))
    await refused({}, /The master key is lost: .*master\.key is not there/)
    expect(existsSync(join(folder, 'master.key'))).toBe(false)
    await refused({}, /The master key is lost/, newFolder())
    renameSync(join(folder, 'elsewhere'), join(folder, 'master.key'))
    await start()
  })

  test('of a database of before is known by what it sealed, and opens it from then on', async () => {
    const hex = randomBytes(32).toString('hex')
    const former = new Secrets(Buffer.from(hex, 'hex'))
    await makeFormer(former, 'sandbox')
    await refused(other, /not the one of this database/)
    const { secrets } = await start({ KHLANG_MASTER_KEY: hex })
    expect(secrets.open('a.b.c', former.seal('a.b.c', 'text')).toString()).toBe('text')
    await refused(other, /not the one of this database/)
  })

  test('of a database of before is known by a machine key too', async () => {
    const former = new Secrets(randomBytes(32))
    await makeFormer(new Secrets(randomBytes(32)), 'sandbox')
    const secret = former.seal('machine_keys.secret.phone', 'text')
    const row = "insert into machine_keys (id, kind, subject_id, name, secret) values ('phone', 'device'"
    await ask(`${row}, 'a', 'a', $1)`, [secret])
    await refused(other, /not the one of this database/)
    await start({ KHLANG_MASTER_KEY: former.root().toString('hex') })
  })

  test('with all digits the same is refused by production, from a file too', async () => {
    const file = join(folder, 'zero')
    writeFileSync(file, `${'0'.repeat(64)}\n`)
    const given = { KHLANG_MASTER_KEY_FILE: file }
    await refused({ ...given, KHLANG_PROFILE: 'production' }, /holds a test key/)
    await start(given)
  })

  test('whose file is not there, or holds something else, is said by name', async () => {
    const file = join(folder, 'absent')
    await refused(
      { KHLANG_MASTER_KEY_FILE: file },
      /absent, which KHLANG_MASTER_KEY_FILE names, is not there/,
    )
    writeFileSync(file, 'secret')
    await refused({ KHLANG_MASTER_KEY_FILE: file }, /absent must hold 64 hexadecimal digits/)
  })
})

describe('a rotation of the master key', () => {
  const rotate = (to: string | null = null, environment: Record<string, string> = {}) =>
    rotateKey(readConfig({ DATABASE_URL: url, ...environment }), folder, to)
  const keyFile = () => readFileSync(join(folder, 'master.key'), 'utf8').trim()

  test('keeps everything sealed readable, and the former key opens nothing', async () => {
    const before = await startAgain()
    const former = keyFile()
    const text = before.secrets.seal('a.b.c', 'text')
    expect(await rotate()).toBe(join(folder, 'master.key'))
    expect(keyFile()).not.toBe(former)
    expect(existsSync(join(folder, 'master.key.new'))).toBe(false)
    const after = await start()
    expect(after.secrets.open('a.b.c', text).toString()).toBe('text')
    expect(after.secrets.key('activity-chain')).toEqual(before.secrets.key('activity-chain'))
    await refused({ KHLANG_MASTER_KEY: former }, /not the one of this database/)
    const [row] = await ask<{ wrapped_key: Buffer }>('select wrapped_key from deployment')
    const old = new MasterKey(Buffer.from(former, 'hex'))
    expect(old.unwrap(row?.wrapped_key ?? Buffer.alloc(60))).toBeNull()
  })

  test('lets machines and second factors in as before', async () => {
    const before = await startAgain()
    const key = { id: 'phone', secret: randomBytes(32) }
    const seed = newOtpSecret()
    const db = createDatabase(createPool(before.adminUrl, { max: 1 }))
    await seedSettings(db, initialSettings('sandbox'))
    await createRoles(db)
    const { username, code } = await createOwner({ db })
    await addMachineKey(db, before.secrets, { ...key, kind: 'memberSite', subjectId: 'site', name: 'site' })
    await rotate()
    const after = await start()
    const services = startServices(readConfig({ DATABASE_URL: url, KHLANG_DATA: folder }), after)
    const bases = { api: '', auto: '', member: '' }
    const surfaces = ['admin', 'member'] as const
    const app = await buildServer(services, { surfaces, hosts: [], trustProxy: false, bases, consoleDir })
    const base = await app.listen({ port: 0, host: '127.0.0.1' })
    const send = (path: string, body: string, headers: Record<string, string> = {}) => {
      const all = { 'content-type': 'application/json', ...headers }
      return fetch(`${base}${path}`, { method: 'POST', body, headers: all })
    }
    const call = (path: string, body: object, headers: Record<string, string> = {}) =>
      send(`/api/v1${path}`, JSON.stringify(body), headers)

    const body = JSON.stringify({ size: 1 })
    const target = '/member/v1/member/list'
    const timestamp = String(Math.floor(Date.now() / 1000))
    const signed = signedText({ method: 'POST', target, body, timestamp, nonce: 'a'.repeat(24) })
    const answer = await send(target, body, {
      'x-khlang-key': key.id,
      'x-khlang-timestamp': timestamp,
      'x-khlang-nonce': 'a'.repeat(24),
      'x-khlang-signature': signatureOf(key.secret, signed),
    })
    expect(await answer.json()).toEqual({ data: { records: [] } })

    const newPassword = 'correct horse battery 7'
    await call('/authorization/redeem', { username, code, newPassword })
    const { id } = await db.selectFrom('employees').select('id').executeTakeFirstOrThrow()
    const sealed = before.secrets.seal(`employees.otp_secret.${id}`, seed)
    await db
      .updateTable('employees')
      .set({ otp_secret: sealed, otp_confirmed_at: sql`now()` })
      .execute()
    const login = await call('/authorization/login', { username, password: newPassword })
    const token = otpAt(seed, Math.floor(Date.now() / 1000 / stepSeconds))
    const { data } = (await login.json()) as { data: string }
    const headers = { authorization: `Bearer ${data}` }
    expect((await call('/otp/admin/verify', { token }, headers)).status).toBe(200)
    await closeServer(app)
    await closeDatabases(services)
    await db.destroy()
  })

  test('into another file leaves the one in use alone', async () => {
    await startAgain()
    const former = keyFile()
    const to = join(folder, 'next.key')
    expect(await rotate(to)).toBe(to)
    expect(keyFile()).toBe(former)
    await start({ KHLANG_MASTER_KEY_FILE: to })
    await expect(rotate(to)).rejects.toThrow('is there already')
  })

  test('of a key from the environment asks for a file', async () => {
    const key = { KHLANG_MASTER_KEY: randomBytes(32).toString('hex') }
    await start(key)
    await expect(rotate(null, key)).rejects.toThrow('--to')
    await start({ KHLANG_MASTER_KEY_FILE: await rotate(join(folder, 'next.key'), key) })
  })

  test('with a wrong key is refused and makes no file', async () => {
    await startAgain()
    await expect(rotate(null, { KHLANG_MASTER_KEY_FILE: join(folder, 'no') })).rejects.toThrow('not there')
    writeFileSync(join(folder, 'other'), randomBytes(32).toString('hex'))
    const other = { KHLANG_MASTER_KEY_FILE: join(folder, 'other') }
    await expect(rotate(null, other)).rejects.toThrow('not the one of this database')
    expect(existsSync(join(folder, 'other.new'))).toBe(false)
  })

  test('cut off before the database took the new key goes on with the old one', async () => {
    await startAgain()
    const former = keyFile()
    for (const left of [`${randomBytes(32).toString('hex')}\n`, 'half']) {
      writeFileSync(join(folder, 'master.key.new'), left)
      await start()
      expect(keyFile()).toBe(former)
    }
    await rotate()
    await start()
    expect(keyFile()).not.toBe(former)
  })

  test('cut off after it goes on with the new one', async () => {
    await startAgain()
    const former = keyFile()
    await rotate()
    const current = keyFile()
    const cutOff = () => {
      writeFileSync(join(folder, 'master.key'), `${former}\n`)
      writeFileSync(join(folder, 'master.key.new'), `${current}\n`)
    }
    cutOff()
    await start()
    expect(keyFile()).toBe(current)
    expect(existsSync(join(folder, 'master.key.new'))).toBe(false)
    // A rotation that comes first must not take the only key that opens for a leftover.
    cutOff()
    await rotate()
    await start()
  })

  test('twice at once: one of the two, and its key is in the file', async () => {
    await startAgain()
    const done = await Promise.allSettled([rotate(), rotate()])
    expect(done.map(({ status }) => status)).toContain('fulfilled')
    await start()
  })
})
