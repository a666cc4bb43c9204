import { dailyExportColumns } from '@khlang/contract/values/export-columns.ts'
import { reportParts } from '@khlang/contract/values/play-values.ts'
import { oneOf } from '../../lib/address/search-values.ts'
import { useScreenSearch, type RawSearch } from '../../lib/address/search.ts'
import { listScreen } from '../../lib/list/list-screen.tsx'
import { DailyAbove } from './DailyAbove.tsx'
import {
  closedCell,
  costSums,
  counted,
  membersHref,
  partCell,
  partName,
  share,
  end,
  playSums,
  won,
} from './report-cells.tsx'
import { gameFilters, isOfSome, reportSearch, whoseFilters } from './report-filters.ts'

const parse = (raw: RawSearch) => ({
  ...reportSearch(raw),
  by: oneOf(raw['by'], reportParts) ?? 'day',
  isNarrowed: isOfSome(raw),
})

/** Whether rows are days: the close of a day is told. */
function useIsByDay(): boolean {
  const [{ by }] = useScreenSearch(parse)
  return by === 'day'
}
const useIsByPart = (): boolean => !useIsByDay()

/** Deposits belong to no game. */
function useHasMoney(): boolean {
  const [{ by, type, providerId, gameId }] = useScreenSearch(parse)
  return by === 'day' && !type && !providerId && !gameId
}

/** What is known of all wallets together alone. */
function useIsOfAll(): boolean {
  const [{ isNarrowed }] = useScreenSearch(parse)
  return useHasMoney() && !isNarrowed
}

const moneyOnly = { isShown: useHasMoney } as const
const allOnly = { isShown: useIsOfAll } as const

/** `/report/total-daily`: win and loss by day, or by game, provider or type of game. */
export default listScreen({
  call: 'reports.daily',
  area: 'reports',
  texts: 'daily',
  paging: 'numbered',
  listId: 'totalDaily',
  size: 50,
  name: partName,
  query: { refetchEveryMs: 30_000 },
  totals: {
    call: 'reports.dailyTotals',
    sums: {
      ...playSums,
      deposit: { row: 'depositMinor' },
      withdrawal: { row: 'withdrawalMinor' },
      net: { row: 'netMinor', isSigned: true },
      credit: { row: 'creditMinor', isSigned: true },
      bonus: { row: 'bonusMinor', isSigned: true },
      ...costSums,
    },
  },
  exports: { call: 'reports.exportDaily', columns: dailyExportColumns },
  opens: { href: membersHref },
  card: ['bets', 'stake', 'margin'],
  Above: DailyAbove,
  filters: (filter) => [
    filter.dates('from', 'to', { label: 'field.period', hint: 'hint.period' }),
    filter.one('by', reportParts, { names: (part, t) => t(`by.${part}`), hint: 'by.day' }),
    ...gameFilters(filter),
    ...whoseFilters(filter),
  ],
  columns: (column) => [
    column.cell('part', 150, partCell, { isFixed: true, card: 'title' }),
    column.cell('closed', 112, closedCell, { isShown: useIsByDay }),
    column.cell('members', 84, (row) => counted(row.members), end),
    column.count('bets', 84, end),
    column.money('stake', 'stakeMinor', 118),
    column.money('valid', 'validMinor', 118, { isHidden: true }),
    column.money('counted', 'countedMinor', 118, { isHidden: true }),
    column.money('payout', 'payoutMinor', 118),
    column.money('winLoss', 'winLossMinor', 118, { ...won, isHidden: true }),
    column.money('company', 'companyMinor', 124, { ...won, card: 'aside' }),
    column.cell('margin', 84, (row) => share(row.marginBps), end),
    column.cell('rtp', 84, (row) => share(row.rtpBps), { ...end, isShown: useIsByPart }),
    column.cell('declaredRtp', 110, (row) => share(row.declaredRtpBps), { ...end, isShown: useIsByPart }),
    column.cell('depositCount', 108, (row) => counted(row.depositCount), { ...end, ...moneyOnly }),
    column.money('deposit', 'depositMinor', 118, moneyOnly),
    column.cell('withdrawalCount', 132, (row) => counted(row.withdrawalCount), { ...end, ...moneyOnly }),
    column.money('withdrawal', 'withdrawalMinor', 118, moneyOnly),
    column.money('net', 'netMinor', 118, { ...won, ...moneyOnly }),
    column.money('credit', 'creditMinor', 118, { show: { signed: true }, ...allOnly }),
    column.money('bonus', 'bonusMinor', 118, { show: { signed: true }, ...allOnly }),
    column.money('fee', 'feeMinor', 118),
    column.money('ngr', 'ngrMinor', 124, { ...won, ...allOnly }),
    column.money('balance', 'balanceMinor', 124, allOnly),
  ],
})
