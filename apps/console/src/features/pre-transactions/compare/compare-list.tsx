import { compareClasses } from '@khlang/contract/values/value-lists.ts'
import { listScreen } from '../../../lib/list/list-screen.tsx'
import type { ListState } from '../../../lib/list/list-spec.ts'
import { callsOf, dayReads, nameOf, type Side } from './compare-shapes.ts'
import { comparePanel } from './ComparePanel.tsx'
import { DayHead } from './DayHead.tsx'
import { SheetTools } from './SheetTools.tsx'
import { BankSide, Between, OurSide, Reason } from './Sides.tsx'

type State = ListState<'preTransactions.reconcileDepositList' | 'preTransactions.reconcileWithdrawList'>

const dayOf = ({ search }: State) => ({
  accountId: typeof search['accountId'] === 'string' ? search['accountId'] : undefined,
  on: typeof search['on'] === 'string' ? search['on'] : undefined,
})
const chosenOf = ({ search }: State): string[] =>
  [search['class'] ?? []].flat().filter((name) => typeof name === 'string')

/** One account and day: what the bank says beside what we have, and what each row is. */
export const compareList = (side: Side) =>
  listScreen({
    call: callsOf[side].list,
    area: 'pre-transactions-reconcile',
    texts: `lists.${side}`,
    paging: 'keyset',
    listId: `reconcile-${side}`,
    name: nameOf,
    query: { live: 'statementLine' },
    panel: { is: /^(?:stl|dep|wdr|pay|otr)_\w{26}$/u, Panel: comparePanel(side) },
    card: ['record'],
    Acts: (state) => <SheetTools side={side} {...dayOf(state)} filter={state.filter} />,
    Above: (state) => (
      <DayHead side={side} {...dayOf(state)} chosen={chosenOf(state)} filterBy={state.filterBy} />
    ),
    filters: (filter) => [
      filter.own({ read: dayReads }),
      filter.many('class', compareClasses, { names: 'classes' }),
      filter.text('search', { hint: 'hint.search' }),
    ],
    columns: (column) => [
      column.cell('line', 260, (row) => <BankSide row={row} />, { isFixed: true, card: 'title' }),
      column.cell('between', 168, (row) => <Between row={row} />, {
        heading: 'field.class',
        card: 'aside',
      }),
      column.cell('record', 280, (row) => (row.record ? <OurSide record={row.record} /> : '–'), {
        isNamed: true,
      }),
      column.cell('reason', 220, (row) => <Reason row={row} />),
      column.text('note', 160),
    ],
  })
