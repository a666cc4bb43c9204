import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, type ColumnType, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from './db-types.ts'

export type Database = Kysely<DB>
export type Tx = Transaction<DB>
/** What a query needs: the pool or a running transaction. */
export type Reader = Kysely<DB> | Transaction<DB>
export type Instant = ColumnType<string, Date | string, Date | string>

const safeInteger = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`The integer ${text} is beyond 2^53.`)
  return value
}

// PostgreSQL prints `2026-11-21 01:02:03.456789+00`; rows carry RFC 3339 with milliseconds.
const instant = (text: string): string =>
  new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString()

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

/**
 * A statement that begins with this mark is planned once per connection instead of once per call: for the
 * few large statements of the money path, where planning costs more than running. Its text must have few
 * variants.
 */
export const preparedMark = '/* prepared */ '

const names = new Map<string, string>()
function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = createHash('sha256').update(text).digest('hex').slice(0, 40)
  names.set(text, name)
  return name
}

function prepareMarked(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  const marked = (first: unknown, ...rest: unknown[]): unknown =>
    typeof first === 'string' && first.startsWith(preparedMark)
      ? query({ name: nameOf(first), text: first, values: rest[0] }, ...rest.slice(1))
      : query(first, ...rest)
  client.query = marked as typeof client.query
}

export interface PoolSettings {
  readonly max?: number
  readonly name?: string
  readonly statementTimeoutMs?: number
}

/** A pool whose connections give up rather than hang (safety 2.5). */
export function createPool(url: string, settings: PoolSettings = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: settings.max ?? 20,
    application_name: settings.name ?? 'khlang',
    types,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    statement_timeout: settings.statementTimeoutMs ?? 5000,
    lock_timeout: 2000,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
  })
  // A connection that dies while idle is not a failure of a caller; the pool opens another.
  pool.on('error', () => undefined)
  pool.on('connect', prepareMarked)
  return pool
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
