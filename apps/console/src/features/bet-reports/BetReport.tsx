import { betExportColumns } from '@khlang/contract/values/export-columns.ts'
import { betStates, gameTypes, saidNames } from '@khlang/contract/values/play-values.ts'
import { listScreen } from '../../lib/list/list-screen.tsx'
import { memberLink } from '../../lib/list/entry-cells.tsx'
import { Time } from '../../ui/figures/Time.tsx'
import { gameCell, providerCell, saidCell, stateCell, typeCell } from './bet-cells.tsx'
import { namedFilters } from './bet-filters.ts'
import { BetPanel } from './BetPanel.tsx'
import { ArchiveButton, BetsAbove } from './BetsAbove.tsx'

/** `/bet-report`: what members bet, what came back, and everything that the provider told of it. */
export default listScreen({
  call: 'betReports.list',
  area: 'bet-reports',
  paging: 'keyset',
  listId: 'betReports',
  name: (row) => row.ref,
  query: { refetchEveryMs: 15_000 },
  totals: {
    call: 'betReports.totals',
    sums: {
      stake: { row: 'stakeMinor', all: 'stakeMinor' },
      valid: { row: 'validMinor', all: 'validMinor' },
      payout: { row: 'payoutMinor', all: 'payoutMinor' },
      winLoss: { row: 'winLossMinor', all: 'winLossMinor', isSigned: true },
    },
  },
  exports: { call: 'betReports.exportList', columns: betExportColumns },
  panel: { is: 'bet', Panel: BetPanel },
  Above: BetsAbove,
  Acts: ArchiveButton,
  card: ['placedAt', 'member', 'stake', 'winLoss'],
  filters: (filter) => [
    filter.text('search', { hint: 'hint.search' }),
    filter.dates('from', 'to', { label: 'field.businessOn' }),
    filter.dates('settledFrom', 'settledTo', { label: 'field.settledOn' }),
    filter.many('state', betStates, { names: 'states' }),
    filter.many('type', gameTypes, { names: 'types', isMore: true }),
    filter.amounts('payoutMinMinor', 'payoutMaxMinor', { label: 'field.payout', isMore: true }),
    filter.amounts('stakeMinMinor', 'stakeMaxMinor', { label: 'field.stake', isMore: true }),
    filter.one('saidName', saidNames, { label: 'said.name', names: 'field', isMore: true }),
    filter.text('saidValue', { label: 'said.value', hint: 'said.whole', isMore: true }),
    ...namedFilters.map((each) => filter.own(each)),
  ],
  columns: (column) => [
    column.cell(
      'placedAt',
      154,
      (row) => <Time at={row.placedAt} show="exact" businessOn={row.businessOn} />,
      { isFixed: true },
    ),
    column.cell('member', 96, memberLink),
    column.cell('game', 150, gameCell, { card: 'title' }),
    column.cell('type', 104, typeCell),
    column.cell('provider', 128, providerCell),
    column.cell('state', 104, stateCell, { card: 'aside' }),
    column.money('stake', 'stakeMinor', 112),
    column.money('valid', 'validMinor', 112, { isHidden: true }),
    column.money('counted', 'countedMinor', 112, { isHidden: true }),
    column.money('payout', 'payoutMinor', 112),
    column.money('winLoss', 'winLossMinor', 132, { show: { colour: true, signed: true } }),
    column.text('ref', 150, { isHidden: true }),
    ...saidNames.map((name) => column.cell(name, 120, saidCell(name), { isHidden: true })),
  ],
})
