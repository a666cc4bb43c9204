import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsAway } from '../../../lib/call/connection.ts'
import { useErrorText } from '../../../lib/call/error-text.ts'
import { useAllows } from '../../../lib/person/permissions.ts'
import { useQueryCall } from '../../../lib/call/query.ts'
import { useTakeBack } from '../../../lib/person/taking-back.ts'
import { DetailPanel } from '../../../ui/sheet/DetailPanel.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import type { Quick } from '../decision/DecisionActs.tsx'
import { DepositReject } from '../decision/DepositReject.tsx'
import type { QueueSearch } from './queue-search.ts'
import { isDecidable, isRefusable, type OwnAccount, type QueueRow } from '../rows/queue-shapes.ts'
import { RowFacts, RowLinks } from '../rows/RowFacts.tsx'
import { StateTag } from '../rows/RowCells.tsx'

interface QueueDrawerProps {
  id: string
  rows: readonly QueueRow[]
  accounts: readonly OwnAccount[]
  /** The act whose confirmation comes up with the drawer. */
  quick?: Quick | undefined
  change: (changes: Partial<QueueSearch>, options?: { replace?: boolean }) => void
}

/** Everything about one row, with the ways on from it and what this person may do. */
export default function QueueDrawer({ id, rows, accounts, quick, change }: QueueDrawerProps) {
  const { t } = useTranslation('pre-transactions')
  const errorText = useErrorText()
  const at = rows.findIndex((row) => row.id === id)
  const listed = rows[at]
  const kind = id.startsWith('wdr_') ? 'withdrawal' : 'deposit'
  const asked = useQueryCall('preTransactions.queueRow', { kind, id }, { isEnabled: listed === undefined })
  const row = listed ?? asked.data
  const show = (next: QueueRow | undefined) => next && (() => change({ open: next.id }, { replace: true }))
  return (
    <DetailPanel
      isOpen
      onClose={() => change({ open: undefined }, { replace: true })}
      title={row?.reference ?? t('queue.title')}
      aside={row && <StateTag row={row} />}
      onPrevious={at > 0 ? show(rows[at - 1]) : undefined}
      onNext={at >= 0 ? show(rows[at + 1]) : undefined}
      actions={
        row && <Acts row={row} quick={quick} onDecide={() => change({ open: undefined, decide: row.id })} />
      }
    >
      {row && <RowFacts row={row} accounts={accounts} />}
      {row && <RowLinks row={row} />}
      {!row && asked.error && (
        <ErrorState
          error={{ message: errorText(asked.error), requestId: asked.error.requestId }}
          onRetry={() => void asked.refetch()}
        />
      )}
    </DetailPanel>
  )
}

interface ActsProps {
  row: QueueRow
  quick: Quick | undefined
  onDecide: () => void
}

function Acts({ row, quick, onDecide }: ActsProps) {
  const { t } = useTranslation('pre-transactions')
  const [isRejecting, setRejecting] = useState(quick === 'reject')
  const isAway = useIsAway()
  const allowed = useAllows()
  const askTakeBack = useTakeBack()
  if (isDecidable(row)) {
    if (!allowed({ pretransactionRequest: ['isRead', 'isUpdate'] })) return t('queue.noDecide')
    return (
      <Button onClick={onDecide} disabled={isAway}>
        {t('queue.decide')}
      </Button>
    )
  }
  const takeBack = askTakeBack(row.id, row.takeBack)
  if (takeBack !== null) {
    return (
      <Button variant="default" onClick={takeBack} disabled={isAway}>
        {t('takeBack.button')}
      </Button>
    )
  }
  if (!isRefusable(row)) return null
  if (!allowed({ pretransactionDepositWithdraw: ['isRead', 'isUpdate'] })) return t('queue.noReject')
  return (
    <>
      <Button variant="default" onClick={() => setRejecting(true)} disabled={isAway}>
        {t('queue.rejectDeposit')}
      </Button>
      <DepositReject row={row} isOpen={isRejecting} onClose={() => setRejecting(false)} />
    </>
  )
}
