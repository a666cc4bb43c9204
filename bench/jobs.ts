import { setTimeout as sleep } from 'node:timers/promises'
import { memberCash, providerClearing, sharedAccounts } from '@khlang/ledger/accounts.ts'
import { leg, posting } from '@khlang/ledger/posting.ts'
import { betPlace, betSettle } from '@khlang/ledger/wallet.ts'
import type pg from 'pg'
import { businessOn } from '../apps/server/src/platform/business-day.ts'
import { createPool } from '../apps/server/src/platform/db/db.ts'
import { GroupCommit } from '../apps/server/src/platform/posting/group-commit.ts'
import { openAccounts } from '../apps/server/src/platform/posting/ledger-store.ts'
import { columnsOf, postTransfersText } from '../apps/server/src/platform/posting/posting-columns.ts'
import { cashierTokens } from './kit/cashier.ts'
import { seedDesks, servicesOf } from './kit/desks.ts'
import { p99, type BenchEnv } from './kit/env.ts'
import { ownDeployment, startRail, startServer } from './kit/office-server.ts'
import type { Product } from './kit/product.ts'

const database = 'bench_jobs'
const members = Number(process.env['KHLANG_BENCH_MEMBERS'] ?? 100_000)
const backlog = Number(process.env['KHLANG_BENCH_TRANSFERS'] ?? 1_000_000)
const betsPerSecond = 2000
const betters = 2000
const everyMs = 20
const lookEveryMs = 250
const limits = { lagMs: 2000, perSecond: 5000, pageMs: 200 }
const house = providerClearing('bench')

interface Open {
  readonly env: BenchEnv
  readonly pool: pg.Pool
  /** Members as the outside names them. */
  readonly ids: readonly string[]
  readonly day: { readonly businessOn: string }
}

/** Money for members drawn by `pick`, a thousand at a time, through the ledger itself. */
async function payAll(open: Open, count: number, pick: (n: number) => string, mark: string): Promise<void> {
  const size = 1000
  for (let first = 0; first < count; first += size) {
    const legs = Array.from({ length: Math.min(size, count - first) }, (_, n) =>
      leg(house, memberCash(pick(first + n)), 1000),
    )
    const one = posting('bet.settle', { sourceId: `${mark}-${first}`, ...open.day }, legs)
    await open.pool.query(postTransfersText, ['strict', ...columnsOf([one])])
  }
}

async function progressOf({ env }: Open): Promise<{ left: number; oldestMs: number }> {
  const { rows } = await env.admin(
    database,
    `select (coalesce((select max(id) from transfers), 0) - settled_id)::int as left,
            coalesce((select extract(epoch from clock_timestamp() - created_at) * 1000 from transfers
              where id > settled_id order by id limit 1), 0)::float8 as "oldestMs" from wallet_progress`,
  )
  return rows[0] as { left: number; oldestMs: number }
}

/** Somebody goes on asking for the lists that the job writes, until told to end. @returns p99 in ms */
async function askLists(port: number, token: string, isOver: () => boolean): Promise<number> {
  const took: number[] = []
  const paths = ['/api/v2/member/list?size=25', '/api/v2/credit-transaction/list?size=25']
  for (let n = 0; !isOver(); n += 1) {
    const begun = performance.now()
    const path = paths[n % paths.length] ?? ''
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text}`)
    took.push(performance.now() - begun)
    await sleep(50)
  }
  return p99(took)
}

/** How fast the server that has just started catches up with what was posted while it was away. */
async function catchUp(open: Open, server: Product, token: string): Promise<boolean> {
  const { print } = open.env
  const begun = performance.now()
  const { left } = await progressOf(open)
  let isOver = false
  const asking = askLists(server.port, token, () => isOver)
  for (let rest = left; rest > 0; { left: rest } = await progressOf(open)) await sleep(lookEveryMs)
  const perSecond = left / ((performance.now() - begun) / 1000)
  isOver = true
  const pageMs = await asking
  print(`from ${left} transfers behind: ${perSecond.toFixed(0)} a second (limit ${limits.perSecond})`)
  print(`lists meanwhile: p99 ${pageMs.toFixed(0)} ms (limit ${limits.pageMs})`)
  return perSecond >= limits.perSecond && pageMs <= limits.pageMs
}

/** How old the oldest transfer is that the lists do not have, while members bet at a fixed rate. */
async function keepUp(open: Open): Promise<boolean> {
  const { env, pool, ids, day } = open
  const group = new GroupCommit(pool)
  const atOnce = (betsPerSecond * everyMs) / 1000
  const until = performance.now() + env.seconds * 1000
  const underWay = new Set<Promise<unknown>>()
  const post = (one: Parameters<GroupCommit['post']>[0]): Promise<unknown> => group.post(one)
  let posted = 0
  const betting = async (): Promise<void> => {
    const begun = performance.now()
    for (let round = 1; performance.now() < until; round += 1) {
      for (let n = 0; n < atOnce; n += 1) {
        const bet = {
          sourceId: `bet-${posted}`,
          memberId: ids[(posted * 7919) % betters] ?? '',
          providerId: 'bench',
          amountMinor: 1 + (posted % 100),
          ...day,
        }
        posted += 1
        const one = post(betPlace(bet)).then(() => post(betSettle(bet)))
        underWay.add(one)
        void one.finally(() => underWay.delete(one))
      }
      await sleep(Math.max(0, begun + round * everyMs - performance.now()))
    }
    await Promise.all(underWay)
  }
  const bets = betting()
  const lags: number[] = []
  while (performance.now() < until) {
    await sleep(lookEveryMs)
    lags.push((await progressOf(open)).oldestMs)
  }
  await bets
  const lagMs = Math.max(...lags)
  env.print(
    `${((posted * 2) / env.seconds).toFixed(0)} transfers a second over ${betters} members: the lists are ` +
      `at most ${lagMs.toFixed(0)} ms behind (limit ${limits.lagMs})`,
  )
  return lagMs <= limits.lagMs
}

/** The job that keeps the lists, in the product as it runs, with every other job on. */
export async function run(env: BenchEnv): Promise<boolean> {
  await (await env.prepare(database, 1)).end()
  const pool = createPool(env.adminUrl(database), { max: 6, name: 'khlang-bench', keepsPlans: true })
  const services = servicesOf(pool, env.adminUrl(database))
  await ownDeployment(env, database, services.secrets)
  await seedDesks(env, services, { database, members, desks: 1 })
  await openAccounts(services.db, [...sharedAccounts, house])
  // No game is connected yet, so that the database lets no bet reach a member's wallet.
  await env.admin(database, 'alter table transfers disable trigger guard_wallet_legs')
  const { rows } = await env.admin(database, `select outside_id('mbr', id) as id from members order by id`)
  const open: Open = {
    env,
    pool,
    ids: (rows as { id: string }[]).map(({ id }) => id),
    day: { businessOn: businessOn(await services.settings.get(), Date.now()) },
  }
  const [token = ''] = await cashierTokens(services, 1)
  const nth = (n: number): string => open.ids[n % open.ids.length] ?? ''
  await payAll(open, members, nth, 'first')
  const rail = await startRail()
  let server = await startServer(env, database, rail)
  try {
    while ((await progressOf(open)).left > 0) await sleep(lookEveryMs)
    await server.stop()
    await env.admin(database, 'vacuum analyze')
    const begun = performance.now()
    await payAll(open, backlog, (n) => nth(n * 7919), 'behind')
    const perSecond = backlog / ((performance.now() - begun) / 1000)
    env.print(`posted ${backlog} transfers, ${perSecond.toFixed(0)} a second`)
    server = await startServer(env, database, rail)
    const isQuick = await catchUp(open, server, token)
    return (await keepUp(open)) && isQuick
  } finally {
    await server.stop()
    await rail.stop()
    await services.db.destroy()
  }
}
