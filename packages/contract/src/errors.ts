/**
 * Every error a caller can read, with its HTTP status. The key is also the key of its Thai and English text
 * (`locales/{lng}/errors.json`), so an error that lacks a text does not pass the tests.
 */
export const errorStatus = {
  // 400: the request cannot be read
  malformedRequest: 400,
  duplicateKey: 400,
  idempotencyKeyMissing: 400,
  idempotencyKeyInvalid: 400,
  // 401: nobody is known
  unauthenticated: 401,
  badCredentials: 401,
  badOtp: 401,
  otpSetupExpired: 401,
  badCode: 401,
  badSignature: 401,
  staleTimestamp: 401,
  // 403: known, yet not allowed
  forbidden: 403,
  otpRequired: 403,
  stepUpRequired: 403,
  fourEyes: 403,
  overApprovalLimit: 403,
  overDayLimit: 403,
  beyondOwnRights: 403,
  ownRights: 403,
  originRefused: 403,
  // 404: absent or out of sight, alike
  notFound: 404,
  memberNotFound: 404,
  // 405, 413, 415, 421
  methodNotAllowed: 405,
  tooLarge: 413,
  pictureTooLarge: 413,
  pictureTypeRefused: 415,
  unsupportedMediaType: 415,
  misdirected: 421,
  // 409: the state says no
  conflict: 409,
  stale: 409,
  alreadyHandled: 409,
  alreadyMatched: 409,
  alreadyEnrolled: 409,
  notEnrolled: 409,
  idempotencyInProgress: 409,
  claimedByOther: 409,
  stateRefused: 409,
  replayedNonce: 409,
  bankAccountInUse: 409,
  phoneInUse: 409,
  usernameInUse: 409,
  roleNameInUse: 409,
  groupNameInUse: 409,
  groupLocked: 409,
  viewNameInUse: 409,
  viewsFull: 409,
  lastAdmin: 409,
  openWithdrawalExists: 409,
  lineNotOpen: 409,
  undoTooLate: 409,
  memberSpent: 409,
  insufficientFunds: 409,
  accountClosed: 409,
  dayClosed: 409,
  keyMismatch: 409,
  alreadyReversed: 409,
  memberNotActive: 409,
  changeTooSoon: 409,
  blocked: 409,
  brandSwitchOff: 409,
  pictureUsed: 409,
  // 422: readable, yet not acceptable
  invalidInput: 422,
  invalidType: 422,
  unknownField: 422,
  requiredField: 422,
  outOfRange: 422,
  invalidFormat: 422,
  invalidValue: 422,
  amountRange: 422,
  amountLimit: 422,
  invalidDate: 422,
  dateRange: 422,
  invalidCursor: 422,
  invalidText: 422,
  textTooLong: 422,
  passwordTooShort: 422,
  passwordTooWeak: 422,
  passwordTooCommon: 422,
  passwordHoldsName: 422,
  idempotencyMismatch: 422,
  sameAccount: 422,
  blacklisted: 422,
  linkNoteNeeded: 422,
  pictureUnreadable: 422,
  pictureTooManyPixels: 422,
  pictureAnimated: 422,
  urlForbidden: 422,
  currencyUnknown: 422,
  // 429, 5xx
  tooManyRequests: 429,
  internal: 500,
  unavailable: 503,
  outcomeUnknown: 503,
  ledgerBusy: 503,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof errorStatus

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errorStatus, text)

/** The body of every failure but login's, whose `error` is the bare text (the specification prints it). */
export interface Failure {
  error: { code: ErrorCode; message: string; field?: string; details?: unknown; requestId: string }
}
