import { activityExportColumns } from '@khlang/contract/values/export-columns.ts'
import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFailure } from '../../lib/call/failure.ts'
import { formatClock } from '../../lib/words/formats.ts'
import { listScreen } from '../../lib/list/list-screen.tsx'
import type { ListState } from '../../lib/list/list-spec.ts'
import { firstPage } from '../../lib/list/question.ts'
import { hrefOf } from '../../lib/address/navigation.tsx'
import { AppLink } from '../../ui/AppLink.tsx'
import { ErrorState } from '../../ui/page/ErrorState.tsx'
import { activityColumns, Who } from './activity-cells.tsx'
import { activityFilters, useChoicesFailure } from './activity-filters.ts'
import type { ActivityOf } from './activity-shapes.ts'
import { ActivityPanel } from './ActivityPanel.tsx'
import { ChainLine } from './ChainLine.tsx'
import classes from './Activity.module.css'

/**
 * The activity log, of everybody or of the staff. Fetched once and kept over leaving and coming back; only
 * the button fetches it anew (specification 4).
 */
export const activityList = (of: ActivityOf) =>
  listScreen({
    call: 'activityLogs.list',
    area: 'activity-logs',
    texts: of,
    paging: 'keyset',
    listId: 'activity',
    rowId: (row) => String(row.seq),
    fixed: () => (of === 'staff' ? { isByStaff: true } : {}),
    query: { isKept: true },
    exports: { call: 'activityLogs.exportList', columns: activityExportColumns },
    panel: { key: 'entry', is: /^\d{1,15}$/, Panel: ActivityPanel },
    card: ['at', 'who', 'what'],
    Lead: of === 'all' ? LeadOfAll : LeadOfStaff,
    Acts: Refresh,
    Above: ChainAndChoices,
    filters: activityFilters(of),
    columns: (column) => [
      column.exact('at', 154, { isFixed: true }),
      column.cell('seq', 90, (row) => row.seq, { align: 'end', isHidden: true }),
      column.cell('who', 138, (row) => <Who row={row} />),
      ...activityColumns(column),
    ],
  })

type State = ListState<'activityLogs.list'>

/** As of when the rows are, and the way to the latest. */
function Refresh({ search, change, answeredAtMs, isFetching }: State) {
  const { t } = useTranslation('activity-logs')
  const client = useQueryClient()
  const refresh = () => {
    if (search['after'] !== undefined || search['before'] !== undefined)
      change({ ...firstPage, entry: undefined })
    void client.invalidateQueries({ queryKey: ['activityLogs'] })
  }
  return (
    <>
      {answeredAtMs > 0 && (
        <span className={classes['asOf']}>{t('asOf', { time: formatClock(answeredAtMs) })}</span>
      )}
      <Button
        variant="default"
        loading={isFetching}
        leftSection={<IconRefresh size={18} aria-hidden />}
        onClick={refresh}
      >
        {t('refresh')}
      </Button>
    </>
  )
}

/** That the log is whole; and what the filters' choices lack. */
function ChainAndChoices() {
  const { t } = useTranslation('activity-logs')
  const { error, retry } = useChoicesFailure()
  const failed = useFailure()(error)
  return (
    <>
      <ChainLine />
      {failed && (
        <ErrorState
          error={{ ...failed, message: t('choicesFailed', { message: failed.message }) }}
          onRetry={retry}
          isInline
        />
      )}
    </>
  )
}

const LeadOfAll = () => <Lead of="all" />
const LeadOfStaff = () => <Lead of="staff" />

/** What this log holds, and the way to the other one. */
function Lead({ of }: { of: ActivityOf }) {
  const { t } = useTranslation('activity-logs')
  const other = hrefOf({ to: of === 'all' ? '/employee/admin-log' : '/activity-logs' })
  return (
    <>
      {t(of === 'all' ? 'all.lead' : 'staff.lead')}{' '}
      <AppLink className={classes['other']} href={other}>
        {t(`toOther.${of}`)}
      </AppLink>
    </>
  )
}
