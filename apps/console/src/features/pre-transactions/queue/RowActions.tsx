import { IconCheck, IconEye, IconRefresh, IconX, type Icon } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useIsAway } from '../../../lib/call/connection.ts'
import { useNow } from '../../../ui/figures/use-now.ts'
import type { Column } from '../../../ui/table/table-columns.ts'
import type { Quick } from '../decision/DecisionActions.tsx'
import type { ColumnId } from './queue-columns.tsx'
import type { QueueRow } from '../rows/queue-shapes.ts'
import { OverLimit } from './OverLimit.tsx'
import { useDecider } from '../decision/use-decider.ts'
import classes from '../rows/Queue.module.css'

interface RowActsProps {
  row: QueueRow
  onOpen: (row: QueueRow) => void
  onQuick: (row: QueueRow, quick: Quick) => void
}

/**
 * What this person may do to a row, at the row: look, approve or send again, reject. Nothing happens by the
 * press alone; the sheet and its confirmation come first.
 */
function RowActions({ row, onOpen, onQuick }: RowActsProps) {
  const { t } = useTranslation(['pre-transactions-queue', 'pre-transactions'])
  const decider = useDecider()
  const isOff = useIsAway()
  const now = useNow(row.claimedBy !== null)
  const isHeld = decider.isHeld(row, now)
  const name = row.reference
  const approve = row.state === 'failed' ? 'retry' : 'approve'
  return (
    <span className={classes['acts']}>
      <RowAct label={t('act.open', { name })} icon={IconEye} onPress={() => onOpen(row)} />
      {decider.mayApprove(row) && !isHeld && (
        <RowAct
          tone="green"
          isOff={isOff}
          label={t(`act.${approve}`, { name })}
          icon={approve === 'retry' ? IconRefresh : IconCheck}
          onPress={() => onQuick(row, 'approve')}
        />
      )}
      {decider.isOverLimit(row) && <OverLimit minor={decider.limitMinor ?? 0} />}
      {decider.mayReject(row) && !isHeld && (
        <RowAct
          tone="red"
          isOff={isOff}
          label={t('act.reject', { name })}
          icon={IconX}
          onPress={() => onQuick(row, 'reject')}
        />
      )}
    </span>
  )
}

interface RowActProps {
  label: string
  icon: Icon
  tone?: 'green' | 'red'
  isOff?: boolean
  onPress: () => void
}

function RowAct({ label, icon: Sign, tone, isOff = false, onPress }: RowActProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      data-tone={tone}
      disabled={isOff}
      aria-label={label}
      title={label}
      onClick={onPress}
    >
      <Sign size={18} aria-hidden />
    </button>
  )
}

/** Beside the sheet, which has the acts, there is room for what tells rows apart. In pixels, as shown. */
export const besideSheet: Partial<Record<ColumnId, number>> = {
  amount: 112,
  member: 214,
  age: 132,
  state: 144,
}

/** The last column of a list of rows to decide. Keep `onOpen` and `onQuick` the same between drawings. */
export const actsColumn = (
  t: TFunction<'pre-transactions-queue'>,
  acts: Omit<RowActsProps, 'row'>,
): Column<QueueRow> => ({
  id: 'acts',
  header: t('pre-transactions:queue.columns.acts'),
  cell: (row) => <RowActions row={row} {...acts} />,
  width: 124,
  isFixed: true,
  isPinned: true,
})
