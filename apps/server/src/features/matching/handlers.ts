import type { preTransactionMatching } from '@khlang/contract/pre-transaction-matching.ts'
import type { Handlers } from '../../platform/context.ts'
import type { preTransactionLinks } from '@khlang/contract/pre-transaction-links.ts'
import { lineReads } from './lines.ts'
import { previewLink } from './late-link.ts'
import { link } from './link.ts'
import { linkReportHandlers } from './link-report.ts'
import { ignoreLine, internalTransfer, reopenLine } from './set-aside.ts'
import { undoLink } from '../reversals/undo-link.ts'
import { takeBackHandlers } from '../reversals/take-back.ts'
import { askUnlink } from '../reversals/unlink.ts'

/** The screen of lines without an owner. */
export const matchingHandlers: Handlers<typeof preTransactionMatching & typeof preTransactionLinks> = {
  ...lineReads,
  ...linkReportHandlers,
  ...takeBackHandlers,
  previewLink,
  link,
  undoLink,
  askUnlink,
  ignoreLine,
  reopenLine,
  internalTransfer,
}
