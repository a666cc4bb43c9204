import { BrandSettings } from '@khlang/contract/brand-settings.ts'
import { permissionMap } from '@khlang/contract/permissions.ts'
import { memberSorts } from '@khlang/contract/value-lists.ts'
import { Kysely, PostgresDialect, type CompiledQuery } from 'kysely'
import { performance } from 'node:perf_hooks'
import type pg from 'pg'
import { listEntries, sumEntries } from '../apps/server/src/features/credit-transactions/queries.ts'
import { listMembers, totalMembers } from '../apps/server/src/features/members/list-queries.ts'
import type { EmployeeActor } from '../apps/server/src/platform/actor.ts'
import { decodeCursor, encodeCursor, type KeysetRequest } from '../apps/server/src/platform/cursor.ts'
import type { Database } from '../apps/server/src/platform/db.ts'
import type { DB } from '../apps/server/src/platform/db-types.ts'
import { Secrets } from '../apps/server/src/platform/secrets.ts'
import { p99, type BenchEnv } from './env.ts'
import { seedLists } from './lists-seed.ts'

const callsPerCase = 200
const connections = 16
const pageLimitMs = 50
const totalsLimitMs = 300
const database = 'khlang_lists'

const secrets = new Secrets(Buffer.alloc(32, 5))
const settings = BrandSettings.parse({})
const abilities = {
  revealPii: true,
  exportData: true,
  seeOwnBalances: true,
  approvalLimitMinor: null,
  adjustmentPerDayMinor: null,
}
const permissions = permissionMap(() => true)
const actor: EmployeeActor = {
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
const seen = { actor, settings }

type Filter = Record<string, unknown>
type Page = { readonly records: readonly unknown[]; readonly afterCursor: string | null }
interface Case {
  readonly name: string
  readonly limitMs: number
  readonly call: (input: Filter) => Promise<unknown>
  readonly input: Filter
  readonly isPair?: boolean
}

const memberFilters: readonly Filter[] = [
  { state: ['locked'] },
  { state: ['blacklisted', 'locked'] },
  { level: 2 },
  { level: 9 },
  { tag: 'vip' },
  { tag: 'whale' },
  { bank: 'SCB' },
  { bank: 'CITI' },
  { source: 'line' },
  { registeredFrom: '2026-02-01', registeredTo: '2026-02-10' },
  { hasNeverDeposited: true },
  { balanceMinMinor: 5900 },
  { balanceMinMinor: 1000, balanceMaxMinor: 1001 },
  { search: 'user77' },
  { search: 'สมชาย12' },
  { search: 'กุล4999' },
  { search: '0900012345' },
  { search: '4321' },
  { search: 'วิ' },
  { search: 'zzzz nobody' },
]
const creditFilters = (memberId: string): readonly Filter[] => [
  { memberId },
  { kind: ['credit.add'] },
  { kind: ['bet.place', 'bonus.grant', 'withdraw.hold'] },
  { from: '2026-03-10', to: '2026-03-12' },
  { from: '2026-03-10', to: '2026-03-12', kind: ['bonus.grant'] },
  { amountMinor: 4321 },
  { reference: 's777777' },
  { memberId, kind: ['bet.place'], from: '2026-03-01', to: '2026-05-30' },
]

/** Cases in one order each time: a small generator in place of chance. */
function* chance(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    yield state
  }
}

/** The cursor of the last page but one: read from the other end, turned round. */
async function deepCursor(
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

async function measured(each: Case): Promise<number> {
  const took: number[] = []
  let left = callsPerCase
  // Connections live for hours: each has its plans before it is measured.
  for (let n = 0; n < 6; n += 1) {
    await Promise.all(Array.from({ length: connections }, () => each.call(each.input)))
  }
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (left > 0) {
        left -= 1
        const begun = performance.now()
        await each.call(each.input)
        took.push(performance.now() - begun)
      }
    }),
  )
  return p99(took)
}

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  Plans?: Plan[]
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

const deepOf = new Map<string, string>()

async function memberCases(db: Database): Promise<Case[]> {
  const members = (input: Filter): Promise<Page> => listMembers(db, input as never, seen, secrets)
  const base = { size: 25, sort: 'createdAt', isAscending: false }
  const cases: Case[] = []
  for (const sort of memberSorts) {
    const [down, up] = [
      { ...base, sort },
      { ...base, sort, isAscending: true },
    ]
    const after = await deepCursor('members.list', sort === 'username' ? 1 : 2, members, up, down)
    cases.push({ name: `members first by ${sort}`, limitMs: pageLimitMs, call: members, input: down })
    cases.push({
      name: `members deepest by ${sort}`,
      limitMs: pageLimitMs,
      call: members,
      input: { ...down, after },
    })
    deepOf.set(`members deepest by ${sort}`, `members first by ${sort}`)
  }
  for (const filter of memberFilters) {
    cases.push({
      name: `members ${JSON.stringify(filter)}`,
      limitMs: pageLimitMs,
      call: members,
      input: { ...base, ...filter },
    })
    const call = (input: Filter) => totalMembers(db, input as never, seen)
    cases.push({
      name: `member totals ${JSON.stringify(filter)}`,
      limitMs: totalsLimitMs,
      call,
      input: filter,
    })
  }
  const dice = chance(42)
  for (let pair = 0; pair < 20; pair += 1) {
    const one = memberFilters[dice.next().value % memberFilters.length] ?? {}
    const two = memberFilters[dice.next().value % memberFilters.length] ?? {}
    const sort = memberSorts[dice.next().value % memberSorts.length] ?? 'createdAt'
    const input = { ...base, sort, ...one, ...two }
    cases.push({
      name: `pair by ${sort} ${JSON.stringify({ ...one, ...two })}`,
      limitMs: pageLimitMs,
      call: members,
      input,
      isPair: true,
    })
  }
  return cases
}

async function creditCases(env: BenchEnv, db: Database, memberId: string): Promise<Case[]> {
  const cases: Case[] = []
  const credits = (input: Filter): Promise<Page> => {
    const { size: _s, after: _a, before: _b, ...filter } = input
    return listEntries(db, { actor, filter }, { input: input as never, secrets })
  }
  const sums = (input: Filter) => sumEntries(db, { actor, filter: input })
  const low = await env.admin(
    database,
    `select business_on::text, id::text from transfers order by business_on, id limit 1 offset 30`,
  )
  const { business_on, id } = low.rows[0] as { business_on: string; id: string }
  const after = await deepCursor('creditTransactions.list', 2, credits, {}, { size: 25 }, [business_on, id])
  cases.push({ name: 'credits first', limitMs: pageLimitMs, call: credits, input: { size: 25 } })
  cases.push({ name: 'credits deepest', limitMs: pageLimitMs, call: credits, input: { size: 25, after } })
  deepOf.set('credits deepest', 'credits first')
  cases.push({ name: 'credit totals {}', limitMs: totalsLimitMs, call: sums, input: {} })
  cases.push({
    name: 'member totals {}',
    limitMs: totalsLimitMs,
    call: (input) => totalMembers(db, input as never, seen),
    input: {},
  })
  for (const filter of creditFilters(memberId)) {
    cases.push({
      name: `credits ${JSON.stringify(filter)}`,
      limitMs: pageLimitMs,
      call: credits,
      input: { size: 25, ...filter },
    })
    cases.push({
      name: `credit totals ${JSON.stringify(filter)}`,
      limitMs: totalsLimitMs,
      call: sums,
      input: filter,
    })
  }

  return cases
}

/** Big tables that any of these statements would read from end to end. */
async function scansOf(
  pool: pg.Pool,
  bigTables: ReadonlySet<string>,
  asked: readonly CompiledQuery[],
): Promise<string[]> {
  const scans: string[] = []
  for (const query of asked) {
    const { rows } = await pool.query(`explain (format json) ${query.sql}`, [...query.parameters])
    const plan = (rows[0] as { 'QUERY PLAN': { Plan: Plan }[] })['QUERY PLAN'][0]?.Plan
    for (const node of plan ? nodesOf(plan) : []) {
      const table = node['Relation Name'] ?? ''
      if (node['Node Type'] === 'Seq Scan' && bigTables.has(table)) scans.push(table)
    }
  }
  return scans
}

export async function run(env: BenchEnv): Promise<boolean> {
  const pool = await env.prepare(database, connections)
  await seedLists(env, database)
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
  const someone = await env.admin(database, `select id from members where username = 'user77777'`)
  const memberId = (someone.rows[0] as { id: string } | undefined)?.id ?? ''

  const cases = [...(await memberCases(db)), ...(await creditCases(env, db, memberId))]
  let isGood = true
  const figures = new Map<string, number>()
  for (const each of cases) {
    asked.length = 0
    isListening = true
    await each.call(each.input)
    isListening = false
    const scans = await scansOf(pool, bigTables, [...asked])
    const ms = await measured(each)
    figures.set(each.name, ms)
    const first = figures.get(deepOf.get(each.name) ?? '')
    const isWithin = ms <= each.limitMs && scans.length === 0
    isGood &&= isWithin
    const ratio = first === undefined ? '' : `, deep ÷ first ${(ms / first).toFixed(2)}`
    const scanned = scans.length === 0 ? '' : `, SEQ SCAN ${scans.join()}`
    env.print(
      `  ${isWithin ? 'ok  ' : 'MISS'} ${ms.toFixed(1).padStart(7)} ms p99 (limit ${each.limitMs})` +
        `${ratio}${scanned}  ${each.name}`,
    )
  }
  await db.destroy()
  return isGood
}
