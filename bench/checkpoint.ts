import { randomInt } from 'node:crypto'
import type pg from 'pg'
import { providerClearing } from '@khlang/ledger/accounts.ts'
import { betPlace, betSettle } from '@khlang/ledger/wallet.ts'
import { GroupCommit } from '../apps/server/src/platform/posting/group-commit.ts'
import { startFolder } from '../apps/server/src/platform/posting/ledger-store.ts'
import { callInLoops, median, type BenchEnv, type Rate } from './kit/env.ts'
import { memberCount, seedLists } from './kit/lists-seed.ts'

/** The book takes half an hour to fill: only when it is named. */
export const isLong = true

const database = 'bench_checkpoint'
/** Of transfers, one a member each: 20,000,000 of 1,000,000 members. */
const rounds = { first: 1, last: 20 }
const callers = 256
const measured = 3
const limit = 0.6
const day = { businessOn: '2027-06-01' }
const house = providerClearing('bench')

/** Members whose wallets are paid from and to, by chance, each transfer awaited until it is durable. */
async function post(pool: pg.Pool, ids: readonly string[], seconds: number): Promise<Rate> {
  const group = new GroupCommit(pool)
  const mark = crypto.randomUUID()
  let drawn = 0
  const rate = await callInLoops(callers, seconds, async () => {
    drawn += 1
    const memberId = ids[randomInt(ids.length)] ?? ''
    const bet = { sourceId: `${mark}-${drawn}`, memberId, providerId: 'bench', amountMinor: 1, ...day }
    await group.post(drawn % 2 === 0 ? betPlace(bet) : betSettle(bet))
  })
  await group.drain()
  return rate
}

const show = (rate: Rate) => `${rate.perSecond.toFixed(0)}/s, p99 ${rate.p99Ms.toFixed(1)} ms`

/**
 * Over a book of 20,000,000 transfers the rate of posting right after a checkpoint, when each page that is
 * written goes into the log whole, beside the warm rate before it. Limit: 0.6 of it.
 */
export async function run(env: BenchEnv): Promise<boolean> {
  const pool = await env.prepare(database, 4)
  await seedLists(env, database, rounds)
  await env.admin(
    database,
    // No game is connected yet, so that the database lets no bet reach a member's wallet.
    `alter table transfers disable trigger guard_wallet_legs;
     set session_replication_role = replica;
     update accounts set version = ${rounds.last} where mode = 'guarded';
     reset session_replication_role;
     set role khlang_ledger;
     insert into accounts (code, kind, mode, currency) values ('${house.code}', 'liability', 'house', 'THB')`,
  )
  await env.admin(database, 'vacuum full analyze accounts')
  const { rows } = await env.admin(database, `select outside_id('mbr', id) as id from members`)
  const ids = (rows as { id: string }[]).map(({ id }) => id)
  env.print(`${memberCount} members, ${memberCount * rounds.last} transfers`)
  const folder = startFolder(pool)
  const ratios: number[] = []
  // Until most pages that will be written are in the log and in memory.
  await post(pool, ids, env.seconds * 3)
  for (let round = 1; round <= measured; round += 1) {
    const warm = await post(pool, ids, env.seconds)
    await env.admin(database, 'checkpoint')
    const after = await post(pool, ids, env.seconds)
    ratios.push(after.perSecond / warm.perSecond)
    env.print(`round ${round}: warm ${show(warm)}; after a checkpoint ${show(after)}`)
    await post(pool, ids, env.seconds)
  }
  await folder.stop()
  await pool.end()
  const ratio = median(ratios)
  env.print(`median: ${ratio.toFixed(2)} of the warm rate (limit ${limit})`)
  return ratio >= limit
}
