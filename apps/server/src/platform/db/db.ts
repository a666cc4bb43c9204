import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { boundEnding, boundQueries } from './bounded-client.ts'
import type { DB } from './db-types.ts'

export type Database = Kysely<DB>
export type Tx = Transaction<DB>
/** What a query needs: the pool or a running transaction. */
export type Reader = Kysely<DB> | Transaction<DB>

const safeInteger = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`The integer ${text} is beyond 2^53.`)
  return value
}

// PostgreSQL prints `2026-11-21 01:02:03.456789+00`; rows carry RFC 3339 with milliseconds.
// Every row has some: in UTC, which is what we ask for, the text is cut and not computed.
const instant = (text: string): string => {
  if (text.endsWith('+00') && text[4] === '-' && text.length <= 29)
    return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).slice(0, 3).padEnd(3, '0')}Z`
  return new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString()
}

const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, safeInteger],
  [pg.types.builtins.TIMESTAMPTZ, instant],
  [pg.types.builtins.DATE, (text: string) => text],
])

/** Values as the product wants them: money as safe integers, instants as RFC 3339 text, dates as text. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((id: number, format?: 'text' | 'binary') =>
    parsers.get(id) ?? pg.types.getTypeParser(id, format)) as pg.CustomTypesConfig['getTypeParser'],
}

const names = new Map<string, string>()
function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = createHash('sha256').update(text).digest('hex').slice(0, 40)
  names.set(text, name)
  return name
}

/** Past so many different texts a connection keeps no further plan: they would fill its memory. */
const plansMax = 300

/**
 * Every statement with values is planned once per connection instead of once per call; on the money path
 * planning costs more than running.
 */
function prepareAll(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  const known = new Set<string>()
  const prepared = (first: unknown, ...rest: unknown[]): unknown => {
    const [values] = rest
    if (typeof first !== 'string' || !Array.isArray(values) || values.length === 0)
      return query(first, ...rest)
    if (!known.has(first) && known.size >= plansMax) return query(first, ...rest)
    known.add(first)
    return query({ name: nameOf(first), text: first, values }, ...rest.slice(1))
  }
  client.query = prepared as typeof client.query
}

export interface PoolSettings {
  readonly max?: number
  readonly name?: string
  readonly statementTimeoutMs?: number
  /** For few statements that come all day: plans are kept, and are the same whatever the values. */
  readonly keepsPlans?: boolean
  /** Another role than the one that signs in; it must have been granted to that one. */
  readonly role?: 'khlang_jobs'
}

/** Many ask at once: helpers that one question takes are missing to the others. */
const oneCoreEach = '-c max_parallel_workers_per_gather=0'

/**
 * The database too must notice that we are gone without a word: until then its end of the connection holds
 * what it had locked, a work's lock for one. PostgreSQL's own patience is two hours.
 */
const noticesLoss = '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=2'

/** A plan made while tables were small must not stay to read them from end to end when they have grown. */
const keptPlans = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off'

const statementTimeoutUsualMs = 5000

/** What each connection is opened with: the kernel asks a silent peer whether it is still there. */
const connecting = (url: string, name: string) => ({
  connectionString: url,
  application_name: name,
  connectionTimeoutMillis: 5000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
})

/**
 * A pool whose connections give up rather than hang (safety 2.5). The server's limits end a statement that is
 * slow; ours end a connection that died without a word, and with it the pool's other idle ones: what made
 * the one mute (a firewall, a failover) has most likely made them mute too.
 */
export function createPool(url: string, settings: PoolSettings = {}): pg.Pool {
  const statementTimeoutMs = settings.statementTimeoutMs ?? statementTimeoutUsualMs
  const pool = new pg.Pool({
    ...connecting(url, settings.name ?? 'khlang'),
    max: settings.max ?? 20,
    types,
    options: [
      noticesLoss,
      oneCoreEach,
      ...(settings.keepsPlans ? [keptPlans] : []),
      ...(settings.role === undefined ? [] : [`-c role=${settings.role}`]),
    ].join(' '),
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeoutMs,
    lock_timeout: 2000,
    idle_in_transaction_session_timeout: 10_000,
  })
  const idle = new Set<pg.PoolClient>()
  pool.on('acquire', (client) => idle.delete(client))
  pool.on('release', (_error, client) => idle.add(client))
  pool.on('remove', (client) => idle.delete(client))
  // A connection that dies while idle is not a failure of a caller; the pool opens another.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    // One that dies in use fails its query; told of by nobody, it would take the whole process with it.
    client.on('error', () => undefined)
    boundEnding(client)
    boundQueries(client, statementTimeoutMs, () => {
      for (const other of idle) other.connection.stream.destroy()
    })
    if (settings.keepsPlans) prepareAll(client)
  })
  return pool
}

/** A single connection under the same limits, for what no pool can do: to listen. Not connected yet. */
export function createClient(url: string, name: string, statementTimeoutMs: number): pg.Client {
  const client = new pg.Client({ ...connecting(url, name), statement_timeout: statementTimeoutMs })
  boundEnding(client)
  boundQueries(client, statementTimeoutMs)
  return client
}

export const createDatabase = (pool: pg.Pool): Database =>
  new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })

/** The five-letter code of a PostgreSQL error, or undefined. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** The name of the constraint a PostgreSQL error is about, or undefined. */
export const constraintOf = (error: unknown): string | undefined =>
  error instanceof Error && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : undefined
