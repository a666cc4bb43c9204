import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { withOwnDatabase } from '../../apps/server/src/app/start/own-database.ts'
import {
  addFile,
  contentsOf,
  copyFolder,
  isMadeAnew,
  readManifest,
  writeManifest,
  type CopiedFile,
} from '../../apps/server/src/platform/cluster/base-copy.ts'
import { DataInUse } from '../../apps/server/src/platform/cluster/folder-lock.ts'
import {
  archiveCommand,
  archiveSettings,
  BackupRefused,
  baseFolder,
  pruneArchive,
} from '../../apps/server/src/platform/cluster/wal-archive.ts'
import { adminPassword, findKey, type FoundKey } from './backup-key.ts'

// `npm run backup`: a copy of the database while it runs, or while it does not. Together with the archive of
// the log it gives the database back as it was at any moment since.

/** What lies beside the database and must outlive the disk. Left out: exports, logs, locks and every key. */
const isKept = (name: string): boolean =>
  ['evidence', 'evidence.id', 'private'].includes(name) || /^sandbox-.*\.json$/.test(name)

interface BackupAsked {
  readonly dataDir: string
  readonly backupDir: string
  readonly key: FoundKey
  /** How many base copies stay, and for how many days at least. */
  readonly keep: number
  readonly keepDays: number
}

interface BackupMade {
  readonly folder: string
  readonly bytes: number
  readonly seconds: number
  readonly removed: number
}

/** On the running database, or on one that is started for as long as the copy takes. @throws BackupRefused */
async function withDatabase<T>(asked: BackupAsked, work: (url: string) => Promise<T>): Promise<T> {
  const { dataDir, backupDir, key } = asked
  try {
    return await withOwnDatabase({ dataDir, backupDir, password: adminPassword(key) }, work)
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '28P01')
      throw new BackupRefused('The master key is not the one of this database.')
    throw error
  }
}

async function assertArchives(client: pg.Client, backupDir: string): Promise<void> {
  const { rows } = await client.query<{ mode: string; command: string; checksums: string }>(
    `select current_setting('archive_mode') as mode, current_setting('archive_command') as command,
            current_setting('data_checksums') as checksums`,
  )
  if (rows[0]?.mode !== 'on' || rows[0].command !== archiveCommand(backupDir))
    throw new BackupRefused(
      `The running Khlang does not archive into ${backupDir}: start it with KHLANG_BACKUP=${backupDir}.`,
    )
  if (rows[0].checksums !== 'on') throw new BackupRefused('The database has no page checksums.')
  const spaces = await client.query(
    "select from pg_tablespace where spcname not in ('pg_default', 'pg_global')",
  )
  if (spaces.rowCount !== 0) throw new BackupRefused('Tablespaces are not copied; move their tables first.')
}

/** The master key and its like must not lie where copies go. @throws BackupRefused */
function assertKeyApart(dataDir: string, kept: readonly string[], { hex, file }: FoundKey): void {
  const keyFile = file === null ? null : realpathSync(file)
  for (const name of kept) {
    const root = realpathSync(join(dataDir, name))
    const files = statSync(root).isDirectory()
      ? contentsOf(root)
          .filter((each) => !each.isFolder)
          .map(({ path }) => join(root, path))
      : [root]
    for (const path of files)
      if (
        realpathSync(path) === keyFile ||
        (statSync(path).size < 1000 && readFileSync(path, 'utf8').includes(hex))
      )
        throw new BackupRefused(
          `${path} holds the master key and would be copied with the data, which it opens. ` +
            'Keep it elsewhere.',
        )
  }
  if (keyFile !== null && keyFile.startsWith(realpathSync(join(dataDir, 'postgres')) + sep))
    throw new BackupRefused(`${keyFile}, the master key, lies among the files of the database.`)
}

const labelAt = (at: Date): string =>
  at
    .toISOString()
    .replaceAll(':', '-')
    .replace(/\.\d+Z$/, 'Z')

function copyBeside(asked: BackupAsked, kept: readonly string[], to: string): CopiedFile[] {
  return kept.flatMap((name) => {
    const from = join(asked.dataDir, name)
    if (statSync(from).isDirectory())
      return copyFolder(from, join(to, 'data', name), { under: `data/${name}` })
    return [addFile(to, `data/${name}`, readFileSync(from, 'utf8'))]
  })
}

/** The copy itself, between the two calls of one connection that make it whole. */
async function copyTo(asked: BackupAsked, folder: string, url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await assertArchives(client, asked.backupDir)
    const kept = readdirSync(asked.dataDir).filter(isKept)
    assertKeyApart(asked.dataDir, kept, asked.key)
    mkdirSync(join(folder, 'data'), { recursive: true, mode: 0o700 })
    const started = await client.query<{ at: Date }>('select clock_timestamp() as at')
    await client.query('select pg_backup_start($1, fast => true)', [labelAt(new Date())])
    const source = realpathSync(join(asked.dataDir, 'postgres'))
    const files = copyFolder(source, join(folder, 'postgres'), { under: 'postgres', leaveOut: isMadeAnew })
    // After the database: a checkpoint in the file is never newer than what the log can bring back.
    files.push(...copyBeside(asked, kept, folder))
    await client.query("set statement_timeout = '5min'")
    const { rows } = await client.query<{ lsn: string; label: string; spaces: string; at: Date }>(
      `select lsn::text, labelfile as label, spcmapfile as spaces, clock_timestamp() as at
         from pg_backup_stop(wait_for_archive => true)`,
    )
    const [stopped] = rows
    const firstWal = /\(file ([0-9A-F]{24})\)/.exec(stopped?.label ?? '')?.[1]
    if (!stopped || firstWal === undefined) throw new Error('PostgreSQL gave no label for the copy.')
    files.push(addFile(folder, 'postgres/backup_label', stopped.label))
    if (stopped.spaces !== '') files.push(addFile(folder, 'postgres/tablespace_map', stopped.spaces))
    writeManifest(folder, {
      version: 1,
      startedAt: started.rows[0]?.at.toISOString() ?? '',
      finishedAt: stopped.at.toISOString(),
      firstWal,
      stopLsn: stopped.lsn,
      files,
    })
  } finally {
    await client.end()
  }
}

/** Whole base copies, the oldest first. */
export function baseCopies(backupDir: string): string[] {
  const folder = baseFolder(backupDir)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => !name.endsWith('.part') && existsSync(join(folder, name, 'manifest.json')))
    .toSorted()
}

/** Old copies go when there are enough newer ones, with the part of the log that only they need. */
export function prune({
  backupDir,
  keep,
  keepDays,
}: Pick<BackupAsked, 'backupDir' | 'keep' | 'keepDays'>): number {
  const all = baseCopies(backupDir)
  const oldest = Date.now() - keepDays * 86_400_000
  const finishedAt = (name: string) =>
    Date.parse(readManifest(join(baseFolder(backupDir), name)).finishedAt)
  const removed = all.slice(0, Math.max(0, all.length - keep)).filter((name) => finishedAt(name) < oldest)
  for (const name of removed) rmSync(join(baseFolder(backupDir), name), { recursive: true })
  const [first] = baseCopies(backupDir)
  if (first !== undefined && removed.length > 0)
    pruneArchive(backupDir, readManifest(join(baseFolder(backupDir), first)).firstWal)
  return removed.length
}

/**
 * Copies the database and what lies beside it, as one folder that is whole or has another name.
 * @throws BackupRefused
 */
async function makeBackup(asked: BackupAsked): Promise<BackupMade> {
  const began = performance.now()
  if (!existsSync(join(asked.dataDir, 'postgres')))
    throw new BackupRefused(`There is no database in ${asked.dataDir}. Name its folder by --data.`)
  archiveSettings(asked.backupDir)
  const folder = join(baseFolder(asked.backupDir), labelAt(new Date()))
  const part = `${folder}.part`
  try {
    await withDatabase(asked, (url) => copyTo(asked, part, url))
    renameSync(part, folder)
  } catch (error) {
    rmSync(part, { recursive: true, force: true })
    throw error
  }
  const removed = prune(asked)
  const bytes = readManifest(folder).files.reduce((sum, { size }) => sum + size, 0)
  return { folder, bytes, seconds: (performance.now() - began) / 1000, removed }
}

const count = (text: string, name: string): number => {
  const number = Number(text)
  if (!Number.isSafeInteger(number) || number < 1)
    throw new BackupRefused(`--${name} must be a number from 1.`)
  return number
}

async function answerPerson(): Promise<string> {
  const { values } = parseArgs({
    options: {
      data: { type: 'string', default: process.env['KHLANG_DATA'] ?? './data' },
      to: { type: 'string', default: process.env['KHLANG_BACKUP'] ?? '' },
      key: { type: 'string' },
      keep: { type: 'string', default: '7' },
      'keep-days': { type: 'string', default: '7' },
    },
  })
  if (process.env['DATABASE_URL'])
    throw new BackupRefused(
      'DATABASE_URL names your own PostgreSQL: back it up with its tools (docs/operating.md).',
    )
  if (values.to === '') throw new BackupRefused('Name the folder of backups by KHLANG_BACKUP or --to.')
  const dataDir = resolve(values.data)
  const key = findKey({ dataDir, file: values.key, environment: process.env })
  const made = await makeBackup({
    dataDir,
    backupDir: resolve(values.to),
    key,
    keep: count(values.keep, 'keep'),
    keepDays: count(values['keep-days'], 'keep-days'),
  })
  const size = `${(made.bytes / 1e6).toFixed(1)} MB in ${made.seconds.toFixed(1)} s`
  const old = made.removed > 0 ? ` ${made.removed} old one(s) removed.` : ''
  return `Copied to ${made.folder}: ${size}.${old}\nThe master key is not in it: keep it apart, and keep it.`
}

if (import.meta.main) {
  try {
    console.log(await answerPerson())
  } catch (error) {
    if (!(error instanceof Error)) throw error
    console.error(
      error instanceof BackupRefused || error instanceof DataInUse ? error.message : error.stack,
    )
    process.exitCode = 1
  }
}
