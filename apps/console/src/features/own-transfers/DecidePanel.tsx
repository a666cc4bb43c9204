import { useSettlingOf } from '../../lib/call/settling.ts'
import type { PanelProps } from '../../lib/list/list-spec.ts'
import TransferPanel from './TransferPanel.tsx'
import type { TransferRow } from './transfer-shapes.ts'

/**
 * A transfer that waits opens where every request is decided, in the one panel of the shell; one that waits
 * no more, or stands on another page, is shown by itself.
 */
export default function DecidePanel(props: PanelProps<TransferRow>) {
  const { row, onClose } = props
  const approvalId = row?.state === 'asked' ? row.approvalId : null
  useSettlingOf(approvalId ?? undefined, onClose)
  return approvalId === null ? <TransferPanel {...props} /> : null
}
