import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { entryKind, entryMaker } from '../../../lib/list/entry-cells.tsx'
import type { ListState } from '../../../lib/list/list-spec.ts'
import { listPart } from '../../../lib/list/list-screen.tsx'
import { hrefOf } from '../../../lib/address/navigation.tsx'
import { useTakeBack } from '../../../lib/person/taking-back.ts'
import { useFatesLive } from '../../../lib/call/use-fates-live.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { Time } from '../../../ui/figures/Time.tsx'

interface OfMember {
  memberId: string
}
type State = ListState<'creditTransactions.list', OfMember>
type Row = State['rows'][number]

/** The statement of one wallet, newest first; a row opens its posting on the statement screen. */
export const StatementTab = listPart({
  call: 'creditTransactions.list',
  area: 'credit-transactions',
  texts: 'members:statement',
  paging: 'keyset',
  listId: 'memberStatement',
  isLocal: true,
  name: (row) => row.reference ?? row.id,
  fixed: ({ memberId }: OfMember) => ({ memberId }),
  query: { live: 'member' },
  opens: {
    href: (row) =>
      hrefOf({ to: '/credit-transaction', search: { memberId: row.member.id, entry: row.id } }),
  },
  useTable: useWholeStatement,
  card: ['at', 'after', 'takeBack'],
  columns: (column) => [
    column.cell('at', 180, (row) => <Time at={row.at} show="exact" businessOn={row.businessOn} />),
    column.cell('kind', 170, entryKind, { card: 'title' }),
    column.money('amount', 'amountMinor', 130, { card: 'aside', show: { colour: true, signed: true } }),
    column.money('before', 'beforeMinor', 130),
    column.money('after', 'afterMinor', 130),
    column.cell('takeBack', 130, (row) => <TakeBackButton row={row} />, { heading: 'takeBack' }),
    column.text('reference', 150),
    column.cell('by', 120, entryMaker),
    column.text('remark', 200),
  ],
})

/** What became of withdrawals comes up by itself; above the rows the way to the whole statement. */
function useWholeStatement({ rows, props: { memberId } }: State) {
  const { t } = useTranslation('members')
  useFatesLive(rows, ['creditTransactions', 'list'])
  const whole = hrefOf({ to: '/credit-transaction', search: { memberId } })
  return { bar: <AppLink href={whole}>{t('statement.whole')}</AppLink> }
}

/** Takes a credit that stands back, for who may ask for it. */
function TakeBackButton({ row }: { row: Row }) {
  const { t } = useTranslation('credit-transactions')
  const onTakeBack = useTakeBack()(row.sourceId, row.takeBack)
  return (
    onTakeBack && (
      <Button size="compact-sm" variant="default" onClick={onTakeBack}>
        {t('takeBack')}
      </Button>
    )
  )
}
