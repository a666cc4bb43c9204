import { memberSorts } from '@khlang/contract/values/value-lists.ts'
import { listEntries, sumEntries } from '../apps/server/src/features/credit-transactions/queries.ts'
import { listMembers, totalMembers } from '../apps/server/src/features/members/list/list-queries.ts'
import type { Database } from '../apps/server/src/platform/db/db.ts'
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
  type Outcome,
  type Page,
} from './kit/list-cases.ts'
import { growLists, memberCount, seedLists } from './kit/lists-seed.ts'

const database = 'khlang_lists'
/** Of transfers, one a member each. */
const rounds = { few: 5, many: 20 }

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
  { search: 'user1' },
  { search: 'สมชาย' },
  { search: 'นามสกุล' },
  { search: 'สมชาย12' },
  { search: 'กุล4999' },
  { search: '0900012345' },
  { search: '4321' },
  { search: 'วิ' },
  { search: 'zzzz nobody' },
]
/** A filter beside a common name, which few fit or many: in the order of the match and by a column. */
const rareFilters: readonly Filter[] = [
  { search: 'วิ', state: ['blacklisted'] },
  { search: 'อรุณ', state: ['locked', 'blacklisted'] },
  { search: 'สมชาย', level: 9 },
  { search: 'user1', tag: 'whale' },
  { search: 'user77', bank: 'SCB' },
  { search: 'นามสกุล', bank: 'CITI' },
  { search: 'ไล1', state: ['blacklisted'] },
  { search: 'ระเส', tag: 'vip' },
  { search: 'สมชาย', hasNeverDeposited: true },
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
      // As the console asks: what is searched stands in the order of the match.
      input: { ...base, ...('search' in filter ? { sort: 'match' } : {}), ...filter },
    })
    const call = (input: Filter) => totalMembers(db, input as never, seen)
    cases.push({
      name: `member totals ${JSON.stringify(filter)}`,
      limitMs: totalsLimitMs,
      call,
      input: filter,
    })
  }
  for (const filter of rareFilters) {
    const one = (name: string, more: Filter): Case => ({
      name: `${name} ${JSON.stringify(filter)}`,
      limitMs: pageLimitMs,
      call: members,
      input: { ...base, ...filter, ...more },
    })
    cases.push(
      one('rare of common', { sort: 'match' }),
      one('rare of common by balance', { sort: 'balance' }),
    )
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

const growth = rounds.many / rounds.few
const growthMost = 1.3
/** Below this the noise of one machine is larger than what a book adds. */
const leastMs = 15

export async function run(env: BenchEnv): Promise<boolean> {
  await (await env.prepare(database, 1)).end()
  const measure = async (): Promise<Outcome> => {
    const pool = await env.prepare(database, connections)
    const someone = await env.admin(database, `select id from members where username = 'user77777'`)
    const memberId = (someone.rows[0] as { id: string } | undefined)?.id ?? ''
    return runCases(env, { database, pool }, async (db) => [
      ...(await memberCases(db)),
      ...(await creditCases(env, db, memberId)),
    ])
  }
  await seedLists(env, database, { first: 1, last: rounds.few })
  env.print(`${memberCount} members, ${memberCount * rounds.few} transfers`)
  const few = await measure()
  await growLists(env, database, { first: rounds.few + 1, last: rounds.many })
  env.print(`${memberCount} members, ${memberCount * rounds.many} transfers`)
  const many = await measure()
  let isFlat = true
  for (const [name, ms] of many.figures) {
    const ratio = Math.max(ms, leastMs) / Math.max(few.figures.get(name) ?? 0, leastMs)
    if (ratio <= growthMost) continue
    isFlat = false
    env.print(`  MISS ${ratio.toFixed(2)} times as slow with ${growth} times the transfers: ${name}`)
  }
  return few.isGood && many.isGood && isFlat
}
