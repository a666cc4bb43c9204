import { userExportColumns } from '@khlang/contract/values/export-columns.ts'
import { reportMembers, reportSorts } from '@khlang/contract/values/play-values.ts'
import { useEffect, useMemo } from 'react'
import { useScreenSearch } from '../../lib/address/search.ts'
import { listScreen } from '../../lib/list/list-screen.tsx'
import { memberLink } from '../../lib/list/entry-cells.tsx'
import type { ListState } from '../../lib/list/list-spec.ts'
import type { Column } from '../../ui/table/table-columns.ts'
import { AsOfLine } from './AsOfLine.tsx'
import { MemberGamesPanel } from './MemberGamesPanel.tsx'
import { PeriodLine } from './PeriodLine.tsx'
import { costSums, counted, share, end, playSums, won } from './report-cells.tsx'
import { gameFilters, reportSearch, whoseFilters } from './report-filters.ts'
import blocks from '../../ui/Blocks.module.css'

type State = ListState<'reports.users'>
type Row = State['rows'][number]

const sortable = { isSortable: true } as const

/** Bonuses belong to no game: of some games nobody knows what stays. */
function useIsOfAllGames(): boolean {
  const [{ type, providerId, gameId }] = useScreenSearch(reportSearch)
  return !type && !providerId && !gameId
}

/** `/report/total-user`: win and loss of each member who played in a period. */
export default listScreen({
  call: 'reports.users',
  area: 'reports',
  texts: 'users',
  paging: 'keyset',
  listId: 'totalUser',
  name: (row) => row.member.username,
  query: { refetchEveryMs: 30_000 },
  sort: { known: reportSorts, usual: 'member' },
  totals: {
    call: 'reports.userTotals',
    sums: { ...playSums, ...costSums },
  },
  exports: { call: 'reports.exportUsers', columns: userExportColumns },
  panel: { is: 'mbr', Panel: MemberGamesPanel },
  card: ['bets', 'stake', 'net'],
  Above: UsersAbove,
  useTable: useSortable,
  filters: (filter) => [
    filter.text('search', { label: 'field.member', hint: 'hint.member' }),
    filter.dates('from', 'to', { label: 'field.period', hint: 'hint.period' }),
    filter.one('who', reportMembers, { names: (who, t) => t(`who.${who}`), hint: 'who.played' }),
    ...gameFilters(filter),
    ...whoseFilters(filter),
  ],
  columns: (column) => [
    column.cell('member', 128, memberLink, { ...sortable, isFixed: true, card: 'title' }),
    column.count('level', 72, { ...end, isHidden: true }),
    column.cell('seller', 120, (row) => row.seller?.name, { isHidden: true }),
    column.count('bets', 88, end),
    column.money('stake', 'stakeMinor', 122, { ...sortable, isHighFirst: true }),
    column.money('valid', 'validMinor', 118),
    column.money('counted', 'countedMinor', 118, { isHidden: true }),
    column.money('payout', 'payoutMinor', 122),
    column.money('winLoss', 'winLossMinor', 166, { ...won, ...sortable, isHighFirst: true, card: 'aside' }),
    column.money('company', 'companyMinor', 126, { ...won, isHidden: true }),
    column.cell('margin', 84, (row) => share(row.marginBps), end),
    column.cell('depositCount', 84, (row) => counted(row.depositCount), { ...end, isHidden: true }),
    column.money('deposit', 'depositMinor', 118),
    column.cell('withdrawalCount', 84, (row) => counted(row.withdrawalCount), { ...end, isHidden: true }),
    column.money('withdrawal', 'withdrawalMinor', 118),
    column.money('net', 'netMinor', 122, won),
    column.money('fee', 'feeMinor', 112, { isHidden: true }),
    column.money('ngr', 'ngrMinor', 132, { ...won, isShown: useIsOfAllGames }),
    column.money('balance', 'balanceMinor', 128, { heading: 'field.balanceNow' }),
  ],
})

/** Headings sort where the period has its sums in order: one day or one month, all games. */
function useSortable({ answer }: State, columns: readonly Column<Row>[]) {
  const canSort = answer?.canSort === true
  return {
    columns: useMemo(
      () =>
        canSort ? columns : columns.map((column) => ({ ...column, isSortable: column.id === 'member' })),
      [canSort, columns],
    ),
  }
}

/** Of whom the list is; an order that the period cannot have is given up. */
function UsersAbove({ answer, totals, error, search, filter, change, filterBy, words }: State) {
  const { t } = words
  const isRefused = error?.code === 'sortPeriod' && search['sort'] !== undefined
  useEffect(() => {
    if (isRefused) change({ sort: undefined, isAscending: undefined }, { replace: true })
  }, [isRefused, change])
  const who = filter.who === 'all' ? 'users.whoAll' : answer?.canSort ? 'users.whoSorted' : 'users.who'
  const known = totals as { from: string; to: string; bets: number | null } | undefined
  const period = known ?? answer
  return (
    <>
      <PeriodLine period={period} hasCosts />
      <AsOfLine filter={filter} filterBy={filterBy} words={words} />
      <p className={blocks['quiet']}>{t(who)}</p>
      {known?.bets === null && <p className={blocks['warn']}>{t('users.notSummed')}</p>}
    </>
  )
}
