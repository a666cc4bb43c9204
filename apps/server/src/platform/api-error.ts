import { errorStatus, type ErrorCode } from '@khlang/contract/kit/errors.ts'
import type { GivenDetails } from '@khlang/contract/derived/refusals.ts'

/**
 * Something a person must know of. `entityId` is an outside id; one open alarm per code and entity. Whoever
 * raises one says who ends it: what raised it, once its reason is over (silent feeds and broken chains of the
 * bank, unread messages, late seals, stalled work, payouts: features/payouts/alarms.ts), or a person alone,
 * where money or the proof of the log may be lost and it is for people to look (the circuit breaker, payments
 * that contradict or double, a broken activity log).
 */
export interface Alarm {
  readonly code: string
  readonly entity: string
  readonly entityId: string
  readonly detail?: unknown
}

interface ErrorParts {
  readonly field?: string
  readonly retryAfterS?: number
  readonly cause?: unknown
  /** Raised once the transaction that refused has been rolled back, so that the alarm stays. */
  readonly alarm?: Alarm
}

/** Parts that may be left out where a code has no details, or some call has it without. */
type Parts<C extends ErrorCode, D = GivenDetails<C>> = [D] extends [never]
  ? [parts?: ErrorParts]
  : undefined extends D
    ? [parts?: ErrorParts & { readonly details?: D }]
    : [parts: ErrorParts & { readonly details: D }]

/**
 * The one way to refuse: a stable code, its status from the contract, its text from the locale files. The
 * details are facts the caller may know (who handled it, what remains), as a call of the contract has them
 * for this code; what the call that is answered does not declare is left out on the way.
 */
export class ApiError<C extends ErrorCode = ErrorCode> extends Error {
  readonly code: ErrorCode
  readonly field: string | undefined
  readonly details: GivenDetails<ErrorCode> | undefined
  readonly retryAfterS: number | undefined
  readonly alarm: Alarm | undefined
  constructor(code: C, ...[parts]: Parts<NoInfer<C>>) {
    super(code, { cause: parts?.cause })
    this.name = 'ApiError'
    this.code = code
    this.field = parts?.field
    this.details = parts && 'details' in parts ? parts.details : undefined
    this.retryAfterS = parts?.retryAfterS
    this.alarm = parts?.alarm
  }

  get status(): number {
    return errorStatus[this.code]
  }
}
