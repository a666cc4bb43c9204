import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { median } from '../bench/kit/env.ts'
import { percent, say, type Proven } from './say.ts'
import type { ServerProcess } from './server-process.ts'
import { buildWorld, type Clerk } from './world.ts'

// What others do must not be felt: 200 strangers send their requests a letter at a time, and somebody with a
// session keeps asking for 1,000 live streams. A clerk's p99 may double, no more.

const rounds = 3
const roundMs = 15_000
/** The minute in which a session's streams are counted is over. */
const streamWindowMs = 61_000
/** So often the clerk looks at the queue, as an open console and a hasty hand do. */
const everyMs = 40
const most = 2
/** Below this a doubling is the noise of the machine: nobody feels it. */
const unfeltMs = 20

/** Milliseconds of each call of one clerk for a while; each is sent at its time, answered or not. */
async function timesOf({ call }: Clerk): Promise<number[]> {
  const until = performance.now() + roundMs
  const running: Promise<number>[] = []
  while (performance.now() < until) {
    const begun = performance.now()
    running.push(call('preTransactions.queue', { tab: 'all' }).then(() => performance.now() - begun))
    await sleep(everyMs)
  }
  return Promise.all(running)
}

/** What the strangers saw: how many stand, and how many were sent away. */
interface Seen {
  readonly bodies: number
  readonly streams: number
  readonly asked: number
  readonly refused: number
}

async function amongStrangers(server: ServerProcess, token: string, clerk: Clerk) {
  const strangers = new Worker(new URL('./slow-strangers.ts', import.meta.url), {
    workerData: { port: server.port, token },
  })
  const failed = new Promise<never>((_, fail) => strangers.once('error', fail))
  const times = await Promise.race([timesOf(clerk), failed])
  const seen = await Promise.race([
    new Promise<Seen>((done) => {
      strangers.once('message', done)
      strangers.postMessage('tell')
    }),
    failed,
  ])
  await strangers.terminate()
  return { times, seen }
}

export async function proveStrangers(server: ServerProcess): Promise<Proven> {
  await server.start()
  const [clerk, hoarder] = (await buildWorld(server)).clerks
  if (!clerk || !hoarder) throw new Error('there are no two people')
  await timesOf(clerk)
  const ratios: number[] = []
  const problems: string[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const quiet = percent(await timesOf(clerk), 0.99)
    const { times, seen } = await amongStrangers(server, hoarder.token, clerk)
    const loud = percent(times, 0.99)
    ratios.push(loud / Math.max(quiet, unfeltMs / most))
    say(
      `  round ${round}: p99 ${quiet} ms alone, ${loud} ms among ${seen.bodies} slow requests and ` +
        `${seen.asked} streams asked for (${seen.streams} stand, ${seen.refused} refused)`,
    )
    if (seen.bodies < 200 || seen.asked < 1000)
      problems.push(`round ${round}: the strangers did not get to do what they should`)
    // In the next round as many streams are let in again, and no slow request is left of this one.
    await sleep(streamWindowMs - roundMs)
  }
  const ratio = median(ratios)
  say(`p99 among strangers: ${ratio.toFixed(2)} times (limit ${most})`)
  if (ratio > most) problems.push(`others are felt: p99 is ${ratio.toFixed(2)} times as long`)
  return { rounds, problems }
}
