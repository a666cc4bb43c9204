import type { Client } from '@khlang/contract/derived/client.ts'
import type { BenchEnv } from '../env.ts'
import { examplesOf, type Asked, type Filter } from './examples.ts'
import { houseCalls, memberCalls, staffCalls } from './house-calls.ts'
import type { PlanCase } from './judge.ts'
import { bookCalls, lineCalls, matchingCalls, queueCalls } from './money-calls.ts'

const isPage = (answer: unknown): answer is { readonly afterCursor: string | null } =>
  typeof answer === 'object' && answer !== null && 'afterCursor' in answer

function casesOf([name, ...filters]: Asked): PlanCase[] {
  const ask = (call: Client, input: Filter): Promise<unknown> => call(name, input as never)
  return filters.flatMap((filter) => {
    const spelt = `${name} ${JSON.stringify(filter)}`
    let after: string | null = null
    return [
      {
        name: spelt,
        run: async ({ call }) => {
          const answer = await ask(call, filter)
          if (isPage(answer)) after = answer.afterCursor
          return answer
        },
      },
      {
        name: `${spelt}, next page`,
        isWanted: () => after !== null,
        run: ({ call }) => ask(call, { ...filter, after }),
      },
    ]
  })
}

/** Every list, total and count that people are shown. */
export async function callCases(env: BenchEnv, database: string): Promise<PlanCase[]> {
  const of = await examplesOf(env, database)
  return [queueCalls, lineCalls, matchingCalls, bookCalls, memberCalls, staffCalls, houseCalls]
    .flatMap((callsOf) => callsOf(of))
    .flatMap(casesOf)
}
