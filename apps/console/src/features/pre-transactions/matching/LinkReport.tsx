import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import { bangkokDateOn, formatCount, formatDateOn } from '../../../lib/words/formats.ts'
import { useFailure } from '../../../lib/call/failure.ts'
import { useQueryCall } from '../../../lib/call/query.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { DateRangeField } from '../../../ui/filters/DateRangeField.tsx'
import { DetailPanel } from '../../../ui/sheet/DetailPanel.tsx'
import { Money } from '../../../ui/figures/Money.tsx'
import type { Column } from '../../../ui/table/table-columns.ts'
import { useReading } from '../../../ui/use-reading.ts'
import { HandLinkList } from './HandLinkList.tsx'
import type { MatchingTabProps } from './MatchingOpen.tsx'
import classes from '../lines/Matching.module.css'

type LinkDay = OutputOf<CallOf<'preTransactions.linkReport'>>['records'][number]

const noDays: readonly LinkDay[] = []
const rowId = ({ employeeId, on }: LinkDay): string => `${employeeId}:${on}`

/** What people linked by hand, by person and day; a row opens its links, each of which leads to its line. */
export default function LinkReport({ search, onChange }: MatchingTabProps) {
  const { t } = useTranslation('pre-transactions')
  const failure = useFailure()
  const todayOn = bangkokDateOn(Date.now())
  const from = search.from ?? todayOn
  const to = search.to ?? todayOn
  const report = useQueryCall('preTransactions.linkReport', { from, to }, { keepsPrevious: true })
  const rows = report.data?.records ?? noDays
  const chosen = rows.find((row) => rowId(row) === search.line)
  const columns = useDayColumns()
  return (
    <div className={classes.screen}>
      <p className={classes.quiet}>{t('matching.report.help')}</p>
      <DateRangeField
        label={t('matching.report.days')}
        from={from}
        to={to}
        todayOn={todayOn}
        onChange={(first, last) => onChange({ from: first ?? undefined, to: last ?? undefined })}
      />
      <DataTable
        listId="link-report"
        hasViews={false}
        label={t('matching.tabs.report')}
        columns={columns}
        rows={rows}
        rowId={rowId}
        rowName={({ name }) => name}
        isLoading={report.isPending}
        error={failure(report.error)}
        onRetry={() => void report.refetch()}
        empty={{ title: t('matching.report.empty'), hint: t('matching.report.emptyHint') }}
        onOpen={(row) => onChange({ line: rowId(row) })}
      />
      <DetailPanel
        isOpen={chosen !== undefined}
        onClose={() => onChange({ line: undefined })}
        title={chosen ? t('matching.report.of', { name: chosen.name }) : ''}
      >
        {chosen && <HandLinkList employeeId={chosen.employeeId} on={chosen.on} />}
      </DetailPanel>
    </div>
  )
}

const counted = ['count', 'lowScore', 'contradicted', 'old', 'undone', 'checked'] as const

function useDayColumns(): Column<LinkDay>[] {
  const { t } = useTranslation('pre-transactions')
  const reading = useReading()
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('matching.report.person'),
        width: 180,
        card: 'title',
        cell: ({ name }) => name,
      },
      {
        id: 'on',
        header: t('matching.report.on'),
        width: 130,
        cell: ({ on }) => formatDateOn(on, reading),
      },
      {
        id: 'amount',
        header: t('matching.amount'),
        width: 130,
        align: 'end',
        card: 'aside',
        cell: ({ amountMinor }) => <Money minor={amountMinor} />,
      },
      ...counted.map((id): Column<LinkDay> => ({
        id,
        header: t(`matching.report.${id}`),
        width: 110,
        align: 'end',
        cell: (row) => formatCount(row[id]),
      })),
    ],
    [t, reading],
  )
}
