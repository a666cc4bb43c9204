import { bankAccount, bookingAccounts, unmatched, type BookingKind } from './accounts.ts'
import { leg, posting, type Cause, type Posting } from './posting.ts'

interface OfLine extends Cause {
  readonly bankAccountId: string
  readonly amountMinor: number
  readonly category: BookingKind
}

/** Money that came in and is the company's own. Source id: the statement line. */
export const lineIncome = (input: OfLine): Posting =>
  posting('line.income', input, [
    leg(unmatched(input.bankAccountId), bookingAccounts[input.category], input.amountMinor),
  ])

/** Money of the company's own that left. Source id: the statement line. */
export const lineCost = (input: OfLine): Posting =>
  posting('line.cost', input, [
    leg(bookingAccounts[input.category], bankAccount(input.bankAccountId), input.amountMinor),
  ])
