import {
  affiliateExpense,
  affiliatePayable,
  agentCredit,
  agentCreditIssued,
  bankAccount,
  bonusExpense,
  cashbackExpense,
  distributorPrepaid,
  feeExpense,
  ggrIncome,
  memberCash,
  providerClearing,
  providerPayable,
  writeoffExpense,
  type Account,
} from './accounts.ts'
import { owed } from './deposits.ts'
import { leg, posting, turned, type Cause, type Posted, type Posting } from './posting.ts'

interface OfMember extends Cause {
  readonly memberId: string
  readonly amountMinor: number
}

/** Goodwill or correction; real money comes only through a statement line (decisions 33). */
export const creditAdd = (input: OfMember): Posting =>
  posting('credit.add', input, [leg(writeoffExpense, memberCash(input.memberId), input.amountMinor)])

export const creditCut = (input: OfMember): Posting =>
  posting('credit.cut', input, [leg(memberCash(input.memberId), writeoffExpense, input.amountMinor)])

/**
 * Takes goodwill or a correction back, whole. What the wallet lacks is booked first as owed by the member, in
 * the same posting (decisions 33).
 */
export const creditReversed = (
  input: Cause & { readonly memberId: string; readonly credited: Posted; readonly shortfallMinor?: number },
): Posting => posting('reversal', input, [...owed(input), ...turned(input.credited)])

export const bonusGrant = (input: OfMember): Posting =>
  posting('bonus.grant', input, [leg(bonusExpense, memberCash(input.memberId), input.amountMinor)])

/** Bonus money given up, also what lies above the withdrawal cap. */
export const bonusForfeit = (input: OfMember): Posting =>
  posting('bonus.forfeit', input, [leg(memberCash(input.memberId), bonusExpense, input.amountMinor)])

export const cashbackPay = (input: OfMember): Posting =>
  posting('cashback.pay', input, [leg(cashbackExpense, memberCash(input.memberId), input.amountMinor)])

export const affiliateAccrue = (input: OfMember): Posting =>
  posting('affiliate.accrue', input, [
    leg(affiliateExpense, affiliatePayable(input.memberId), input.amountMinor),
  ])

export const affiliatePay = (input: OfMember): Posting =>
  posting('affiliate.pay', input, [
    leg(affiliatePayable(input.memberId), memberCash(input.memberId), input.amountMinor),
  ])

interface Bet extends OfMember {
  readonly providerId: string
}

export const betPlace = (input: Bet): Posting =>
  posting('bet.place', input, [
    leg(memberCash(input.memberId), providerClearing(input.providerId), input.amountMinor),
  ])

/** A payout above zero; a lost bet posts nothing. */
export const betSettle = (input: Bet): Posting =>
  posting('bet.settle', input, [
    leg(providerClearing(input.providerId), memberCash(input.memberId), input.amountMinor),
  ])

/** The stake goes back: a reversal of `bet.place`, so it can happen once. */
export const betVoid = (input: Cause & { readonly placed: Posted }): Posting =>
  posting('bet.void', input, turned(input.placed))

interface Round extends Cause {
  readonly memberId: string
  readonly providerId: string
  readonly stakeMinor: number
  readonly payoutMinor: number
}

/** A round told in one word: the stake is taken first, so that a wallet bears it without what it wins. */
export function betRound({ memberId, providerId, stakeMinor, payoutMinor, ...cause }: Round): Posting {
  const [cash, clearing] = [memberCash(memberId), providerClearing(providerId)]
  const placed = stakeMinor > 0 ? [leg(cash, clearing, stakeMinor)] : []
  const won = payoutMinor > 0 ? [leg(clearing, cash, payoutMinor)] : []
  return posting('bet.round', cause, [...placed, ...won])
}

/** What a settled bet is corrected by: what goes back to the member first, then what is taken from them. */
export function betAmend({
  memberId,
  providerId,
  givenMinor,
  takenMinor,
  ...cause
}: Cause & {
  readonly memberId: string
  readonly providerId: string
  readonly givenMinor: number
  readonly takenMinor: number
}): Posting {
  const [cash, clearing] = [memberCash(memberId), providerClearing(providerId)]
  const given = givenMinor > 0 ? [leg(clearing, cash, givenMinor)] : []
  const taken = takenMinor > 0 ? [leg(cash, clearing, takenMinor)] : []
  return posting('bet.amend', cause, [...given, ...taken])
}

/** Money that a member takes along into a wallet which its provider keeps. */
export const gameIn = (input: Bet): Posting =>
  posting('game.in', input, [
    leg(memberCash(input.memberId), providerClearing(input.providerId), input.amountMinor),
  ])

/** What they bring back of it. */
export const gameOut = (input: Bet): Posting =>
  posting('game.out', input, [
    leg(providerClearing(input.providerId), memberCash(input.memberId), input.amountMinor),
  ])

/** A day's win of the house per game type; negative when players won. Never zero. */
export function ggrClose(
  input: Cause & { readonly providerId: string; readonly gameType: string; readonly winMinor: number },
): Posting {
  const clearing = providerClearing(input.providerId)
  const income = ggrIncome(input.gameType)
  const [from, to] = input.winMinor > 0 ? [clearing, income] : [income, clearing]
  return posting('ggr.close', input, [leg(from, to, Math.abs(input.winMinor))])
}

export const providerFee = (
  input: Cause & { readonly providerId: string; readonly amountMinor: number },
): Posting =>
  posting('provider.fee', input, [
    leg(feeExpense('provider'), providerPayable(input.providerId), input.amountMinor),
  ])

/**
 * What was agreed to be paid for an invoice left an account of ours, by a line of that bank: to each account
 * its share, that of a provider which is owed or of a distributor which is paid ahead. Source id: the
 * statement line.
 */
export const providerPaid = (
  input: Cause & {
    readonly bankAccountId: string
    readonly shares: readonly { readonly account: Account; readonly amountMinor: number }[]
  },
): Posting =>
  posting(
    'provider.paid',
    input,
    input.shares.map(({ account, amountMinor }) =>
      leg(account, bankAccount(input.bankAccountId), amountMinor),
    ),
  )

/** What a provider was owed for an invoice is drawn from what its distributor keeps. Source: the invoice. */
export const providerDrawn = (
  input: Cause & {
    readonly distributorId: string
    readonly providerId: string
    readonly amountMinor: number
  },
): Posting =>
  posting('provider.drawn', input, [
    leg(providerPayable(input.providerId), distributorPrepaid(input.distributorId), input.amountMinor),
  ])

interface BetweenAgents extends Cause {
  /** Null: the brand itself, whose credit has no limit. */
  readonly parentId: string | null
  readonly childId: string
  readonly amountMinor: number
}
const creditOf = (agentId: string | null) => (agentId === null ? agentCreditIssued : agentCredit(agentId))

export const agentCreditGive = (input: BetweenAgents): Posting =>
  posting('agent.credit.give', input, [
    leg(creditOf(input.parentId), agentCredit(input.childId), input.amountMinor),
  ])

export const agentCreditTake = (input: BetweenAgents): Posting =>
  posting('agent.credit.take', input, [
    leg(agentCredit(input.childId), creditOf(input.parentId), input.amountMinor),
  ])

/**
 * The correction of any posting that has no kind of its own for it. A hold it opened must be voided with
 * it.
 */
export const reversalOf = (
  input: Cause & { readonly original: Posted; readonly hold?: Posting['hold'] },
): Posting => posting('reversal', input, turned(input.original), input.hold)
