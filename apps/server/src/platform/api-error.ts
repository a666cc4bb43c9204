import { errorStatus, type ErrorCode } from '@khlang/contract/errors.ts'
import type { Alarm } from './alarms.ts'

export interface ErrorParts {
  readonly field?: string
  /** Facts the caller may know: who handled it, what remains, allowed targets. */
  readonly details?: unknown
  readonly retryAfterS?: number
  readonly cause?: unknown
  /** Raised once the transaction that refused has been rolled back, so that the alarm stays. */
  readonly alarm?: Alarm
}

/** The one way to refuse: a stable code, its status from the contract, its text from the locale files. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly field: string | undefined
  readonly details: unknown
  readonly retryAfterS: number | undefined
  readonly alarm: Alarm | undefined
  constructor(code: ErrorCode, parts: ErrorParts = {}) {
    super(code, { cause: parts.cause })
    this.name = 'ApiError'
    this.code = code
    this.field = parts.field
    this.details = parts.details
    this.retryAfterS = parts.retryAfterS
    this.alarm = parts.alarm
  }

  get status(): number {
    return errorStatus[this.code]
  }
}
