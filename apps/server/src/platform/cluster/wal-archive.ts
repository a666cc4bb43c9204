import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { canReach, databaseUser, type RunUser } from './run-user.ts'

// The archive of the write-ahead log: every change of the database, in files of 16 MB that PostgreSQL hands
// over as it fills them. A base copy and the files after it give the database as it was at any moment since.

/** A backup folder that cannot be used, or does not hold what is asked of it: said to people as it is. */
export class BackupRefused extends Error {}

/** The longest time of which a lost disk may take the changes with it, in seconds. */
const archiveEveryS = 60

export const walFolder = (backupDir: string): string => join(backupDir, 'wal')
export const baseFolder = (backupDir: string): string => join(backupDir, 'base')

/** For `/bin/sh`, inside a setting in which PostgreSQL reads `%` itself. */
const quoted = (path: string): string => `'${path.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`

/**
 * PostgreSQL runs this for each file that is full. The file is written beside its place, onto the disk, and
 * then linked there: half a file never bears its name, and one of another content is never replaced. Whatever
 * goes wrong ends with a number other than 0: PostgreSQL keeps its own file and asks again. Files end early
 * because of `archive_timeout` and are empty behind their end: packed, such a one is a few kilobytes.
 */
export function archiveCommand(backupDir: string): string {
  const folder = quoted(walFolder(backupDir))
  return [
    `f=${folder}/%f.gz`,
    'rm -f "$f.part"',
    'if [ -e "$f" ]; then gzip -dc "$f" | cmp -s - "%p"; exit $?; fi',
    `gzip -1 -c "%p" > "$f.part" && sync "$f.part" && ln "$f.part" "$f" && rm -f "$f.part" && sync ${folder}`,
  ].join('; ')
}

/** The other way: PostgreSQL asks for a file by its name while it recovers. */
export function restoreCommand(backupDir: string): string {
  const file = `${quoted(walFolder(backupDir))}/%f.gz`
  return `[ -f ${file} ] && gzip -dc ${file} > "%p"`
}

function ownFolder(path: string, user: RunUser | undefined): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  chmodSync(path, 0o700)
  if (user) chownSync(path, user.uid, user.gid)
}

/**
 * The settings of a PostgreSQL that archives into `backupDir`, whose folders are made where missing.
 * @param backupDir null: nothing is archived
 * @throws BackupRefused where PostgreSQL could not write there
 */
export function archiveSettings(backupDir: string | null): Readonly<Record<string, string>> {
  if (backupDir === null) return {}
  const folder = resolve(backupDir)
  if (process.platform === 'win32')
    throw new BackupRefused('KHLANG_BACKUP needs /bin/sh and gzip, which Windows does not have.')
  mkdirSync(baseFolder(folder), { recursive: true, mode: 0o700 })
  const user = databaseUser()
  // Everybody may pass through to `wal`, which is PostgreSQL's alone; nobody else sees what lies here.
  chmodSync(folder, user ? 0o711 : 0o700)
  chmodSync(baseFolder(folder), 0o700)
  ownFolder(walFolder(folder), user)
  if (!canReach(user, walFolder(folder)))
    throw new BackupRefused(
      `PostgreSQL runs as the user postgres, who cannot enter ${folder}: ` +
        'name another folder by KHLANG_BACKUP.',
    )
  return {
    archive_mode: 'on',
    archive_command: archiveCommand(folder),
    archive_timeout: `${archiveEveryS}s`,
  }
}

const segmentName = /^[0-9A-F]{24}$/
const segmentFile = /^([0-9A-F]{24})\.gz$/

/** How many files of 16 MB share the middle part of a name. */
const perLog = 256

/** The place of a file in the log, whatever timeline wrote it. */
function segmentNumber(name: string): number {
  if (!segmentName.test(name)) throw new BackupRefused(`${name} is no name of a file of the log.`)
  return Number.parseInt(name.slice(8, 16), 16) * perLog + Number.parseInt(name.slice(16), 16)
}

/** The files of the log that an archive holds, in order. */
function archivedSegments(backupDir: string): string[] {
  const folder = walFolder(backupDir)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .flatMap((file) => segmentFile.exec(file)?.[1] ?? [])
    .toSorted((a, b) => segmentNumber(a) - segmentNumber(b) || (a < b ? -1 : 1))
}

/**
 * Every file from the first to the last one must be there and whole: at a gap PostgreSQL would end its
 * recovery without a word, as if nothing had ever happened after it.
 * @throws BackupRefused which names the first file that is missing or damaged
 */
export function assertArchiveWhole(backupDir: string, firstName: string): void {
  const segments = archivedSegments(backupDir).filter(
    (name) => segmentNumber(name) >= segmentNumber(firstName),
  )
  let expected = segmentNumber(firstName)
  for (const name of segments) {
    const number = segmentNumber(name)
    if (number > expected) break
    expected = number + 1
  }
  const last = segments.at(-1)
  if (last === undefined || segmentNumber(last) >= expected) {
    const missing = `${firstName.slice(0, 8)}${hex(Math.floor(expected / perLog))}${hex(expected % perLog)}`
    throw new BackupRefused(`The archive lacks ${missing}: what was changed after it cannot be restored.`)
  }
  for (const name of segments) {
    const file = join(walFolder(backupDir), `${name}.gz`)
    if (spawnSync('gzip', ['-t', file]).status !== 0)
      throw new BackupRefused(`${file} is damaged: what was changed after it cannot be restored.`)
  }
}

const hex = (number: number): string => number.toString(16).toUpperCase().padStart(8, '0')

/** Removes what no base copy that is kept needs any more. The histories of timelines stay. */
export function pruneArchive(backupDir: string, firstNeeded: string): number {
  const old = archivedSegments(backupDir).filter((name) => segmentNumber(name) < segmentNumber(firstNeeded))
  for (const name of old) rmSync(join(walFolder(backupDir), `${name}.gz`))
  return old.length
}

/** @throws BackupRefused where PostgreSQL, as the user it runs as, could not read the archive */
export function assertReadable(backupDir: string, user: RunUser | undefined): void {
  const folder = walFolder(resolve(backupDir))
  const readable = spawnSync('test', ['-r', folder, '-a', '-x', folder], { ...user, cwd: '/' })
  if (readable.status !== 0)
    throw new BackupRefused(
      `PostgreSQL cannot read ${folder}${user ? ' as the user postgres' : ''}. Let it, or copy ` +
        `${dirname(folder)} to where it can.`,
    )
}
