import { useTranslation } from 'react-i18next'
import { listPart } from '../../lib/list/list-screen.tsx'
import type { PanelProps } from '../../lib/list/list-spec.ts'
import { activityColumns } from './activity-cells.tsx'
import { ownFilters } from './activity-filters.ts'
import type { ActivityRow } from './activity-shapes.ts'
import { ActivityPanel } from './ActivityPanel.tsx'
import blocks from '../../ui/Blocks.module.css'

const OwnList = listPart({
  call: 'activityLogs.mine',
  area: 'activity-logs',
  texts: 'own',
  paging: 'keyset',
  listId: 'activity.own',
  rowId: (row) => String(row.seq),
  // It stands in a tab of one's own settings.
  keeps: { tab: 'activity' },
  query: { isTracked: false, staleMs: 0 },
  panel: { key: 'entry', is: /^\d{1,15}$/, Panel: OwnPanel },
  card: ['at', 'what'],
  filters: ownFilters,
  columns: (column) => [
    column.exact('at', 154, { isFixed: true }),
    column.cell('seq', 90, (row) => row.seq, { align: 'end', isHidden: true }),
    ...activityColumns(column),
  ],
})

/** What one did oneself, and the sign-ins under one's name: a part of the own settings, open to everybody. */
export default function OwnActivity() {
  const { t } = useTranslation('activity-logs')
  return (
    <div className={blocks['stack']}>
      <p className={blocks['note']}>{t('own.lead')}</p>
      <OwnList />
    </div>
  )
}

/** The list of one's own acts has no filter by thing or request. */
function OwnPanel({ id, row, onClose, onPrevious, onNext }: PanelProps<ActivityRow>) {
  return <ActivityPanel {...{ id, row, onClose, onPrevious, onNext }} />
}
