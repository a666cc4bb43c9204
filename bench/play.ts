import { randomInt, randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Word } from '../apps/server/src/features/play/adapters/adapter.ts'
import type { Provider } from '../apps/server/src/features/play/wallet/known.ts'
import { PlayWallet } from '../apps/server/src/features/play/wallet/play-wallet.ts'
import { createDatabase } from '../apps/server/src/platform/db/db.ts'
import { startFolder } from '../apps/server/src/platform/posting/ledger-store.ts'
import { seedPlay } from './kit/play-seed.ts'
import { callInLoops, median, pgbench, type BenchEnv, type Rate } from './kit/env.ts'

const database = 'bench_play'
const members = Number(process.env['KHLANG_BENCH_MEMBERS'] ?? 100_000)
const rounds = Number(process.env['KHLANG_BENCH_ROUNDS'] ?? 3)
const callers = 256
const businessOn = '2026-01-02'
const provider: Provider = { id: randomUUID(), state: 'active', minMinor: 1, maxMinor: 1_000_000 }
const script = (name: string) => fileURLToPath(new URL(name, import.meta.url))

const wordOf = (kind: Word['kind'], memberId: string, betRef: string): Word => ({
  kind,
  transactionRef: randomUUID(),
  memberId,
  betRef,
  gameCode: 'g',
  amountMinor: randomInt(1, 1000),
  voids: null,
})

/** Rounds of random members: a stake, then its result, each awaiting its commit. Counted in words. */
async function measure(env: BenchEnv, wallet: PlayWallet, ids: readonly string[]): Promise<Rate> {
  const open: { memberId: string; betRef: string }[] = []
  const rate = await callInLoops(callers, env.seconds, async () => {
    const ended = open.pop()
    const { memberId, betRef } = ended ?? {
      memberId: ids[randomInt(ids.length)] ?? '',
      betRef: randomUUID(),
    }
    const { outcome } = await wallet.take(provider, wordOf(ended ? 'settle' : 'bet', memberId, betRef))
    if (outcome !== 'done') throw new Error(outcome)
    if (!ended) open.push({ memberId, betRef })
  })
  await wallet.drain()
  return rate
}

const show = (rate: Rate) => `${rate.perSecond.toFixed(0)}/s, p99 ${rate.p99Ms.toFixed(1)} ms`

/**
 * What providers tell of bets, beside the baseline on the same server, in interleaved rounds: names, bets and
 * movements in durable commits. Printed, not judged: there is no limit yet.
 */
export async function run(env: BenchEnv): Promise<boolean> {
  const pool = await env.prepare(database, 12)
  const folder = startFolder(pool)
  const ids = await seedPlay(env, {
    database,
    members,
    providerId: provider.id,
    adapter: 'betAndResult',
    secret: '01',
  })
  const when = () => Promise.resolve({ at: new Date().toISOString(), businessOn })
  const wallet = new PlayWallet(createDatabase(pool), when)
  const ratios: number[] = []
  for (let round = 1; round <= rounds; round += 1) {
    await env.admin(database, 'checkpoint')
    const baseline = await pgbench(env, database, script('baseline.sql'), { clients: 32, threads: 2 })
    await env.admin(database, 'checkpoint')
    const words = await measure(env, wallet, ids)
    const ratio = words.perSecond / baseline.perSecond
    ratios.push(ratio)
    env.print(`round ${round}: baseline ${show(baseline)}; words ${show(words)}; ratio ${ratio.toFixed(2)}`)
  }
  env.print(`ratio of words to the baseline, the middle of ${rounds}: ${median(ratios).toFixed(2)}`)
  await folder.stop()
  await pool.end()
  return true
}
