import type { Words } from '../../../lib/list/columns.tsx'
import { listPart } from '../../../lib/list/list-screen.tsx'
import type { ListState } from '../../../lib/list/list-spec.ts'
import { oneText } from '../../../lib/address/search-values.ts'
import { useSettlingOf } from '../../../lib/call/settling.ts'
import { Status } from '../../../ui/figures/Status.tsx'
import type { Approval } from '../rows/queue-shapes.ts'
import { MemberCell } from '../rows/RowCells.tsx'

/** Manual deposits that wait for a second person. */
export default listPart({
  call: 'preTransactions.approvals',
  area: 'pre-transactions',
  texts: 'request.manual',
  paging: 'none',
  listId: 'approvals',
  keeps: { tab: 'approvals' },
  name: (row) => row.member.username,
  card: ['amount', 'kind', 'createdAt'],
  useTable: useDecision,
  filters: (filter) => [filter.own({ read: { open: oneText }, ask: () => ({}) })],
  columns: (column) => [
    column.cell('member', 200, (row) => <MemberCell member={row.member} />, {
      heading: 'queue.columns.member',
      card: 'title',
    }),
    column.money('amount', 'amountMinor', 130, { heading: 'queue.columns.amount' }),
    column.cell(
      'kind',
      150,
      ({ kind }, { t }) => t(`request.approvalKinds.${kind}`, { defaultValue: kind }),
      { heading: 'queue.columns.kind' },
    ),
    column.cell(
      'maker',
      160,
      ({ isOwn, maker }, { t }) =>
        isOwn ? <Status tone="purple" label={t('request.ownMaker')} /> : <span>{maker}</span>,
      { heading: 'request.maker' },
    ),
    column.cell('reason', 240, (row, { t }) => reasonOf(t, row.reason), { heading: 'request.reason' }),
    column.time('createdAt', 130, { heading: 'request.askedAt' }),
    column.time('expiresAt', 130, { heading: 'request.expiresAt' }),
  ],
})

/** A row opens where it is decided, over the list. */
function useDecision({ search, change }: ListState<'preTransactions.approvals'>) {
  const openId = typeof search['open'] === 'string' ? search['open'] : undefined
  const close = () => change({ open: undefined }, { replace: true })
  useSettlingOf(openId, close)
  return { onOpen: (row: Approval) => change({ open: row.id }, { replace: true }) }
}

/** A reason code as its name; what a person typed stays as it is. */
const reasonOf = (t: Words['t'], reason: string): string =>
  t(`reasons.${reason}`, { defaultValue: reason, nsSeparator: false, keySeparator: '.' })
