import { createHash, type Hash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  readdirSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import type { RunUser } from './run-user.ts'
import { BackupRefused } from './wal-archive.ts'

// Copies of folders, with a list of what was copied. The files of a database change while they are copied:
// what is torn is made whole by the log that is replayed over it.

export interface CopiedFile {
  readonly path: string
  readonly size: number
  readonly sha256: string
}

export interface Manifest {
  readonly version: 1
  /** When copying began and ended, by the database's clock. */
  readonly startedAt: string
  readonly finishedAt: string
  /** The first file of the log that this copy needs, and the place in the log where it is whole. */
  readonly firstWal: string
  readonly stopLsn: string
  readonly files: readonly CopiedFile[]
}

const chunk = Buffer.alloc(1024 * 1024)

/** What another server, or the same one after its next start, makes anew; see PostgreSQL, "base backup". */
const madeAnew = [
  /^pg_wal\/.*/,
  /^(pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/.*/,
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|.*\.signal)$/,
  /(^|\/)pgsql_tmp/,
  /(^|\/)pg_internal\.init/,
]
export const isMadeAnew = (path: string): boolean => madeAnew.some((each) => each.test(path))

/** Everything below a folder: files and folders by their path from it, folders before what is in them. */
export function contentsOf(folder: string): { path: string; isFolder: boolean }[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .map((each) => {
      const path = relative(folder, join(each.parentPath, each.name)).split(sep).join('/')
      if (!each.isFile() && !each.isDirectory())
        throw new BackupRefused(`${join(folder, path)} is neither a file nor a folder.`)
      return { path, isFolder: each.isDirectory() }
    })
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

/** Reads a file to its end as it is now. @returns null where it was removed meanwhile */
function copyBytes(
  from: string,
  to: string | null,
  { hash, isSynced }: { readonly hash: Hash; readonly isSynced: boolean },
): number | null {
  let source: number
  try {
    source = openSync(from, 'r')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
  const target = to === null ? null : openSync(to, 'wx', 0o600)
  try {
    let size = 0
    for (;;) {
      const read = readSync(source, chunk, 0, chunk.length, null)
      if (read === 0) break
      hash.update(chunk.subarray(0, read))
      if (target !== null) for (let at = 0; at < read;) at += writeSync(target, chunk, at, read - at)
      size += read
    }
    if (target !== null && isSynced) fsyncSync(target)
    return size
  } finally {
    closeSync(source)
    if (target !== null) closeSync(target)
  }
}

/**
 * Copies what is in a folder, in this order, onto the disk.
 * @param under where the copy lies in the backup, for the manifest
 * @param isSynced false where whoever reads the copy next brings it onto the disk itself
 * @param owner who owns the copy; undefined: this process
 */
export function copyFolder(
  from: string,
  to: string,
  given: {
    readonly under: string
    readonly leaveOut?: (path: string) => boolean
    readonly owner?: RunUser | undefined
    readonly isSynced?: boolean
  },
): CopiedFile[] {
  const own = (path: string): void => {
    if (given.owner) chownSync(path, given.owner.uid, given.owner.gid)
  }
  const makeFolder = (path: string): void => {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    chmodSync(path, 0o700)
    own(path)
  }
  makeFolder(to)
  const copied: CopiedFile[] = []
  // The control file last: it names the last checkpoint, and files copied after it could be older.
  const isControl = (path: string): boolean => path === 'global/pg_control'
  const contents = contentsOf(from).filter(({ path }) => given.leaveOut?.(path) !== true)
  for (const { path, isFolder } of contents.toSorted(
    (a, b) => Number(isControl(a.path)) - Number(isControl(b.path)),
  )) {
    if (isFolder) {
      makeFolder(join(to, path))
      continue
    }
    const hash = createHash('sha256')
    const size = copyBytes(join(from, path), join(to, path), { hash, isSynced: given.isSynced !== false })
    if (size === null) continue
    own(join(to, path))
    copied.push({ path: `${given.under}/${path}`, size, sha256: hash.digest('hex') })
  }
  return copied
}

/** Writes a file of the copy itself. */
export function addFile(folder: string, path: string, text: string): CopiedFile {
  writeFileSync(join(folder, path), text, { mode: 0o600, flag: 'wx', flush: true })
  const sha256 = createHash('sha256').update(text).digest('hex')
  return { path, size: Buffer.byteLength(text), sha256 }
}

const manifestFile = (folder: string): string => join(folder, 'manifest.json')
const digestOf = (manifest: Manifest): string =>
  createHash('sha256').update(JSON.stringify(manifest)).digest('hex')

export function writeManifest(folder: string, manifest: Manifest): void {
  const text = JSON.stringify({ digest: digestOf(manifest), manifest }, null, 1)
  writeFileSync(manifestFile(folder), `${text}\n`, { mode: 0o600, flag: 'wx', flush: true })
  const open = openSync(dirname(manifestFile(folder)), 'r')
  fsyncSync(open)
  closeSync(open)
}

/** @throws BackupRefused where it is missing or was altered */
export function readManifest(folder: string): Manifest {
  if (!existsSync(manifestFile(folder)))
    throw new BackupRefused(`${folder} is no whole backup: it has no manifest.json.`)
  try {
    const { digest, manifest } = JSON.parse(readFileSync(manifestFile(folder), 'utf8')) as {
      digest: string
      manifest: Manifest
    }
    if (digestOf(manifest) === digest) return manifest
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error
  }
  throw new BackupRefused(`${manifestFile(folder)} is damaged.`)
}

/** Compares every file with the manifest. @throws BackupRefused which names the first that differs */
export function assertCopyWhole(folder: string, { files }: Manifest): void {
  const known = new Set(files.map(({ path }) => path))
  for (const { path, isFolder } of contentsOf(folder))
    if (!isFolder && path !== 'manifest.json' && !known.has(path))
      throw new BackupRefused(`${join(folder, path)} is not of this backup.`)
  for (const { path, size, sha256 } of files) {
    const file = join(folder, path)
    const hash = createHash('sha256')
    if (!existsSync(file)) throw new BackupRefused(`${file} is missing: this backup is not whole.`)
    if (
      lstatSync(file).size !== size ||
      copyBytes(file, null, { hash, isSynced: false }) !== size ||
      hash.digest('hex') !== sha256
    )
      throw new BackupRefused(`${file} is not as it was written: this backup is damaged.`)
  }
}
