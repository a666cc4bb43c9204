import { distributorStatementColumns } from '@khlang/contract/values/export-columns.ts'
import { hrefOf } from '../../../lib/address/navigation.tsx'
import { listPart } from '../../../lib/list/list-screen.tsx'
import { formatMonth } from '../../../lib/words/formats.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { Money } from '../../../ui/figures/Money.tsx'
import blocks from '../../../ui/Blocks.module.css'

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
  card: ['entryMinor', 'afterMinor'],
  filters: () => [],
  columns: (column) => [
    column.time('at', 132),
    column.cell(
      'entry',
      135,
      ({ kind, lineId }, { t }) =>
        lineId === null ? (
          t(`entryKinds.${kind}`)
        ) : (
          <AppLink
            className={blocks['wordLink']}
            href={hrefOf({ to: '/pre-transaction/matching', search: { tab: 'handled', line: lineId } })}
          >
            {t(`entryKinds.${kind}`)}
          </AppLink>
        ),
      { card: 'title' },
    ),
    column.cell('month', 100, ({ month }, { reading }) => formatMonth(month, reading)),
    column.cell('entryMinor', 120, (row) => <Money minor={row.amountMinor} signed />, { align: 'end' }),
    column.cell('afterMinor', 120, (row) => <Money minor={row.balanceMinor} colour />, {
      align: 'end',
    }),
  ],
})
