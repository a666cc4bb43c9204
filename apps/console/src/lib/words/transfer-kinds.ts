/**
 * The kinds that a member's wallet shows, in the order in which the filter offers them. Domain §4.15; a test
 * keeps the list in step with the ledger's.
 */
export const walletKinds = [
  'deposit.credited',
  'deposit.reversed',
  'withdraw.hold',
  'withdraw.release',
  'credit.add',
  'credit.cut',
  'receivable.repaid',
  'bonus.grant',
  'bonus.forfeit',
  'cashback.pay',
  'affiliate.pay',
  'bet.place',
  'bet.settle',
  'bet.void',
  'bet.round',
  'bet.amend',
  'game.in',
  'game.out',
  'reversal',
] as const

/** The same of an entry, which is called by its fate where it has one: a paid withdrawal waits no more. */
export const entryLabelKey = ({ kind, fate }: { kind: string; fate: string | null }): string =>
  fate === null ? kindLabelKey(kind) : `fate.${fate}`

/**
 * Key of a kind's label in the namespace `credit-transactions`: `deposit.credited` ->
 * `transferKind.depositCredited`.
 */
export const kindLabelKey = (kind: string): string =>
  `transferKind.${kind.replaceAll(/[._](\w)/g, (_, letter: string) => letter.toUpperCase())}`
