import type { ErrorCode } from '@khlang/contract/kit/errors.ts'
import { ApiError } from '../api-error.ts'
import { constraintOf, sqlState } from '../db/db.ts'

/** What the ledger says no with, and what a caller of the API reads. Source: ledger_sqlstate() in 0003. */
const ledgerRefusals = {
  insufficientFunds: 'insufficientFunds',
  accountClosed: 'accountClosed',
  accountUnknown: 'internal',
  currencyMismatch: 'currencyUnknown',
  amountOutOfRange: 'amountRange',
  keyMismatch: 'keyMismatch',
  alreadyReversed: 'alreadyReversed',
  reversalMismatch: 'internal',
  reversalOfReversal: 'stateRefused',
  transferUnknown: 'notFound',
  holdNotOpen: 'stateRefused',
  holdMismatch: 'internal',
  holdAlreadyOpen: 'stateRefused',
  dayClosed: 'dayClosed',
  sameAccount: 'sameAccount',
  postingMalformed: 'internal',
  appendOnly: 'internal',
  secondCall: 'internal',
  wrongIsolation: 'internal',
  dayOutOfOrder: 'stateRefused',
  accountMismatch: 'internal',
} as const satisfies Record<string, ErrorCode>

export type LedgerRefusal = keyof typeof ledgerRefusals

const isRefusal = (text: string): text is LedgerRefusal => Object.hasOwn(ledgerRefusals, text)

/** The ledger's own code, with the key of the posting it is about. The cause of the ApiError callers see. */
class LedgerError extends Error {
  readonly refusal: LedgerRefusal
  readonly key: string | undefined
  constructor(refusal: LedgerRefusal, key?: string, cause?: unknown) {
    super(key === undefined ? refusal : `${refusal}: ${key}`, { cause })
    this.name = 'LedgerError'
    this.refusal = refusal
    this.key = key
  }
}

export const refused = (refusal: LedgerRefusal, key?: string, cause?: unknown): ApiError =>
  new ApiError(ledgerRefusals[refusal], { cause: new LedgerError(refusal, key, cause) })

/** The ledger's code behind an error, or undefined when the error is not a refusal of the ledger. */
export const refusalOf = (error: unknown): LedgerRefusal | undefined =>
  error instanceof ApiError && error.cause instanceof LedgerError ? error.cause.refusal : undefined

/** Unique indexes another call may have filled a moment ago: its row is found when we ask again. */
const takenMeanwhile = new Set(['transfers_key_key', 'transfers_reverses', 'holds_open_source'])

/** Safe to repeat the whole database transaction: nothing of it happened. Source: safety.md 2.5. */
export const mayRepeat = (error: unknown): boolean => {
  const state = sqlState(error)
  return (
    state === '40001' ||
    state === '40P01' ||
    (state === '23505' && takenMeanwhile.has(constraintOf(error) ?? ''))
  )
}

/** Somebody holds what it needed, for longer than it wanted to wait. */
export const isHeld = (error: unknown): boolean => sqlState(error) === '55P03'

/** True when nobody knows whether the statement was committed: the connection went before the answer came. */
export const isUnknown = (error: unknown): boolean => {
  const state = sqlState(error)
  return (
    state === undefined || !/^[0-9A-Z]{5}$/.test(state) || state.startsWith('08') || state.startsWith('57P')
  )
}

/**
 * Turns what PostgreSQL raised into the error of the API; what may be repeated or is not ours stays as it
 * is.
 */
export function ledgerFailure(error: unknown): unknown {
  const state = sqlState(error)
  if (!(error instanceof Error) || state === undefined || mayRepeat(error)) return error
  const detail = 'detail' in error && typeof error.detail === 'string' ? error.detail : undefined
  if (state.startsWith('KL') && isRefusal(error.message)) return refused(error.message, detail, error)
  if (isHeld(error)) return new ApiError('ledgerBusy', { cause: error, retryAfterS: 1 })
  return error
}
