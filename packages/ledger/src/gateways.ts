import { feeExpense, gatewayReceivable, memberCash, unmatched } from './accounts.ts'
import { leg, posting, type Cause, type Posting } from './posting.ts'

interface OfGateway extends Cause {
  readonly gatewayId: string
  readonly amountMinor: number
}

/** A gateway took a member's money for us and owes it: a deposit like any other. Source id: the deposit. */
export const gatewayCredited = (input: OfGateway & { readonly memberId: string }): Posting =>
  posting('deposit.credited', input, [
    leg(gatewayReceivable(input.gatewayId), memberCash(input.memberId), input.amountMinor),
  ])

/** What it keeps of that, where we bear it: so much less is owed. Source id: the deposit. */
export const gatewayFee = (input: OfGateway): Posting =>
  posting('gateway.fee', input, [
    leg(feeExpense(input.gatewayId), gatewayReceivable(input.gatewayId), input.amountMinor),
  ])

/** What it owed came to an account of ours, by a line of that bank. Source id: the statement line. */
export const gatewaySettled = (input: OfGateway & { readonly bankAccountId: string }): Posting =>
  posting('gateway.settled', input, [
    leg(unmatched(input.bankAccountId), gatewayReceivable(input.gatewayId), input.amountMinor),
  ])
