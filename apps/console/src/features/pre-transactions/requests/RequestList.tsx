import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { listPart } from '../../../lib/list/list-screen.tsx'
import type { ListState } from '../../../lib/list/list-spec.ts'
import { hrefOf } from '../../../lib/address/navigation.tsx'
import { oneText } from '../../../lib/address/search-values.ts'
import { Money } from '../../../ui/figures/Money.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import type { Column } from '../../../ui/table/table-columns.ts'
import type { Quick } from '../decision/DecisionActions.tsx'
import type { Pressed } from '../decision/pressed.ts'
import type { QueueRow } from '../rows/queue-shapes.ts'
import { actsColumn, besideSheet } from '../queue/RowActions.tsx'
import { toneOf } from '../slips/slip-shapes.ts'
import { ClaimBadge, KindTag, MemberCell, SlaCell, StateTag } from '../rows/RowCells.tsx'
import { useRowKeys } from '../queue/use-row-keys.ts'

interface RequestListProps {
  onPressed: (pressed: Pressed | null) => void
}

/** What waits for a decision, by deadline: what presses first, then who and how much. */
export const RequestList = listPart({
  call: 'preTransactions.requests',
  area: 'pre-transactions',
  texts: 'request',
  paging: 'keyset',
  size: 50,
  listId: 'requests',
  keeps: { tab: 'requests' },
  name: (row) => row.reference,
  card: ['member', 'amount', 'age'],
  useTable: useDecisions,
  filters: (filter) => [
    filter.text('search', { label: 'queue.filters.search', hint: 'queue.filters.searchHint' }),
    // The row on the sheet or in the drawer beside the list.
    filter.own({ read: { open: oneText }, ask: () => ({}) }),
  ],
  columns: (column) => [
    column.cell('age', 132, (row) => <SlaCell row={row} isShort />, { heading: 'queue.columns.age' }),
    column.cell('kind', 62, (row) => <KindTag kind={row.kind} />, {
      heading: 'queue.columns.kind',
      card: 'aside',
    }),
    column.cell('state', 142, (row) => <StateTag row={row} />, {
      heading: 'queue.columns.state',
      card: 'aside',
    }),
    column.money('amount', 'amountMinor', 108, { heading: 'queue.columns.amount' }),
    column.cell('member', 176, (row) => <MemberCell member={row.member} />, {
      heading: 'queue.columns.member',
    }),
    column.cell(
      'claim',
      118,
      (row) => <ClaimBadge row={row} ownUntilMs={null} whenFree={<Money minor={null} />} />,
      { heading: 'request.claim' },
    ),
    column.cell(
      'checks',
      168,
      ({ checksFailed, slip }, { t }) =>
        slip ? (
          <Status
            tone={toneOf({ state: slip.state, faults: slip.isAmountOther ? ['amountOther'] : [] })}
            label={t(slip.isAmountOther ? 'request.slips.amountOther' : `request.slips.${slip.state}`)}
          />
        ) : (
          checksFailed
            .map((code) => t(`pre-transactions-checks:${code}.name`, { defaultValue: code }))
            .join(', ') || '–'
        ),
      { heading: 'request.checksOrSlip' },
    ),
    column.cell(
      'band',
      110,
      ({ band }, { t }) => (band === null ? '–' : t(`request.bands.${band}`, { defaultValue: band })),
      { heading: 'request.band', isHidden: true },
    ),
    column.title('reference', 118, { heading: 'queue.columns.reference' }),
  ],
})

type State = ListState<'preTransactions.requests', RequestListProps>

/** A row opens beside the list; its acts and keys open it with the confirmation of that act. */
function useDecisions(
  { search, change, props: { onPressed } }: State,
  columns: readonly Column<QueueRow>[],
) {
  const { t } = useTranslation('pre-transactions')
  const openId = typeof search['open'] === 'string' ? search['open'] : null
  const onQuick = useCallback(
    (row: QueueRow, quick: Quick | null) => {
      onPressed(quick && { id: row.id, quick })
      change({ open: row.id })
    },
    [change, onPressed],
  )
  const onOpen = useCallback((row: QueueRow) => row.id !== openId && onQuick(row, null), [onQuick, openId])
  const withActs = useMemo(
    () => [...columns, actsColumn(t, { onOpen, onQuick })],
    [t, columns, onOpen, onQuick],
  )
  return {
    columns: withActs,
    beside: openId === null ? null : besideSheet,
    onOpen,
    href: (row: QueueRow) => hrefOf({ to: '/pre-transaction/request', search: { open: row.id } }),
    openId,
    rowKeys: useRowKeys(onQuick, openId !== null),
  }
}
