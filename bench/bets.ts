import { randomInt, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { encodeId } from '@khlang/contract/values/values.ts'
import { buildServer } from '../apps/server/src/app/server.ts'
import { callPathOf, secretPlace } from '../apps/server/src/features/play/providers.ts'
import { startFolder } from '../apps/server/src/platform/posting/ledger-store.ts'
import { servicesOf } from './kit/desks.ts'
import { median, p99, pgbench, type BenchEnv, type Rate } from './kit/env.ts'
import { seedPlay } from './kit/play-seed.ts'
import { runWire, wireRequest, type WireResult } from './kit/wire-client.ts'

const database = 'bench_bets'
const members = Number(process.env['KHLANG_BENCH_MEMBERS'] ?? 100_000)
const rounds = Number(process.env['KHLANG_BENCH_ROUNDS'] ?? 3)
const connections = 256
const askers = 8
/** More than are told in a round, so that none is told twice. */
const perRound = Number(process.env['KHLANG_BENCH_BETS'] ?? 12_000) * 20
const limits = { ratio: 1.5, p99Ms: 60, balanceMs: 40 }
const secret = 'secret-of-the-bench'

/** Rounds of random members, told in one word each: a stake, and for some a payout. */
function roundsOf(path: string, ids: readonly string[], count: number): string[] {
  return Array.from({ length: count }, () => {
    const stake = randomInt(100, 1000)
    const won = randomInt(3) === 0 ? stake * 2 : 0
    return wireRequest(`${path}/Cash/TransferInOut`, {
      secret_key: secret,
      player_name: encodeId('member', ids[randomInt(ids.length)] ?? ''),
      game_id: 'g',
      bet_id: randomUUID(),
      transaction_id: randomUUID(),
      bet_amount: (stake / 100).toFixed(2),
      win_amount: (won / 100).toFixed(2),
      transfer_amount: ((won - stake) / 100).toFixed(2),
    })
  })
}

const asksOf = (path: string, ids: readonly string[]): string[] =>
  ids
    .slice(0, 1000)
    .map((id) =>
      wireRequest(`${path}/Cash/Get`, { secret_key: secret, player_name: encodeId('member', id) }),
    )

const rateOf = ({ perSecond, tookMs }: WireResult): Rate => ({ perSecond, p99Ms: p99([...tookMs]) })
const show = (rate: Rate) => `${rate.perSecond.toFixed(0)}/s, p99 ${rate.p99Ms.toFixed(1)} ms`

/**
 * A game provider over HTTP: one request is one durable bet with its signature, rules, outcome and
 * movements, on 256 connections and one provider's books, with eight that ask for balances beside it, and the
 * baseline on the same server in the same rounds. The client shares the machine.
 */
export async function run(env: BenchEnv): Promise<boolean> {
  const pool = await env.prepare(database, 12)
  const services = servicesOf(pool, env.adminUrl(database))
  const providerId = randomUUID()
  const sealed = services.secrets.seal(secretPlace(providerId), secret).toString('hex')
  const ids = await seedPlay(env, {
    database,
    members,
    providerId,
    adapter: 'transferInOut',
    secret: sealed,
  })
  const folder = startFolder(pool)
  const app = await buildServer(services, {
    surfaces: ['auto'],
    hosts: [],
    trustProxy: false,
    bases: { api: '', auto: '', member: '' },
    consoleDir: env.folder,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const path = callPathOf(providerId)
  const asks = asksOf(path, ids)
  const good = '"error":null'
  const tell = (seconds: number, requests: readonly string[]) =>
    Promise.all([
      runWire({ port, connections, seconds, requests, good }),
      runWire({ port, connections: askers, seconds, requests: asks, good }),
    ])
  await tell(5, roundsOf(path, ids, perRound))
  await env.admin(database, 'vacuum analyze')
  const script = fileURLToPath(new URL('baseline.sql', import.meta.url))
  const found: { readonly ratio: number; readonly p99Ms: number; readonly balanceMs: number }[] = []
  for (let round = 1; round <= rounds; round += 1) {
    await env.admin(database, 'checkpoint')
    const baseline = await pgbench(env, database, script, { clients: 32, threads: 2 })
    await env.admin(database, 'checkpoint')
    const requests = roundsOf(path, ids, perRound)
    const cpuBefore = process.cpuUsage()
    const [bets, asked] = await tell(env.seconds, requests)
    const { user, system } = process.cpuUsage(cpuBefore)
    if (bets.bad ?? asked.bad) throw new Error(`refused: ${bets.bad ?? asked.bad}`)
    const [rate, balance] = [rateOf(bets), rateOf(asked)]
    found.push({ ratio: rate.perSecond / baseline.perSecond, p99Ms: rate.p99Ms, balanceMs: balance.p99Ms })
    env.print(
      `round ${round}: baseline ${show(baseline)}; bets ${show(rate)}; ratio ` +
        `${(rate.perSecond / baseline.perSecond).toFixed(2)}; balances ${show(balance)}; ` +
        `${((user + system) / 1000 / bets.count).toFixed(2)} ms of CPU of this process, client included`,
    )
  }
  await app.close()
  await services.live.stop()
  await folder.stop()
  await services.db.destroy()
  const middle = (of: 'ratio' | 'p99Ms' | 'balanceMs') => median(found.map((each) => each[of]))
  env.print(
    `the middle of ${rounds}: ratio ${middle('ratio').toFixed(2)} (limit ${limits.ratio}), bets p99 ` +
      `${middle('p99Ms').toFixed(1)} ms (${limits.p99Ms}), balances ${middle('balanceMs').toFixed(1)} ms ` +
      `(${limits.balanceMs})`,
  )
  return (
    middle('ratio') >= limits.ratio &&
    middle('p99Ms') <= limits.p99Ms &&
    middle('balanceMs') <= limits.balanceMs
  )
}
