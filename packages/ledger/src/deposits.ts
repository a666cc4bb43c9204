import { bankAccount, memberCash, openingEquity, receivable, suspense, unmatched } from './accounts.ts'
import { leg, posting, turned, type Cause, type Leg, type Posted, type Posting } from './posting.ts'

interface OnBank extends Cause {
  readonly bankAccountId: string
  readonly amountMinor: number
}

/** The opening balance typed at set-up; `amountMinor` may be negative (an overdraft), never zero. */
export function bankOpened(input: OnBank): Posting {
  const own = bankAccount(input.bankAccountId)
  const [from, to] = input.amountMinor > 0 ? [own, openingEquity] : [openingEquity, own]
  return posting('bank.opened', input, [leg(from, to, Math.abs(input.amountMinor))])
}

/** A bank line says money came in; whose it is, is not known yet. Source id: the statement line. */
export const depositReceived = (input: OnBank): Posting =>
  posting('deposit.received', input, [
    leg(bankAccount(input.bankAccountId), unmatched(input.bankAccountId), input.amountMinor),
  ])

/**
 * Received money becomes a member's. `before: 'line'` credits from suspense, under approval (decisions 33).
 */
export function depositCredited(
  input: OnBank & { readonly memberId: string; readonly before?: 'line' },
): Posting {
  const source = input.before === 'line' ? suspense(input.bankAccountId) : unmatched(input.bankAccountId)
  return posting('deposit.credited', input, [leg(source, memberCash(input.memberId), input.amountMinor)])
}

/** The late line of a deposit that was credited from suspense. */
export const suspenseCleared = (input: OnBank): Posting =>
  posting('suspense.cleared', input, [
    leg(unmatched(input.bankAccountId), suspense(input.bankAccountId), input.amountMinor),
  ])

/**
 * Takes a credit back. What the wallet lacks is booked first as owed by the member, in the same posting
 * (decisions 33): `shortfallMinor` is that part, 0 when the wallet holds enough.
 */
export function depositReversed(
  input: Cause & { readonly memberId: string; readonly credited: Posted; readonly shortfallMinor?: number },
): Posting {
  return posting('deposit.reversed', input, [...owed(input), ...turned(input.credited)])
}

/** What is lacking, booked as owed by the member. */
export const owed = (input: { readonly memberId: string; readonly shortfallMinor?: number }): Leg[] =>
  (input.shortfallMinor ?? 0) > 0
    ? [leg(receivable(input.memberId), memberCash(input.memberId), input.shortfallMinor ?? 0)]
    : []

/** Unmatched money is sent back to where it came from. */
export const depositRefunded = (input: OnBank): Posting =>
  posting('deposit.refunded', input, [
    leg(unmatched(input.bankAccountId), bankAccount(input.bankAccountId), input.amountMinor),
  ])

/** A member pays back what is owed. */
export const receivableRepaid = (
  input: Cause & { readonly memberId: string; readonly amountMinor: number },
): Posting =>
  posting('receivable.repaid', input, [
    leg(memberCash(input.memberId), receivable(input.memberId), input.amountMinor),
  ])
