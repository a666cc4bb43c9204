import type { TFunction } from 'i18next'
import { BankTag } from '../../ui/BankTag.tsx'
import { Money } from '../../ui/Money.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { Time } from '../../ui/Time.tsx'
import type { OwnAccount, QueueRow } from './queue-shapes.ts'
import { ClaimBadge, CreditCell, KindTag, MemberCell, SlaCell, StateTag } from './RowCells.tsx'

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

function accountCell(row: QueueRow, accounts: ReadonlyMap<string, OwnAccount>) {
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
  return (
    <>
      {row.handler ?? (row.claimedBy === null ? '–' : '')}
      <ClaimBadge row={row} ownUntilMs={null} />
    </>
  )
}

/** The columns of the queue (domain 4.5.2). `accounts`: our own, by id. */
export function queueColumns(
  t: TFunction<'pre-transactions'>,
  accounts: ReadonlyMap<string, OwnAccount>,
): (Column<QueueRow> & { id: ColumnId })[] {
  const header = (id: ColumnId) => ({ id, header: t(`queue.columns.${id}`) })
  return [
    // Up to the amount they fit beside the pinned acts on a window of 1280 pixels.
    { ...header('at'), cell: (row) => <Time at={row.at} show="exact" />, width: 164 },
    { ...header('kind'), cell: (row) => <KindTag kind={row.kind} />, width: 72, card: 'aside' },
    { ...header('state'), cell: (row) => <StateTag row={row} />, width: 172, card: 'aside' },
    { ...header('reference'), cell: (row) => row.reference, width: 128, isFixed: true, card: 'title' },
    { ...header('member'), cell: (row) => <MemberCell member={row.member} />, width: 184 },
    { ...header('amount'), cell: (row) => <Money minor={row.amountMinor} />, width: 124, align: 'end' },
    { ...header('memberAccount'), cell: memberAccountCell, width: 190 },
    { ...header('account'), cell: (row) => accountCell(row, accounts), width: 170 },
    { ...header('bankTime'), cell: (row) => <Time at={row.bankTime} show="exact" />, width: 172 },
    { ...header('credit'), cell: (row) => <CreditCell row={row} />, width: 210, align: 'end' },
    { ...header('age'), cell: (row) => <SlaCell row={row} />, width: 190 },
    { ...header('source'), cell: (row) => t(`queue.source.${row.source}`), width: 96 },
    { ...header('handler'), cell: handlerCell, width: 150 },
    { ...header('remarkMember'), cell: (row) => quiet(row.remarkMember), width: 180 },
    { ...header('remarkStaff'), cell: (row) => quiet(row.remarkStaff), width: 180 },
  ]
}
