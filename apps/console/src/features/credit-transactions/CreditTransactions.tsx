import { creditExportColumns } from '@khlang/contract/values/export-columns.ts'
import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { entryKind, entryMaker, memberLink } from '../../lib/list/entry-cells.tsx'
import { listScreen } from '../../lib/list/list-screen.tsx'
import type { ListState } from '../../lib/list/list-spec.ts'
import { useQueryCall } from '../../lib/call/query.ts'
import { idOf } from '../../lib/address/search-values.ts'
import { kindLabelKey, walletKinds } from '../../lib/words/transfer-kinds.ts'
import { useFatesLive } from '../../lib/call/use-fates-live.ts'
import { DateOn, Time } from '../../ui/figures/Time.tsx'
import { BalanceAt } from './BalanceAt.tsx'
import { referenceLink } from './credit-cells.tsx'
import { JournalPanel } from './JournalPanel.tsx'
import { KindTotals } from './KindTotals.tsx'
import { MemberPick } from './MemberPick.tsx'
import classes from './Credit.module.css'

type State = ListState<'creditTransactions.list'>

/** `/credit-transaction`: what moved in members' wallets, and the posting behind every row. */
export default listScreen({
  call: 'creditTransactions.list',
  area: 'credit-transactions',
  paging: 'keyset',
  listId: 'creditTransactions',
  name: (row) => row.reference ?? row.id,
  totals: {
    call: 'creditTransactions.totals',
    sums: { amount: { row: 'amountMinor', all: 'netMinor', isSigned: true } },
  },
  exports: { call: 'creditTransactions.exportList', columns: creditExportColumns },
  panel: { key: 'entry', is: /^.{1,40}$/u, Panel: JournalPanel },
  card: ['at', 'member', 'after'],
  Acts: AskBalance,
  Above: MemberAndSums,
  useTable: useFates,
  filters: (filter) => [
    filter.own({ read: { memberId: (raw) => idOf(raw, 'mbr') } }),
    filter.dates('from', 'to', { label: 'field.businessOn' }),
    filter.many('kind', walletKinds, { names: (kind, t) => t(kindLabelKey(kind)) }),
    filter.text('reference', { hint: 'hint.reference' }),
    filter.amount('amountMinor', 'amount', { label: 'filter.amount', hint: 'hint.amount' }),
  ],
  columns: (column) => [
    column.cell('at', 154, (row) => <Time at={row.at} show="exact" businessOn={row.businessOn} />, {
      isFixed: true,
    }),
    column.cell('kind', 150, entryKind, { card: 'title' }),
    column.cell('member', 86, memberLink),
    column.cell('name', 136, (row) => row.member.name),
    column.money('amount', 'amountMinor', 104, { card: 'aside', show: { colour: true, signed: true } }),
    column.money('before', 'beforeMinor', 104),
    column.money('after', 'afterMinor', 104),
    column.cell('reference', 118, referenceLink),
    column.cell('by', 84, entryMaker),
    column.text('remark', 98),
    column.cell('businessOn', 120, (row) => <DateOn on={row.businessOn} />, { isHidden: true }),
    column.cell('valueOn', 120, (row) => <DateOn on={row.valueOn} />, { isHidden: true }),
  ],
})

/** What became of withdrawals comes up by itself; the statement says when it is behind the ledger. */
function useFates({ rows, answer, words: { t } }: State) {
  useFatesLive(rows, ['creditTransactions', 'list'])
  return { stale: answer?.isBehind ? { note: t('behind') } : undefined }
}

/** The member that is filtered by, and their name where a row tells it. */
function memberOf({ search, rows }: State) {
  const memberId = typeof search['memberId'] === 'string' ? search['memberId'] : undefined
  const member = rows.find((row) => row.member.id === memberId)?.member
  return { memberId, memberName: member && `${member.username} ${member.name}` }
}

function MemberAndSums(state: State) {
  const { memberId, memberName } = memberOf(state)
  const { search, filter, filterBy } = state
  // What the table's totals ask: one answer for both.
  const { data: totals } = useQueryCall('creditTransactions.totals', filter, {
    keepsPrevious: true,
    isTracked: false,
  })
  return (
    <>
      <div className={classes['pick']}>
        <MemberPick value={memberId} name={memberName} onChange={(id) => filterBy({ memberId: id })} />
      </div>
      <KindTotals
        totals={totals}
        chosen={walletKinds.filter((kind) => [search['kind']].flat().includes(kind))}
        onChoose={(kind) => filterBy({ kind })}
      />
    </>
  )
}

/** How much a member had at a moment. */
function AskBalance(state: State) {
  const { t } = useTranslation('credit-transactions')
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconHistory size={18} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {t('balanceAt.button')}
      </Button>
      {isAsking && <BalanceAt {...memberOf(state)} onClose={() => setAsking(false)} />}
    </>
  )
}
