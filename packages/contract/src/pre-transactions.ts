import { preTransactionBlacklist } from './pre-transactions/blacklist.ts'
import { preTransactionBookings } from './pre-transactions/bookings.ts'
import { preTransactionInvoices } from './pre-transactions/partners/invoices.ts'
import { preTransactionLinks } from './pre-transactions/links.ts'
import { preTransactionManual } from './pre-transactions/manual.ts'
import { preTransactionMatching } from './pre-transactions/matching.ts'
import { preTransactionMerges } from './pre-transactions/merges.ts'
import { preTransactionMessages } from './pre-transactions/messages.ts'
import { preTransactionQueue } from './pre-transactions/queue.ts'
import { preTransactionReconcile } from './pre-transactions/reconcile.ts'
import { preTransactionRefunds } from './pre-transactions/refunds.ts'
import { preTransactionRequests } from './pre-transactions/requests.ts'
import { preTransactionSlips } from './pre-transactions/slips.ts'
import { preTransactionSettlements } from './pre-transactions/partners/settlements.ts'
import { preTransactionSplits } from './pre-transactions/splits.ts'
import { preTransactionTakeBack } from './pre-transactions/take-back.ts'
import { preTransactionUnpay } from './pre-transactions/unpay.ts'

/** Deposits, withdrawals, bank lines and what people do with them: the screens of the area. */
export const preTransactions = {
  ...preTransactionQueue,
  ...preTransactionMatching,
  ...preTransactionMessages,
  ...preTransactionLinks,
  ...preTransactionRequests,
  ...preTransactionManual,
  ...preTransactionTakeBack,
  ...preTransactionReconcile,
  ...preTransactionRefunds,
  ...preTransactionSlips,
  ...preTransactionSplits,
  ...preTransactionBookings,
  ...preTransactionSettlements,
  ...preTransactionInvoices,
  ...preTransactionMerges,
  ...preTransactionBlacklist,
  ...preTransactionUnpay,
} as const
