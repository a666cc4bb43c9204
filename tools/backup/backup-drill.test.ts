import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { accountsOfBank, accountsOfMember, sharedAccounts } from '@khlang/ledger/accounts.ts'
import { depositCredited, depositReceived } from '@khlang/ledger/deposits.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Health } from '../../apps/server/src/app/health.ts'
import { readConfig } from '../../apps/server/src/app/start/config.ts'
import { startDatabase, type StartedDatabase } from '../../apps/server/src/app/start/start-database.ts'
import { sealActivity } from '../../apps/server/src/features/activity-logs/seal.ts'
import { archiveWork } from '../../apps/server/src/platform/work/archive-watch.ts'
import type { Services } from '../../apps/server/src/platform/call/context.ts'
import { readManifest } from '../../apps/server/src/platform/cluster/base-copy.ts'
import { baseFolder, walFolder } from '../../apps/server/src/platform/cluster/wal-archive.ts'
import { createDatabase, createPool, type Database } from '../../apps/server/src/platform/db/db.ts'
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../apps/server/src/platform/cluster/embedded-postgres.ts'
import { mayRepeat } from '../../apps/server/src/platform/posting/ledger-error.ts'
import { openAccounts, postStrict } from '../../apps/server/src/platform/posting/ledger-store.ts'
import { withDatabase } from '../../apps/server/src/platform/migrations/migrate.ts'
import type { Secrets } from '../../apps/server/src/platform/security/secrets.ts'
import { adminPassword, findKey, type FoundKey } from './backup-key.ts'
import { restoreBackup, type RestoreAsked } from './restore.ts'
import { verifyActivity } from '../verify/verify-activity.ts'

const isFull = process.env['KHLANG_TEST_FULL'] === '1'
const moments = isFull ? 20 : 3
const workers = 4
/** Transfers of each worker between two moments. */
const stretch = isFull ? 300 : 60

const members = Array.from({ length: 20 }, (_, at) => `m${at}`)
const home = mkdtempSync(join(tmpdir(), 'khlang-backup-'))
const dataDir = join(home, 'data')
const backupDir = join(home, 'backup')

/** What the mark of a restore changes itself, and nothing else. */
const marked = [
  'restores',
  'alarms',
  'activity_log',
  'activity_seals',
  'activity_checkpoints',
  'schema_migrations',
  'schema_functions',
]

interface Noted {
  readonly at: string
  readonly state: string
  readonly logged: string
}

let running: StartedDatabase | null = null
let pool: pg.Pool
let db: Database
let admin: pg.Client
let key: FoundKey
let secrets: Secrets
let posted = 0
const noted: Noted[] = []

const adminUrlOf = (folder: string): string => {
  const port = readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3]
  return `postgres://khlang_admin:${encodeURIComponent(adminPassword(key))}@127.0.0.1:${port}/khlang`
}

/** One hash over every row of every table, whatever order the rows lie in. */
async function stateOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables
      where schemaname = 'public' and tablename <> all ($1) order by 1`,
    [marked],
  )
  const hashes: string[] = []
  for (const { name } of rows) {
    const hash = await client.query<{ hash: string }>(
      `select count(*) || ' ' ||
              coalesce(md5(string_agg(t::text, E'\\n' order by t::text collate "C")), '') as hash
         from ${name} t`,
    )
    hashes.push(`${name} ${hash.rows[0]?.hash}`)
  }
  return hashes.join('\n')
}

async function logOf(client: pg.Client, until: string): Promise<string> {
  const { rows } = await client.query<{ text: string }>(
    `select coalesce(string_agg(activity_text(l), E'\\n' order by l.id), '') as text from activity_log l
      where l.at <= $1`,
    [until],
  )
  return rows[0]?.text ?? ''
}

async function transfer(worker: number): Promise<void> {
  posted += 1
  const number = posted
  const memberId = members[randomInt(members.length)] ?? 'm0'
  const cause = {
    sourceId: `load-${number}`,
    bankAccountId: 'kbank',
    businessOn: '2026-03-02',
    amountMinor: randomInt(1, 900_000),
  }
  const move = () =>
    db.transaction().execute(async (tx) => {
      await tx
        .insertInto('activity_log')
        .values({
          actor_kind: 'system',
          entity: 'brand',
          entity_id: 'brand',
          action: 'told',
          detail: JSON.stringify({ worker, number }),
        })
        .execute()
      await postStrict(tx, [depositReceived(cause), depositCredited({ ...cause, memberId })])
    })
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await move()
    } catch (error) {
      if (!mayRepeat(error) || attempt === 10) throw error
    }
  }
}

/** Money moves from several hands at once until each has moved its share. */
const load = (each: number): Promise<unknown> =>
  Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      for (let done = 0; done < each; done += 1) await transfer(worker)
    }),
  )

/** A moment in which nothing moves: what the database holds at it, to the last row. */
async function note(): Promise<void> {
  const state = await stateOf(admin)
  const { rows } = await admin.query<{ at: string }>(
    `select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`,
  )
  const at = rows[0]?.at ?? ''
  noted.push({ at, state, logged: await logOf(admin, at) })
}

async function start(): Promise<void> {
  const config = readConfig({ KHLANG_DATA: dataDir, KHLANG_BACKUP: backupDir })
  running = await startDatabase(config, dataDir, () => undefined)
  secrets = running.secrets
  pool = createPool(running.appUrl, { max: 10 })
  db = createDatabase(pool)
  key = findKey({ dataDir, file: undefined, environment: {} })
  admin = new pg.Client({ connectionString: adminUrlOf(dataDir) })
  await admin.connect()
}

async function stop(): Promise<void> {
  if (running === null) return
  await admin.end()
  await db.destroy()
  await running.stop()
  running = null
}

const asked = (part: Partial<RestoreAsked>): RestoreAsked => ({
  backupDir,
  to: join(home, `to-${randomInt(1e9)}`),
  at: null,
  evidence: null,
  key,
  ...part,
})

async function onRestored<T>(
  folder: string,
  work: (client: pg.Client, server: EmbeddedPostgres) => Promise<T>,
): Promise<T> {
  const server = await startEmbeddedPostgres({ dataDir: folder, password: adminPassword(key) })
  const client = new pg.Client({ connectionString: withDatabase(server.adminUrl, { database: 'khlang' }) })
  try {
    await client.connect()
    return await work(client, server)
  } finally {
    await client.end()
    await server.stop()
  }
}

const program = fileURLToPath(new URL('backup.ts', import.meta.url))
/** As an operator does, in a process of its own: what runs meanwhile is not kept waiting. */
const backUp = (to = backupDir) =>
  promisify(execFile)(process.execPath, [program], {
    env: { KHLANG_DATA: dataDir, KHLANG_BACKUP: to, PATH: process.env['PATH'] ?? '' },
  })

beforeAll(
  async () => {
    // PostgreSQL, which runs as another user where this is root, must be able to enter.
    chmodSync(home, 0o755)
    mkdirSync(dataDir)
    await start()
    await openAccounts(db, [
      ...sharedAccounts,
      ...accountsOfBank('kbank'),
      ...members.flatMap((id) => accountsOfMember(id)),
    ])
    mkdirSync(join(dataDir, 'private'))
    mkdirSync(join(dataDir, 'exports'))
    writeFileSync(join(dataDir, 'private', 'picture.bin'), 'a picture')
    writeFileSync(join(dataDir, 'exports', 'list.csv'), 'a list')
    // Copied while money moves.
    const copied = new AbortController()
    let duringCopy = 0
    const moving = (async () => {
      while (!copied.signal.aborted) {
        await load(5)
        duringCopy += 1
      }
    })()
    await backUp()
    copied.abort()
    await moving
    expect(duringCopy).toBeGreaterThan(1)
    for (let moment = 0; moment < moments; moment += 1) {
      await load(randomInt(1, stretch))
      await note()
    }
    await load(10)
    await sealActivity(db, secrets, Date.now())
    await admin.query('select pg_switch_wal()')
    await backUp()
    await stop()
  },
  isFull ? 900_000 : 120_000,
)

afterAll(async () => {
  await stop()
  rmSync(home, { recursive: true, force: true })
})

test(
  'the same to the last row at each of the moments, copied and archived under load',
  async () => {
    for (const moment of noted) {
      const to = join(home, `moment-${moment.at}`)
      const made = await restoreBackup(asked({ to, at: moment.at }))
      expect(made.source).toBe(readdirSync(baseFolder(backupDir)).toSorted()[0])
      await onRestored(to, async (client) => {
        expect(await stateOf(client)).toBe(moment.state)
        expect(await logOf(client, moment.at)).toBe(moment.logged)
      })
      expect(readFileSync(join(to, 'private', 'picture.bin'), 'utf8')).toBe('a picture')
      expect(readdirSync(to)).not.toContain('exports')
      expect(readdirSync(to)).not.toContain('master.key')
      rmSync(to, { recursive: true })
    }
  },
  isFull ? 900_000 : 300_000,
)

test('without a moment everything that was archived is there, from the newest copy', async () => {
  const to = join(home, 'newest')
  const made = await restoreBackup(asked({ to }))
  expect(made.source).toBe(readdirSync(baseFolder(backupDir)).toSorted().at(-1))
  const count = await onRestored(to, async (client) => {
    const { rows } = await client.query<{ count: string }>(
      `select count(*) from transfers where kind = 'deposit.credited'`,
    )
    return Number(rows[0]?.count)
  })
  expect(count).toBe(posted)
})

test('newer signed heads stay in the file, and the log is found whole all the same', async () => {
  const evidence = join(home, 'evidence-of-later')
  const to = join(home, 'with-evidence')
  const [moment] = noted
  // The heads that were signed since, kept elsewhere.
  const later = join(home, 'newest')
  mkdirSync(evidence)
  const file = 'activity-checkpoints.jsonl'
  writeFileSync(join(evidence, file), readFileSync(join(later, 'evidence', file)))
  const made = await restoreBackup(asked({ to, at: moment?.at ?? '', evidence }))
  expect(made.newerHeads).toBe(1)
  const kept = readFileSync(join(to, 'evidence', file), 'utf8')
  expect(kept.startsWith(readFileSync(join(evidence, file), 'utf8'))).toBe(true)
  const publicKey = readFileSync(join(to, 'evidence', 'activity-checkpoints.pem'), 'utf8')
  await onRestored(to, async (client, { adminUrl }) => {
    const chainKey = secrets.key('activity-chain')
    const url = withDatabase(adminUrl, { database: 'khlang' })
    const whole = await verifyActivity({ url, chainKey, kept, publicKey })
    expect(whole.findings).toEqual([])
    expect(whole.restored.at(-1)).toMatchObject({ newer: 1 })
    // Not so where the mark was not made with the key; nor does it excuse what is cut after it.
    const forged = kept.replace(/"to":"2(?=[^\n]*\n$)/, '"to":"1')
    expect(forged).not.toBe(kept)
    expect((await verifyActivity({ url, chainKey, kept: forged, publicKey })).findings).not.toEqual([])
    await client.query("set session_replication_role = 'replica'")
    await client.query('delete from activity_seals where seq = (select max(seq) from activity_seals)')
    expect((await verifyActivity({ url, chainKey, kept, publicKey })).findings).not.toEqual([])
  })
}, 60_000)

test('nothing is begun where something is not whole', async () => {
  const full = join(home, 'full')
  mkdirSync(full)
  writeFileSync(join(full, 'a file'), '')
  await expect(restoreBackup(asked({ to: full }))).rejects.toThrow('is not empty')
  expect(() => findKey({ dataDir: home, file: undefined, environment: {} })).toThrow('It is in no backup')
  const wrong = { hex: 'ab'.repeat(32), file: null }
  const to = join(home, 'wrong-key')
  await expect(restoreBackup(asked({ to, key: wrong }))).rejects.toThrow('not the one of this backup')
  expect(readdirSync(to)).toEqual([])
  await expect(restoreBackup(asked({ at: '2026-01-01T00:00:00Z' }))).rejects.toThrow('The first backup')
  // A copy is whole at its end alone: no moment at which it was still being made can be had from it.
  const [first = ''] = readdirSync(baseFolder(backupDir)).toSorted()
  const { finishedAt } = readManifest(join(baseFolder(backupDir), first))
  const within = new Date(Date.parse(finishedAt) - 1).toISOString()
  const inBangkok = new Date(Date.parse(within) + 7 * 3_600_000).toISOString().replace('Z', '+07:00')
  for (const at of [within, inBangkok])
    await expect(restoreBackup(asked({ at }))).rejects.toThrow('The first backup')
  await expect(restoreBackup(asked({ at: '2999-01-01T00:00:00Z' }))).rejects.toThrow('does not reach to')
  // A moment without its zone would be another one in Bangkok than in London.
  const restoring = [program.replace('backup.ts', 'restore.ts'), '--at', '2026-11-22T14:05:00']
  await expect(promisify(execFile)(process.execPath, restoring)).rejects.toThrow('with its time zone')
}, 60_000)

test('a damaged file, a damaged list and a missing part of the log are named', async () => {
  const copies = readdirSync(baseFolder(backupDir)).toSorted()
  const newest = join(baseFolder(backupDir), copies.at(-1) ?? '')
  const changed = async (file: string, text: string, said: string) => {
    const before = readFileSync(file)
    appendFileSync(file, text)
    await expect(restoreBackup(asked({}))).rejects.toThrow(said)
    writeFileSync(file, before)
  }
  await changed(join(newest, 'postgres', 'PG_VERSION'), 'x', 'is damaged')
  await changed(join(newest, 'manifest.json'), ' {}', 'manifest.json is damaged')
  const [moment] = noted
  const segments = readdirSync(walFolder(backupDir))
    .filter((name) => /^[0-9A-F]{24}\.gz$/.test(name))
    .toSorted()
  const lost = join(walFolder(backupDir), segments.at(-2) ?? '')
  const bytes = readFileSync(lost)
  rmSync(lost)
  await expect(restoreBackup(asked({ at: moment?.at ?? '' }))).rejects.toThrow('The archive lacks')
  writeFileSync(lost, bytes.subarray(0, 1000))
  await expect(restoreBackup(asked({ at: moment?.at ?? '' }))).rejects.toThrow('is damaged')
}, 60_000)

test('no copy is made where the master key would be copied with the data', async () => {
  writeFileSync(join(dataDir, 'private', 'note.txt'), `key: ${key.hex}`)
  await expect(backUp()).rejects.toThrow('holds the master key')
  rmSync(join(dataDir, 'private', 'note.txt'))
}, 60_000)

test('an archive that cannot be written raises an alarm and degrades the health, until it can', async () => {
  await start()
  const away = `${walFolder(backupDir)}.away`
  const live = { isListening: true, streamCount: 0 }
  const health = async () => {
    const { state, archive } = await new Health({ pool, db, live } as Services, {}).report()
    return [state, archive?.state, archive?.failedFile?.length ?? null]
  }
  const alarms = async (): Promise<number> => {
    await archiveWork.run({ db } as Services, new AbortController().signal)
    const open = await admin.query(
      "select from alarms where code = 'backup.archiveFailing' and cleared_at is null",
    )
    return open.rowCount ?? 0
  }
  const switched = async () => {
    await transfer(0)
    await admin.query('select pg_switch_wal()')
    return alarms()
  }
  expect(await alarms()).toBe(0)
  renameSync(walFolder(backupDir), away)
  await expect.poll(switched, { timeout: 30_000 }).toBe(1)
  expect(await health()).toEqual(['degraded', 'failing', 24])
  renameSync(away, walFolder(backupDir))
  await expect.poll(switched, { timeout: 30_000 }).toBe(0)
  expect(await health()).toEqual(['ok', 'ok', null])
  // What is archived elsewhere makes no copy whole.
  await expect(backUp(join(home, 'elsewhere'))).rejects.toThrow('does not archive into')
  await stop()
}, 90_000)

test('a book that breaks its own rules is given back to nobody', async () => {
  await start()
  await admin.query(`set session_replication_role = 'replica';
    update accounts set balance_minor = balance_minor + 1 where code = 'member:m0:cash'`)
  await backUp()
  await stop()
  const to = join(home, 'broken')
  await expect(restoreBackup(asked({ to }))).rejects.toThrow('breaks its own rules')
  expect(readdirSync(to)).toEqual([])
}, 60_000)
