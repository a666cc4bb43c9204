import { createHash, timingSafeEqual } from 'node:crypto'
import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import { amountOf, signedAmountOf } from './amounts.ts'
import { prizeWord, type Asked, type PlayAdapter, type Told, type Word } from './adapter.ts'
import { saying, shareOf } from './said.ts'

// Stake and result are told apart, a stake is taken back by the name of its transaction. After the public
// description of Pragmatic Play's Seamless Wallet API: forms whose `hash` is the MD5 of their fields in the
// order of their names, followed by the secret; answers are JSON with `error` 0 or a number of theirs.
// Beside rounds it pays what a pool gives (jackpotWin), prizes of campaigns (promoWin, or with a result) and
// corrections of live tables (adjustment). What endRound and roundDetails say is known by then. Whether the
// sum of free rounds (bonusWin) was told in their results is read in two ways: people settle it.

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

const wordOf = {
  'bet.html': 'bet',
  'result.html': 'settle',
  'jackpotWin.html': 'jackpot',
  'adjustment.html': 'adjust',
  'refund.html': 'void',
} as const
const isWord = (text: string): text is keyof typeof wordOf => Object.hasOwn(wordOf, text)
const askBalance: ReadonlySet<string> = new Set(['balance.html', 'endRound.html', 'roundDetails.html'])

const unread = { kind: 'unread', why: 'malformed' } as const
const isName = (text: string): boolean => /^[\x21-\x7e]{1,100}$/.test(text)
type Field = (name: string) => string

/** What a signed form says. */
function read(word: string, field: Field): Asked {
  if (word === 'authenticate.html')
    return { kind: 'authenticate', token: field('token'), call: field('hash') }
  const memberId = decodeId('member', field('userId'))
  if (memberId === null) return unread
  if (askBalance.has(word)) return { kind: 'balance', memberId }
  if (!isName(field('reference'))) return unread
  if (word === 'promoWin.html') return prizeOf(memberId, field('reference'), field('amount'))
  if (word === 'bonusWin.html')
    return amountOf(field('amount')) === 0
      ? { kind: 'balance', memberId }
      : { ...unread, owed: field('reference') }
  return isWord(word) ? roundWord(wordOf[word], memberId, field) : unread
}

function roundWord(kind: (typeof wordOf)[keyof typeof wordOf], memberId: string, field: Field): Asked {
  const reference = field('reference')
  const told = field('amount')
  const amountMinor = kind === 'void' ? 0 : kind === 'adjust' ? signedAmountOf(told) : amountOf(told)
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
    ...saying({
      device: field('platform'),
      address: field('ipAddress'),
      poolShare: shareOf(field('jackpotContribution')),
      campaign: field('bonusCode'),
      selection: field('roundDetails'),
    }),
  }
  return kind === 'settle' ? withPrize(about, field) : { kind: 'word', word: about }
}

/** A result with the prize that came with it. The result means something else without it. */
function withPrize(result: Word, field: Field): Asked {
  const [amount, reference] = [field('promoWinAmount'), field('promoWinReference')]
  if (amount === '' || amountOf(amount) === 0) return { kind: 'word', word: result }
  const beside = isName(reference) ? prizeOf(result.memberId, reference, amount) : unread
  // Neither half is taken: people are told of the result.
  if (beside.kind !== 'word') return { ...unread, owed: result.transactionRef }
  const meaning = `${reference} ${beside.word.amountMinor}`
  return { kind: 'word', word: { ...result, beside: meaning }, prize: beside.word }
}

/** A prize of a campaign; of none there is nothing to say but the balance. */
function prizeOf(memberId: string, reference: string, amount: string): Asked {
  const amountMinor = amountOf(amount)
  if (amountMinor === null) return unread
  if (amountMinor === 0) return { kind: 'balance', memberId }
  return { kind: 'word', word: prizeWord(memberId, reference, amountMinor) }
}

export const betAndResult: PlayAdapter = {
  read: (secret, word, { bytes }) => {
    const fields = new URLSearchParams(bytes.toString('utf8'))
    // Of a field that comes twice nobody knows which was meant.
    if (new Set(fields.keys()).size < fields.size) return unread
    return isSigned(fields, secret)
      ? read(word, (name) => fields.get(name) ?? '')
      : { kind: 'unread', why: 'badSignature' }
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
