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
  return key === undefined ? code : t(`request.ledger.${key}`)
}
