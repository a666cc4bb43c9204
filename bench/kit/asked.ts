import { performance } from 'node:perf_hooks'
import { median, p99, type BenchEnv } from './env.ts'
import type { WatchedServer } from './plans/server.ts'

// How a call is measured that the product's own server answers over HTTP: alone, and beside others.

/** What is printed beside: so many at once, on a machine of two cores that asks, answers and reads. */
const together = 4
const callsPerCase = 200
const warmCalls = 40

const shown = (ms: number): string => ms.toFixed(1).padStart(7)

/** So many calls, each question asked anew. @returns what each took, in ms, sorted */
async function asked(count: number, callers: number, ask: () => Promise<unknown>): Promise<number[]> {
  const took: number[] = []
  let left = count
  const caller = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      const begun = performance.now()
      await ask()
      took.push(performance.now() - begun)
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  return took.toSorted((a, b) => a - b)
}

/** A question and how long the hundredth of its answers may take. */
export interface Question {
  readonly spelt: string
  readonly limitMs: number
  readonly ask: () => Promise<unknown>
}

/** Asks one question again and again, nothing kept between, and prints what it took beside its limit. */
export async function isQuick(
  env: BenchEnv,
  { forgetReads }: Pick<WatchedServer, 'forgetReads'>,
  question: Question,
): Promise<boolean> {
  const { spelt, limitMs } = question
  const ask = (): Promise<unknown> => {
    forgetReads()
    return question.ask()
  }
  try {
    await asked(warmCalls, 1, ask)
    const took = await asked(callsPerCase, 1, ask)
    const ms = p99(took)
    const busy = p99(await asked(callsPerCase, together, ask))
    const beside = `${shown(median(took))} p50 ${shown(busy)} p99 of ${together}`
    const word = ms <= limitMs ? 'ok  ' : 'MISS'
    env.print(`  ${word} ${shown(ms)} ms p99 (limit ${limitMs}) ${beside}  ${spelt}`)
    return ms <= limitMs
  } catch (error) {
    env.print(`  MISS ${spelt}: ${String(error)}`)
    return false
  }
}
