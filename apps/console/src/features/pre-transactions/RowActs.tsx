import { IconCheck, IconEye, IconRefresh, IconX } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useIsAway } from '../../lib/connection.ts'
import { useNow } from '../../ui/use-now.ts'
import type { Column } from '../../ui/table-columns.ts'
import type { Quick } from './DecisionActs.tsx'
import type { QueueRow } from './queue-shapes.ts'
import { OverLimit } from './OverLimit.tsx'
import { useDecider } from './use-decider.ts'
import classes from './Queue.module.css'

interface RowActsProps {
  row: QueueRow
  onOpen: (row: QueueRow) => void
  onQuick: (row: QueueRow, quick: Quick) => void
}

/**
 * What this person may do to a row, at the row: look, approve or send again, reject. Nothing happens by the
 * press alone; the sheet and its confirmation come first.
 */
function RowActs({ row, onOpen, onQuick }: RowActsProps) {
  const { t } = useTranslation('pre-transactions')
  const decider = useDecider()
  const isOff = useIsAway()
  const now = useNow()
  const isHeld = decider.isHeld(row, now)
  const name = row.reference
  const approve = row.state === 'failed' ? 'retry' : 'approve'
  return (
    <span className={classes['acts']}>
      <button
        type="button"
        tabIndex={-1}
        aria-label={t('queue.act.open', { name })}
        title={t('queue.act.open', { name })}
        onClick={() => onOpen(row)}
      >
        <IconEye size={18} aria-hidden />
      </button>
      {decider.mayApprove(row) && !isHeld && (
        <button
          type="button"
          tabIndex={-1}
          data-tone="green"
          disabled={isOff}
          aria-label={t(`queue.act.${approve}`, { name })}
          title={t(`queue.act.${approve}`, { name })}
          onClick={() => onQuick(row, 'approve')}
        >
          {approve === 'retry' ? (
            <IconRefresh size={18} aria-hidden />
          ) : (
            <IconCheck size={18} aria-hidden />
          )}
        </button>
      )}
      {decider.isOverLimit(row) && <OverLimit minor={decider.limitMinor ?? 0} />}
      {decider.mayReject(row) && !isHeld && (
        <button
          type="button"
          tabIndex={-1}
          data-tone="red"
          disabled={isOff}
          aria-label={t('queue.act.reject', { name })}
          title={t('queue.act.reject', { name })}
          onClick={() => onQuick(row, 'reject')}
        >
          <IconX size={18} aria-hidden />
        </button>
      )}
    </span>
  )
}

/** The last column of a list of rows to decide. Keep `onOpen` and `onQuick` the same between drawings. */
export const actsColumn = (
  t: TFunction<'pre-transactions'>,
  acts: Omit<RowActsProps, 'row'>,
): Column<QueueRow> => ({
  id: 'acts',
  header: t('queue.columns.acts'),
  cell: (row) => <RowActs row={row} {...acts} />,
  width: 128,
  isFixed: true,
  isPinned: true,
})
