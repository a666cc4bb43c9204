/** Above these a second person is needed for credit without a bank line. Source: domain §0, in satang. */
export const secondPersonFromMinor = 500_000
export const secondPersonDayMinor = 2_000_000
/** The most one amount typed by a person may be. Source: domain 5.5. */
export const typedMaxMinor = 1_000_000_000
/** The same member and amount within so many minutes is likely the same thing twice. */
export const doubleMinutes = 10

export type ManualKind = 'realDeposit' | 'goodwill' | 'correction'

export interface ManualCredit {
  readonly kind: ManualKind
  readonly amountMinor: number
  /** What this person has credited today already, including what waits for a second person. */
  readonly dayMinor: number
}

/**
 * Whether a second person must settle it: real money without a line always (decisions 33), goodwill and
 * corrections from a limit, per act and per person's day. Pure.
 */
export const needsSecondPerson = ({ kind, amountMinor, dayMinor }: ManualCredit): boolean =>
  kind === 'realDeposit' ||
  amountMinor >= secondPersonFromMinor ||
  dayMinor + amountMinor >= secondPersonDayMinor

/** Whether a person's own limit of a day is exceeded; null is no limit. Real money is not an adjustment. */
export const isOverDayLimit = (credit: ManualCredit, limitMinor: number | null): boolean =>
  credit.kind !== 'realDeposit' && limitMinor !== null && credit.dayMinor + credit.amountMinor > limitMinor
