import { distributorStatementColumns } from '@khlang/contract/values/export-columns.ts'
import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import { hrefOf } from '../../../lib/address/navigation.tsx'
import type { Words } from '../../../lib/list/columns.tsx'
import { listPart } from '../../../lib/list/list-screen.tsx'
import { formatMonth } from '../../../lib/words/formats.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { Money } from '../../../ui/figures/Money.tsx'
import blocks from '../../../ui/Blocks.module.css'

type Row = OutputOf<CallOf<'distributors.statement'>>['records'][number]

/** What was booked with a distributor, entry by entry, with the balance after each; also as a file. */
export const Statement = listPart({
  call: 'distributors.statement',
  area: 'distributors',
  texts: 'statement',
  paging: 'numbered',
  listId: 'distributorStatement',
  name: (row) => row.kind,
  fixed: ({ id }: { id: string }) => ({ id }),
  isLocal: true,
  query: { live: 'distributor' },
  exports: { call: 'distributors.exportStatement', columns: distributorStatementColumns },
  card: ['at', 'entryMinor', 'afterMinor'],
  filters: () => [],
  columns: (column) => [
    column.time('at', 92),
    column.cell('entry', 108, (row, words) => <Entry row={row} words={words} />, { card: 'title' }),
    column.cell('entryMinor', 104, (row) => <Money minor={row.amountMinor} signed />, { align: 'end' }),
    column.cell('afterMinor', 104, (row) => <Money minor={row.balanceMinor} colour />, { align: 'end' }),
  ],
})

/** What was booked and for which month; what a line of a bank moved leads to it. */
function Entry({ row: { kind, month, lineId }, words: { t, reading } }: { row: Row; words: Words }) {
  const name = t(`entryKinds.${kind}`)
  return (
    <>
      {lineId === null ? (
        name
      ) : (
        <AppLink
          className={blocks['wordLink']}
          href={hrefOf({ to: '/pre-transaction/matching', search: { tab: 'handled', line: lineId } })}
        >
          {name}
        </AppLink>
      )}
      <div className={blocks['quiet']}>{formatMonth(month, reading)}</div>
    </>
  )
}
