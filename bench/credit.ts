import { randomInt } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { buildServer } from '../apps/server/src/app/server.ts'
import { startFolder } from '../apps/server/src/platform/posting/ledger-store.ts'
import { diskOf, grownPerAct } from './kit/disk.ts'
import { closePhones, seedDesks, sendTransfer, servicesOf } from './kit/desks.ts'
import { callInLoops, median, pgbench, type BenchEnv, type Rate } from './kit/env.ts'

const database = 'bench_credit'
const callers = 16
const members = Number(process.env['KHLANG_BENCH_MEMBERS'] ?? 100_000)
const limit = 0.08
const rounds = Number(process.env['KHLANG_BENCH_ROUNDS'] ?? 3)

const show = (rate: Rate) => `${rate.perSecond.toFixed(0)}/s, p99 ${rate.p99Ms.toFixed(1)} ms`

/**
 * From a phone's signed message to the member's credit over HTTP, 16 at once on 16 accounts, each its own
 * durable transaction, beside the baseline on the same server. Limit: 0.08 of the baseline.
 */
export async function run(env: BenchEnv): Promise<boolean> {
  const pool = await env.prepare(database, callers + 4)
  let statements = 0
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    client.query = ((...given: unknown[]) => {
      statements += 1
      return query(...given)
    }) as typeof client.query
  })
  const services = servicesOf(pool, env.adminUrl(database))
  const desks = await seedDesks(env, services, { database, members, desks: callers })
  services.live.start()
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
  const free = [...desks]
  let credits = 0
  const creditAll = (seconds: number): Promise<Rate> =>
    callInLoops(callers, seconds, async () => {
      const desk = free.pop()
      if (!desk) return
      const amountMinor = randomInt(100, 100_000)
      await sendTransfer(port, desk, { payer: randomInt(1, members + 1), amountMinor })
      credits += 1
      free.push(desk)
    })
  // Connections live for hours: each has its plans, made for tables that are not empty.
  await creditAll(5)
  await env.admin(database, 'vacuum analyze')
  await creditAll(2)
  const ratios: number[] = []
  credits = 0
  const diskBefore = await diskOf(env, database)
  for (let round = 1; round <= rounds; round += 1) {
    await env.admin(database, 'checkpoint')
    const script = fileURLToPath(new URL('baseline.sql', import.meta.url))
    const baseline = await pgbench(env, database, script, { clients: 32, threads: 2 })
    await env.admin(database, 'checkpoint')
    statements = 0
    const cpuBefore = process.cpuUsage()
    const already = credits
    const rate = await creditAll(env.seconds)
    const { user, system } = process.cpuUsage(cpuBefore)
    const made = credits - already
    const cpuMs = (user + system) / 1000 / made
    ratios.push(rate.perSecond / baseline.perSecond)
    env.print(
      `round ${round}: baseline ${show(baseline)}; credits ${show(rate)}; ratio ` +
        `${(rate.perSecond / baseline.perSecond).toFixed(3)}; ${(statements / made).toFixed(1)} ` +
        `statements and ${cpuMs.toFixed(1)} ms of this process's CPU per credit`,
    )
  }
  env.print(`on the disk per credit: ${grownPerAct(diskBefore, await diskOf(env, database), credits)}`)
  await app.close()
  await services.live.stop()
  await folder.stop()
  await services.db.destroy()
  closePhones()
  env.print(`median ratio ${median(ratios).toFixed(3)} (limit ${limit})`)
  return median(ratios) >= limit
}
