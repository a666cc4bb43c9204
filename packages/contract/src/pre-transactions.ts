import { preTransactionManual } from './pre-transaction-manual.ts'
import { preTransactionMatching } from './pre-transaction-matching.ts'
import { preTransactionQueue } from './pre-transaction-queue.ts'
import { preTransactionRequests } from './pre-transaction-requests.ts'

/** Deposits, withdrawals, bank lines and what people do with them: the four screens of the area. */
export const preTransactions = {
  ...preTransactionQueue,
  ...preTransactionMatching,
  ...preTransactionRequests,
  ...preTransactionManual,
} as const
