import type { LineNote } from '../lines/line-notes.ts'
import type { Line } from '../lines/line-shapes.ts'
import { BookSheet } from '../line-acts/BookSheet.tsx'
import { CloseRefundSheet } from '../line-acts/CloseRefundSheet.tsx'
import { MergeSheet } from '../line-acts/MergeSheet.tsx'
import { PayInvoiceSheet } from '../line-acts/PayInvoiceSheet.tsx'
import { RefundSheet } from '../line-acts/RefundSheet.tsx'
import { SettleSheet } from '../line-acts/SettleSheet.tsx'
import { SplitSheet } from '../line-acts/SplitSheet.tsx'
import { LinkSheet } from './LinkSheet.tsx'
import { ReasonSheet } from './ReasonSheet.tsx'
import { TakeBackSheet, UndoSheet } from './TakeBackSheet.tsx'
import { TransferSheet } from './TransferSheet.tsx'
import type { AskedSheet } from './use-line-sheets.tsx'

interface LineSheetProps {
  asked: AskedSheet
  accountName: (id: string) => string
  onClose: () => void
  onDone: (note: LineNote) => void
  onTaken: (line: Line, thrown: unknown) => void
}

/** The confirmation of what is asked for about a line; fetched when the first one opens. */
export default function LineSheet({ asked, accountName, ...sheet }: LineSheetProps) {
  if (asked.kind === 'link') {
    return <LinkSheet {...sheet} target={asked.target} accountName={accountName} onLinked={sheet.onDone} />
  }
  if (asked.kind === 'undo') return <UndoSheet {...sheet} lineId={asked.lineId} />
  if (asked.act === 'internalTransfer') {
    return <TransferSheet {...sheet} line={asked.line} accountName={accountName} />
  }
  if (asked.act === 'refund') return <RefundSheet {...sheet} line={asked.line} />
  if (asked.act === 'split') {
    const openMinor = asked.openMinor ?? asked.line.amountMinor
    return <SplitSheet {...sheet} line={asked.line} openMinor={openMinor} />
  }
  if (asked.act === 'settle') return <SettleSheet {...sheet} line={asked.line} />
  if (asked.act === 'payInvoice') return <PayInvoiceSheet {...sheet} line={asked.line} />
  if (asked.act === 'book') return <BookSheet {...sheet} line={asked.line} />
  if (asked.act === 'merge') return <MergeSheet {...sheet} line={asked.line} />
  if (asked.act === 'closeRefund') return <CloseRefundSheet {...sheet} line={asked.line} />
  if (asked.act === 'undoLink' || asked.act === 'askUnlink') {
    return <TakeBackSheet {...sheet} act={asked.act} line={asked.line} />
  }
  return <ReasonSheet {...sheet} act={asked.act} line={asked.line} />
}
