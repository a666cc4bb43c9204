import { creditExportColumns } from '@khlang/contract/value-lists.ts'
import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFailure } from '../../lib/failure.ts'
import { useQueryCall } from '../../lib/query.ts'
import { useScreenSearch } from '../../lib/search.ts'
import { firstPage } from '../../lib/search-values.ts'
import { kindLabelKey, walletKinds } from '../../lib/transfer-kinds.ts'
import { useFatesLive } from '../../lib/use-fates-live.ts'
import { useExport } from '../../lib/use-export.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { ExportButton } from '../../ui/ExportButton.tsx'
import { Filters } from '../../ui/Filters.tsx'
import type { FilterField } from '../../ui/filter-fields.ts'
import { KeysetPager } from '../../ui/KeysetPager.tsx'
import { Money } from '../../ui/Money.tsx'
import { Page } from '../../ui/Page.tsx'
import type { Totals } from '../../ui/table-columns.ts'
import { BalanceAt } from './BalanceAt.tsx'
import { useCreditColumns } from './credit-columns.tsx'
import { creditFilter, parseCredit, type CreditFilterValues, type CreditSearch } from './credit-search.ts'
import type { CreditRow } from './credit-shapes.ts'
import { JournalPanel } from './JournalPanel.tsx'
import { KindTotals } from './KindTotals.tsx'
import { MemberPick } from './MemberPick.tsx'
import classes from './Credit.module.css'

const noRows: readonly CreditRow[] = []
const listId = 'creditTransactions'
const rowId = (row: CreditRow) => row.id
const rowName = (row: CreditRow) => row.reference ?? row.id
const inFile = creditExportColumns

/** `/credit-transaction`: what moved in members' wallets, and the posting behind every row. */
export default function CreditTransactions() {
  const { t } = useTranslation('credit-transactions')
  const [search, change] = useScreenSearch(parseCredit)
  const failure = useFailure()
  const filter = creditFilter(search)
  const { size, after, before } = search
  const page = { ...filter, size, after, before }
  const list = useQueryCall('creditTransactions.list', page, { keepsPrevious: true })
  const totals = useQueryCall('creditTransactions.totals', filter, {
    keepsPrevious: true,
    isTracked: false,
  })
  const rows = list.data?.records ?? noRows
  useFatesLive(rows, ['creditTransactions', 'list'])
  const columns = useCreditColumns()
  const exported = useExport('creditTransactions.exportList', { filter, listId, columns, inFile })
  const fields = useCreditFields()
  const [isAsking, setAsking] = useState(false)
  const filterBy = useCallback(
    (changes: Partial<CreditSearch>) =>
      change({ ...changes, ...firstPage, entry: undefined }, { replace: true }),
    [change],
  )
  const cells = useMemo((): Totals => {
    const sum = rows.reduce((total, row) => total + row.amountMinor, 0)
    return {
      page: { amount: <Money minor={sum} signed /> },
      ...(totals.data ? { filter: { amount: <Money minor={totals.data.netMinor} signed /> } } : {}),
    }
  }, [rows, totals.data])
  const member = rows.find((row) => row.member.id === search.memberId)?.member
  const memberName = member && `${member.username} ${member.name}`
  const place = rows.findIndex((row) => row.id === search.entry)
  const step = (to: number) => {
    const row = place < 0 ? undefined : rows[to]
    return row ? () => change({ entry: row.id }, { replace: true }) : undefined
  }
  return (
    <Page
      title={t('title')}
      description={t('lead')}
      actions={
        <Button
          variant="default"
          leftSection={<IconHistory size={18} aria-hidden />}
          onClick={() => setAsking(true)}
        >
          {t('balanceAt.button')}
        </Button>
      }
    >
      <div className={classes['pick']}>
        <MemberPick
          value={search.memberId}
          name={memberName}
          onChange={(memberId) => filterBy({ memberId })}
        />
      </div>
      <Filters<CreditFilterValues> fields={fields} values={search} onChange={filterBy}>
        {exported && <ExportButton {...exported} />}
      </Filters>
      <KindTotals totals={totals.data} chosen={search.kind} onChoose={(kind) => filterBy({ kind })} />
      <DataTable
        listId={listId}
        label={t('title')}
        columns={columns}
        rows={rows}
        rowId={rowId}
        rowName={rowName}
        isLoading={list.isPending}
        error={failure(list.error)}
        stale={list.data?.isBehind ? { note: t('behind') } : undefined}
        onRetry={() => void list.refetch()}
        empty={{ title: t('empty'), hint: t('emptyHint') }}
        totals={cells}
        onOpen={(row) => change({ entry: row.id })}
        pager={
          <KeysetPager
            place={search}
            answer={list.data ?? null}
            onPlace={(next) =>
              change({ size: next.size, after: next.after, before: next.before, entry: undefined })
            }
            count={totals.data ? { value: totals.data.count, isEstimate: totals.data.isEstimate } : null}
          />
        }
      />
      <JournalPanel
        entry={search.entry}
        onClose={() => change({ entry: undefined }, { replace: true })}
        onPrevious={step(place - 1)}
        onNext={step(place + 1)}
        onShow={(entry) => change({ entry }, { replace: true })}
      />
      {isAsking && (
        <BalanceAt memberId={search.memberId} memberName={memberName} onClose={() => setAsking(false)} />
      )}
    </Page>
  )
}

function useCreditFields(): readonly FilterField<CreditFilterValues>[] {
  const { t } = useTranslation('credit-transactions')
  return useMemo(
    () => [
      { kind: 'dateRange', fromName: 'from', toName: 'to', label: t('field.businessOn') },
      {
        kind: 'multi',
        name: 'kind',
        label: t('field.kind'),
        options: walletKinds.map((value) => ({ value, label: t(kindLabelKey(value)) })),
      },
      { kind: 'text', name: 'reference', label: t('field.reference'), placeholder: 'D2611-000123' },
      { kind: 'text', name: 'amount', label: t('filter.amount'), placeholder: '500.37' },
    ],
    [t],
  )
}
