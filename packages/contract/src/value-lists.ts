/** Closed lists of values that the wire carries: no schema here, so that a browser may read them. */

export const memberStates = ['pending', 'active', 'suspended', 'locked', 'blacklisted', 'closed'] as const

export const sourceChannels = [
  'facebook',
  'tiktok',
  'google',
  'line',
  'sms',
  'friend',
  'seller',
  'other',
] as const

export const memberSorts = [
  'createdAt',
  'balance',
  'deposit',
  'withdrawal',
  'net',
  'lastDepositAt',
  'username',
] as const

export const depositStates = ['created', 'pending', 'credited', 'expired', 'rejected', 'reversed'] as const

export const withdrawalStates = [
  'review',
  'approved',
  'sending',
  'paid',
  'failed',
  'unknown',
  'rejected',
  'cancelled',
] as const

export const lineStates = [
  'waiting',
  'autoMatched',
  'suggested',
  'unmatched',
  'manualMatched',
  'ignored',
  'internalTransfer',
  'income',
  'refundPending',
  'refunded',
  'unlinked',
  'duplicate',
  'quarantined',
  'rejected',
  'settled',
] as const

export const rejectWithdrawalReasons = [
  'turnoverNotDone',
  'accountMismatch',
  'nameMismatch',
  'multiAccount',
  'overLimit',
  'bankClosed',
  'suspectedAbuse',
  'memberAsked',
  'other',
] as const

export const rejectDepositReasons = [
  'noMoneyFound',
  'badSlip',
  'wrongAccount',
  'belowMinimum',
  'other',
] as const

export const manualDepositReasons = [
  'systemMissedDeposit',
  'compensation',
  'eventPrize',
  'correction',
  'test',
] as const
