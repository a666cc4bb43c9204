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

/**
 * Changes of a member's bank account that wait for a second person: any of them, those this person may
 * decide, those they asked for themselves.
 */
export const waitingChanges = ['waiting', 'toSettle', 'asked'] as const

/** Besides these a list that is searched may stand in the order of the match, the nearest first. */
export const memberSorts = [
  'createdAt',
  'balance',
  'deposit',
  'withdrawal',
  'net',
  'lastDepositAt',
  'username',
] as const

/** What an own bank account is for, and whether it is used. */
export const accountRoles = ['deposit', 'withdrawal', 'holding'] as const
export const accountStates = ['active', 'paused', 'frozen', 'closed'] as const
/** What a second person may be asked of an own account. */
export const accountAsks = ['thaw', 'change', 'close', 'switch'] as const

/** The two ways of an own account: members pay in, money leaves. Each is switched by itself. */
export const accountWays = ['in', 'out'] as const

/** How a phone stands. `offline` is not stored: it should be heard, and is not. */
export const deviceStates = ['unpaired', 'online', 'offline', 'paused', 'revoked'] as const

/** What a phone is asked for: to send again what it has, a test entry, its last log lines. */
export const deviceAsks = ['sweep', 'test', 'log'] as const
/** So far back a phone is asked to look for messages. */
export const sweepDaysMax = 7
/** What a phone gives of its log at most. */
export const logLinesMax = 100
export const logLineMax = 300

/** A phone whose battery is below this and not charged, or whose clock is off by more, wants a look. */
export const lowBatteryBps = 2000
export const skewMaxMs = 30_000

/** What the book proves of itself while it runs. */
export const proofChecks = [
  'bookBalanced',
  'noneNegative',
  'lockedIsHeld',
  'newestBalances',
  'keysOnce',
  'lastDigest',
  'olderDigest',
  'guardsAwake',
  'payoutsKnown',
] as const

/** What `npm run prove` does to the real server, on a data folder of its own. */
export const faultRuns = ['kills', 'strangers', 'outage', 'providers'] as const
export type FaultRunName = (typeof faultRuns)[number]

/** Why money moves between our own accounts. */
export const transferPurposes = ['topUp', 'collect', 'hold', 'other'] as const

/** How such a transfer stands: `approved` waits for the statements of both banks. */
export const transferStates = ['asked', 'approved', 'done', 'refused', 'cancelled', 'expired'] as const
/** Why a transfer that was due by its schedule was not asked for. */
export const scheduleSkips = [
  'missed',
  'makerGone',
  'nobodyElse',
  'closed',
  'frozen',
  'paused',
  'paysNothing',
  'open',
  'balance',
  'transferLimit',
  'dayLimit',
] as const
/** What is unusual about a transfer, for whoever decides it. */
export const transferSigns = ['firstBetween', 'newDestination', 'muchMore'] as const

/** What a phone passes on of a bank. */
export const messageSources = ['sms', 'push'] as const

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

/** Where a line came from, and how it follows the line before it. */
export const lineSources = ['sms', 'push', 'gateway', 'file', 'manual'] as const
export const lineChains = ['linked', 'afterHole', 'contradiction', 'noBalance', 'hint'] as const

/** What a row is that compares a statement with our records. Source: domain 4.5.5. */
export const compareClasses = [
  'matchedAuto',
  'matchedManual',
  'forced',
  'overAmount',
  'underAmount',
  'expected',
  'missing',
  'extra',
  'dataMismatch',
  'duplicate',
  'doublePaid',
  'partiallyReconciled',
  'late',
  'internal',
  'ignored',
  'void',
] as const

/** What a spreadsheet of the comparison may say of a row. */
export const compareDecisions = ['note', 'force', 'ignore', 'fee', 'link'] as const

/** Messages that became no line: not understood, or taken for no movement of money. */
export const messageKinds = ['unreadable', 'notMoney'] as const

/** What became of a message of a phone: a line; nothing, for it was not understood; no money; a test. */
export const phoneMessageKinds = ['read', 'failed', 'notMoney', 'test'] as const

/** States in which a line still waits for somebody or something. */
export const openLineStates = [
  'suggested',
  'unmatched',
  'waiting',
  'quarantined',
  'unlinked',
  'refundPending',
] as const satisfies (typeof lineStates)[number][]

/** What a wallet's entry is called by: a hold by its withdrawal's end, `owed` by the debt it books. */
export const entryFates = ['waiting', 'paid', 'returned', 'unknown', 'owed'] as const

/** States in which a deposit or a withdrawal is not over: a member, a person, a rail or a bank must act. */
export const waitingDepositStates = ['created', 'pending'] as const
export const waitingWithdrawalStates = ['review', 'approved', 'sending', 'failed', 'unknown'] as const

/** States in which a deposit or a withdrawal is over without money: it never moved, or it went back. */
export const cancelledDepositStates = [
  'expired',
  'rejected',
  'reversed',
] as const satisfies (typeof depositStates)[number][]
export const cancelledWithdrawalStates = [
  'rejected',
  'cancelled',
] as const satisfies (typeof withdrawalStates)[number][]

export const queueTabs = ['all', 'deposits', 'withdrawals', 'waiting', 'done', 'cancelled'] as const

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

/** Rows of each kind that one call of `queueRows` answers at most. */
export const queueRowsMax = 100

export const employeeTypes = ['staff', 'agent', 'seller'] as const
export const employeeStates = ['active', 'locked', 'left'] as const

export const approvalStates = ['pending', 'approved', 'rejected', 'expired', 'withdrawn'] as const

export const activityResults = ['done', 'refused', 'failed'] as const

export const chatChannels = ['line', 'telegram', 'discord', 'webhook'] as const
export const chatLanguages = ['th', 'en', 'both'] as const
/** Who sees a saved view of a list. */
export const viewScopes = ['private', 'role', 'everyone'] as const
