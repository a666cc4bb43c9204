import type { BrandSettings } from '@khlang/contract/brand-settings.ts'

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
  /** The member is the person themselves, who never credits their own money alone. */
  readonly isOwn: boolean
}

/**
 * Whether a second person must decide it: real money without a line always (decisions 33), goodwill and
 * corrections from the brand's limits, per act and per person's day. Pure.
 */
export const needsSecondPerson = (
  { kind, amountMinor, dayMinor, isOwn }: ManualCredit,
  settings: Pick<BrandSettings, 'manualSecondPersonMinor' | 'manualSecondPersonDayMinor'>,
): boolean =>
  kind === 'realDeposit' ||
  isOwn ||
  amountMinor >= settings.manualSecondPersonMinor ||
  dayMinor + amountMinor >= settings.manualSecondPersonDayMinor

/** Whether a person's own limit of a day is exceeded; null is no limit. Real money is not an adjustment. */
export const isOverDayLimit = (credit: Omit<ManualCredit, 'isOwn'>, limitMinor: number | null): boolean =>
  credit.kind !== 'realDeposit' && limitMinor !== null && credit.dayMinor + credit.amountMinor > limitMinor
