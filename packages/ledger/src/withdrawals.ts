import { bankAccount, feeExpense, feeIncome, inTransit, memberCash, memberLocked } from './accounts.ts'
import { leg, posting, turned, type Cause, type Posted, type Posting } from './posting.ts'

interface OfMember extends Cause {
  readonly memberId: string
  readonly amountMinor: number
}

/** The request takes the money out of the wallet's reach and opens the hold. Source id: the withdrawal. */
export const withdrawHold = (input: OfMember): Posting =>
  posting(
    'withdraw.hold',
    input,
    [leg(memberCash(input.memberId), memberLocked(input.memberId), input.amountMinor)],
    'open',
  )

/** Refused or cancelled: the hold is voided and the money is back in the wallet. */
export const withdrawRelease = (input: OfMember): Posting =>
  posting(
    'withdraw.release',
    input,
    [leg(memberLocked(input.memberId), memberCash(input.memberId), input.amountMinor)],
    'void',
  )

/**
 * The payout leaves: the hold is posted. `amountMinor` is the whole hold; a fee borne by the member stays
 * with us, so the bank sends `amountMinor − feeMinor`.
 */
export function withdrawSent(
  input: OfMember & { readonly bankAccountId: string; readonly feeMinor?: number },
): Posting {
  const fee = input.feeMinor ?? 0
  const locked = memberLocked(input.memberId)
  const legs = [leg(locked, inTransit(input.bankAccountId), input.amountMinor - fee)]
  if (fee > 0) legs.push(leg(locked, feeIncome, fee))
  return posting('withdraw.sent', input, legs, 'post')
}

/** The outgoing line was seen on the statement. */
export const withdrawSettled = (
  input: Cause & { readonly bankAccountId: string; readonly amountMinor: number },
): Posting =>
  posting('withdraw.settled', input, [
    leg(inTransit(input.bankAccountId), bankAccount(input.bankAccountId), input.amountMinor),
  ])

/** The payout did not happen: `withdraw.sent` is reversed and a new hold opens (decisions 37). */
export const withdrawFailed = (input: Cause & { readonly sent: Posted }): Posting =>
  posting('withdraw.failed', input, turned(input.sent), 'open')

/** A bank's or gateway's charge that we bear. */
export const withdrawFee = (
  input: Cause & { readonly bankAccountId: string; readonly channel: string; readonly amountMinor: number },
): Posting =>
  posting('withdraw.fee', input, [
    leg(feeExpense(input.channel), bankAccount(input.bankAccountId), input.amountMinor),
  ])

interface BetweenOwn extends Cause {
  readonly fromBankAccountId: string
  readonly toBankAccountId: string
  readonly amountMinor: number
}

/** Money leaves one own account for another. */
export const ownTransferOut = (input: BetweenOwn): Posting =>
  posting('own.transfer.out', input, [
    leg(inTransit(input.toBankAccountId), bankAccount(input.fromBankAccountId), input.amountMinor),
  ])

/** And arrives there. */
export const ownTransferIn = (input: BetweenOwn): Posting =>
  posting('own.transfer.in', input, [
    leg(bankAccount(input.toBankAccountId), inTransit(input.toBankAccountId), input.amountMinor),
  ])
