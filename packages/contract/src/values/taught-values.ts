/** Closed lists of formats that people teach: no schema here, so that a browser may read them. */

/** What a part of a bank's message may be marked as. `text` is what varies and says nothing we use. */
export const taughtSlots = [
  'amount',
  'own',
  'balance',
  'time',
  'payerName',
  'payerBank',
  'payerMask',
  'ref',
  'channel',
  'text',
] as const
export type TaughtSlot = (typeof taughtSlots)[number]

/** How a bank writes two-digit years. */
export const taughtEras = ['auto', 'buddhist', 'common'] as const

/** What the bank's own shapes left open; what they judged, no format judges otherwise. */
export const teachableFailures: readonly string[] = [
  'unknownShape',
  'bankNotSupported',
  'amountUnclear',
  'balanceUnclear',
  'directionConflict',
  'severalMovements',
]

/** What keeps a marked message from becoming a format. */
export const taughtProblems = [
  'amountMissing',
  'slotTwice',
  'slotEmpty',
  'slotsTouch',
  'freeUnbounded',
  'tooManyFree',
  'digitsLeft',
  'tooGeneral',
  'amountUnclear',
  'wholeNeedsBalance',
  'balanceUnclear',
  'balanceUnnamed',
  'amountIsBalance',
  'ownUnclear',
  'ownMissing',
  'ownUnknown',
  'ownOnOtherSide',
  'payerUnclear',
  'payerOnOurSide',
  'bankUnknown',
  'timeUnclear',
  'refUnclear',
  'moneyInText',
  'noMoneyWord',
  'directionUnclear',
  'notMovement',
  'doesNotFit',
  'readsOthers',
  'alreadyRead',
] as const
export type TaughtProblem = (typeof taughtProblems)[number]

/**
 * How a version of a format stands: `trying` it over the archive, `tried`, `failed` there, `asked` for,
 * `active`, `refused`; `replaced` by a later version, or `off`.
 */
export const taughtStates = [
  'trying',
  'tried',
  'failed',
  'asked',
  'active',
  'refused',
  'replaced',
  'off',
] as const
export type TaughtState = (typeof taughtStates)[number]

/** Why a trial over the archive refuses a format. */
export const trialFailures = ['conflicts', 'readsOthers', 'chainContradicts', 'readsNothing'] as const

/** So many lines of a format must people have linked before one of it credits by itself. */
export const taughtLinesMin = 20
/** Unread messages of so many days are read again when a format becomes active. */
export const taughtRereadDays = 14
