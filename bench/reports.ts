import { isQuick } from './kit/asked.ts'
import type { BenchEnv } from './kit/env.ts'
import { memberCount } from './kit/lists-seed.ts'
import { seedHouse } from './kit/plans/seed.ts'
import { startWatched, type WatchedServer } from './kit/plans/server.ts'
import { betDays, betParts } from './kit/reports/bets.ts'
import { reportCalls, type ReportCall } from './kit/reports/calls.ts'
import { figureParts, wrongFigures } from './kit/reports/figures.ts'
import { keepsUp } from './kit/reports/rate.ts'

/** Seeds for half an hour: only when named. */
export const isLong = true

const database = 'khlang_reports'
/** Money in and out lies over a year beside the bets. */
const moneyDays = 365
const deposits = Number(process.env['KHLANG_BENCH_DEPOSITS'] ?? memberCount)
/** Those alone whose name has this in it. */
const only = (process.env['KHLANG_BENCH_ONLY'] ?? '').split('|')

const filled = `('members', 'member_bank_accounts', 'statement_lines', 'deposits', 'withdrawals', 'payouts',
  'bets', 'bet_outcomes', 'play_words', 'play_member_games', 'play_members')`

/** @returns whether the figures are sums of the outcomes, and these of the bets */
async function isTrue(env: BenchEnv): Promise<boolean> {
  const { rows } = await env.admin(
    database,
    `select (select count(*) from bets)::int as bets, (select count(*) from bet_outcomes)::int as outcomes,
       (select count(*) from play_member_games)::int as figures,
       pg_size_pretty(pg_database_size('${database}')) as size`,
  )
  const [found] = rows as { bets: number; outcomes: number; figures: number; size: string }[]
  if (!found) throw new Error('no book')
  env.print(
    `  ${found.bets} bets of ${memberCount} members in ${betDays} days, ${found.outcomes} outcomes, ` +
      `${found.figures} sums by day, game and member; ${found.size}`,
  )
  const wrong = await env.admin(database, wrongFigures)
  if (wrong.rows.length > 0) env.print(`  MISS figures are no sums: ${JSON.stringify(wrong.rows[0])}`)
  return wrong.rows.length === 0
}

/** The cursor of the page that is so many pages away from the first, or of the last one there is. */
const pagesAway = 20

async function deepOf(
  { call }: WatchedServer,
  { name, filter }: ReportCall,
): Promise<ReportCall['filter']> {
  let after: string | undefined
  for (let page = 0; page < pagesAway; page += 1) {
    const { afterCursor } = (await call(name, {
      ...filter,
      size: 100,
      ...(after === undefined ? {} : { after }),
    } as never)) as { afterCursor: string | null }
    if (afterCursor === null) break
    after = afterCursor
  }
  return after === undefined ? filter : { ...filter, after }
}

async function areQuick(env: BenchEnv, server: WatchedServer): Promise<boolean> {
  let isGood = true
  for (const each of await reportCalls(env, database)) {
    const { name, limitMs, isDeep = false } = each
    const spelt = `${name} ${JSON.stringify(each.filter)}${isDeep ? ' deep' : ''}`
    if (!only.some((part) => spelt.includes(part))) continue
    const filter = isDeep ? await deepOf(server, each) : each.filter
    const ask = (): Promise<unknown> => server.call(name, filter as never)
    isGood = (await isQuick(env, server, { spelt, limitMs, ask })) && isGood
  }
  return isGood
}

/**
 * Reports on play over a month of bets and two years of figures, through the product's own server; then how
 * far the figures are behind while bets come.
 */
export async function run(env: BenchEnv): Promise<boolean> {
  await seedHouse(env, {
    database,
    rounds: 1,
    size: { members: memberCount, deposits, days: moneyDays },
    parts: { ...betParts, ...figureParts },
    filled,
  })
  if (only.includes('seed')) return true
  let isGood = await isTrue(env)
  const server = await startWatched(env, database)
  try {
    isGood = (await areQuick(env, server)) && isGood
  } finally {
    await server.stop()
  }
  if (only.some((part) => 'rate'.includes(part))) isGood = (await keepsUp(env, database)) && isGood
  return isGood
}
