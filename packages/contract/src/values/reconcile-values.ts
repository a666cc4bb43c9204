/** Closed lists of values of the reconciliation of a day: no schema here, so that a browser may read them. */

/**
 * How a business day stands in its reconciliation. `waiting`: the ledger has not closed it yet.
 * `notCompared`: nothing differs, and what was played at a provider is compared with no report of it.
 */
export const reconcileStates = ['open', 'closed', 'reopened'] as const
export const dayStatuses = [
  'waiting',
  'unchecked',
  'balanced',
  'notCompared',
  'withDifferences',
  'explained',
  'closed',
] as const

export const reconcileSheets = ['bank', 'wallet', 'gateway', 'provider'] as const
export const sheetStatuses = [
  'balanced',
  'explained',
  'difference',
  'notCompared',
  'notReported',
  'notApplicable',
  'waiting',
] as const

/** What can differ on a day, each with its money. */
export const differenceKinds = [
  'gap',
  'quarantined',
  'waitingLine',
  'noBalance',
  'outgoingUnknown',
  'payoutWithoutLine',
  'suspense',
  'unmatched',
  'unbooked',
  'wallet',
  'house',
  'lateSettlement',
  'gatewayFee',
  'providerNotOurs',
  'providerNotTheirs',
  'providerOtherAmounts',
  'providerHeld',
] as const

/** Why something differs, as people say it. */
export const differenceReasons = [
  'bankToldLate',
  'bankFee',
  'interest',
  'bankError',
  'ownTransfer',
  'payoutWaiting',
  'paidTwice',
  'notReal',
  'enteredLater',
  'askedBank',
  'askedProvider',
  'other',
] as const

export const packParts = ['pdf', 'xlsx', 'manifest'] as const
