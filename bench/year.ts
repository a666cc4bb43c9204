import { performance } from 'node:perf_hooks'
import { median, p99, type BenchEnv } from './kit/env.ts'
import { memberCount } from './kit/lists-seed.ts'
import type { Asked } from './kit/plans/examples.ts'
import { houseFilled, houseParts } from './kit/plans/rows.ts'
import { seedHouse } from './kit/plans/seed.ts'
import { startWatched, type WatchedServer } from './kit/plans/server.ts'
import { book } from './kit/year/book.ts'
import { yearCalls } from './kit/year/calls.ts'
import { cashParts } from './kit/year/cash.ts'
import { closesInTime } from './kit/year/close.ts'

/** Seeds for a quarter of an hour: only when named. */
export const isLong = true

const database = 'khlang_year'
/** A year: 120 days of what members did, then these with money, then yesterday. */
const moneyDays = 244
const rounds = 6
const deposits = Number(process.env['KHLANG_BENCH_DEPOSITS'] ?? 1_700_000)
const yesterdays = Math.min(20_000, deposits / 10)

const pageLimitMs = 100
const totalsLimitMs = 300
/** What is printed beside: so many at once, on a machine of two cores that asks, answers and reads. */
const together = 4
const callsPerCase = 200
const warmCalls = 40
/** Those alone whose name has this in it. */
const only = (process.env['KHLANG_BENCH_ONLY'] ?? '').split('|')

const shown = (ms: number): string => ms.toFixed(1).padStart(7)

const isTotals = (name: string): boolean => /Totals|totals|linkReport/.test(name)

/** So many calls, each question asked anew. @returns what each took, in ms, sorted */
async function asked(count: number, callers: number, ask: () => Promise<unknown>): Promise<number[]> {
  const took: number[] = []
  let left = count
  const caller = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      const begun = performance.now()
      await ask()
      took.push(performance.now() - begun)
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  return took.toSorted((a, b) => a - b)
}

async function isQuick(
  env: BenchEnv,
  { call, forgetReads }: WatchedServer,
  [name, ...filters]: Asked,
): Promise<boolean> {
  let isGood = true
  for (const filter of filters) {
    const spelt = `${name} ${JSON.stringify(filter)}`
    if (!only.some((part) => spelt.includes(part))) continue
    const ask = (): Promise<unknown> => {
      forgetReads()
      return call(name, filter as never)
    }
    const limitMs = isTotals(name) ? totalsLimitMs : pageLimitMs
    try {
      await asked(warmCalls, 1, ask)
      const took = await asked(callsPerCase, 1, ask)
      const ms = p99(took)
      const busy = p99(await asked(callsPerCase, together, ask))
      isGood &&= ms <= limitMs
      const word = ms <= limitMs ? 'ok  ' : 'MISS'
      const beside = `${shown(median(took))} p50 ${shown(busy)} p99 of ${together}`
      const figures = `${shown(ms)} ms p99 (limit ${limitMs}) ${beside}`
      env.print(`  ${word} ${figures}  ${spelt}`)
    } catch (error) {
      isGood = false
      env.print(`  MISS ${spelt}: ${String(error)}`)
    }
  }
  return isGood
}

async function sizesOf(env: BenchEnv): Promise<{ yesterday: string; yesterdays: number }> {
  const { rows } = await env.admin(
    database,
    `select ((now() at time zone 'Asia/Bangkok')::date - 1)::text as yesterday,
       (select count(*) from statement_lines)::int as lines,
       (select count(*) from transfers)::int as transfers,
       (select count(*) from deposits where state = 'credited'
           and business_on = (now() at time zone 'Asia/Bangkok')::date - 1)::int as yesterdays`,
  )
  const [found] = rows as { yesterday: string; lines: number; transfers: number; yesterdays: number }[]
  if (!found) throw new Error('no book')
  env.print(`  ${found.lines} lines, ${found.transfers} transfers, ${found.yesterdays} deposits yesterday`)
  return found
}

/** The screens of cash operations over a year, through the product's own server, and the close of a day. */
export async function run(env: BenchEnv): Promise<boolean> {
  const { acted, ...rest } = houseParts
  await seedHouse(env, {
    database,
    rounds,
    size: { members: memberCount, deposits, days: moneyDays, yesterday: yesterdays },
    parts: { ...rest, book, ...cashParts, ...(acted === undefined ? {} : { acted }) },
    filled: houseFilled.replace(
      '(',
      `('transfers', 'wallet_entries', 'gateway_orders', 'gateway_events', 'statement_file_rows', `,
    ),
  })
  if (only.includes('seed')) return true
  const size = await sizesOf(env)
  const server = await startWatched(env, database)
  try {
    let isGood = true
    if (only.some((part) => 'close'.includes(part)))
      isGood = await closesInTime(env, server, {
        database,
        yesterday: size.yesterday,
        deposits: size.yesterdays,
      })
    for (const each of await yearCalls(env, database)) isGood = (await isQuick(env, server, each)) && isGood
    return isGood
  } finally {
    await server.stop()
  }
}
