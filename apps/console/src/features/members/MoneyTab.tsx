import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/define.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFailure } from '../../lib/failure.ts'
import { hrefOf, useGo } from '../../lib/navigation.tsx'
import { useQueryCall } from '../../lib/query.ts'
import { stateTone } from '../../lib/state-tones.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { KeysetPager } from '../../ui/KeysetPager.tsx'
import { Money } from '../../ui/Money.tsx'
import { Status } from '../../ui/Status.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { Time } from '../../ui/Time.tsx'
import { useLocalPages } from './use-local-pages.ts'

type Row = OutputOf<CallOf<'preTransactions.queue'>>['records'][number]
const noRows: readonly Row[] = []

function useMoneyColumns(): readonly Column<Row>[] {
  const { t } = useTranslation('members')
  return useMemo(
    (): readonly Column<Row>[] => [
      { id: 'at', header: t('queue.at'), width: 180, cell: (row) => <Time at={row.at} show="exact" /> },
      {
        id: 'kind',
        header: t('queue.kind'),
        width: 90,
        card: 'title',
        cell: (row) => t(`queue.${row.kind}`),
      },
      {
        id: 'state',
        header: t('field.state'),
        width: 150,
        card: 'aside',
        cell: (row) => <Status tone={stateTone(row.state)} label={t(`queueState.${row.state}`)} />,
      },
      {
        id: 'amount',
        header: t('queue.amount'),
        align: 'end',
        width: 130,
        cell: (row) => <Money minor={row.kind === 'deposit' ? row.amountMinor : -row.amountMinor} signed />,
      },
      { id: 'reference', header: t('queue.reference'), width: 150, cell: (row) => row.reference },
      {
        id: 'handler',
        header: t('queue.handler'),
        width: 130,
        cell: (row) => row.handler ?? t('queue.auto'),
      },
      {
        id: 'remark',
        header: t('queue.remark'),
        width: 200,
        cell: (row) => row.remarkStaff ?? row.remarkMember ?? '–',
      },
    ],
    [t],
  )
}

/** Deposits and withdrawals of one member; a row opens it in the queue. */
export function MoneyTab({ memberId }: { memberId: string }) {
  const { t } = useTranslation('members')
  const go = useGo()
  const failure = useFailure()
  const { place, setPlace, input } = useLocalPages()
  const list = useQueryCall(
    'preTransactions.queue',
    { memberId, ...input },
    { keepsPrevious: true, live: 'member' },
  )
  const columns = useMoneyColumns()
  const placeOf = (row: Row) =>
    ({
      to: '/pre-transaction/deposit-withdraw',
      search: { memberId, search: row.reference, open: row.id },
    }) as const
  return (
    <DataTable
      listId="memberMoney"
      label={t('tab.money')}
      columns={columns}
      rows={list.data?.records ?? noRows}
      rowId={(row) => row.id}
      rowName={(row) => row.reference}
      isLoading={list.isPending}
      error={failure(list.error)}
      onRetry={() => void list.refetch()}
      empty={{ title: t('queue.empty'), hint: t('queue.emptyHint') }}
      onOpen={(row) => go(placeOf(row))}
      href={(row) => hrefOf(placeOf(row))}
      hasPageKeys={false}
      height="content"
      pager={<KeysetPager place={place} answer={list.data ?? null} onPlace={setPlace} />}
    />
  )
}
