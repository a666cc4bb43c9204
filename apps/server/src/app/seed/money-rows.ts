import { encodeId } from '@khlang/contract/values/values.ts'
import { depositCredited, depositReceived, bankOpened } from '@khlang/ledger/deposits.ts'
import {
  ownTransferIn,
  ownTransferOut,
  withdrawHold,
  withdrawRelease,
  withdrawSent,
  withdrawSettled,
} from '@khlang/ledger/withdrawals.ts'
import { valueOn } from '../../platform/business-day.ts'
import type { SeedDeposit, SeedMovement, SeedWithdrawal } from './history-shapes.ts'
import { iso } from './ids.ts'
import type { SeedAccount } from './own-accounts.ts'
import type { TimedPosting } from './store.ts'

/** The sandbox brand's day begins at midnight, so the business date is the bank's. */
const on = valueOn
const slaMs = { deposit: 300_000, withdrawal: 600_000 }

export const openingPosting = (account: SeedAccount, atMs: number): TimedPosting => ({
  atMs,
  posting: bankOpened({
    sourceId: encodeId('bankAccount', account.id),
    bankAccountId: encodeId('bankAccount', account.id),
    amountMinor: account.openingMinor,
    businessOn: on(atMs),
  }),
})

/** The bank's money, its owner not known yet. */
export const receivedPosting = ({ lineId, account, amountMinor, atMs }: SeedMovement): TimedPosting => ({
  atMs: atMs + 1500,
  posting: depositReceived({
    sourceId: encodeId('statementLine', lineId),
    bankAccountId: encodeId('bankAccount', account.id),
    amountMinor,
    businessOn: on(atMs + 1500),
    valueOn: valueOn(atMs),
  }),
})

export const creditPosting = ({
  id,
  member,
  account,
  amountMinor,
  creditedAtMs,
  movement,
}: SeedDeposit): TimedPosting => ({
  atMs: creditedAtMs,
  posting: depositCredited({
    sourceId: encodeId('deposit', id),
    bankAccountId: encodeId('bankAccount', account.id),
    memberId: encodeId('member', member.id),
    amountMinor,
    businessOn: on(creditedAtMs),
    valueOn: valueOn(movement.atMs),
  }),
})

/** Out of one own account into another; both legs name the line that shows them. */
export function ownTransferPostings(out: SeedMovement, into: SeedMovement): TimedPosting[] {
  const common = {
    fromBankAccountId: encodeId('bankAccount', out.account.id),
    toBankAccountId: encodeId('bankAccount', into.account.id),
    amountMinor: out.amountMinor,
  }
  const cause = ({ lineId, atMs }: SeedMovement) => ({
    sourceId: encodeId('statementLine', lineId),
    businessOn: on(atMs),
  })
  return [
    { atMs: out.atMs, posting: ownTransferOut({ ...common, ...cause(out) }) },
    { atMs: into.atMs, posting: ownTransferIn({ ...common, ...cause(into) }) },
  ]
}

export function withdrawalPostings(withdrawal: SeedWithdrawal): TimedPosting[] {
  const { id, member, account, amountMinor, outcome } = withdrawal
  const of = (atMs: number) => ({
    sourceId: encodeId('withdrawal', id),
    memberId: encodeId('member', member.id),
    bankAccountId: encodeId('bankAccount', account.id),
    amountMinor,
    businessOn: on(atMs),
  })
  const held = { atMs: withdrawal.requestedAtMs, posting: withdrawHold(of(withdrawal.requestedAtMs)) }
  if (outcome !== 'paid')
    return [held, { atMs: withdrawal.decidedAtMs, posting: withdrawRelease(of(withdrawal.decidedAtMs)) }]
  return [
    held,
    { atMs: withdrawal.sentAtMs, posting: withdrawSent(of(withdrawal.sentAtMs)) },
    { atMs: withdrawal.paidAtMs, posting: withdrawSettled(of(withdrawal.paidAtMs)) },
  ]
}

export function depositRow(deposit: SeedDeposit, reference: string, cashierId: string) {
  const { member, account, amountMinor, movement, beforeMinor } = deposit
  return {
    id: deposit.id,
    reference,
    member_id: member.id,
    state: 'credited',
    method: account.bank === 'TMW' ? 'truewallet' : 'bank',
    amount_requested_minor: deposit.hasRequest ? amountMinor : null,
    amount_minor: amountMinor,
    is_unique_satang: false,
    bank_account_id: account.id,
    statement_line_id: movement.lineId,
    from_bank: member.bank,
    from_account_no: member.accountNo,
    credit_before_minor: beforeMinor,
    credit_after_minor: beforeMinor + amountMinor,
    by_kind: deposit.isAuto ? 'auto' : 'employee',
    by_id: deposit.isAuto ? null : cashierId,
    sla_ends_at: iso(deposit.createdAtMs + slaMs.deposit),
    created_at: iso(deposit.createdAtMs),
    credited_at: iso(deposit.creditedAtMs),
    business_on: on(deposit.creditedAtMs),
    credits: 1,
    version: deposit.hasRequest ? 2 : 1,
  }
}

/** As it was asked for and decided; the later states are reached step by step, as the database demands. */
export function withdrawalRow(withdrawal: SeedWithdrawal, reference: string, cashierId: string) {
  const { id, member, account, amountMinor, outcome, isAuto, beforeMinor } = withdrawal
  return {
    id,
    reference,
    member_id: member.id,
    request_key: `seed-${id}`,
    state: outcome === 'paid' ? 'approved' : 'review',
    amount_minor: amountMinor,
    fee_minor: 0,
    to_bank: member.bank,
    to_account_no: member.accountNo,
    to_account_name: `${member.firstName} ${member.lastName}`,
    bank_account_id: outcome === 'paid' ? account.id : null,
    checks: [],
    band: isAuto ? 'auto' : 'onePerson',
    is_phone_request: false,
    decided_by: isAuto || outcome === 'cancelled' ? null : cashierId,
    decided_at: iso(withdrawal.decidedAtMs),
    decision_kind: isAuto ? 'auto' : outcome === 'cancelled' ? 'member' : 'employee',
    reason_code: outcome === 'rejected' ? 'accountMismatch' : null,
    remark_member: outcome === 'rejected' ? 'ชื่อบัญชีไม่ตรงกับที่ลงทะเบียน' : null,
    is_sole_owner: false,
    credit_before_minor: beforeMinor,
    credit_after_minor: beforeMinor - amountMinor,
    holds: 1,
    tries: outcome === 'paid' ? 1 : 0,
    sla_ends_at: iso(withdrawal.requestedAtMs + slaMs.withdrawal),
    requested_at: iso(withdrawal.requestedAtMs),
    sent_at: outcome === 'paid' ? iso(withdrawal.sentAtMs) : null,
    business_on: on(withdrawal.requestedAtMs),
    version: 1,
  }
}

export function payoutRow(
  { id, payoutId, account, amountMinor, sentAtMs, paidAtMs }: SeedWithdrawal,
  railId: string,
) {
  const ref = `R${payoutId.replaceAll(/\D/g, '').slice(0, 12)}`
  return {
    id: payoutId,
    withdrawal_id: id,
    attempt: 1,
    bank_account_id: account.id,
    rail_id: railId,
    amount_minor: amountMinor,
    state: 'succeeded',
    rail_ref: ref,
    answer: { state: 'succeeded', ref },
    status_tries: 0,
    business_on: on(sentAtMs),
    created_at: iso(sentAtMs),
    settled_at: iso(paidAtMs),
  }
}
