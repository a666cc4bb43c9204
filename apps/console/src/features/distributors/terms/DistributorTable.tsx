import { distributorStates } from '@khlang/contract/play/distributor-values.ts'
import { lazy } from 'react'
import { loadChunk } from '../../../lib/chunks.ts'
import { listPart } from '../../../lib/list/list-screen.tsx'
import { Money } from '../../../ui/figures/Money.tsx'
import { hrefOf } from '../../../lib/address/navigation.tsx'
import { formatCount } from '../../../lib/words/formats.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { newestInvoice, owedDue, stateMark } from '../distributor-shapes.tsx'
import blocks from '../../../ui/Blocks.module.css'

const DistributorPanel = lazy(() => loadChunk('distributor', () => import('./DistributorPanel.tsx')))

/** Distributors with what was played under their contracts this month, and what that costs. */
export const DistributorTable = listPart({
  call: 'distributors.list',
  area: 'distributors',
  texts: 'list',
  paging: 'numbered',
  listId: 'distributors',
  name: (row) => row.name,
  keeps: { tab: 'distributors' },
  query: { live: 'distributor', refetchEveryMs: 60_000 },
  panel: { is: 'dtb', Panel: DistributorPanel },
  card: ['ggrMinor', 'feeMinor', 'invoice'],
  filters: (filter) => [
    filter.text('search', { hint: 'list.searchHint' }),
    filter.one('state', distributorStates, { names: 'states' }),
  ],
  columns: (column) => [
    column.title('name', 122),
    column.cell('state', 105, stateMark, { card: 'aside' }),
    column.cell(
      'providers',
      180,
      (row, { reading }) => row.providers.map((name) => name[reading.language]).join(' · ') || '–',
      { isHidden: true },
    ),
    column.money('stakeMinor', 'stakeMinor', 130, { isHidden: true }),
    column.money('payoutMinor', 'payoutMinor', 130, { isHidden: true }),
    column.cell('ggrMinor', 125, (row) => <Money minor={row.ggrMinor} colour />, { align: 'end' }),
    column.money('feeMinor', 'feeMinor', 115),
    column.cell('invoice', 210, newestInvoice),
    column.cell(
      'invoiceDifference',
      120,
      (row) => <Money minor={row.unbilledMonth === null ? row.invoice?.differenceMinor : null} signed />,
      {
        align: 'end',
      },
    ),
    column.cell('prepaid', 115, ({ prepaid }) => <Money minor={prepaid?.leftMinor} colour />, {
      align: 'end',
      isHidden: true,
    }),
    column.money('owedMinor', 'owedMinor', 105),
    column.cell('owedDueOn', 145, owedDue),
    column.cell(
      'openDifferences',
      105,
      ({ openDifferences }) =>
        openDifferences === 0 ? (
          0
        ) : (
          <AppLink
            className={blocks['wordLink']}
            href={hrefOf({ to: '/distributor/providers', search: { tab: 'reports' } })}
          >
            {formatCount(openDifferences)}
          </AppLink>
        ),
      { align: 'end' },
    ),
  ],
})
