import { errorStatus, type ErrorCode } from '@khlang/contract/errors.ts'

export interface ErrorParts {
  readonly field?: string
  /** Facts the caller may know: who handled it, what remains, allowed targets. */
  readonly details?: unknown
  readonly retryAfterS?: number
  readonly cause?: unknown
}

/** The one way to refuse: a stable code, its status from the contract, its text from the locale files. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly field: string | undefined
  readonly details: unknown
  readonly retryAfterS: number | undefined
  constructor(code: ErrorCode, parts: ErrorParts = {}) {
    super(code, { cause: parts.cause })
    this.name = 'ApiError'
    this.code = code
    this.field = parts.field
    this.details = parts.details
    this.retryAfterS = parts.retryAfterS
  }

  get status(): number {
    return errorStatus[this.code]
  }
}
