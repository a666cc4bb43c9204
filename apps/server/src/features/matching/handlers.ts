import type { preTransactionMatching } from '@khlang/contract/pre-transactions/matching.ts'
import type { Handlers } from '../../platform/call/context.ts'
import type { preTransactionMessages } from '@khlang/contract/pre-transactions/messages.ts'
import type { preTransactionLinks } from '@khlang/contract/pre-transactions/links.ts'
import type { preTransactionInvoices } from '@khlang/contract/pre-transactions/partners/invoices.ts'
import type { preTransactionSplits } from '@khlang/contract/pre-transactions/splits.ts'
import type { preTransactionBookings } from '@khlang/contract/pre-transactions/bookings.ts'
import type { preTransactionMerges } from '@khlang/contract/pre-transactions/merges.ts'
import type { preTransactionBlacklist } from '@khlang/contract/pre-transactions/blacklist.ts'
import type { preTransactionSettlements } from '@khlang/contract/pre-transactions/partners/settlements.ts'
import type { preTransactionUnpay } from '@khlang/contract/pre-transactions/unpay.ts'
import type { preTransactionRefunds } from '@khlang/contract/pre-transactions/refunds.ts'
import { failedMessageHandlers } from './failed-messages.ts'
import { lineReads } from './lines.ts'
import { previewLink } from './links/late-link.ts'
import { link } from './links/link.ts'
import { linkReportHandlers } from './links/link-report.ts'
import { refundHandlers } from './refunds/handlers.ts'
import { splitHandlers } from './splits/handlers.ts'
import { bookingHandlers } from './bookings/handlers.ts'
import { invoiceLineHandlers } from './invoices/handlers.ts'
import { settlementHandlers } from './settlements/handlers.ts'
import { mergeHandlers } from './merges/handlers.ts'
import { blacklistHandlers } from './blacklist/handlers.ts'
import { ignoreLine, internalTransfer, reopenLine } from './set-aside.ts'
import { unpayHandlers } from './unpay/handlers.ts'
import { undoLink } from '../reversals/undo-link.ts'
import { takeBackHandlers } from '../reversals/take-back.ts'
import { askUnlink } from '../reversals/unlink.ts'

/** The screen of lines without an owner. */
export const matchingHandlers: Handlers<
  typeof preTransactionMatching &
    typeof preTransactionMessages &
    typeof preTransactionLinks &
    typeof preTransactionRefunds &
    typeof preTransactionSplits &
    typeof preTransactionBookings &
    typeof preTransactionSettlements &
    typeof preTransactionInvoices &
    typeof preTransactionMerges &
    typeof preTransactionBlacklist &
    typeof preTransactionUnpay
> = {
  ...lineReads,
  ...failedMessageHandlers,
  ...linkReportHandlers,
  ...takeBackHandlers,
  ...refundHandlers,
  ...splitHandlers,
  ...bookingHandlers,
  ...settlementHandlers,
  ...invoiceLineHandlers,
  ...mergeHandlers,
  ...blacklistHandlers,
  ...unpayHandlers,
  previewLink,
  link,
  undoLink,
  askUnlink,
  ignoreLine,
  reopenLine,
  internalTransfer,
}
