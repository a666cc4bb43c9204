import { createHash, timingSafeEqual } from 'node:crypto'
import { decodeId } from '@khlang/contract/values/values.ts'
import { amountOf } from './amounts.ts'
import type { Asked, PlayAdapter, Told } from './adapter.ts'

// Stake and payout of a round in one word, told again under another name where the round is corrected. After
// the shape of PG Soft's seamless wallet (Cash/Get, Cash/TransferInOut): forms that carry the `secret_key`
// which both sides share; answers are `data` or `error`, one of them null.

const errors: Readonly<Record<Exclude<Told['outcome'], 'done'>, string>> = {
  badSignature: '1034',
  malformed: '1034',
  otherMeaning: '1034',
  memberUnknown: '3004',
  tokenUnknown: '1300',
  memberBlocked: '3004',
  betUnknown: '3021',
  voided: '3021',
  insufficientFunds: '3202',
  providerClosed: '3033',
  gameUnknown: '3033',
  gameClosed: '3033',
  amountLimit: '3033',
  roundOver: '3033',
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** As long whatever was sent, so that nobody learns the secret letter by letter. */
const isSecret = (given: string, secret: string): boolean =>
  timingSafeEqual(digestOf(given), digestOf(secret))

const unread: Asked = { kind: 'unread', why: 'malformed' }
const name = /^[\x21-\x7e]{1,100}$/

/** What a form says whose secret is right. */
function read(word: string, field: (name: string) => string): Asked {
  const memberId = decodeId('member', field('player_name'))
  if (memberId === null || (field('currency_code') || 'THB') !== 'THB') return unread
  if (word === 'Cash/Get') return { kind: 'balance', memberId }
  const [stakeMinor, amountMinor] = [amountOf(field('bet_amount')), amountOf(field('win_amount'))]
  const [betRef, transactionRef] = [field('bet_id'), field('transaction_id')]
  if (word !== 'Cash/TransferInOut' || !name.test(betRef) || !name.test(transactionRef)) return unread
  if (
    stakeMinor === null ||
    amountMinor === null ||
    !isNet(field('transfer_amount'), amountMinor - stakeMinor)
  )
    return unread
  const gameCode = field('game_id') === '' ? null : field('game_id')
  const sums = { stakeMinor, amountMinor }
  return {
    kind: 'word',
    word: { kind: 'round', transactionRef, memberId, betRef, gameCode, voids: null, ...sums },
  }
}

/** What is to be moved in all must be what the two amounts say. */
function isNet(text: string, netMinor: number): boolean {
  const minor = amountOf(text.replace(/^-/, ''))
  return minor !== null && (text.startsWith('-') ? -minor : minor) === netMinor
}

export const transferInOut: PlayAdapter = {
  read: (secret, word, raw) => {
    const fields = new URLSearchParams(raw.toString('utf8'))
    // Of a field that comes twice nobody knows which was meant.
    if (new Set(fields.keys()).size < fields.size) return unread
    const field = (key: string): string => fields.get(key) ?? ''
    return isSecret(field('secret_key'), secret)
      ? read(word, field)
      : { kind: 'unread', why: 'badSignature' }
  },
  answer: ({ outcome, balanceMinor }) =>
    outcome === 'done'
      ? { data: { currency_code: 'THB', balance_amount: balanceMinor / 100 }, error: null }
      : { data: null, error: { code: errors[outcome], message: outcome } },
}
