import { formatBaht } from '@khlang/money/amount.ts'
import { statementExportColumns } from '@khlang/contract/values/export-columns.ts'
import { lineStates } from '@khlang/contract/values/value-lists.ts'
import { hrefOf } from '../../../lib/address/navigation.tsx'
import type { Words } from '../../../lib/list/columns.tsx'
import { listPart } from '../../../lib/list/list-screen.tsx'
import type { ListState } from '../../../lib/list/list-spec.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { Money } from '../../../ui/figures/Money.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import { lineTones } from '../../../lib/words/line-tones.ts'
import { chainTones } from './chain-tones.ts'
import { StatementPanel } from './StatementPanel.tsx'
import blocks from '../../../ui/Blocks.module.css'

interface OfAccount {
  id: string
}
type Row = ListState<'paymentAutos.lines', OfAccount>['rows'][number]

/** Every line that the bank reported of one account, newest first, and what each was found to be. */
export const StatementList = listPart({
  call: 'paymentAutos.lines',
  area: 'payment-autos',
  texts: 'statement',
  paging: 'keyset',
  listId: 'paymentAutoLines',
  name: (row) => row.reference ?? row.id,
  fixed: ({ id }: OfAccount) => ({ id }),
  query: { live: 'statementLine' },
  totals: {
    call: 'paymentAutos.lineTotals',
    sums: { amount: { row: 'amountMinor', all: 'netMinor', isSigned: true } },
  },
  exports: { call: 'paymentAutos.exportLines', columns: statementExportColumns },
  panel: { is: 'stl', Panel: StatementPanel },
  card: ['at', 'balance', 'reference'],
  filters: (filter) => [
    filter.dates('from', 'to', { label: 'field.valueOn' }),
    filter.one('direction', ['in', 'out'], { names: (value, t) => t(`direction.${value}`) }),
    filter.many('state', lineStates, { names: 'pre-transactions-lines:states' }),
    filter.amount('amountMinor', 'amount', { label: 'field.amount' }),
  ],
  columns: (column) => [
    column.cell('at', 154, (row) => <Time at={row.bankTime ?? row.receivedAt} show="exact" />, {
      isFixed: true,
    }),
    column.money('amount', 'amountMinor', 108, { card: 'title', show: { colour: true, signed: true } }),
    column.cell('balance', 216, balanceCell, { heading: 'field.balanceAfter', align: 'end' }),
    column.cell(
      'state',
      172,
      (row, { t }) => (
        <Status tone={lineTones[row.state]} label={t(`pre-transactions-lines:states.${row.state}`)} />
      ),
      { card: 'aside' },
    ),
    column.cell('reference', 160, referenceCell),
    column.cell('payer', 150, payerOf),
    column.cell('source', 116, (row, { t }) => t(`pre-transactions-lines:sources.${row.source}`)),
    column.text('handler', 96),
    column.text('channel', 90, { isHidden: true }),
    column.text('ref', 130, { isHidden: true }),
  ],
})

/** The balance after it as the bank said; marked where it does not follow the one before, and by how much. */
function balanceCell({ chain, gap, balanceAfterMinor: minor }: Row, { t }: Words) {
  const shown = gap ? 'afterHole' : chain
  const tone = chainTones[shown]
  const movedMinor = gap?.movedMinor ?? null
  const whole = t(`pre-transactions-lines:chain.${shown}`)
  const amount = movedMinor === null ? null : t('gaps.missing', { amount: formatBaht(movedMinor) })
  const short = { afterHole: t('gaps.short'), contradiction: t('gaps.conflict') }
  const label = amount ?? (shown in short ? short[shown as keyof typeof short] : whole)
  return (
    <span className={blocks['marks']} data-end>
      {tone && <Status tone={tone} label={label} title={whole} />}
      {minor === null ? '–' : <Money minor={minor} />}
    </span>
  )
}

/** Who paid, or was paid, as far as the bank printed it. */
function payerOf({ payerBank, payerMask, payerName }: Row): string {
  return [payerBank, payerMask?.replaceAll('?', 'x'), payerName].filter(Boolean).join(' ') || '–'
}

/** The deposit or withdrawal that it proves, and whose: a way to it where the person may see the queue. */
function referenceCell({ reference, member }: Row, { allows }: Words) {
  if (reference === null) return '–'
  const text = member === null ? reference : `${reference} ${member.username}`
  if (!allows({ pretransactionDepositWithdraw: ['isRead'] })) return text
  const to = hrefOf({ to: '/pre-transaction/deposit-withdraw', search: { search: reference } })
  return (
    <AppLink className={blocks['link']} href={to}>
      {text}
    </AppLink>
  )
}
