/** Columns of lists in their files, by their ids on the screen; no schema, for browsers read them too. */

import { saidNames } from './play-values.ts'

/** Columns of the member list that its file holds, by their ids on the screen. */
export const memberExportColumns = [
  'username',
  'name',
  'state',
  'phone',
  'account',
  'balance',
  'deposit',
  'withdrawal',
  'net',
  'lastDepositAt',
  'lastLoginAt',
  'level',
  'createdAt',
] as const

/** Columns of the queue that its file holds, by their ids on the screen. */
export const queueExportColumns = [
  'at',
  'kind',
  'state',
  'reference',
  'member',
  'amount',
  'memberAccount',
  'account',
  'bankTime',
  'credit',
  'age',
  'source',
  'handler',
  'remarkMember',
  'remarkStaff',
] as const

/** Columns of the credit transactions in their file, by their ids there; `id` is not on the screen. */
export const creditExportColumns = [
  'at',
  'id',
  'kind',
  'member',
  'name',
  'amount',
  'before',
  'after',
  'reference',
  'by',
  'remark',
  'businessOn',
  'valueOn',
] as const

/** Columns of bets in their file, by their ids on the screen. */
export const betExportColumns = [
  'placedAt',
  'id',
  'ref',
  'member',
  'game',
  'type',
  'provider',
  'state',
  'stake',
  'valid',
  'counted',
  'payout',
  'winLoss',
  'settledAt',
  'businessOn',
  'settledOn',
  ...saidNames,
] as const

/** Columns of a statement in its file, by their ids on the screen. */
export const statementExportColumns = [
  'at',
  'amount',
  'balance',
  'state',
  'reference',
  'payer',
  'source',
  'handler',
  'channel',
  'ref',
] as const

/** Columns of the blacklist in its file, by their ids on the screen. */
export const blacklistExportColumns = [
  'value',
  'kind',
  'state',
  'reasonCode',
  'reason',
  'source',
  'by',
  'createdAt',
  'expiresAt',
  'removedReason',
] as const

/** Columns of the activity log in their file, by their ids there; `seq` and `device` begin hidden there. */
export const activityExportColumns = [
  'at',
  'seq',
  'who',
  'what',
  'action',
  'change',
  'result',
  'reason',
  'address',
  'device',
  'requestId',
] as const

/** Columns of both reports of win and loss in their files, by their ids on the screens. */
const playExportColumns = [
  'bets',
  'stake',
  'valid',
  'counted',
  'payout',
  'winLoss',
  'company',
  'depositCount',
  'deposit',
  'withdrawalCount',
  'withdrawal',
  'net',
] as const
export const dailyExportColumns = [
  'part',
  'closed',
  'members',
  ...playExportColumns,
  'credit',
  'bonus',
  'fee',
  'ngr',
  'balance',
] as const
export const userExportColumns = [
  'member',
  'level',
  'seller',
  ...playExportColumns,
  'fee',
  'ngr',
  'balance',
] as const

/** Columns of a distributor's statement in its file, by their ids on the screen. */
export const distributorStatementColumns = ['at', 'entry', 'entryMinor', 'afterMinor'] as const

/** Columns of what differs in a provider's report in its file, by their ids on the screen. */
export const reportDifferenceColumns = [
  'roundRef',
  'kind',
  'state',
  'player',
  'ours',
  'theirs',
  'differenceMinor',
  'reason',
  'businessOn',
  'at',
] as const
