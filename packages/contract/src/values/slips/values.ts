/** Closed lists of values of payment slips: no schema here, so that a browser may read them. */

/** Services that say whether a slip is a bank's. */
export const slipAdapters = ['slipOk', 'easySlip'] as const

/**
 * What is known of a slip: nobody was asked, the bank knows it, the bank must be asked later, it knows
 * nothing of it, or nobody answered.
 */
export const slipStates = ['unchecked', 'verified', 'later', 'unknown', 'failed'] as const

/** What speaks against taking a slip for the money that it is shown for. */
export const slipFaults = [
  'receiverOther',
  'receiverUnclear',
  'senderOther',
  'amountOther',
  'old',
  'future',
  'used',
] as const

/** A slip older than this proves nothing by itself. Source: domain 5.2. */
export const slipHoursMax = 24
