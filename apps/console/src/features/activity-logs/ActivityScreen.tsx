import { activityExportColumns } from '@khlang/contract/value-lists.ts'
import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useFailure } from '../../lib/failure.ts'
import { formatClock } from '../../lib/formats.ts'
import { hrefOf } from '../../lib/navigation.tsx'
import { useQueryCall } from '../../lib/query.ts'
import { useScreenSearch } from '../../lib/search.ts'
import { firstPage } from '../../lib/search-values.ts'
import { useExport } from '../../lib/use-export.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { ExportButton } from '../../ui/ExportButton.tsx'
import { Filters } from '../../ui/Filters.tsx'
import { KeysetPager } from '../../ui/KeysetPager.tsx'
import { Page } from '../../ui/Page.tsx'
import { useActivityColumns } from './activity-columns.tsx'
import {
  activityFilter,
  parseActivity,
  type ActivityFilterValues,
  type ActivitySearch,
} from './activity-search.ts'
import type { ActivityOf, ActivityRow } from './activity-shapes.ts'
import { ActivityPanel } from './ActivityPanel.tsx'
import { ChainLine } from './ChainLine.tsx'
import { useActivityFields } from './use-activity-fields.ts'
import classes from './Activity.module.css'

const noRows: readonly ActivityRow[] = []
const listId = 'activity'
const rowId = (row: ActivityRow) => String(row.seq)
const nothing: ActivitySearch = parseActivity({})

/**
 * The activity log, of everybody or of the staff. Fetched once and kept over leaving and coming back; only
 * the button fetches it anew (specification 4).
 */
export function ActivityScreen({ of }: { of: ActivityOf }) {
  const { t } = useTranslation('activity-logs')
  const [search, change] = useScreenSearch(parseActivity)
  const client = useQueryClient()
  const failure = useFailure()
  const filter = activityFilter(search, of)
  const { size, after, before } = search
  const list = useQueryCall(
    'activityLogs.list',
    { ...filter, size, after, before },
    { keepsPrevious: true, isKept: true },
  )
  const rows = list.data?.records ?? noRows
  const columns = useActivityColumns()
  const choices = useActivityFields(search, of)
  const choicesError = failure(choices.error)
  const exported = useExport('activityLogs.exportList', {
    filter,
    listId,
    columns,
    inFile: activityExportColumns,
  })
  const filterBy = useCallback(
    (changes: Partial<ActivitySearch>) =>
      change({ ...changes, ...firstPage, entry: undefined }, { replace: true }),
    [change],
  )
  const refresh = () => {
    if (after !== undefined || before !== undefined) change({ ...firstPage, entry: undefined })
    void client.invalidateQueries({ queryKey: ['activityLogs'] })
  }
  const place = rows.findIndex((row) => rowId(row) === search.entry)
  const step = (to: number) => {
    const row = place < 0 ? undefined : rows[to]
    return row ? () => change({ entry: rowId(row) }, { replace: true }) : undefined
  }
  const total = list.data?.totalCount ?? null
  return (
    <Page
      title={t(`title.${of}`)}
      description={<Lead of={of} />}
      actions={
        <>
          {list.dataUpdatedAt > 0 && (
            <span className={classes['asOf']}>{t('asOf', { time: formatClock(list.dataUpdatedAt) })}</span>
          )}
          <Button
            variant="default"
            loading={list.isFetching}
            leftSection={<IconRefresh size={18} aria-hidden />}
            onClick={refresh}
          >
            {t('refresh')}
          </Button>
        </>
      }
    >
      <ChainLine />
      <Filters<ActivityFilterValues> fields={choices.fields} values={search} onChange={filterBy}>
        {exported && <ExportButton {...exported} />}
      </Filters>
      {choicesError && (
        <ErrorState
          error={{ ...choicesError, message: t('choicesFailed', { message: choicesError.message }) }}
          onRetry={choices.retry}
          isInline
        />
      )}
      <DataTable
        listId={listId}
        label={t(`title.${of}`)}
        columns={columns}
        rows={rows}
        rowId={rowId}
        isLoading={list.isPending}
        error={failure(list.error)}
        onRetry={() => void list.refetch()}
        empty={{ title: t('empty'), hint: t('emptyHint') }}
        onOpen={(row) => change({ entry: rowId(row) })}
        pager={
          <KeysetPager
            place={search}
            answer={list.data ?? null}
            onPlace={(next) =>
              change({ size: next.size, after: next.after, before: next.before, entry: undefined })
            }
            count={total === null ? null : { value: total, isEstimate: false }}
          />
        }
      />
      <ActivityPanel
        row={rows[place]}
        onOnly={(only) => change({ ...nothing, size, ...only })}
        onClose={() => change({ entry: undefined }, { replace: true })}
        onPrevious={step(place - 1)}
        onNext={step(place + 1)}
      />
    </Page>
  )
}

/** What this log holds, and the way to the other one. */
function Lead({ of }: { of: ActivityOf }) {
  const { t } = useTranslation('activity-logs')
  const other = hrefOf({ to: of === 'all' ? '/employee/admin-log' : '/activity-logs' })
  return (
    <>
      {t(`lead.${of}`)}{' '}
      <AppLink className={classes['other']} href={other}>
        {t(`toOther.${of}`)}
      </AppLink>
    </>
  )
}
