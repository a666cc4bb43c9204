import type { Client } from '@khlang/contract/derived/client.ts'
import type { BenchEnv } from '../env.ts'
import { examplesOf, type Asked, type Filter } from './examples.ts'
import { houseCalls, memberCalls, staffCalls } from './house-calls.ts'
import type { PlanCase } from './judge.ts'
import { bookCalls, lineCalls, matchingCalls, queueCalls } from './money-calls.ts'

const isPage = (answer: unknown): answer is { readonly afterCursor: string | null } =>
  typeof answer === 'object' && answer !== null && 'afterCursor' in answer

/** Why some may read more than they answer: each is bounded, by what its sentence says. */
const reasons: readonly (readonly [isMeant: (call: string, filter: Filter) => boolean, because: string])[] =
  [
    [
      (call, { scope, search }) =>
        call.startsWith('preTransactions.line') && scope === 'all' && search !== undefined,
      'no index has a piece of a payer’s name: the newest 20,000 lines are looked through, and it is said',
    ],
    [
      (_, filter) => 'amountMinMinor' in filter,
      'bounds of an amount in the order of time: the newest are walked, totals count the newest 10,000',
    ],
    [
      (call, { scope }) => call === 'preTransactions.lines' && scope === 'all',
      'of kinds that are rare among the newest, the newest are walked',
    ],
    [
      (call, { amountMinor }) => /^preTransactions.line(s|Totals)$/.test(call) && amountMinor !== undefined,
      'two indexes are laid over each other, some pages of each',
    ],
    [(_, { tab, on }) => tab === 'waiting' && on !== undefined, 'what waits is read through'],
    [
      (call) => call === 'preTransactions.linkReport',
      'sums of a month of links by hand, a thousand groups at most',
    ],
    [(call) => call === 'paymentAutos.list', 'what each account paid out today is summed'],
    [(call) => call === 'groupNotifications.list', 'what each group was sent in a day is counted'],
    [(call) => call === 'preTransactions.findMissing', 'the unread messages of a day are counted'],
  ]

function casesOf([name, ...filters]: Asked): PlanCase[] {
  const ask = (call: Client, input: Filter): Promise<unknown> => call(name, input as never)
  return filters.flatMap((filter) => {
    const spelt = `${name} ${JSON.stringify(filter)}`
    const because = reasons.find(([isMeant]) => isMeant(name, filter))?.[1]
    const same = { isSearch: 'search' in filter, ...(because === undefined ? {} : { because }) }
    let after: string | null = null
    return [
      {
        ...same,
        name: spelt,
        run: async ({ call }) => {
          const answer = await ask(call, filter)
          if (isPage(answer)) after = answer.afterCursor
          return answer
        },
      },
      {
        ...same,
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
