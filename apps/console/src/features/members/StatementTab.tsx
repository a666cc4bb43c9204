import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/define.ts'
import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFailure } from '../../lib/failure.ts'
import { hrefOf, useGo } from '../../lib/navigation.tsx'
import { useQueryCall } from '../../lib/query.ts'
import { useTakeBack } from '../../lib/taking-back.ts'
import { entryLabelKey } from '../../lib/transfer-kinds.ts'
import { useFatesLive } from '../../lib/use-fates-live.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { KeysetPager } from '../../ui/KeysetPager.tsx'
import { Money } from '../../ui/Money.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { Status } from '../../ui/Status.tsx'
import { Time } from '../../ui/Time.tsx'
import { useLocalPages } from './use-local-pages.ts'

type Row = OutputOf<CallOf<'creditTransactions.list'>>['records'][number]
const noRows: readonly Row[] = []

function useStatementColumns(): readonly Column<Row>[] {
  const { t } = useTranslation(['credit-transactions', 'members'])
  return useMemo(
    (): readonly Column<Row>[] => [
      {
        id: 'at',
        header: t('field.at'),
        width: 180,
        cell: (row) => <Time at={row.at} show="exact" businessOn={row.businessOn} />,
      },
      {
        id: 'kind',
        header: t('field.kind'),
        width: 170,
        card: 'title',
        cell: (row) => (
          <>
            {t(entryLabelKey(row))} {row.reversedBy !== null && <Status tone="red" label={t('reversed')} />}
          </>
        ),
      },
      {
        id: 'amount',
        header: t('field.amount'),
        align: 'end',
        width: 130,
        card: 'aside',
        cell: (row) => <Money minor={row.amountMinor} colour signed />,
      },
      {
        id: 'before',
        header: t('field.before'),
        align: 'end',
        width: 130,
        cell: (row) => <Money minor={row.beforeMinor} />,
      },
      {
        id: 'after',
        header: t('field.after'),
        align: 'end',
        width: 130,
        cell: (row) => <Money minor={row.afterMinor} />,
      },
      {
        id: 'takeBack',
        header: t('takeBack'),
        width: 130,
        cell: (row) => <TakeBackButton row={row} />,
      },
      { id: 'reference', header: t('field.reference'), width: 150, cell: (row) => row.reference ?? '–' },
      {
        id: 'by',
        header: t('field.by'),
        width: 120,
        cell: (row) => (row.by === null || row.by === 'auto' ? t('bySystem') : row.by),
      },
      { id: 'remark', header: t('field.remark'), width: 200, cell: (row) => row.remark ?? '–' },
    ],
    [t],
  )
}

/** Takes a credit that stands back, for who may ask for it. */
function TakeBackButton({ row }: { row: Row }) {
  const { t } = useTranslation('credit-transactions')
  const onTakeBack = useTakeBack()(row.sourceId, row.takeBack)
  return (
    onTakeBack && (
      <Button size="compact-sm" variant="default" onClick={onTakeBack}>
        {t('takeBack')}
      </Button>
    )
  )
}

/** The statement of one wallet, newest first; a row opens its posting on the statement screen. */
export function StatementTab({ memberId }: { memberId: string }) {
  const { t } = useTranslation(['credit-transactions', 'members'])
  const go = useGo()
  const failure = useFailure()
  const { place, setPlace, input } = useLocalPages()
  const list = useQueryCall(
    'creditTransactions.list',
    { memberId, ...input },
    { keepsPrevious: true, live: 'member' },
  )
  const rows = list.data?.records ?? noRows
  useFatesLive(rows, ['creditTransactions', 'list'])
  const columns = useStatementColumns()
  const placeOf = (row: Row) =>
    ({ to: '/credit-transaction', search: { memberId, entry: row.id } }) as const
  return (
    <DataTable
      listId="memberStatement"
      label={t('members:tab.statement')}
      columns={columns}
      rows={rows}
      rowId={(row) => row.id}
      rowName={(row) => row.reference ?? row.id}
      isLoading={list.isPending}
      error={failure(list.error)}
      onRetry={() => void list.refetch()}
      empty={{ title: t('members:statement.empty'), hint: t('members:statement.emptyHint') }}
      onOpen={(row) => go(placeOf(row))}
      href={(row) => hrefOf(placeOf(row))}
      hasPageKeys={false}
      height="content"
      bar={
        <AppLink href={hrefOf({ to: '/credit-transaction', search: { memberId } })}>
          {t('members:statement.whole')}
        </AppLink>
      }
      pager={<KeysetPager place={place} answer={list.data ?? null} onPlace={setPlace} />}
    />
  )
}
