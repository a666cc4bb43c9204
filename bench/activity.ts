import { encodeId } from '@khlang/contract/values/values.ts'
import { knownValues, listActivity } from '../apps/server/src/features/activity-logs/queries.ts'
import { checkpointKey } from '../apps/server/src/features/activity-logs/seal.ts'
import type { Database } from '../apps/server/src/platform/db/db.ts'
import { verifyActivity } from '../tools/verify/verify-activity.ts'
import { actCount, seedActivity } from './kit/activity-seed.ts'
import type { BenchEnv } from './kit/env.ts'
import {
  connections,
  deepCursor,
  pageLimitMs,
  runCases,
  secrets,
  seen,
  type Case,
  type Filter,
  type Page,
} from './kit/list-cases.ts'

const database = 'khlang_activity'
const verifyLimitS = 60

const dayAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

const filters: readonly Filter[] = [
  { admins: ['clerk7'] },
  { admins: ['clerk7', 'clerk8', 'clerk9'] },
  { admins: ['clerk7'], from: dayAgo(12), to: dayAgo(9) },
  { isByStaff: true },
  { isByStaff: true, results: ['refused'] },
  { entities: ['session'] },
  { entities: ['member', 'employee'] },
  { actions: ['approve'] },
  { actions: ['approve', 'link', 'paid'] },
  { actions: ['approve'], entities: ['withdrawal'] },
  { admins: ['clerk7'], actions: ['approve'] },
  { admins: ['clerk7'], entities: ['session'] },
  { entityId: encodeId('deposit', `019b0001-0000-7000-8000-${(77_777).toString(16).padStart(12, '0')}`) },
  { entityId: 'thing_nowhere' },
  { requestId: `req_${(777_777).toString(16)}` },
  { address: '10.1.2.77' },
  { results: ['refused'] },
  { results: ['refused'], actions: ['approve'] },
  { results: ['done'] },
  { from: dayAgo(8), to: dayAgo(5) },
  { from: dayAgo(17), to: dayAgo(16), results: ['refused'] },
]

async function cases(env: BenchEnv, db: Database): Promise<Case[]> {
  const list = (input: Filter): Promise<Page> =>
    listActivity(db, { ...seen, input: input as never, secrets })
  const low = await env.admin(database, 'select at::text, seq::text from activity_seals where seq = 30')
  const { at, seq } = low.rows[0] as { at: string; seq: string }
  const after = await deepCursor('activity', 2, list, {}, { size: 25 }, [at, seq])
  const page = { limitMs: pageLimitMs, call: list }
  return [
    { ...page, name: 'first', input: { size: 25 } },
    { ...page, name: 'deepest', input: { size: 25, after }, firstOf: 'first' },
    ...filters.map((filter) => ({ ...page, name: JSON.stringify(filter), input: { size: 25, ...filter } })),
    ...(['entity', 'action'] as const).map((column) => ({
      limitMs: pageLimitMs,
      call: () => knownValues(db, column),
      name: `known ${column}`,
      input: {},
    })),
  ]
}

/** Pages and filters of a log of a million acts, and how long its verifier takes over all of it. */
export async function run(env: BenchEnv): Promise<boolean> {
  const pool = await env.prepare(database, connections)
  await seedActivity(env, database, pool)
  const begun = performance.now()
  const { count, findings } = await verifyActivity({
    url: env.adminUrl(database),
    chainKey: secrets.key('activity-chain'),
    kept: null,
    publicKey: checkpointKey(secrets),
  })
  const seconds = (performance.now() - begun) / 1000
  const isProven = count === actCount && findings.length === 0 && seconds <= verifyLimitS
  env.print(
    `  ${isProven ? 'ok  ' : 'MISS'} verifier: ${count} rows in ${seconds.toFixed(1)} s ` +
      `(limit ${verifyLimitS}), ${findings.length} findings`,
  )
  const { isGood: isQuick } = await runCases(env, { database, pool }, (db) => cases(env, db))
  return isProven && isQuick
}
