import type { preTransactionMatching } from '@khlang/contract/pre-transaction-matching.ts'
import type { Handlers } from '../../platform/context.ts'
import { lineReads } from './lines.ts'
import { previewLink } from './late-link.ts'
import { link } from './link.ts'
import { ignoreLine, internalTransfer, reopenLine } from './set-aside.ts'
import { undoLink } from './undo-link.ts'
import { askUnlink } from './unlink.ts'

/** The screen of lines without an owner. */
export const matchingHandlers: Handlers<typeof preTransactionMatching> = {
  ...lineReads,
  previewLink,
  link,
  undoLink,
  askUnlink,
  ignoreLine,
  reopenLine,
  internalTransfer,
}
