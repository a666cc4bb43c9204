import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { markRestored, type Marked } from '../../apps/server/src/app/start/mark-restored.ts'
import {
  assertCopyWhole,
  copyFolder,
  readManifest,
  type Manifest,
} from '../../apps/server/src/platform/cluster/base-copy.ts'
import { createDatabase, createPool } from '../../apps/server/src/platform/db/db.ts'
import { filesFolder } from '../../apps/server/src/platform/cluster/embedded-postgres.ts'
import { migrate, withDatabase } from '../../apps/server/src/platform/migrations/migrate.ts'
import { recoverCluster } from '../../apps/server/src/platform/cluster/recover-cluster.ts'
import { databaseUser } from '../../apps/server/src/platform/cluster/run-user.ts'
import {
  assertArchiveWhole,
  assertReadable,
  BackupRefused,
  baseFolder,
} from '../../apps/server/src/platform/cluster/wal-archive.ts'
import { checkInvariants } from '../../apps/server/src/testing/invariant-checker.ts'
import { adminPassword, findKey, secretsOf, type FoundKey } from './backup-key.ts'
import { baseCopies } from './backup.ts'

// `npm run restore`: a new data folder, as the old one was at a moment. What was there is never touched. The
// server that starts on it pays, credits and sends nothing by itself until two people have released it.

export interface RestoreAsked {
  readonly backupDir: string
  readonly to: string
  /** The last moment that counts, with its time zone; null: as far as the archive goes. */
  readonly at: string | null
  /** A newer folder of evidence than the copy's, where there is one. */
  readonly evidence: string | null
  readonly key: FoundKey
}

export interface RestoreMade extends Marked {
  readonly source: string
  readonly restoredTo: string
  readonly seconds: number
}

/** The newest base copy that was whole at the moment. */
function chooseCopy(backupDir: string, at: string | null): { name: string; manifest: Manifest } {
  const all = baseCopies(backupDir).map((name) => ({
    name,
    manifest: readManifest(join(baseFolder(backupDir), name)),
  }))
  const fitting = all.filter(
    ({ manifest }) => at === null || manifest.finishedAt <= new Date(at).toISOString(),
  )
  const chosen = fitting.at(-1)
  if (chosen) return chosen
  const first = all[0]?.manifest.finishedAt
  throw new BackupRefused(
    first === undefined
      ? `There is no whole backup in ${backupDir}.`
      : `The first backup in ${backupDir} is of ${first}: nothing before it can be restored.`,
  )
}

function assertNew(to: string): void {
  if (existsSync(to) && readdirSync(to).length > 0)
    throw new BackupRefused(
      `${to} is not empty. A restore never writes over what is there: name a new folder.`,
    )
}

/** Puts the copy in its place, owned by whoever PostgreSQL runs as. @returns the folder of the database */
function putCopy(copy: string, to: string): string {
  const user = databaseUser()
  mkdirSync(to, { recursive: true })
  if (user) chmodSync(to, 0o755)
  const files = filesFolder(to, user)
  mkdirSync(dirname(files), { recursive: true })
  // PostgreSQL brings them onto the disk before it recovers.
  copyFolder(join(copy, 'postgres'), files, { under: 'postgres', owner: user, isSynced: false })
  if (user) chownSync(files, user.uid, user.gid)
  copyFolder(join(copy, 'data'), to, { under: 'data' })
  if (user) chmodSync(to, 0o755)
  return files
}

/** The book is balanced to the last satang, or nothing starts on it. */
async function assertBook(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const violations = await checkInvariants(client)
    if (violations.length > 0)
      throw new BackupRefused(`The restored book breaks its own rules: ${JSON.stringify(violations)}`)
  } finally {
    await client.end()
  }
}

interface Marking {
  readonly adminUrl: string
  readonly evidenceDir: string
  readonly key: FoundKey
  readonly source: string
  /** Null: the newest change that the database knows of. */
  readonly restoredTo: string | null
}

async function newestChange(adminUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ at: Date }>(
      `select greatest((select max(at) from activity_log), (select max(created_at) from transfers),
         to_timestamp(0)) as at`,
    )
    return rows[0]?.at.toISOString() ?? ''
  } finally {
    await client.end()
  }
}

/** Brings the tables up to this version, which knows the mark, and sets it. */
async function mark(given: Marking): Promise<Marked & { readonly restoredTo: string }> {
  const { adminUrl, evidenceDir, key, source } = given
  const secrets = await secretsOf(key, adminUrl)
  await migrate(adminUrl, null)
  const restoredTo = given.restoredTo ?? (await newestChange(adminUrl))
  const db = createDatabase(createPool(adminUrl, { max: 2 }))
  try {
    const marked = await markRestored(db, { secrets, evidenceDir, restored: { restoredTo, source } })
    return { ...marked, restoredTo }
  } finally {
    await db.destroy()
  }
}

/**
 * Brings a backup back into a new folder.
 * @throws BackupRefused where anything is not whole; what was begun of the new folder is removed
 */
export async function restoreBackup(asked: RestoreAsked): Promise<RestoreMade> {
  const began = performance.now()
  const { backupDir, to, at, key } = asked
  assertNew(to)
  const { name, manifest } = chooseCopy(backupDir, at)
  const copy = join(baseFolder(backupDir), name)
  assertCopyWhole(copy, manifest)
  assertArchiveWhole(backupDir, manifest.firstWal)
  assertReadable(backupDir, databaseUser())
  let files: string | null = null
  try {
    files = putCopy(copy, to)
    if (asked.evidence !== null) {
      rmSync(join(to, 'evidence'), { recursive: true, force: true })
      copyFolder(asked.evidence, join(to, 'evidence'), { under: 'evidence' })
    }
    const password = adminPassword(key)
    const logFile = join(to, 'postgres.log')
    const recovered = await recoverCluster({ files, backupDir, at, password, logFile })
    try {
      const adminUrl = withDatabase(recovered.adminUrl, { database: 'khlang' })
      await assertBook(adminUrl)
      const restoredTo = at ?? recovered.lastCommitAt ?? manifest.finishedAt
      const marking = { adminUrl, evidenceDir: join(to, 'evidence'), key, source: name, restoredTo }
      const marked = await mark(marking)
      return { ...marked, source: name, seconds: (performance.now() - began) / 1000 }
    } finally {
      await recovered.stop()
    }
  } catch (error) {
    if (files !== null && !files.startsWith(to)) rmSync(dirname(files), { recursive: true, force: true })
    for (const each of existsSync(to) ? readdirSync(to) : [])
      rmSync(join(to, each), { recursive: true, force: true })
    throw error
  }
}

const held = (made: Marked): string =>
  `${made.sessions} session(s) ended, ${made.sentBack} approved withdrawal(s) sent back, ` +
  `${made.newerHeads} newer head(s) of the log kept as "restored from".\n` +
  'Payouts, automatic credits and chats stay stopped until two people release them (docs/operating.md).'

const instant = (text: string): string => {
  const isWhole = /(Z|[+-]\d{2}:?\d{2})$/.test(text) && !Number.isNaN(Date.parse(text))
  if (!isWhole)
    throw new BackupRefused('--at is a moment with its time zone, as 2026-11-22T14:05:00+07:00.')
  return text
}

async function answerPerson(): Promise<string> {
  const { values } = parseArgs({
    options: {
      from: { type: 'string', default: process.env['KHLANG_BACKUP'] ?? '' },
      to: { type: 'string', default: '' },
      at: { type: 'string' },
      evidence: { type: 'string' },
      key: { type: 'string' },
      mark: { type: 'boolean', default: false },
      data: { type: 'string', default: process.env['KHLANG_DATA'] ?? './data' },
    },
  })
  const environment = process.env
  const at = values.at === undefined ? null : instant(values.at)
  if (values.mark) {
    const adminUrl = environment['DATABASE_URL']
    if (!adminUrl) throw new BackupRefused('--mark is for a database of your own: name it by DATABASE_URL.')
    const key = findKey({ dataDir: values.data, file: values.key, environment })
    const evidenceDir = resolve(values.evidence ?? join(values.data, 'evidence'))
    await assertBook(adminUrl)
    const made = await mark({ adminUrl, evidenceDir, key, source: 'own', restoredTo: at })
    return `Marked as restored to ${made.restoredTo}. ${held(made)}`
  }
  if (values.from === '' || values.to === '')
    throw new BackupRefused('Name the folder of backups by --from and a new data folder by --to.')
  const made = await restoreBackup({
    backupDir: resolve(values.from),
    to: resolve(values.to),
    at,
    evidence: values.evidence === undefined ? null : resolve(values.evidence),
    key: findKey({ dataDir: null, file: values.key, environment }),
  })
  return `Restored ${made.source} to ${made.restoredTo} in ${made.seconds.toFixed(1)} s. ${held(made)}`
}

if (import.meta.main) {
  try {
    console.log(await answerPerson())
  } catch (error) {
    if (!(error instanceof Error)) throw error
    console.error(error instanceof BackupRefused ? error.message : error.stack)
    process.exitCode = 1
  }
}
