import type { TFunction } from 'i18next'
import { BankTag } from '../../../ui/figures/BankTag.tsx'
import { Money } from '../../../ui/figures/Money.tsx'
import type { Column } from '../../../ui/table/table-columns.ts'
import { Time } from '../../../ui/figures/Time.tsx'
import type { QueueRow } from '../rows/queue-shapes.ts'
import { ClaimBadge, CreditCell, kindCell, MemberCell, SlaCell, stateCell } from '../rows/RowCells.tsx'
import type { AccountName } from './use-queue.ts'

export type ColumnId =
  | 'at'
  | 'kind'
  | 'state'
  | 'reference'
  | 'member'
  | 'memberAccount'
  | 'account'
  | 'bankTime'
  | 'amount'
  | 'credit'
  | 'source'
  | 'handler'
  | 'age'
  | 'remarkMember'
  | 'remarkStaff'

const quiet = (text: string | null) => text ?? '–'

function accountCell(row: QueueRow, accounts: ReadonlyMap<string, AccountName>) {
  const account = row.accountId === null ? undefined : accounts.get(row.accountId)
  return account === undefined ? '–' : <BankTag code={account.bank}>{account.label}</BankTag>
}

function memberAccountCell(row: QueueRow) {
  // A payer's number as the bank's message gave it: hidden places come as question marks.
  const masked = row.memberAccountMasked?.replaceAll('?', 'x') ?? null
  if (row.memberBank === null) return quiet(masked)
  return <BankTag code={row.memberBank}>{masked}</BankTag>
}

/** The handler; while a claim lasts, who has the row in hand. */
function handlerCell(row: QueueRow) {
  if (row.claimedBy === null) return quiet(row.handler)
  return (
    <>
      {row.handler}
      <ClaimBadge row={row} ownUntilMs={null} />
    </>
  )
}

type QueueTexts = TFunction<'pre-transactions-queue'>
type QueueColumn = Column<QueueRow> & { id: ColumnId }

/** What tells waiting rows apart, in the order shown; it fits beside the pinned acts at 1440 pixels. */
const waitingFirst: readonly ColumnId[] = [
  'age',
  'reference',
  'state',
  'member',
  'amount',
  'account',
  'bankTime',
  'handler',
]

/** What a phone shows of a row that waits, and of any; a press on it opens what one may do to it. */
const cardLine: Readonly<Record<'waiting' | 'all', readonly ColumnId[]>> = {
  waiting: ['age', 'member', 'amount', 'handler'],
  all: ['at', 'member', 'amount'],
}

/** Kind and number in one: beside the rest there is no room for both columns. */
const kindAndReference = (t: QueueTexts) => (row: QueueRow) => (
  <span>
    {kindCell(t, row.kind)} {row.reference}
  </span>
)

/**
 * The columns of the queue (domain 4.5.2). `accounts`: our own, by id. `isWaiting`: for rows that wait, whose
 * age comes first; what is empty until a row is over is hidden then.
 */
export function queueColumns(
  t: QueueTexts,
  accounts: ReadonlyMap<string, AccountName>,
  isWaiting: boolean,
): QueueColumn[] {
  const header = (id: ColumnId) => ({ id, header: t(`pre-transactions:queue.columns.${id}`) })
  const onCard = cardLine[isWaiting ? 'waiting' : 'all']
  const every: QueueColumn[] = [
    { ...header('at'), cell: (row) => <Time at={row.at} show="exact" />, width: 156 },
    { ...header('kind'), cell: (row) => kindCell(t, row.kind), width: 62, card: 'aside' },
    { ...header('state'), cell: (row) => stateCell(t, row), width: 142, card: 'aside' },
    { ...header('reference'), cell: (row) => row.reference, width: 118, isFixed: true, card: 'title' },
    { ...header('member'), cell: (row) => <MemberCell member={row.member} />, width: 180 },
    { ...header('amount'), cell: (row) => <Money minor={row.amountMinor} />, width: 102, align: 'end' },
    { ...header('account'), cell: (row) => accountCell(row, accounts), width: 120 },
    { ...header('bankTime'), cell: (row) => <Time at={row.bankTime} show="short" />, width: 100 },
    { ...header('handler'), cell: handlerCell, width: 96 },
    { ...header('memberAccount'), cell: memberAccountCell, width: 182 },
    { ...header('credit'), cell: (row) => <CreditCell row={row} />, width: 200, align: 'end' },
    { ...header('age'), cell: (row) => <SlaCell row={row} isShort />, width: 126 },
    { ...header('source'), cell: (row) => t(`pre-transactions:queue.source.${row.source}`), width: 96 },
    { ...header('remarkMember'), cell: (row) => quiet(row.remarkMember), width: 180 },
    { ...header('remarkStaff'), cell: (row) => quiet(row.remarkStaff), width: 180 },
  ]
  const columns = every.map((each) =>
    onCard.includes(each.id) ? { ...each, card: 'line' as const } : each,
  )
  if (!isWaiting) return columns
  const shown = waitingFirst.flatMap((id) =>
    columns
      .filter((column) => column.id === id)
      .map((column) =>
        id === 'reference' ? { ...column, cell: kindAndReference(t), width: 150 } : column,
      ),
  )
  const others = columns.filter(({ id }) => !waitingFirst.includes(id))
  return [...shown, ...others.map((column) => ({ ...column, isHidden: true }))]
}
