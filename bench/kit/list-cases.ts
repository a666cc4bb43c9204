import { BrandSettings } from '@khlang/contract/brand-settings.ts'
import { permissionMap } from '@khlang/contract/kit/permissions.ts'
import { Kysely, PostgresDialect, type CompiledQuery } from 'kysely'
import { performance } from 'node:perf_hooks'
import type pg from 'pg'
import type { EmployeeActor } from '../../apps/server/src/platform/people/actor.ts'
import { decodeCursor, encodeCursor, type KeysetRequest } from '../../apps/server/src/platform/db/cursor.ts'
import type { Database } from '../../apps/server/src/platform/db/db.ts'
import type { DB } from '../../apps/server/src/platform/db/db-types.ts'
import { Secrets } from '../../apps/server/src/platform/security/secrets.ts'
import { p99, type BenchEnv } from './env.ts'
import { readsOf } from './plan-reads.ts'

// How a list is measured: every case by 16 connections at once, its p99 beside its limit, no big table read
// from end to end.

/** A case is measured for so long, and by no fewer calls than so many. */
const measuredMs = 2000
const callsPerCase = 200
/** A server lives for hours: its connections have their plans, its code is compiled. */
const warmMs = 1000
export const connections = 16
export const pageLimitMs = 50
export const totalsLimitMs = 300

export const secrets = new Secrets(Buffer.alloc(32, 5))
const settings = BrandSettings.parse({})
const abilities = {
  revealPii: true,
  exportData: true,
  seeOwnBalances: true,
  approvalLimitMinor: null,
  adjustmentPerDayMinor: null,
}
const permissions = permissionMap(() => true)
export const actor: EmployeeActor = {
  kind: 'employee',
  id: '00000000-0000-7000-8000-000000000001',
  username: 'bench',
  displayName: 'bench',
  type: 'staff',
  role: { id: 'r', name: 'r', template: null, version: 1, isAdmin: true, stored: permissions, abilities },
  permissions,
  isEnrolled: true,
  address: '',
  device: '',
  session: { id: 's', kind: 'full', idleTimeoutMs: 0, expiresAt: '', stepUpUntil: null, hasStepUp: true },
}
export const seen = { actor, settings }

export type Filter = Record<string, unknown>
export type Page = { readonly records: readonly unknown[]; readonly afterCursor: string | null }
export interface Case {
  readonly name: string
  readonly limitMs: number
  readonly call: (input: Filter) => Promise<unknown>
  readonly input: Filter
  /** The case whose figure this one's is divided by. */
  readonly firstOf?: string
}

/** The cursor of the last page but one: read from the other end, turned round. */
export async function deepCursor(
  list: string,
  columns: number,
  first: (input: Filter) => Promise<Page>,
  up: Filter,
  down: Filter,
  keys?: string[],
): Promise<string> {
  const requestOf = (input: Filter): KeysetRequest =>
    ({ list, sort: Array.from({ length: columns }), input, actor, secrets }) as unknown as KeysetRequest
  const values = keys ?? decodeCursor(requestOf(up), (await first(up)).afterCursor ?? '')
  return encodeCursor(requestOf(down), values)
}

/** A plan reads no more than so many rows for one that it answers; a page's worth is the least to answer. */
export const readsPerAnswer = 20
export const leastAnswer = 26

/** Rows of a page, or how many a total has counted. */
function answeredBy(answer: unknown): number {
  const { records, count } = answer as { records?: readonly unknown[]; count?: number }
  return records?.length ?? count ?? 0
}

/** Sixteen ask at once, one call after another, until `isOver`: how long each call took. */
async function askedBy(each: Case, isOver: (calls: number, ms: number) => boolean): Promise<number[]> {
  const took: number[] = []
  const start = performance.now()
  const askOn = async () => {
    do {
      const begun = performance.now()
      await each.call(each.input)
      took.push(performance.now() - begun)
    } while (!isOver(took.length, performance.now() - start))
  }
  await Promise.all(Array.from({ length: connections }, askOn))
  return took
}

async function measured(each: Case): Promise<number> {
  await askedBy(each, (calls, ms) => calls >= 6 * connections && ms >= warmMs)
  return p99(await askedBy(each, (calls, ms) => calls >= callsPerCase && ms >= measuredMs))
}

export interface Outcome {
  /** Whether every limit was kept. */
  readonly isGood: boolean
  /** The p99 of each case, in milliseconds. */
  readonly figures: ReadonlyMap<string, number>
}

/** Measures cases over a database and prints each. */
export async function runCases(
  env: BenchEnv,
  { database, pool }: { readonly database: string; readonly pool: pg.Pool },
  casesOf: (db: Database) => Promise<readonly Case[]>,
): Promise<Outcome> {
  const asked: CompiledQuery[] = []
  let isListening = false
  const db: Database = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => {
      if (isListening) asked.push(event.query)
    },
  })
  const big = await env.admin(
    database,
    `select relname from pg_class where relkind = 'r' and reltuples > 10000`,
  )
  const bigTables = new Set((big.rows as { relname: string }[]).map((row) => row.relname))
  const cases = await casesOf(db)
  let isGood = true
  const figures = new Map<string, number>()
  for (const each of cases) {
    asked.length = 0
    isListening = true
    const answer = await each.call(each.input)
    isListening = false
    const { rows: read, scans } = await readsOf(pool, bigTables, [...asked])
    const readMost = readsPerAnswer * Math.max(leastAnswer, answeredBy(answer))
    const ms = await measured(each)
    figures.set(each.name, ms)
    const first = figures.get(each.firstOf ?? '')
    const isWithin = ms <= each.limitMs && scans.length === 0 && read <= readMost
    isGood &&= isWithin
    const ratio = first === undefined ? '' : `, deep ÷ first ${(ms / first).toFixed(2)}`
    const scanned = scans.length === 0 ? '' : `, SEQ SCAN ${scans.join()}`
    env.print(
      `  ${isWithin ? 'ok  ' : 'MISS'} ${ms.toFixed(1).padStart(7)} ms p99 (limit ${each.limitMs})` +
        `, ${read} rows read (limit ${readMost})${ratio}${scanned}  ${each.name}`,
    )
  }
  await db.destroy()
  return { isGood, figures }
}
