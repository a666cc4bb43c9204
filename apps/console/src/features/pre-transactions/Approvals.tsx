import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../lib/call.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { useSettlingOf } from '../../lib/settling.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { Money } from '../../ui/Money.tsx'
import { Status } from '../../ui/Status.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { Time } from '../../ui/Time.tsx'
import type { Approval } from './queue-shapes.ts'
import { MemberCell } from './RowCells.tsx'

interface ApprovalsProps {
  waiting: readonly Approval[]
  query: { isPending: boolean; error: CallError | null; refetch: () => unknown }
  openId: string | undefined
  onShow: (id: string | null) => void
}

const rowId = (row: Approval): string => row.id
const rowName = (row: Approval): string => row.member.username

function useApprovalColumns(): Column<Approval>[] {
  const { t } = useTranslation('pre-transactions')
  return useMemo<Column<Approval>[]>(
    () => [
      {
        id: 'member',
        header: t('queue.columns.member'),
        cell: (row) => <MemberCell member={row.member} />,
        width: 200,
        card: 'title',
      },
      {
        id: 'amount',
        header: t('queue.columns.amount'),
        cell: (row) => <Money minor={row.amountMinor} />,
        width: 130,
        align: 'end',
      },
      {
        id: 'kind',
        header: t('queue.columns.kind'),
        cell: (row) => t(`request.approvalKinds.${row.kind}`, { defaultValue: row.kind }),
        width: 150,
      },
      {
        id: 'maker',
        header: t('request.maker'),
        cell: (row) =>
          row.isOwn ? <Status tone="purple" label={t('request.ownMaker')} /> : <span>{row.maker}</span>,
        width: 160,
      },
      { id: 'reason', header: t('request.reason'), cell: (row) => reasonOf(t, row.reason), width: 240 },
      {
        id: 'createdAt',
        header: t('request.askedAt'),
        cell: (row) => <Time at={row.createdAt} />,
        width: 130,
      },
      {
        id: 'expiresAt',
        header: t('request.expiresAt'),
        cell: (row) => <Time at={row.expiresAt} />,
        width: 130,
      },
    ],
    [t],
  )
}

/** Manual deposits that wait for a second person. */
export default function Approvals({ waiting, query, openId, onShow }: ApprovalsProps) {
  const { t } = useTranslation('pre-transactions')
  const errorText = useErrorText()
  const columns = useApprovalColumns()
  const close = useCallback(() => onShow(null), [onShow])
  useSettlingOf(openId, close)
  return (
    <DataTable
      listId="approvals"
      hasViews={false}
      label={t('request.tabs.approvals')}
      columns={columns}
      rows={waiting}
      rowId={rowId}
      rowName={rowName}
      isLoading={query.isPending}
      error={query.error ? { message: errorText(query.error), requestId: query.error.requestId } : null}
      onRetry={() => void query.refetch()}
      empty={{ title: t('request.noApprovals'), hint: t('request.noApprovalsHint') }}
      onOpen={(row) => onShow(row.id)}
    />
  )
}

type T = ReturnType<typeof useTranslation<'pre-transactions'>>['t']
/** A reason code as its name; what a person typed stays as it is. */
export const reasonOf = (t: T, reason: string): string =>
  t(`reasons.${reason}`, { defaultValue: reason, nsSeparator: false, keySeparator: '.' })
