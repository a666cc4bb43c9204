import { preTransactionLinks } from './pre-transaction-links.ts'
import { preTransactionManual } from './pre-transaction-manual.ts'
import { preTransactionMatching } from './pre-transaction-matching.ts'
import { preTransactionQueue } from './pre-transaction-queue.ts'
import { preTransactionRequests } from './pre-transaction-requests.ts'
import { preTransactionTakeBack } from './pre-transaction-take-back.ts'

/** Deposits, withdrawals, bank lines and what people do with them: the four screens of the area. */
export const preTransactions = {
  ...preTransactionQueue,
  ...preTransactionMatching,
  ...preTransactionLinks,
  ...preTransactionRequests,
  ...preTransactionManual,
  ...preTransactionTakeBack,
} as const
