import { memberSorts } from '@khlang/contract/value-lists.ts'
import { listEntries, sumEntries } from '../apps/server/src/features/credit-transactions/queries.ts'
import { listMembers, totalMembers } from '../apps/server/src/features/members/list-queries.ts'
import type { Database } from '../apps/server/src/platform/db.ts'
import type { BenchEnv } from './kit/env.ts'
import {
  actor,
  connections,
  deepCursor,
  pageLimitMs,
  runCases,
  secrets,
  seen,
  totalsLimitMs,
  type Case,
  type Filter,
  type Page,
} from './kit/list-cases.ts'
import { seedLists } from './kit/lists-seed.ts'

const database = 'khlang_lists'

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
  { kind: ['cashback.pay'] },
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
      firstOf: `members first by ${sort}`,
    })
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
  cases.push({
    name: 'credits deepest',
    limitMs: pageLimitMs,
    call: credits,
    input: { size: 25, after },
    firstOf: 'credits first',
  })
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

export async function run(env: BenchEnv): Promise<boolean> {
  const pool = await env.prepare(database, connections)
  await seedLists(env, database)
  const someone = await env.admin(database, `select id from members where username = 'user77777'`)
  const memberId = (someone.rows[0] as { id: string } | undefined)?.id ?? ''
  return runCases(env, { database, pool }, async (db) => [
    ...(await memberCases(db)),
    ...(await creditCases(env, db, memberId)),
  ])
}
