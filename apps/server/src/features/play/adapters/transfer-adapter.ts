import type { transferDirections } from '@khlang/contract/values/play-values.ts'
import type { Answered, Sent } from '../../../platform/security/egress.ts'

/** Where a provider is called, by whom and when. */
export interface Place {
  readonly address: string
  readonly secret: string
  readonly nowMs: number
}

/** Money to be moved at the provider, by the name that it is asked about again. */
export interface TransferOrder {
  readonly reference: string
  /** As the outside knows them: the provider's name of the wallet, too. */
  readonly member: string
  readonly direction: (typeof transferDirections)[number]
  readonly amountMinor: number
}

/**
 * What a provider's answer says of an order. Only `done` and `refused` are words to act upon. `notFound`: it
 * knows no such order now. `differs`: it speaks of another one, which a person must look at.
 */
export type Said =
  | { readonly kind: 'done'; readonly ref: string | null }
  | { readonly kind: 'refused' | 'notFound' | 'unknown' | 'differs'; readonly reason: string }

/** A bet as the provider's log has it, or has it by now. */
export interface LoggedBet {
  /** Of this state of the bet: a bet that changes comes again under another one. */
  readonly transactionRef: string
  readonly betRef: string
  readonly member: string
  readonly gameCode: string
  readonly stakeMinor: number
  readonly payoutMinor: number
  /** When it was played, as the provider says; null where it does not. */
  readonly at: string | null
}
export interface Logged {
  readonly bets: readonly LoggedBet[]
  /** What else it tells and nobody here reads, by its provider's names: money may have moved by it there. */
  readonly unread: readonly string[]
  /** From where the log is read on. */
  readonly cursor: string
}

/** A question to a provider, and what its answer says. Pure. */
export interface Asking<About, Answer> {
  readonly ask: (place: Place, about: About) => Sent
  readonly read: (answered: Answered, about: About) => Answer
}

/** How a provider is spoken to that keeps members' wallets; in the file of what it calls us with. */
export interface TransferAdapter {
  /** Makes a member known there, by their outside id; one who is known stays so. Whether they are now. */
  readonly member: Asking<string, boolean>
  /** Moves money of a member who is known there, at most once for a reference. */
  readonly transfer: Asking<TransferOrder, Said>
  /** Asks what became of it: moves nothing. */
  readonly check: Asking<TransferOrder, Said>
  /** What it holds for a member, by their outside id; null: no answer to go by. */
  readonly balance: Asking<string, number | null>
  /** Bets since a cursor (at first the empty one); null: no answer to go by. */
  readonly bets: Asking<string, Logged | null>
  /** So long after it was sent an order that is not found was never taken, and never will be. */
  readonly forgottenMs: number
}
