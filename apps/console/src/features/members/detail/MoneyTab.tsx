import { listPart } from '../../../lib/list/list-screen.tsx'
import { hrefOf } from '../../../lib/address/navigation.tsx'
import { stateTone } from '../../../lib/words/state-tones.ts'
import { Money } from '../../../ui/figures/Money.tsx'
import { Status } from '../../../ui/figures/Status.tsx'

/** Deposits and withdrawals of one member; a row opens it in the queue. */
export const MoneyTab = listPart({
  call: 'preTransactions.queue',
  area: 'members',
  texts: 'money',
  paging: 'keyset',
  listId: 'memberMoney',
  isLocal: true,
  name: (row) => row.reference,
  fixed: ({ memberId }: { memberId: string }) => ({ memberId }),
  query: { live: 'member' },
  opens: {
    href: (row) =>
      hrefOf({
        to: '/pre-transaction/deposit-withdraw',
        search: { memberId: row.member.id, search: row.reference, open: row.id },
      }),
  },
  card: ['at', 'amount'],
  columns: (column) => [
    column.exact('at', 180, { heading: 'queue.at' }),
    column.cell('kind', 90, (row, { t }) => t(`queue.${row.kind}`), {
      heading: 'queue.kind',
      card: 'title',
    }),
    column.cell(
      'state',
      150,
      (row, { t }) => <Status tone={stateTone(row.state)} label={t(`queueState.${row.state}`)} />,
      { card: 'aside' },
    ),
    column.cell(
      'amount',
      130,
      (row) => <Money minor={row.kind === 'deposit' ? row.amountMinor : -row.amountMinor} signed />,
      { heading: 'queue.amount', align: 'end' },
    ),
    column.text('reference', 150, { heading: 'queue.reference' }),
    column.cell('handler', 130, (row, { t }) => row.handler ?? t('queue.auto'), {
      heading: 'queue.handler',
    }),
    column.cell('remark', 200, (row) => row.remarkStaff ?? row.remarkMember ?? '–', {
      heading: 'queue.remark',
    }),
  ],
})
