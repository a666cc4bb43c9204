import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/define.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { deviceName } from '../../lib/device-names.ts'
import { useFailure } from '../../lib/failure.ts'
import { useQueryCall } from '../../lib/query.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { KeysetPager } from '../../ui/KeysetPager.tsx'
import { Status } from '../../ui/Status.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { Time } from '../../ui/Time.tsx'
import { useLocalPages } from './use-local-pages.ts'

type Row = OutputOf<CallOf<'members.logins'>>['records'][number]
const noRows: readonly Row[] = []
const rowId = (row: Row) => `${row.at} ${row.address} ${row.result}`

function useLoginColumns(): readonly Column<Row>[] {
  const { t } = useTranslation('members')
  return useMemo(
    (): readonly Column<Row>[] => [
      {
        id: 'at',
        header: t('logins.at'),
        width: 180,
        card: 'title',
        cell: (row) => <Time at={row.at} show="exact" />,
      },
      {
        id: 'result',
        header: t('logins.result'),
        width: 130,
        card: 'aside',
        cell: (row) => (
          <Status
            tone={row.result === 'done' ? 'green' : 'red'}
            label={t(`logins.${row.result === 'done' ? 'done' : 'refused'}`)}
          />
        ),
      },
      { id: 'address', header: t('logins.address'), width: 160, cell: (row) => row.address },
      {
        id: 'userAgent',
        header: t('logins.device'),
        width: 240,
        cell: (row) =>
          row.userAgent ? (
            <span title={row.userAgent} data-raw>
              {deviceName(row.userAgent)}
            </span>
          ) : (
            '–'
          ),
      },
    ],
    [t],
  )
}

/** When and from where the member signed in. */
export function LoginsTab({ memberId }: { memberId: string }) {
  const { t } = useTranslation('members')
  const failure = useFailure()
  const { place, setPlace, input } = useLocalPages()
  const list = useQueryCall('members.logins', { id: memberId, ...input }, { keepsPrevious: true })
  const columns = useLoginColumns()
  return (
    <DataTable
      listId="memberLogins"
      label={t('tab.logins')}
      columns={columns}
      rows={list.data?.records ?? noRows}
      rowId={rowId}
      isLoading={list.isPending}
      error={failure(list.error)}
      onRetry={() => void list.refetch()}
      empty={{ title: t('logins.empty') }}
      hasPageKeys={false}
      height="content"
      pager={<KeysetPager place={place} answer={list.data ?? null} onPlace={setPlace} />}
    />
  )
}
