import { spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  readlinkSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { DataInUse } from './folder-lock.ts'
import type { RunUser } from './run-user.ts'

/** What PostgreSQL wrote down of itself while it ran; it is left behind by a kill or a power cut. */
interface Note {
  readonly pid: number
  /** The folder it ran in, by the name of then. */
  readonly files: string
}

const noteFile = (files: string): string => join(files, 'postmaster.pid')

function noteOf(files: string): Note | null {
  if (!existsSync(noteFile(files))) return null
  const [pid = '', folder = ''] = readFileSync(noteFile(files), 'utf8').split('\n')
  return Number.isSafeInteger(Number(pid)) && Number(pid) > 0 ? { pid: Number(pid), files: folder } : null
}

/** `ours`: PostgreSQL on these very files. `foreign`: another program. `gone`. `unknown`: cannot be told. */
type Process = 'ours' | 'foreign' | 'gone' | 'unknown'

const readOr = <T>(read: () => T): T | null => {
  try {
    return read()
  } catch {
    return null
  }
}

const argumentsOf = (pid: number): string[] =>
  (readOr(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? '').split('\0')

/**
 * Who has that number now. PostgreSQL, with these files as its argument and as its folder, cannot be anybody
 * else's process; its own children bear another title.
 */
function processOf(pid: number, files: string): Process {
  if (process.platform !== 'linux') return otherSystem(pid, files)
  if (!existsSync(`/proc/${pid}`)) return existsSync('/proc/self') ? 'gone' : 'unknown'
  const program = readOr(() => readlinkSync(`/proc/${pid}/exe`))
  const folder = readOr(() => readlinkSync(`/proc/${pid}/cwd`))
  // Of a process of another user nothing can be read: it is none of ours, and PostgreSQL thinks so too.
  if (program === null || folder === null) return 'unknown'
  const isPostgres = basename(program.replace(/ \(deleted\)$/, '')) === 'postgres'
  const isNamed = argumentsOf(pid).some((each) => readOr(() => realpathSync(each)) === files)
  return isPostgres && folder === files && isNamed ? 'ours' : 'foreign'
}

/** Without /proc the list of processes says it; on Windows a signal reaches a PostgreSQL or nobody. */
function otherSystem(pid: number, files: string): Process {
  if (process.platform === 'win32') return 'ours'
  const { stdout, status } = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], {
    encoding: 'utf8',
  })
  if (status !== 0) return 'gone'
  const [program = '', ...rest] = stdout.trim().split(' ')
  return basename(program) === 'postgres' && rest.join(' ').includes(files) ? 'ours' : 'foreign'
}

/** The Khlang that a PostgreSQL belongs to, when it still lives. */
function ownerOf(pid: number): number | null {
  const stat = readOr(() => readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? ''
  const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  const isKhlang = argumentsOf(parent).some((each) => /apps\/server\/src\/app\/main\.(mjs|ts)$/.test(each))
  return isKhlang && parent !== process.pid ? parent : null
}

/** Every cluster has a number of its own from the day it was made; a copy has the same. */
function clusterOf(files: string): string | null {
  return readOr(() => {
    const file = openSync(join(files, 'global', 'pg_control'), 'r')
    const number = Buffer.alloc(8)
    try {
      readSync(file, number, 0, 8, 0)
    } finally {
      closeSync(file)
    }
    return number.toString('hex')
  })
}

/** A copy of files that were in use while they were copied is torn. @throws DataInUse */
function assertWhole(files: string, note: Note): void {
  const origin = readOr(() => realpathSync(note.files))
  if (origin === null || origin === files || clusterOf(origin) !== clusterOf(files)) return
  throw new DataInUse(
    `The database files in ${files} were copied from ${origin} while PostgreSQL ran there: the copy is not ` +
      'whole. Stop Khlang, copy again, and start the copy.',
  )
}

export interface LeftoverOptions {
  readonly bin: string
  readonly user: RunUser | undefined
  readonly log: (line: string) => void
}

/**
 * A server left behind by a killed process still owns the files: it is asked to stop before ours starts.
 * Nobody else is: the number may be another program's by now. The files must be locked for this process.
 * @throws DataInUse when a living Khlang runs on the files, or they are a torn copy
 */
export function stopLeftover(given: string, { bin, user, log }: LeftoverOptions): void {
  const files = realpathSync(given)
  const note = noteOf(files)
  if (note === null) return
  assertWhole(files, note)
  const found = processOf(note.pid, files)
  if (found === 'foreign') return forget(files)
  if (found !== 'ours') return
  const owner = ownerOf(note.pid)
  if (owner !== null) throw new DataInUse(`Khlang already runs on ${files} (process ${owner}).`)
  log(`Ending the PostgreSQL that a killed process left behind (process ${note.pid})`)
  spawnSync(join(bin, 'pg_ctl'), ['-D', files, '-m', 'fast', '-w', '-t', '60', 'stop'], {
    ...user,
    cwd: '/',
  })
}

/**
 * PostgreSQL would take the program that has the number today for itself, and refuse to start for as long as
 * that runs. The note is kept, for the shared memory named in it must still be looked for; only its number
 * becomes ours, which a PostgreSQL that we start knows for its parent's and not for another server.
 */
function forget(files: string): void {
  const lines = readFileSync(noteFile(files), 'utf8').split('\n')
  writeFileSync(noteFile(files), [String(process.pid), ...lines.slice(1)].join('\n'))
}
