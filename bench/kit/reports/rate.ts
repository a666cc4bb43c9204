import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { encodeId } from '@khlang/contract/values/values.ts'
import { providerClearing } from '@khlang/ledger/accounts.ts'
import { PlayWallet } from '../../../apps/server/src/features/play/wallet/play-wallet.ts'
import type { Told } from '../../../apps/server/src/features/play/adapters/adapter.ts'
import type { Provider } from '../../../apps/server/src/features/play/wallet/known.ts'
import type { Services } from '../../../apps/server/src/platform/call/context.ts'
import { ApiError } from '../../../apps/server/src/platform/api-error.ts'
import { businessOn } from '../../../apps/server/src/platform/business-day.ts'
import { createPool } from '../../../apps/server/src/platform/db/db.ts'
import { openAccounts } from '../../../apps/server/src/platform/posting/ledger-store.ts'
import { servicesOf } from '../desks.ts'
import type { BenchEnv } from '../env.ts'
import { startRail, startServer } from '../office-server.ts'

const betsPerSecond = Number(process.env['KHLANG_BENCH_RATE'] ?? 2000)
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

interface Places {
  readonly ids: readonly string[]
  readonly codes: readonly string[]
  readonly providerId: string
}

/** Members with money, and the games of a provider. */
async function placesOf({ env, database }: Open): Promise<Places> {
  const members = await env.admin(
    database,
    `select m.id from members m join accounts a on a.code = member_cash_code(m.id)
      where m.state = 'active' and m.can_bet and a.balance_minor > 500 order by m.id limit ${betters}`,
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
    `select coalesce(extract(epoch from clock_timestamp() - (
        select told_at from bet_outcomes o, play_progress p where o.xid >= p.folded_xid
         order by o.xid limit 1)) * 1000, 0)::float8 as ms`,
  )
  return (rows[0] as { ms: number }).ms
}

const isBusy = (error: unknown): boolean => error instanceof ApiError && error.code === 'ledgerBusy'

/**
 * Tells rounds at a fixed rate until a moment, each at its time whether those before were answered or not.
 * @returns how many a second were taken: of those that wait too many are turned away
 */
async function tellUntil(until: number, tellOne: (nth: number) => Promise<Told>): Promise<number> {
  const begun = performance.now()
  const underWay = new Set<Promise<unknown>>()
  const refused: unknown[] = []
  let told = 0
  let taken = 0
  const heard = async (nth: number): Promise<void> => {
    try {
      const { outcome } = await tellOne(nth)
      if (outcome === 'done') taken += 1
      else refused.push(outcome)
    } catch (error) {
      if (!isBusy(error)) refused.push(error)
    }
  }
  for (let round = 1; performance.now() < until && refused.length === 0; round += 1) {
    for (let n = 0; n < (betsPerSecond * everyMs) / 1000; n += 1) {
      told += 1
      const one = heard(told)
      underWay.add(one)
      void one.finally(() => underWay.delete(one))
    }
    await sleep(Math.max(0, begun + round * everyMs - performance.now()))
  }
  await Promise.all(underWay)
  if (refused.length > 0) throw new Error(`refused: ${String(refused[0])}`)
  return taken / ((performance.now() - begun) / 1000)
}

/** Rounds of members with money, in the games of a provider. */
function roundsOf(services: Services, { ids, codes, providerId }: Places): (nth: number) => Promise<Told> {
  const wallet = new PlayWallet(services.db, async () => {
    const at = new Date()
    return { at: at.toISOString(), businessOn: businessOn(await services.settings.get(), at) }
  })
  const provider: Provider = { id: providerId, state: 'active', minMinor: 1, maxMinor: 1_000_000 }
  return (nth) =>
    wallet.take(provider, {
      kind: 'round',
      transactionRef: randomUUID(),
      memberId: ids[(nth * 7919) % ids.length] ?? '',
      betRef: randomUUID(),
      gameCode: codes[(nth * 31) % codes.length] ?? '',
      stakeMinor: 1 + (nth % 20),
      amountMinor: nth % 3 === 0 ? 20 : 0,
      voids: null,
    })
}

/**
 * Rounds at a fixed rate through the wallet of providers, the product beside it in a process of its own with
 * every job on: how far behind the bets the figures are at most.
 */
export async function keepsUp(env: BenchEnv, database: string): Promise<boolean> {
  const open = { env, database }
  // The administrator's: the product gives its own role another password when it starts.
  const pool = createPool(env.adminUrl(database), { max: 16, name: 'khlang-bench', keepsPlans: true })
  const services = servicesOf(pool, env.adminUrl(database))
  const places = await placesOf(open)
  await openAccounts(services.db, [providerClearing(encodeId('gameProvider', places.providerId))])
  const rail = await startRail()
  const server = await startServer(env, database, rail)
  try {
    while ((await behindMs(open)) > 0) await sleep(lookEveryMs)
    const until = performance.now() + warmMs + env.seconds * 1000
    const telling = tellUntil(until, roundsOf(services, places))
    const lags: number[] = []
    const looking = async (): Promise<void> => {
      await sleep(warmMs)
      while (performance.now() < until) {
        lags.push(await behindMs(open))
        await sleep(lookEveryMs)
      }
    }
    const [perSecond] = await Promise.all([telling, looking()])
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
