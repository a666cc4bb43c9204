import { isQuick } from './kit/asked.ts'
import type { BenchEnv } from './kit/env.ts'
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
/** Those alone whose name has this in it. */
const only = (process.env['KHLANG_BENCH_ONLY'] ?? '').split('|')

const isTotals = (name: string): boolean => /Totals|totals|linkReport/.test(name)

async function areQuick(env: BenchEnv, server: WatchedServer, [name, ...filters]: Asked): Promise<boolean> {
  let isGood = true
  for (const filter of filters) {
    const spelt = `${name} ${JSON.stringify(filter)}`
    if (!only.some((part) => spelt.includes(part))) continue
    const limitMs = isTotals(name) ? totalsLimitMs : pageLimitMs
    const ask = (): Promise<unknown> => server.call(name, filter as never)
    isGood = (await isQuick(env, server, { spelt, limitMs, ask })) && isGood
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
    for (const each of await yearCalls(env, database))
      isGood = (await areQuick(env, server, each)) && isGood
    return isGood
  } finally {
    await server.stop()
  }
}
