import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Caller } from './caller.ts'
import { isBetween, killOnce, type Kill } from './kills.ts'
import { Load } from './load.ts'
import { percent, say, type Proven } from './say.ts'
import { isAlive, type ServerProcess } from './server-process.ts'
import { Verdict, withDatabaseClient } from './verify.ts'
import { buildWorld } from './world.ts'

const settleMs = 4000
const finalMs = 60_000
/** How long a server lives under load before it is killed: most die young, some when slow acts are done. */
const youngMs = { from: 100, to: 1500 }
const oldMs = { from: 3500, to: 5000 }

async function killing(server: ServerProcess, caller: Caller, times: number): Promise<Kill[]> {
  const kills: Kill[] = []
  for (let n = 0; n < times; n += 1) {
    // A decision compares a password, which alone is longer than most of these servers live.
    const { from, to } = n % 5 === 4 ? oldMs : youngMs
    const livesMs = randomInt(from, to)
    const kill = await killOnce(server, caller, { livesMs, isLookedAt: n % 2 === 0 })
    kills.push(kill)
    say(
      `  kill ${n + 1}: ${kill.waiting} unanswered, ${kill.begun} open, ${kill.committed} committed; ` +
        `ready again after ${Math.round(kill.startMs)} ms; ${caller.finals.length} final answers`,
    )
  }
  return kills
}

/** Ends PostgreSQL at once, as `pg_ctl stop -m immediate` does, and looks when calls succeed again. */
async function killDatabase(server: ServerProcess, caller: Caller): Promise<number> {
  const pid = server.databasePid
  process.kill(pid, 'SIGQUIT')
  while (isAlive(pid)) await sleep(20)
  const begun = performance.now()
  const before = caller.finals.filter(({ status }) => status === 200).length
  while (performance.now() - begun < 30_000) {
    if (caller.finals.filter(({ status }) => status === 200).length > before + 20)
      return performance.now() - begun
    await sleep(50)
  }
  throw new Error('no call succeeded within 30 s of the end of PostgreSQL')
}

function report(caller: Caller, kills: readonly Kill[]): void {
  const byCall = Map.groupBy(caller.finals, ({ act, status }) => `${act.call} ${status}`)
  say('Final answers:')
  for (const [name, finals] of [...byCall].toSorted(([a], [b]) => a.localeCompare(b))) {
    const again = finals.filter(({ unanswered }) => unanswered > 0).length
    say(`  ${name}: ${finals.length}${again > 0 ? ` (${again} after an unanswered attempt)` : ''}`)
  }
  const passing = [...caller.passing].map(([name, count]) => `${name}: ${count}`).join(', ')
  say(`Answers that asked to come again: ${passing || 'none'}`)
  const starts = kills.map(({ startMs }) => startMs)
  say(
    `${kills.length} kills of the server, ${kills.filter(isBetween).length} of them between receipt and ` +
      `answer of a posting (${kills.filter(({ committed }) => committed > 0).length} after its commit); ` +
      `start: median ${percent(starts, 0.5)} ms, slowest ${percent(starts, 1)} ms`,
  )
}

/**
 * The server is killed again and again under load, and PostgreSQL once: nothing may be lost or doubled.
 * KHLANG_PROVE_KILLS says how often (50).
 * @returns the kills, and what is broken
 */
export async function proveKills(server: ServerProcess): Promise<Proven> {
  const times = Number(process.env['KHLANG_PROVE_KILLS'] ?? 50)
  say(`First start: ${Math.round(await server.start())} ms`)
  const world = await buildWorld(server)
  const caller = new Caller(server.url, finalMs)
  const load = new Load(world, caller)
  const begun = performance.now()
  load.start()
  await sleep(3000)
  const kills = await killing(server, caller, times)
  const backMs = Math.round(await killDatabase(server, caller))
  say(`PostgreSQL ended at once: calls succeed again after ${backMs} ms`)
  await sleep(1000)
  await load.end()
  say(`${caller.finals.length} acts in ${Math.round((performance.now() - begun) / 1000)} s`)
  report(caller, kills)
  // Payouts on their way come to rest; nobody asks for anything new.
  await sleep(settleMs)
  const problems = await withDatabaseClient(server.adminUrl, async (client) => {
    const verdict = new Verdict(client)
    say(`${await verdict.replays(caller, caller.finals, 300)} acts asked again with their key`)
    await verdict.invariants()
    await verdict.keys(caller.finals)
    await verdict.messages(world, load.diary)
    await verdict.wallets(world, load.diary, caller.finals)
    say(`${load.diary.movements.length} messages; ${verdict.heldLines} lines wait for a person`)
    return verdict.problems
  })
  caller.stop()
  const failures = load.diary.failures.map((failure) => `a client gave up: ${String(failure)}`)
  const needed = Math.ceil(times * 0.4)
  const between = kills.filter(isBetween).length
  const tooFew = between < needed ? [`only ${between} kills hit a posting, ${needed} are needed`] : []
  const broken = [...problems, ...failures, ...tooFew]
  if (broken.length === 0) say('I1 to I9 hold; every answer agrees with the database')
  return { rounds: times, problems: broken }
}
