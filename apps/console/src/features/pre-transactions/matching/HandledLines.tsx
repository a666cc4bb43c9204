import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFailure } from '../../../lib/call/failure.ts'
import { useQueryCall } from '../../../lib/call/query.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { DetailPanel } from '../../../ui/sheet/DetailPanel.tsx'
import { KeysetPager } from '../../../ui/table/tools/KeysetPager.tsx'
import { Money } from '../../../ui/figures/Money.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import type { Column } from '../../../ui/table/table-columns.ts'
import { Time } from '../../../ui/figures/Time.tsx'
import { useLineNotes } from '../lines/line-notes.ts'
import type { Line } from '../lines/line-shapes.ts'
import { lineTones } from '../../../lib/words/line-tones.ts'
import { LineDetail } from './LineDetail.tsx'
import { Payer } from '../lines/LineList.tsx'
import { LineNotes } from '../line-actions/LineNotes.tsx'
import { MatchingFilters } from './MatchingFilters.tsx'
import type { MatchingTabProps } from './MatchingOpen.tsx'
import { clearedPlace, lineFilter } from './matching-search.ts'
import { useOwnAccounts } from '../own-accounts.ts'
import { useLineSheets } from '../line-actions/use-line-sheets.tsx'
import blocks from '../../../ui/Blocks.module.css'

const noLines: readonly Line[] = []

/** Lines that were settled: by whom, to whom, and with which evidence. */
export function HandledLines({ search, onChange }: MatchingTabProps) {
  const { t } = useTranslation(['pre-transactions-matching', 'pre-transactions-lines'])
  const failure = useFailure()
  const { nameOf, options } = useOwnAccounts()
  const filter = useMemo(() => lineFilter(search, 'all'), [search])
  const { size, after, before } = search
  const page = {
    ...filter,
    order: 'handled' as const,
    size,
    ...(after ? { after } : {}),
    ...(before ? { before } : {}),
  }
  const lines = useQueryCall('preTransactions.lines', page, { live: 'statementLine', keepsPrevious: true })
  const totals = useQueryCall('preTransactions.lineTotals', filter, {
    isTracked: false,
    keepsPrevious: true,
  })
  const columns = useHandledColumns(nameOf)
  const { notes, add, remove, addTaken } = useLineNotes()
  const sheets = useLineSheets(nameOf, { add, addTaken }, () => {})
  return (
    <div className={blocks.stack}>
      <MatchingFilters search={search} scope="all" accounts={options} onChange={onChange} />
      {filter.search !== undefined && totals.data?.isEstimate && (
        <p className={blocks.note}>{t('searchBounded')}</p>
      )}
      <LineNotes notes={notes} onClose={remove} onUndo={sheets.undo} />
      <DataTable
        listId="handled-lines"
        label={t('tabs.handled')}
        columns={columns}
        rows={lines.data?.records ?? noLines}
        rowId={(line) => line.id}
        rowName={(line) => line.deposit?.reference ?? line.id}
        isLoading={lines.isPending}
        error={failure(lines.error)}
        onRetry={() => void lines.refetch()}
        empty={{ title: t('handledEmpty'), hint: t('emptyFilter') }}
        onOpen={(line) => onChange({ line: line.id })}
        {...(totals.data
          ? { totals: { filter: { amount: <Money minor={totals.data.amountMinor} /> } } }
          : {})}
        pager={
          <KeysetPager
            place={{ size, after, before }}
            answer={lines.data ?? null}
            onPlace={(place) => onChange({ ...clearedPlace, ...place })}
            count={totals.data ? { value: totals.data.count, isEstimate: totals.data.isEstimate } : null}
          />
        }
      />
      <DetailPanel
        isOpen={search.line !== undefined}
        onClose={() => onChange({ line: undefined })}
        title={t('pre-transactions-lines:evidence')}
      >
        {search.line !== undefined && (
          <LineDetail id={search.line} accountName={nameOf} onLink={sheets.link} onAct={sheets.act} />
        )}
      </DetailPanel>
      {sheets.sheet}
    </div>
  )
}

/** What a phone shows below the amount and what became of it; a press on it opens the rest. */
const onCard = ['at', 'member', 'payer', 'account']
const withLine = (column: Column<Line>): Column<Line> =>
  onCard.includes(column.id) ? { ...column, card: 'line' } : column

function useHandledColumns(accountName: (id: string) => string): Column<Line>[] {
  const { t } = useTranslation(['pre-transactions-matching', 'pre-transactions-lines'])
  return useMemo(() => {
    const columns: Column<Line>[] = [
      {
        id: 'at',
        header: t('handledAt'),
        width: 154,
        cell: (line) => <Time at={line.handledAt ?? line.receivedAt} show="exact" />,
      },
      {
        id: 'amount',
        header: t('amount'),
        width: 106,
        align: 'end',
        card: 'title',
        cell: (line) => <Money minor={line.direction === 'out' ? -line.amountMinor : line.amountMinor} />,
      },
      {
        id: 'state',
        header: t('state'),
        width: 186,
        card: 'aside',
        cell: (line) => (
          <Status tone={lineTones[line.state]} label={t(`pre-transactions-lines:states.${line.state}`)} />
        ),
      },
      {
        id: 'member',
        header: t('pre-transactions-lines:member'),
        width: 84,
        cell: (line) => line.member?.username ?? '–',
      },
      {
        id: 'score',
        header: t('scoreLabel'),
        width: 64,
        align: 'end',
        cell: (line) => line.score ?? '–',
      },
      {
        id: 'handler',
        header: t('handler'),
        width: 104,
        cell: (line) => line.handler ?? t('machine'),
      },
      {
        id: 'payer',
        header: t('pre-transactions-lines:field.payer'),
        width: 208,
        cell: (line) => <Payer line={line} />,
      },
      {
        id: 'account',
        header: t('pre-transactions-lines:field.account'),
        width: 118,
        cell: (line) => accountName(line.accountId),
      },
      {
        id: 'deposit',
        header: t('deposit'),
        width: 116,
        cell: (line) => line.deposit?.reference ?? '–',
      },
    ]
    return columns.map(withLine)
  }, [t, accountName])
}
