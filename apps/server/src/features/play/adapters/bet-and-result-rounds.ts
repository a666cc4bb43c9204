import { amountOf } from './amounts.ts'
import type { Word } from './adapter.ts'
import { callOf, type RoundAbout, type RoundAdapter } from './round-adapter.ts'

// Pragmatic Play's data feed of transactions: DataFeeds/transactions/ with login, password and a timepoint
// answers CSV of ten minutes from there on. Its first line says from where it goes on, its second names the
// columns; a row has the reference under which the same transaction was told to us. The login stands in the
// provider's address. A win may come in parts (V); what a campaign pays (P) is of no round. A row of the
// round of another type, and nobody can tell from it what became of the round.

const types = { B: 'bet', W: 'settle', V: 'settle', J: 'jackpot', R: 'void' } as const
const prize = 'P'
const isType = (text: string): text is keyof typeof types => Object.hasOwn(types, text)

/** A row as the words that it was, or should have been: none of another round; null: it is not to be read. */
function wordsOf(field: (name: string) => string, { ref, member, memberId }: RoundAbout): Word[] | null {
  const [type, amountMinor] = [field('type'), amountOf(field('amount'))]
  if (field('playSessionID') !== ref || field('extPlayerID') !== member || type === prize) return []
  if (!isType(type) || amountMinor === null) return null
  const [kind, reference] = [types[type], field('referenceID')]
  return [
    {
      kind,
      // A refund names its bet.
      transactionRef: kind === 'void' ? `refund ${reference}` : reference,
      memberId,
      betRef: ref,
      gameCode: field('gameID') === '' ? null : field('gameID'),
      amountMinor,
      voids: kind === 'void' ? reference : null,
    },
  ]
}

export const betAndResultRounds: RoundAdapter = {
  goesBy: 'transaction',
  round: {
    ask: ({ address, secret }, { fromMs }) => {
      const url = callOf(address, 'DataFeeds/transactions/')
      url.searchParams.set('password', secret)
      url.searchParams.set('timepoint', String(fromMs))
      return { method: 'GET', url: url.href, headers: { accept: 'text/csv' } }
    },
    read: ({ status, text }, about) => {
      const [first = '', second = '', ...lines] = text.trim().split(/\r?\n/)
      const next = /^timepoint=(\d{1,15})$/.exec(first)?.[1]
      const names = second.split(',')
      if (status !== 200 || next === undefined || !names.includes('referenceID')) return null
      const rows = lines.map((line) => {
        const values = line.split(',')
        return wordsOf((name) => values[names.indexOf(name)] ?? '', about)
      })
      if (rows.includes(null)) return null
      const nextMs = Number(next)
      return {
        words: rows.flatMap((row) => row ?? []),
        nextMs: nextMs > about.fromMs && nextMs < about.untilMs ? nextMs : null,
      }
    },
  },
}
