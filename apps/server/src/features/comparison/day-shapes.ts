import type { compareClasses, lineStates } from '@khlang/contract/values/value-lists.ts'

export type CompareClass = (typeof compareClasses)[number]
/** A bank's fee of one transfer is no more than this, in satang. */
export const feeMaxMinor = 3500

export type Side = 'deposit' | 'withdraw'
export type Direction = 'in' | 'out'

/** A statement line, as far as the comparison looks at it. */
export interface DayLine {
  readonly id: string
  readonly accountId: string
  readonly direction: Direction
  readonly amountMinor: number
  /** By the bank's own time; by its receipt where the bank tells none. */
  readonly atMs: number
  readonly precision: 'second' | 'minute' | 'day' | 'none'
  readonly valueOn: string
  readonly balanceAfterMinor: number | null
  readonly payerMask: string | null
  readonly payerBank: string | null
  readonly ref: string | null
  readonly state: (typeof lineStates)[number]
  readonly chain: string
  readonly source: string
  /** The line before it that the intake takes for the same movement. */
  readonly doubleOf: string | null
  /** The member that the system thinks of. */
  readonly memberId: string | null
  /** Whether a person settled it. */
  readonly isByHand: boolean
  /** A cost of ours, or money that went back to its payer: the books know it without a withdrawal. */
  readonly isOwn: boolean
  readonly version: number
}

/** `payout`: one attempt to pay that failed; else a payment is known by its withdrawal. */
export type RecordKind = 'deposit' | 'withdrawal' | 'payout' | 'ownTransfer'

/** What we know of one movement of money: a deposit, a payout or one leg of an own transfer. */
export interface DayRecord {
  readonly kind: RecordKind
  readonly id: string
  readonly accountId: string
  readonly direction: Direction
  readonly amountMinor: number
  readonly atMs: number
  readonly businessOn: string
  /**
   * `asked`: money is awaited, the books have none of it. `booked`: the books have it, so a statement must
   * show it. `over`: it ended without money, or was taken back.
   */
  readonly phase: 'asked' | 'booked' | 'over'
  /** Its own state, as people know it. */
  readonly state: string
  /** Until then its line is waited for. */
  readonly dueMs: number
  /** References that the bank may print. */
  readonly refs: readonly string[]
  /** Accounts of the other end that are known: one of them, where there are several. */
  readonly payees: readonly { readonly bank: string | null; readonly accountNo: string }[]
  readonly memberId: string | null
  /** The line that the books tie it to. */
  readonly lineId: string | null
  /** The tie was agreed to by a second person, who saw what speaks against it. */
  readonly isAgreed: boolean
  readonly version: number
}

/** A payment that may have been made twice, as the detector found it. */
export interface Double {
  /** The other payment, or the payment that the line repeats. */
  readonly otherId: string
  readonly kind: 'sameMember' | 'twoLines'
}

/** A difference that two people signed as explained, with the facts it was signed for. */
export interface Explained {
  readonly class: CompareClass
  readonly theirsMinor: number
  readonly oursMinor: number
}

/** One day of one account. Lines and records of days around it come along where they may belong to it. */
export interface Day {
  readonly accountId: string
  readonly on: string
  readonly direction: Direction
  readonly nowMs: number
  readonly lines: readonly DayLine[]
  readonly records: readonly DayRecord[]
  /** Whether the balances of the account follow each other without a hole. */
  readonly isChainWhole: boolean
  /** Lines of other own accounts, in the other direction: the far legs of own transfers. */
  readonly opposites: readonly DayLine[]
  /** By the id of the payment or line that repeats another. */
  readonly doubles: ReadonlyMap<string, Double>
  /** By the id of the row. */
  readonly explained: ReadonlyMap<string, readonly Explained[]>
}

/** What stands beside what, and why. */
export interface DayRow {
  /** Of its line; of its record where there is no line. */
  readonly id: string
  readonly line: DayLine | null
  readonly record: DayRecord | null
  readonly class: CompareClass
  readonly reason: string | null
  /** What it was before two people signed it. */
  readonly was: CompareClass | null
  /** Whether somebody must still look at it. */
  readonly isOpen: boolean
  readonly deltaMs: number | null
  readonly deltaMinor: number | null
  /** What it adds to the sum of the statement of this day, and to ours. */
  readonly theirsMinor: number
  readonly oursMinor: number
  /** The line or payment that it repeats or belongs to. */
  readonly otherId: string | null
}

/** A row before sums and signatures. */
export interface Found {
  readonly line: DayLine | null
  readonly record: DayRecord | null
  readonly class: CompareClass
  readonly reason?: string
  readonly otherId?: string
  /** Whether the books tie the two. Absent: they do not. */
  readonly isTied?: true
}
