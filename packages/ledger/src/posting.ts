import type { Account } from './accounts.ts'
import type { TransferKind } from './kinds.ts'

/** One movement: `from` is the debit, `to` the credit; the amount is positive minor units. */
export interface Leg {
  readonly from: string
  readonly to: string
  readonly amountMinor: number
  readonly currency: string
  /** The transfer this leg takes back, by its id. */
  readonly reversesId?: number
}

/** Legs that stand or fall together. */
export interface Posting {
  /** `<kind>:<sourceId>:<occurrence>`; the same key can never move money twice. */
  readonly key: string
  readonly kind: TransferKind
  readonly sourceId: string
  readonly legs: readonly Leg[]
  /** The day it is posted to, and the day of the bank's books. */
  readonly businessOn: string
  readonly valueOn: string
  /** What happens to the hold of this source: it opens, is posted (spent) or voided (given back). */
  readonly hold?: 'open' | 'post' | 'void'
}

/** What every builder needs. */
export interface Cause {
  readonly sourceId: string
  readonly businessOn: string
  /** Absent: the business day. */
  readonly valueOn?: string
  /** 2 for the second time the same source does the same thing (a retried payout, a credit after an undo). */
  readonly occurrence?: number
}

export const leg = (from: Account, to: Account, amountMinor: number): Leg => ({
  from: from.code,
  to: to.code,
  amountMinor,
  currency: from.currency,
})

/** The key a posting of this kind and cause has: stable over retries. */
export const keyOf = (kind: TransferKind, cause: Pick<Cause, 'sourceId' | 'occurrence'>): string =>
  `${kind}:${cause.sourceId}:${cause.occurrence ?? 1}`

/** The key of a leg's transfer row: the first leg has the posting's own, later ones `/2`, `/3`. */
export const transferKey = (postingKey: string, position: number): string =>
  position === 1 ? postingKey : `${postingKey}/${position}`

export function posting(
  kind: TransferKind,
  cause: Cause,
  legs: readonly Leg[],
  hold?: Posting['hold'],
): Posting {
  return {
    key: keyOf(kind, cause),
    kind,
    sourceId: cause.sourceId,
    legs,
    businessOn: cause.businessOn,
    valueOn: cause.valueOn ?? cause.businessOn,
    ...(hold === undefined ? {} : { hold }),
  }
}

/** A posting that is in the book: its legs with the ids of their transfers, in order. */
export interface Posted {
  readonly legs: readonly Leg[]
  readonly transferIds: readonly number[]
}

/**
 * The legs of a posting, turned, each naming the transfer it takes back.
 * Throws a RangeError when the posting is itself a reversal, or ids and legs do not pair.
 */
export function turned(original: Posted): Leg[] {
  if (original.legs.some((each) => each.reversesId !== undefined))
    throw new RangeError('reversalOfReversal')
  if (original.legs.length !== original.transferIds.length) throw new RangeError('reversalMismatch')
  return original.legs.map((each, position) => {
    const id = original.transferIds[position]
    if (id === undefined) throw new RangeError('reversalMismatch')
    return {
      from: each.to,
      to: each.from,
      amountMinor: each.amountMinor,
      currency: each.currency,
      reversesId: id,
    }
  })
}
