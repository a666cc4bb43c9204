import { createHash, timingSafeEqual } from 'node:crypto'
import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import { amountOf } from './amounts.ts'
import type { Asked, PlayAdapter, Told, Word } from './adapter.ts'

// Stake and result are told apart, a stake is taken back by the name of its transaction. After the public
// description of Pragmatic Play's Seamless Wallet API: forms whose `hash` is the MD5 of their fields in the
// order of their names, followed by the secret; answers are JSON with `error` 0 or a number of theirs.

const errors: Readonly<Record<Exclude<Told['outcome'], 'done'>, number>> = {
  insufficientFunds: 1,
  memberUnknown: 2,
  providerClosed: 3,
  amountLimit: 3,
  roundOver: 3,
  voided: 3,
  tokenUnknown: 4,
  badSignature: 5,
  memberBlocked: 6,
  malformed: 7,
  otherMeaning: 7,
  gameUnknown: 8,
  gameClosed: 8,
  // Told again later, until its bet has come.
  betUnknown: 100,
}

const hashOf = (fields: URLSearchParams, secret: string): Buffer => {
  const told = [...fields].filter(([name]) => name !== 'hash').toSorted(([a], [b]) => (a < b ? -1 : 1))
  const text = told.map(([name, value]) => `${name}=${value}`).join('&')
  return createHash('md5').update(`${text}${secret}`).digest()
}

function isSigned(fields: URLSearchParams, secret: string): boolean {
  const given = Buffer.from(fields.get('hash') ?? '', 'hex')
  const expected = hashOf(fields, secret)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

const wordOf = { 'bet.html': 'bet', 'result.html': 'settle', 'refund.html': 'void' } as const
const isWord = (text: string): text is keyof typeof wordOf => Object.hasOwn(wordOf, text)

const unread: Asked = { kind: 'unread', why: 'malformed' }

/** What a signed form says. */
function read(word: string, fields: URLSearchParams): Asked {
  const field = (name: string): string => fields.get(name) ?? ''
  if (word === 'authenticate.html')
    return { kind: 'authenticate', token: field('token'), call: field('hash') }
  const memberId = decodeId('member', field('userId'))
  if (memberId === null) return unread
  if (word === 'balance.html') return { kind: 'balance', memberId }
  const reference = field('reference')
  if (!isWord(word) || !/^[\x21-\x7e]{1,100}$/.test(reference)) return unread
  const kind = wordOf[word]
  const amountMinor = kind === 'void' ? 0 : amountOf(field('amount'))
  const betRef = field('roundId') === '' ? null : field('roundId')
  if (amountMinor === null || (betRef === null && kind !== 'void')) return unread
  const about: Word = {
    kind,
    // A refund has no name of its own: it is the one of its bet.
    transactionRef: kind === 'void' ? `refund ${reference}` : reference,
    memberId,
    betRef,
    gameCode: field('gameId') === '' ? null : field('gameId'),
    amountMinor,
    voids: kind === 'void' ? reference : null,
  }
  return { kind: 'word', word: about }
}

export const betAndResult: PlayAdapter = {
  read: (secret, word, raw) => {
    const fields = new URLSearchParams(raw.toString('utf8'))
    // Of a field that comes twice nobody knows which was meant.
    if (new Set(fields.keys()).size < fields.size) return unread
    return isSigned(fields, secret) ? read(word, fields) : { kind: 'unread', why: 'badSignature' }
  },
  answer: ({ outcome, balanceMinor, ourRef, memberId }) =>
    outcome === 'done'
      ? {
          ...(memberId === undefined
            ? { transactionId: ourRef }
            : { userId: encodeId('member', memberId) }),
          currency: 'THB',
          cash: balanceMinor / 100,
          bonus: 0,
          error: 0,
          description: 'Success',
        }
      : { error: errors[outcome], description: outcome },
}
