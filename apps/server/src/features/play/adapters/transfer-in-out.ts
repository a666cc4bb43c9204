import { createHash, timingSafeEqual } from 'node:crypto'
import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import { amountOf, signedAmountOf } from './amounts.ts'
import { prizeWord, type AnswerTo, type Asked, type PlayAdapter, type Told, type Word } from './adapter.ts'
import { saying, shareOf } from './said.ts'

// Stake and payout of a round in one word, told again under another name where the round is corrected. After
// the shape of PG Soft's seamless wallet (VerifySession, Cash/Get, Cash/TransferInOut, Cash/Adjustment):
// forms that carry the `secret_key` which both sides share; answers are `data` or `error`, one of them null.
// What is adjusted is of no round: the prize of a tournament; what takes money is settled by people.

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

const unread = { kind: 'unread', why: 'malformed' } as const
const name = /^[\x21-\x7e]{1,100}$/

type Field = (name: string) => string

/** Its own moment of a word, where it tells one. */
const momentOf = (text: string): Pick<Word, 'moment'> => (/^\d{1,15}$/.test(text) ? { moment: text } : {})

/** What a form says whose secret is right. */
function read(word: string, field: Field, raw: string): Asked {
  // It tells no name of the call: the same form is the same call.
  if (word === 'VerifySession')
    return { kind: 'authenticate', token: field('operator_player_session'), call: raw }
  const memberId = decodeId('member', field('player_name'))
  if (memberId === null || (field('currency_code') || 'THB') !== 'THB') return unread
  if (word === 'Cash/Get') return { kind: 'balance', memberId }
  if (word === 'Cash/Adjustment') return adjusted(memberId, field)
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
  const sums = { stakeMinor, amountMinor, ...momentOf(field('updated_time')) }
  return {
    kind: 'word',
    word: {
      kind: 'round',
      transactionRef,
      memberId,
      betRef,
      gameCode,
      voids: null,
      ...sums,
      ...saidOf(field),
    },
  }
}

const isSo = (text: string): string => (/^(true|1)$/i.test(text) ? 'yes' : '')

/** What it tells beside money. Its wallet G is that of free rounds. */
const saidOf = (field: Field) =>
  saying({
    device: field('platform'),
    featureBuy: isSo(field('is_feature_buy')),
    freeRound: field('wallet_type') === 'G' ? 'yes' : '',
    roundEnd: isSo(field('is_end_round')),
    poolShare: shareOf(field('jackpot_contribution_amount')),
    campaign: field('bonus_name') || field('free_game_name'),
  })

function adjusted(memberId: string, field: Field): Asked {
  const reference = field('adjustment_transaction_id')
  const amountMinor = signedAmountOf(field('transfer_amount'))
  if (!name.test(reference) || amountMinor === null) return unread
  if (amountMinor === 0) return { kind: 'balance', memberId }
  if (amountMinor < 0) return { ...unread, owed: reference }
  const word = prizeWord(memberId, reference, amountMinor)
  return { kind: 'word', word: { ...word, ...momentOf(field('adjustment_time')) } }
}

/** What is to be moved in all must be what the two amounts say. */
const isNet = (text: string, netMinor: number): boolean => signedAmountOf(text) === netMinor

/** What it wants to know of what was done. */
function done({ balanceMinor, memberId }: Told, { word, nowMs }: AnswerTo) {
  if (memberId !== undefined) {
    const code = encodeId('member', memberId)
    return { player_name: code, nickname: code, currency: 'THB' }
  }
  const moment = word?.moment ?? (word === undefined ? nowMs : null)
  const at = moment === null ? {} : { updated_time: Number(moment) }
  if (word?.kind !== 'prize') return { currency_code: 'THB', balance_amount: balanceMinor / 100, ...at }
  return {
    adjust_amount: word.amountMinor / 100,
    balance_before: (balanceMinor - word.amountMinor) / 100,
    balance_after: balanceMinor / 100,
    ...at,
  }
}

export const transferInOut: PlayAdapter = {
  read: (secret, word, { bytes }) => {
    const raw = bytes.toString('utf8')
    const fields = new URLSearchParams(raw)
    // Of a field that comes twice nobody knows which was meant.
    if (new Set(fields.keys()).size < fields.size) return unread
    const field = (key: string): string => fields.get(key) ?? ''
    return isSecret(field('secret_key'), secret)
      ? read(word, field, raw)
      : { kind: 'unread', why: 'badSignature' }
  },
  answer: (told, to) =>
    told.outcome === 'done'
      ? { data: done(told, to), error: null }
      : { data: null, error: { code: errors[told.outcome], message: told.outcome } },
}
