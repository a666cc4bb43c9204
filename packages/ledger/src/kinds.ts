/**
 * What a transfer was for. The dots stay on the wire; the label key lives in the area
 * `credit-transactions`.
 */
export interface KindFacts {
  /** Key of the Thai and English label. */
  readonly labelKey: string
  /** How the member's credit list shows it: money in, money out, either by its leg, or not at all. */
  readonly memberShows: 'in' | 'out' | 'either' | 'none'
}

const kind = (labelKey: string, memberShows: KindFacts['memberShows']): KindFacts => ({
  labelKey: `transferKind.${labelKey}`,
  memberShows,
})

/** Every kind there is. Source: domain.md 3.2, decisions 33. */
export const transferKinds = {
  'bank.opened': kind('bankOpened', 'none'),
  'deposit.received': kind('depositReceived', 'none'),
  'deposit.credited': kind('depositCredited', 'in'),
  'deposit.reversed': kind('depositReversed', 'out'),
  'deposit.refunded': kind('depositRefunded', 'none'),
  'suspense.cleared': kind('suspenseCleared', 'none'),
  'withdraw.hold': kind('withdrawHold', 'out'),
  'withdraw.release': kind('withdrawRelease', 'in'),
  'withdraw.sent': kind('withdrawSent', 'none'),
  'withdraw.settled': kind('withdrawSettled', 'none'),
  'withdraw.failed': kind('withdrawFailed', 'none'),
  'withdraw.fee': kind('withdrawFee', 'none'),
  'credit.add': kind('creditAdd', 'in'),
  'credit.cut': kind('creditCut', 'out'),
  'receivable.repaid': kind('receivableRepaid', 'out'),
  'bonus.grant': kind('bonusGrant', 'in'),
  'bonus.forfeit': kind('bonusForfeit', 'out'),
  'cashback.pay': kind('cashbackPay', 'in'),
  'affiliate.accrue': kind('affiliateAccrue', 'none'),
  'affiliate.pay': kind('affiliatePay', 'in'),
  'bet.place': kind('betPlace', 'out'),
  'bet.settle': kind('betSettle', 'in'),
  'bet.void': kind('betVoid', 'in'),
  'bet.round': kind('betRound', 'either'),
  'bet.amend': kind('betAmend', 'either'),
  'game.in': kind('gameIn', 'out'),
  'game.out': kind('gameOut', 'in'),
  'ggr.close': kind('ggrClose', 'none'),
  'provider.fee': kind('providerFee', 'none'),
  'provider.paid': kind('providerPaid', 'none'),
  'provider.drawn': kind('providerDrawn', 'none'),
  'agent.credit.give': kind('agentCreditGive', 'none'),
  'agent.credit.take': kind('agentCreditTake', 'none'),
  'own.transfer.out': kind('ownTransferOut', 'none'),
  'own.transfer.in': kind('ownTransferIn', 'none'),
  'line.income': kind('lineIncome', 'none'),
  'line.cost': kind('lineCost', 'none'),
  'gateway.fee': kind('gatewayFee', 'none'),
  'gateway.settled': kind('gatewaySettled', 'none'),
  reversal: kind('reversal', 'either'),
} as const satisfies Record<string, KindFacts>

export type TransferKind = keyof typeof transferKinds

export const isTransferKind = (text: string): text is TransferKind => Object.hasOwn(transferKinds, text)
