import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchEnv } from './env.ts'
import type { Example } from './meter.ts'
import { postgresMs, processMs } from './processor-time.ts'
import { buffersOf, statementsOf, type Statement } from './statements.ts'

/** At rest: both take less of a core than this. What the office left behind may take its time. */
const restShare = 0.1
const restMs = 4000
const restsMax = 15
/** Repeats, and for how long at least and at most: a slow call is not made forty times. */
const times = 40
const leastMs = 800
const mostMs = 3000

/** What one call costs when nothing else is asked. */
export interface Alone {
  /** The call, and what it is asked by. */
  readonly name: string
  readonly buffers: number
  /** Processor time of the server and of PostgreSQL, in milliseconds. */
  readonly nodeMs: number
  readonly postgresMs: number
  /** Its statements that read most, with the buffers of one call. */
  readonly dearest: readonly Pick<Statement, 'text' | 'buffers'>[]
}

const dearestShown = 3
/** What a job may have read meanwhile, or next to nothing. */
const leastBuffers = 10

interface At {
  readonly port: number
  readonly serverPid: number
  readonly examples: ReadonlyMap<string, Example>
}

/**
 * Makes each call that was seen again and again, by itself, and takes off what the jobs cost meanwhile. The
 * first repeats are not counted: plans are made in them.
 */
export async function callsAlone(env: BenchEnv, database: string, at: At): Promise<Alone[]> {
  const reading = async () => {
    const statements = await statementsOf(env, database)
    return { statements, ...figuresOf(statements) }
  }
  const figuresOf = (statements: readonly Statement[]) => ({
    at: performance.now(),
    buffers: buffersOf(statements),
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
  const repeat = async (example: Example, atMostMs: number): Promise<number> => {
    const begun = performance.now()
    for (let count = 1; ; count += 1) {
      await ask(example)
      const passed = performance.now() - begun
      if (passed > atMostMs || (count >= times && passed > leastMs)) return count
    }
  }
  let restFrom = await reading()
  let restTo = restFrom
  for (let n = 0; n < restsMax; n += 1) {
    restFrom = restTo
    await sleep(restMs)
    restTo = await reading()
    const passed = restTo.at - restFrom.at
    const isQuiet = (key: 'node' | 'postgres') => restTo[key] - restFrom[key] < restShare * passed
    if (n > 0 && isQuiet('node') && isQuiet('postgres')) break
  }
  const rest = (key: 'buffers' | 'node' | 'postgres'): number =>
    (restTo[key] - restFrom[key]) / (restTo.at - restFrom.at)
  const found: Alone[] = []
  for (const [name, example] of at.examples) {
    await repeat(example, mostMs / 3)
    const from = await reading()
    const count = await repeat(example, mostMs)
    const to = await reading()
    const each = (key: 'buffers' | 'node' | 'postgres'): number =>
      Math.max(0, (to[key] - from[key] - rest(key) * (to.at - from.at)) / count)
    const before = new Map(from.statements.map(({ text, buffers }) => [text, buffers]))
    const dearest = to.statements
      .map(({ text, buffers }) => ({ text, buffers: (buffers - (before.get(text) ?? 0)) / count }))
      .filter(({ buffers }) => buffers >= leastBuffers)
      .toSorted((one, other) => other.buffers - one.buffers)
      .slice(0, dearestShown)
    found.push({
      name,
      dearest,
      buffers: each('buffers'),
      nodeMs: each('node'),
      postgresMs: each('postgres'),
    })
  }
  return found
}
