import type { TFunction } from 'i18next'

/** Shapes of ledger account codes and the key of their name, the narrower ones first. */
const shapes: readonly (readonly [RegExp, string])[] = [
  [/^member:[^:]+:cash$/, 'memberCash'],
  [/^member:[^:]+:locked$/, 'memberLocked'],
  [/^bank:[^:]+:in_transit$/, 'inTransit'],
  [/^bank:[^:]+$/, 'bank'],
  [/^unmatched:/, 'unmatched'],
  [/^suspense:/, 'suspense'],
  [/^receivable:/, 'receivable'],
  [/^income:fee$/, 'feeIncome'],
  [/^expense:bonus$/, 'bonusExpense'],
  [/^expense:writeoff$/, 'writeoffExpense'],
]

/** A ledger account as a person calls it; a code without a name is shown as it is. */
export function ledgerName(t: TFunction<'pre-transactions'>, code: string): string {
  const key = shapes.find(([shape]) => shape.test(code))?.[1]
  return key === undefined ? code : t(`pre-transactions:request.ledger.${key}`)
}

interface WalletMove {
  readonly member: { readonly username: string }
  readonly beforeMinor: number
  readonly afterMinor: number
  readonly legs: readonly { readonly from: string; readonly to: string; readonly amountMinor: number }[]
}

/** What an act moves, as its preview has it: a member's wallet before and after, and the ledger's lines. */
export const walletMove = (
  t: TFunction<'pre-transactions'>,
  { member, beforeMinor, afterMinor, legs }: WalletMove,
) => ({
  balances: [
    {
      account: t('pre-transactions:matching.walletOf', { name: member.username }),
      beforeMinor,
      afterMinor,
    },
  ],
  lines: legs.map((leg) => ({ ...leg, from: ledgerName(t, leg.from), to: ledgerName(t, leg.to) })),
})
