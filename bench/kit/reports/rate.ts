import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { encodeId } from '@khlang/contract/values/values.ts'
import { providerClearing } from '@khlang/ledger/accounts.ts'
import { PlayWallet } from '../../../apps/server/src/features/play/wallet/play-wallet.ts'
import type { Provider } from '../../../apps/server/src/features/play/wallet/known.ts'
import { businessOn } from '../../../apps/server/src/platform/business-day.ts'
import { createPool } from '../../../apps/server/src/platform/db/db.ts'
import { openAccounts } from '../../../apps/server/src/platform/posting/ledger-store.ts'
import { servicesOf } from '../desks.ts'
import type { BenchEnv } from '../env.ts'
import { startRail, startServer } from '../office-server.ts'

const betsPerSecond = 2000
const everyMs = 20
const lookEveryMs = 100
const warmMs = 5000
/** Members who have a wallet with money in it, each of whom bets a few times. */
const betters = 10_000
const limitMs = 2000

interface Open {
  readonly env: BenchEnv
  readonly database: string
}

/** Members with money, and the games of a provider. */
async function placesOf({ env, database }: Open) {
  const members = await env.admin(
    database,
    `select m.id from members m join accounts a on a.code = member_cash_code(m.id)
      where a.balance_minor > 500 order by m.id limit ${betters}`,
  )
  const games = await env.admin(
    database,
    `select g.code, g.provider_id from games g where g.provider_id = (select provider_id from games
      group by 1 order by count(*) desc limit 1) order by g.code`,
  )
  const found = games.rows as { code: string; provider_id: string }[]
  return {
    ids: (members.rows as { id: string }[]).map(({ id }) => id),
    codes: found.map(({ code }) => code),
    providerId: found[0]?.provider_id ?? '',
  }
}

/** How old the oldest outcome is that the figures lack, in ms; 0 where they lack none. */
async function behindMs({ env, database }: Open): Promise<number> {
  const { rows } = await env.admin(
    database,
    `select coalesce(extract(epoch from clock_timestamp() - (select told_at from bet_outcomes o, play_progress p
        where o.xid >= p.folded_xid order by o.xid limit 1)) * 1000, 0)::float8 as ms`,
  )
  return (rows[0] as { ms: number }).ms
}

/**
 * Rounds at a fixed rate through the wallet of providers, the product beside it in a process of its own with
 * every job on: how far behind the bets the figures are at most.
 */
export async function keepsUp(env: BenchEnv, database: string): Promise<boolean> {
  const open = { env, database }
  const pool = createPool(env.appUrl(database), { max: 16, name: 'khlang-bench', keepsPlans: true })
  const services = servicesOf(pool, env.adminUrl(database))
  const { ids, codes, providerId } = await placesOf(open)
  await openAccounts(services.db, [providerClearing(encodeId('gameProvider', providerId))])
  const settings = await services.settings.get()
  const when = () => {
    const at = new Date()
    return Promise.resolve({ at: at.toISOString(), businessOn: businessOn(settings, at) })
  }
  const wallet = new PlayWallet(services.db, when)
  const provider: Provider = { id: providerId, state: 'active', minMinor: 1, maxMinor: 1_000_000 }
  const rail = await startRail()
  const server = await startServer(env, database, rail)
  try {
    while ((await behindMs(open)) > 0) await sleep(lookEveryMs)
    const underWay = new Set<Promise<unknown>>()
    let told = 0
    const tellOne = async (): Promise<void> => {
      told += 1
      const { outcome } = await wallet.take(provider, {
        kind: 'round',
        transactionRef: randomUUID(),
        memberId: ids[(told * 7919) % ids.length] ?? '',
        betRef: randomUUID(),
        gameCode: codes[(told * 31) % codes.length] ?? '',
        stakeMinor: 1 + (told % 20),
        amountMinor: told % 3 === 0 ? 20 : 0,
        voids: null,
      })
      if (outcome !== 'done') throw new Error(outcome)
    }
    const begun = performance.now()
    const until = begun + warmMs + env.seconds * 1000
    const telling = async (): Promise<void> => {
      for (let round = 1; performance.now() < until; round += 1) {
        for (let n = 0; n < (betsPerSecond * everyMs) / 1000; n += 1) {
          const one = tellOne()
          underWay.add(one)
          void one.finally(() => underWay.delete(one))
        }
        await sleep(Math.max(0, begun + round * everyMs - performance.now()))
      }
      await Promise.all(underWay)
    }
    const bets = telling()
    const lags: number[] = []
    await sleep(warmMs)
    while (performance.now() < until) {
      lags.push(await behindMs(open))
      await sleep(lookEveryMs)
    }
    await bets
    const perSecond = told / ((performance.now() - begun) / 1000)
    const most = Math.max(...lags)
    env.print(
      `${perSecond.toFixed(0)} bets a second: the figures are at most ${most.toFixed(0)} ms behind ` +
        `(limit ${limitMs})`,
    )
    return most <= limitMs && perSecond >= betsPerSecond * 0.95
  } finally {
    await server.stop()
    await rail.stop()
    await services.live.stop()
    await services.db.destroy()
  }
}
