import { setTimeout as sleep } from 'node:timers/promises'
import type { CallName } from '@khlang/contract/calls.ts'
import type { BenchEnv } from './env.ts'
import type { Example } from './meter.ts'
import { postgresMs, processMs } from './processor-time.ts'
import { buffersOf, statementsOf } from './statements.ts'

const settleMs = 4000
const restMs = 4000
const timesMin = 40
const lastingMs = 800

/** What one call costs when nothing else is asked. */
export interface Alone {
  readonly name: CallName
  readonly buffers: number
  /** Processor time of the server and of PostgreSQL, in milliseconds. */
  readonly nodeMs: number
  readonly postgresMs: number
}

interface At {
  readonly port: number
  readonly serverPid: number
  readonly examples: ReadonlyMap<CallName, Example>
}

/**
 * Makes each call that was seen again and again, by itself, and takes off what the jobs cost meanwhile. Of
 * processor time the first half of the repeats is not counted: plans are made in it.
 */
export async function callsAlone(env: BenchEnv, database: string, at: At): Promise<Alone[]> {
  const reading = async () => ({
    at: performance.now(),
    buffers: buffersOf(await statementsOf(env, database)),
    node: processMs(at.serverPid),
    postgres: postgresMs(env.postgresPid),
  })
  const ask = async ({ token, method, path, body }: Example): Promise<void> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await fetch(`http://127.0.0.1:${at.port}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    })
    await answer.arrayBuffer()
  }
  await sleep(settleMs)
  const restFrom = await reading()
  await sleep(restMs)
  const restTo = await reading()
  const rest = (key: 'buffers' | 'node' | 'postgres'): number =>
    (restTo[key] - restFrom[key]) / (restTo.at - restFrom.at)
  const found: Alone[] = []
  for (const [name, example] of at.examples) {
    for (let n = 0; n < timesMin; n += 1) await ask(example)
    const from = await reading()
    let count = 0
    for (; count < timesMin || performance.now() - from.at < lastingMs; count += 1) await ask(example)
    const to = await reading()
    const each = (key: 'buffers' | 'node' | 'postgres'): number =>
      Math.max(0, (to[key] - from[key] - rest(key) * (to.at - from.at)) / count)
    found.push({ name, buffers: each('buffers'), nodeMs: each('node'), postgresMs: each('postgres') })
  }
  return found
}
