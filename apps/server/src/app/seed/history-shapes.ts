import type { Party } from '../../../../sandbox/src/message-shapes.ts'
import type { SeedAccount } from './own-accounts.ts'
import type { SeedMember } from './people.ts'

/** One movement on an own account; becomes a statement line and, when recent, a message. */
export interface SeedMovement {
  readonly lineId: string
  readonly account: SeedAccount
  readonly direction: 'in' | 'out'
  readonly amountMinor: number
  readonly atMs: number
  readonly other: Party | null
  readonly cause: 'deposit' | 'withdrawal' | 'ownTransfer' | 'stranger'
}

export interface SeedDeposit {
  readonly id: string
  readonly member: SeedMember
  readonly account: SeedAccount
  readonly amountMinor: number
  readonly hasRequest: boolean
  readonly isAuto: boolean
  readonly movement: SeedMovement
  readonly createdAtMs: number
  readonly creditedAtMs: number
  readonly beforeMinor: number
}

export interface SeedWithdrawal {
  readonly id: string
  readonly payoutId: string
  readonly member: SeedMember
  readonly account: SeedAccount
  readonly amountMinor: number
  readonly outcome: 'paid' | 'rejected' | 'cancelled'
  readonly isAuto: boolean
  readonly requestedAtMs: number
  readonly decidedAtMs: number
  readonly sentAtMs: number
  readonly paidAtMs: number
  readonly movement: SeedMovement | null
  readonly beforeMinor: number
}

export interface SeedHistory {
  readonly deposits: readonly SeedDeposit[]
  readonly withdrawals: readonly SeedWithdrawal[]
  /** In the order of the banks' books. */
  readonly movements: readonly SeedMovement[]
  /** What each wallet holds at the end, by member id. */
  readonly cashMinor: ReadonlyMap<string, number>
}

/** A deposit that the open cases of the day need; its member does nothing else. */
export interface SeedSpecial {
  readonly member: SeedMember
  readonly bank: string
  readonly amountMinor: number
  readonly atMs: number
}
