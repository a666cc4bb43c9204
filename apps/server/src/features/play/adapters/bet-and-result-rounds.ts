import { amountOf } from './amounts.ts'
import type { Word } from './adapter.ts'
import { callOf, type RoundAbout, type RoundAdapter } from './round-adapter.ts'

// Pragmatic Play's data feed of transactions: DataFeeds/transactions/ with login, password and a timepoint
// answers CSV of ten minutes from there on. Its first line says from where it goes on, its second names the
// columns; a row has the reference under which the same transaction was told to us. The login stands in the
// provider's address.

const types = { B: 'bet', W: 'settle', R: 'void' } as const
const isType = (text: string): text is keyof typeof types => Object.hasOwn(types, text)

/** A row as the word that it was, or should have been; null: it is not of this round, or not to be read. */
function wordOf(field: (name: string) => string, { ref, member, memberId }: RoundAbout): Word | null {
  const [type, amountMinor] = [field('type'), amountOf(field('amount'))]
  if (field('playSessionID') !== ref || field('extPlayerID') !== member) return null
  if (!isType(type) || amountMinor === null) return null
  const [kind, reference] = [types[type], field('referenceID')]
  return {
    kind,
    // A refund names its bet.
    transactionRef: kind === 'void' ? `refund ${reference}` : reference,
    memberId,
    betRef: ref,
    gameCode: field('gameID') === '' ? null : field('gameID'),
    amountMinor,
    voids: kind === 'void' ? reference : null,
  }
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
      const words = lines.flatMap((line) => {
        const values = line.split(',')
        return wordOf((name) => values[names.indexOf(name)] ?? '', about) ?? []
      })
      const nextMs = Number(next)
      return { words, nextMs: nextMs > about.fromMs && nextMs < about.untilMs ? nextMs : null }
    },
  },
}
