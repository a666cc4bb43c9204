import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../apps/server/src/platform/cluster/embedded-postgres.ts'
import { createPool } from '../../apps/server/src/platform/db/db.ts'
import { ensureDatabase, migrate, withDatabase } from '../../apps/server/src/platform/migrations/migrate.ts'

/** What every bench gets: one server with production's settings, shared by all benches of a run. */
export interface BenchEnv {
  /** Address of the administrator in the given database. */
  readonly adminUrl: (database: string) => string
  /** Address of the role that the product's server signs in as, after `prepare`. */
  readonly appUrl: (database: string) => string
  /** A migrated database of this name, and a pool as the role the server signs in as; it keeps its plans. */
  readonly prepare: (database: string, connections: number) => Promise<pg.Pool>
  readonly admin: (database: string, sql: string) => Promise<pg.QueryResult>
  readonly folder: string
  /** Process of PostgreSQL that was started first. */
  readonly postgresPid: number
  /** Seconds per measured round; `KHLANG_BENCH_SECONDS`, 20 by default. */
  readonly seconds: number
  readonly print: (line: string) => void
}

export interface Rate {
  readonly perSecond: number
  readonly p99Ms: number
}

/** A bench: its limit and its figure come from the same run on the same server. False means: limit missed. */
export type Bench = (env: BenchEnv) => Promise<boolean>

const appPassword = 'bench-only'

/** Where books are kept from one run to the next; absent: nowhere. */
const keptFolder = process.env['KHLANG_BENCH_FOLDER']

function madeFolder(): string {
  if (keptFolder === undefined) return mkdtempSync(join(tmpdir(), 'khlang-bench-'))
  mkdirSync(keptFolder, { recursive: true })
  return keptFolder
}

/**
 * Starts the server in a folder of its own, runs the work, removes everything, but for a folder to be kept.
 * @param settings beside production's: what only measures
 */
export async function withServer(
  work: (env: BenchEnv) => Promise<void>,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  const folder = madeFolder()
  // The database's own user must get in, or the files would live, and stay, elsewhere.
  chmodSync(folder, 0o755)
  const server = await startEmbeddedPostgres({ dataDir: folder, password: 'bench-only', settings })
  const adminUrl = (database: string) => withDatabase(server.adminUrl, { database })
  const admin = async (database: string, text: string) => {
    const client = new pg.Client({ connectionString: adminUrl(database) })
    await client.connect()
    try {
      return await client.query(text)
    } finally {
      await client.end()
    }
  }
  const appUrl = (database: string) =>
    withDatabase(server.adminUrl, { database, user: 'khlang_app', password: appPassword })
  const prepare = async (database: string, connections: number) => {
    await ensureDatabase(server.adminUrl, database)
    await migrate(adminUrl(database), appPassword)
    return createPool(appUrl(database), { max: connections, name: 'khlang-bench', keepsPlans: true })
  }
  const seconds = Number(process.env['KHLANG_BENCH_SECONDS'] ?? 20)
  try {
    await work({
      adminUrl,
      appUrl,
      prepare,
      admin,
      folder,
      postgresPid: server.pid,
      seconds,
      print: (line) => process.stdout.write(`${line}\n`),
    })
  } finally {
    await server.stop()
    if (keptFolder === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

/** The value below which 99 of 100 lie; sorts the array in place. */
export function p99(valuesMs: number[]): number {
  valuesMs.sort((a, b) => a - b)
  return valuesMs[Math.min(valuesMs.length - 1, Math.floor(valuesMs.length * 0.99))] ?? 0
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** `callers` loops, each awaiting its own call before the next, for `seconds`. */
export async function callInLoops(
  callers: number,
  seconds: number,
  call: () => Promise<void>,
): Promise<Rate> {
  const took: number[] = []
  const begun = performance.now()
  const until = begun + seconds * 1000
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (let at = performance.now(); at < until;) {
        await call()
        const now = performance.now()
        took.push(now - at)
        at = now
      }
    }),
  )
  return { perSecond: took.length / ((performance.now() - begun) / 1000), p99Ms: p99(took) }
}

/**
 * Runs pgbench with a script; p99 comes from its log of every transaction.
 * @throws when pgbench is missing: it comes with Debian's postgresql-contrib, the npm package has none.
 */
export async function pgbench(
  env: BenchEnv,
  database: string,
  script: string,
  options: { readonly clients: number; readonly threads: number },
): Promise<Rate> {
  const prefix = join(env.folder, `pgbench-${Date.now()}`)
  const { username, password, port } = new URL(env.adminUrl(database))
  const args = [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(options.clients),
    '-j',
    String(options.threads),
    '-T',
    String(env.seconds),
    '-l',
    '--log-prefix',
    prefix,
    '-f',
    script,
    '-h',
    '127.0.0.1',
    '-p',
    port,
    '-U',
    username,
    database,
  ]
  const output = await new Promise<string>((done, fail) => {
    const child = spawn('pgbench', args, {
      env: { ...process.env, PGPASSWORD: decodeURIComponent(password) },
    })
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += String(chunk)
    })
    child.stderr.on('data', (chunk) => {
      text += String(chunk)
    })
    child.once('error', () =>
      fail(new Error('pgbench is missing: install postgresql-contrib (Debian) or add it to PATH.')),
    )
    child.once('exit', (code) => (code === 0 ? done(text) : fail(new Error(`pgbench failed:\n${text}`))))
  })
  const rate = /tps = ([\d.]+)/.exec(output)?.[1]
  if (rate === undefined) throw new Error(`pgbench printed no rate:\n${output}`)
  const tookMs: number[] = []
  for (const name of readdirSync(env.folder).filter((file) =>
    join(env.folder, file).startsWith(`${prefix}.`),
  )) {
    const file = join(env.folder, name)
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      const us = line.split(' ')[2]
      if (us !== undefined) tookMs.push(Number(us) / 1000)
    }
    rmSync(file)
  }
  return { perSecond: Number(rate), p99Ms: p99(tookMs) }
}
