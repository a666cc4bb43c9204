import { encodeId } from '@khlang/contract/values/values.ts'
import { memberCash, receivable } from '@khlang/ledger/accounts.ts'
import { depositReversed } from '@khlang/ledger/deposits.ts'
import { sql } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import type { ExecutionContext } from '../../platform/approvals/approval-kinds.ts'
import { businessOn } from '../../platform/business-day.ts'
import type { Reader, Tx } from '../../platform/db/db.ts'
import { balancesOf, openAccounts, postStrict } from '../../platform/posting/ledger-store.ts'
import { normaliseName } from '../../platform/people/names.ts'
import { payerKeyOf, type StoredLine } from '../bank-lines/stored-line.ts'

/** The deposit that a line credited. */
export interface LinkedDeposit {
  readonly id: string
  readonly reference: string
  readonly member_id: string
  readonly username: string
  /** How often it has been credited. */
  readonly credits: number
  readonly handled_by: string | null
  readonly handled_at: string
}
export interface Link {
  readonly line: StoredLine
  readonly deposit: LinkedDeposit
}

/** What the taking back is called in the log, and who agreed to it. */
export interface TakenBack {
  readonly action: 'linkUndone' | 'depositUnlinked'
  readonly reason: string
  /** Null: undone by its linker, within the minutes they have. */
  readonly approvalId: string | null
  readonly detail?: Readonly<Record<string, unknown>>
}

interface CreditTransfer {
  readonly id: number
  readonly from: string
  readonly to: string
  readonly to_id: number
  readonly to_version: number
  readonly amount: number
  readonly currency: string
}

/** What a line credited; undefined for one that credited nobody, or cleared what people had credited. */
export async function depositOfLine(db: Reader, lineId: string): Promise<LinkedDeposit | undefined> {
  const { rows } = await sql<LinkedDeposit>`
    select d.id, d.reference, d.member_id, m.username, d.credits, l.handled_by, l.handled_at
      from deposits d join statement_lines l on l.id = d.statement_line_id
      join members m on m.id = d.member_id
     where l.id = ${lineId} and d.state = 'credited' and d.method <> 'manual' and d.split_id is null`.execute(
    db,
  )
  return rows[0]
}

/** The same, held until the transaction ends. @throws stateRefused */
export async function lockDepositOfLine(tx: Tx, lineId: string): Promise<LinkedDeposit> {
  await sql`select from deposits where statement_line_id = ${lineId} for update`.execute(tx)
  const deposit = await depositOfLine(tx, lineId)
  if (!deposit) throw new ApiError('stateRefused')
  return deposit
}

/** The transfer that credited it. */
export async function creditOf(tx: Reader, { id, credits }: LinkedDeposit): Promise<CreditTransfer> {
  const key = `deposit.credited:${encodeId('deposit', id)}:${credits}`
  const { rows } = await sql<CreditTransfer>`
    select t.id, f.code as from, o.code as to, t.to_id, t.to_version, t.amount_minor as amount, t.currency
      from transfers t join accounts f on f.id = t.from_id join accounts o on o.id = t.to_id
     where t.key = ${key}`.execute(tx)
  const transfer = rows[0]
  if (!transfer) throw new Error(`No transfer ${key}.`)
  return transfer
}

/**
 * The line is open again, its deposit taken back, what was learnt of the payer forgotten; the money is moved
 * by one of the two below, last. @returns the line's version
 */
export async function reopenLine(
  { tx, record, announce }: Pick<ExecutionContext, 'tx' | 'record' | 'announce'>,
  { line, deposit }: Link,
  { action, reason, approvalId, detail }: TakenBack,
): Promise<number> {
  const depositId = encodeId('deposit', deposit.id)
  const memberId = encodeId('member', deposit.member_id)
  const lineId = encodeId('statementLine', line.id)
  const version = line.version + 1
  // The deposit first: the database judges it by who linked the line, and when.
  await sql`update deposits set state = 'reversed', version = version + 1,
    reversal_approval_id = ${approvalId} where id = ${deposit.id}`.execute(tx)
  await sql`update statement_lines set state = 'unmatched', reason = 'undone', handled_by = null,
    handled_at = null,
    best_member_id = null, version = ${version} where id = ${line.id}`.execute(tx)
  const payerKey = payerKeyOf(line, line.payer_name === null ? '' : normaliseName(line.payer_name))
  await sql`update payer_aliases set hits = greatest(0, hits - 1) where payer_key = ${payerKey}
     and member_id = ${deposit.member_id}`.execute(tx)
  await record({
    entity: 'statementLine',
    entityId: lineId,
    action,
    reason,
    before: { state: line.state },
    after: { state: 'unmatched' },
    detail: { depositId, memberId, amountMinor: line.amount_minor, ...detail },
  })
  await announce('statementLine', lineId, version)
  await announce('deposit', depositId)
  await announce('member', memberId)
  await announce('transfer', depositId)
  return version
}

/** Reverses the credit; what is short of it is owed by the member. */
async function reverse(
  { tx, settings, services }: Pick<ExecutionContext, 'tx' | 'settings' | 'services'>,
  { line, deposit }: Link,
  shortfallMinor: number,
) {
  const credited = await creditOf(tx, deposit)
  const { from, to, amount, currency } = credited
  const reversal = depositReversed({
    sourceId: encodeId('deposit', deposit.id),
    occurrence: deposit.credits,
    memberId: encodeId('member', deposit.member_id),
    businessOn: businessOn(settings, services.now()),
    valueOn: line.value_on,
    credited: { legs: [{ from, to, amountMinor: amount, currency }], transferIds: [credited.id] },
    shortfallMinor,
  })
  const [result] = await postStrict(tx, [reversal])
  return { credited, result }
}

type Moving = Pick<ExecutionContext, 'tx' | 'settings' | 'services'>

/** The wallet now, and what of an amount it lacks, in satang. */
export async function shortfallOf(
  db: Reader,
  memberId: string,
  amountMinor: number,
): Promise<{ balanceMinor: number; shortfallMinor: number }> {
  const { code } = memberCash(encodeId('member', memberId))
  const balanceMinor = (await balancesOf(db, [code])).get(code) ?? 0
  return { balanceMinor, shortfallMinor: Math.max(0, amountMinor - balanceMinor) }
}

/** The credit goes back whole. @throws memberSpent with what is left when money has left the wallet since */
export async function reverseUntouched(moving: Moving, link: Link): Promise<void> {
  const wallet = await shortfallOf(moving.tx, link.deposit.member_id, link.line.amount_minor)
  const spent = () => new ApiError('memberSpent', { details: { leftMinor: wallet.balanceMinor } })
  if (wallet.shortfallMinor > 0) throw spent()
  const { credited, result } = await reverse(moving, link, 0).catch((error: unknown) => {
    // Spent at this very moment.
    throw error instanceof ApiError && error.code === 'insufficientFunds' ? spent() : error
  })
  // Asked under the wallet's lock, so nothing can leave between the question and the reversal.
  const left = await sql<{ left: boolean }>`
    select exists (select from transfers where from_id = ${credited.to_id}
      and from_version > ${credited.to_version}
       and id <> all(${[...(result?.transferIds ?? [])]}::bigint[])) as left`.execute(moving.tx)
  if (left.rows[0]?.left === true) throw spent()
}

/**
 * The credit goes back under approval; what the wallet lacks is booked as owed by the member, in the same
 * posting (decisions 33). @throws conflict when the wallet moved at this very moment
 */
export async function reverseOwing(moving: Moving, link: Link): Promise<{ shortfallMinor: number }> {
  const { member_id: memberId } = link.deposit
  const { shortfallMinor } = await shortfallOf(moving.tx, memberId, link.line.amount_minor)
  const outside = encodeId('member', memberId)
  if (shortfallMinor > 0) await openAccounts(moving.tx, [receivable(outside)])
  const { result } = await reverse(moving, link, shortfallMinor)
  const after = result?.balancesAfter.findLast(({ code }) => code === memberCash(outside).code)
  // Money that came in between the two statements would be left in the wallet of one who owes it.
  if (shortfallMinor > 0 && after?.balanceMinor !== 0)
    throw new ApiError('conflict', { details: { reason: 'walletMoved' } })
  return { shortfallMinor }
}
