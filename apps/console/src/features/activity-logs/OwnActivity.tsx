import { activityResults } from '@khlang/contract/value-lists.ts'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFailure } from '../../lib/failure.ts'
import { useQueryCall } from '../../lib/query.ts'
import { useScreenSearch } from '../../lib/search.ts'
import { firstPage } from '../../lib/search-values.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import type { FilterField } from '../../ui/filter-fields.ts'
import { Filters } from '../../ui/Filters.tsx'
import { KeysetPager } from '../../ui/KeysetPager.tsx'
import { useActivityColumns } from './activity-columns.tsx'
import type { ActivityRow } from './activity-shapes.ts'
import { ActivityPanel } from './ActivityPanel.tsx'
import { parseOwnActivity, type OwnActivityFilter } from './own-activity-search.ts'
import classes from './Activity.module.css'

const noRows: readonly ActivityRow[] = []
const rowId = (row: ActivityRow) => String(row.seq)

/** What one did oneself, and the sign-ins under one's name: a part of the own settings, open to everybody. */
export default function OwnActivity() {
  const { t } = useTranslation('activity-logs')
  const [search, change] = useScreenSearch(parseOwnActivity)
  const failure = useFailure()
  const { size, after, before, results, from, to } = search
  const list = useQueryCall(
    'activityLogs.mine',
    { results, from, to, size, after, before },
    { keepsPrevious: true, isTracked: false, staleMs: 0 },
  )
  const rows = list.data?.records ?? noRows
  const all = useActivityColumns()
  const columns = useMemo(() => all.filter(({ id }) => id !== 'who'), [all])
  const fields = useOwnFields()
  const filterBy = useCallback(
    (changes: Partial<OwnActivityFilter>) =>
      change({ ...changes, ...firstPage, entry: undefined }, { replace: true }),
    [change],
  )
  const place = rows.findIndex((row) => rowId(row) === search.entry)
  const step = (at: number) => {
    const row = place < 0 ? undefined : rows[at]
    return row ? () => change({ entry: rowId(row) }, { replace: true }) : undefined
  }
  return (
    <div className={classes['stack']}>
      <p className={classes['muted']}>{t('own.lead')}</p>
      <Filters<OwnActivityFilter> fields={fields} values={search} onChange={filterBy} />
      <DataTable
        listId="activity.own"
        label={t('own.title')}
        columns={columns}
        rows={rows}
        rowId={rowId}
        isLoading={list.isPending}
        error={failure(list.error)}
        onRetry={() => void list.refetch()}
        empty={{ title: t('empty'), hint: t('own.emptyHint') }}
        onOpen={(row) => change({ entry: rowId(row) })}
        pager={
          <KeysetPager
            place={search}
            answer={list.data ?? null}
            onPlace={(next) =>
              change({ size: next.size, after: next.after, before: next.before, entry: undefined })
            }
          />
        }
      />
      <ActivityPanel
        row={rows[place]}
        onClose={() => change({ entry: undefined }, { replace: true })}
        onPrevious={step(place - 1)}
        onNext={step(place + 1)}
      />
    </div>
  )
}

function useOwnFields(): readonly FilterField<OwnActivityFilter>[] {
  const { t } = useTranslation('activity-logs')
  return useMemo(
    () => [
      { kind: 'dateRange', fromName: 'from', toName: 'to', label: t('field.dates') },
      {
        kind: 'multi',
        name: 'results',
        label: t('field.result'),
        options: activityResults.map((value) => ({ value, label: t(`results.${value}`) })),
      },
    ],
    [t],
  )
}
