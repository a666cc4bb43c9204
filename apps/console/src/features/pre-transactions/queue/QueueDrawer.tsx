import { Suspense, useState } from 'react'
import { useTakeBack } from '../../../lib/person/taking-back.ts'
import { useQueryCall } from '../../../lib/call/query.ts'
import { rowPanel } from '../../../lib/record/record-panel.tsx'
import type { Quick } from '../decision/DecisionActions.tsx'
import { DepositReject } from '../decision/DepositReject.tsx'
import { isDecidable, isRefusable, type OwnAccount, type QueueRow } from '../rows/queue-shapes.ts'
import { RowFacts, RowLinks } from '../rows/RowFacts.tsx'
import { StateTag } from '../rows/RowCells.tsx'
import { DepositSlips } from '../slips/parts.tsx'
import type { QueueSearch } from './queue-search.ts'

interface QueueDrawerProps {
  id: string
  row: QueueRow | undefined
  accounts: readonly OwnAccount[]
  /** The act whose confirmation comes up with the drawer. */
  quick: Quick | undefined
  change: (changes: Partial<QueueSearch>, options?: { replace?: boolean }) => void
  onClose: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

/** The row as the queue holds it, which is live; one that the queue does not show is asked for. */
function useRow({ id, row }: QueueDrawerProps) {
  const kind = id.startsWith('wdr_') ? 'withdrawal' : 'deposit'
  const asked = useQueryCall('preTransactions.queueRow', { kind, id }, { isEnabled: row === undefined })
  return row ? { data: row } : asked
}

function useHand(_: string, row: QueueRow | undefined, { quick }: QueueDrawerProps) {
  const [isRejecting, setRejecting] = useState(quick === 'reject')
  const takeBack = useTakeBack()
  return { isRejecting, setRejecting, takeBack: row ? takeBack(row.id, row.takeBack) : null }
}

/** Everything about one row, with the ways on from it and what this person may do. */
export default rowPanel({
  area: 'pre-transactions-queue',
  heading: 'title',
  useRow,
  title: (row) => row.reference,
  aside: (row) => <StateTag row={row} />,
  useHand,
  acts: (row, { t, allows, hand, panel: { change } }) => {
    if (isDecidable(row)) {
      if (!allows({ pretransactionRequest: ['isRead', 'isUpdate'] })) return t('noDecide')
      const decide = () => change({ open: undefined, decide: row.id })
      return [{ label: t('decide'), run: decide, isOnline: true }]
    }
    const quiet = { isQuiet: true, isOnline: true }
    if (hand.takeBack) return [{ label: t('takeBack.button'), run: hand.takeBack, ...quiet }]
    if (!isRefusable(row)) return []
    if (!allows({ pretransactionDepositWithdraw: ['isRead', 'isUpdate'] }))
      return t('pre-transactions:queue.noReject')
    return [
      { label: t('pre-transactions:queue.rejectDeposit'), run: () => hand.setRejecting(true), ...quiet },
    ]
  },
  body: (row, { panel: { accounts } }) => (
    <div>
      <RowFacts row={row} accounts={accounts} />
      {row.kind === 'deposit' && (
        <Suspense fallback={null}>
          <DepositSlips id={row.id} />
        </Suspense>
      )}
      <RowLinks row={row} />
    </div>
  ),
  beside: (row, { allows, hand: { isRejecting, setRejecting } }) =>
    isRefusable(row) &&
    allows({ pretransactionDepositWithdraw: ['isRead', 'isUpdate'] }) && (
      <DepositReject row={row} isOpen={isRejecting} onClose={() => setRejecting(false)} />
    ),
})
