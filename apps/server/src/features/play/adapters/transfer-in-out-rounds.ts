import { z } from 'zod'
import { amountOf } from './amounts.ts'
import type { Word } from './adapter.ts'
import { callOf, type RoundAbout, type RoundAdapter } from './round-adapter.ts'

// PG Soft's bet history: Bet/v4/GetHistoryForSpecificTimeRange, a form with the operator's token (it stands
// in the provider's address), the secret and a time; answers `data`, a list of bets with what was staked and
// what came back in all. A bet that changes has a later row version, at the time at
// which it was placed.

const countMax = 5000
const Amount = z.union([z.string(), z.number()]).transform((value, context) => {
  const minor = amountOf(String(value))
  if (minor !== null) return minor
  context.addIssue({ code: 'custom', message: 'no amount' })
  return z.NEVER
})
const Name = z.union([z.string(), z.number()]).transform(String)
const History = z.object({
  data: z
    .array(
      z.object({
        betId: Name,
        playerName: z.string(),
        gameId: Name,
        betAmount: Amount,
        winAmount: Amount,
        rowVersion: z.number(),
      }),
    )
    .max(countMax),
})
type Row = z.output<typeof History>['data'][number]

/** Its own name of the word is not told here: this one is ours, and the same sums move nothing twice. */
const wordOf = (
  { betId, gameId, betAmount, winAmount, rowVersion }: Row,
  { memberId }: RoundAbout,
): Word => ({
  kind: 'round',
  transactionRef: `history ${betId} ${rowVersion}`,
  memberId,
  betRef: betId,
  gameCode: gameId,
  stakeMinor: betAmount,
  amountMinor: winAmount,
  voids: null,
})

function historyOf(text: string): readonly Row[] | null {
  try {
    return History.parse(JSON.parse(text)).data
  } catch {
    return null
  }
}

export const transferInOutRounds: RoundAdapter = {
  goesBy: 'placing',
  round: {
    ask: ({ address, secret }, { fromMs, untilMs }) => {
      const url = callOf(address, 'Bet/v4/GetHistoryForSpecificTimeRange')
      const whose = Object.fromEntries(url.searchParams)
      url.search = ''
      const range = { count: String(countMax), bet_type: '1' }
      const time = { from_time: String(fromMs), to_time: String(untilMs) }
      const body = new URLSearchParams({ ...whose, secret_key: secret, ...range, ...time }).toString()
      const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }
      return { method: 'POST', url: url.href, headers, body }
    },
    read: ({ status, text }, about) => {
      const rows = status === 200 ? historyOf(text) : null
      // More than it tells at once: what is missing may be among the rest.
      if (rows === null || rows.length >= countMax) return null
      const [last] = rows
        .filter(({ betId, playerName }) => betId === about.ref && playerName === about.member)
        .toSorted((a, b) => b.rowVersion - a.rowVersion)
      return { words: last === undefined ? [] : [wordOf(last, about)], nextMs: null }
    },
  },
}
