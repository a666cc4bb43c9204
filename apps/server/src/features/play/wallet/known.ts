import type { betStates, gameTypes } from '@khlang/contract/values/play-values.ts'
import type { Posting } from '@khlang/ledger/posting.ts'
import type { Outcome, Told, Word } from '../adapters/adapter.ts'

/** A bet as it stands, or as it will. */
export interface Bet {
  readonly id: string
  readonly ref: string
  readonly gameId: string
  readonly memberId: string
  readonly state: (typeof betStates)[number]
  readonly stakeMinor: number
  readonly payoutMinor: number
  /** What counts as played, and what of it counts towards turnover; 0 until it is settled. */
  readonly validMinor: number
  readonly countedMinor: number
  readonly placedAt: string
  readonly settledAt: string | null
  /** Of the first stake, and of the word that settled it first. */
  readonly businessOn: string
  readonly settledOn: string | null
  /** 0: not there yet. */
  readonly version: number
}

/** A word that was taken before. */
export interface Taken {
  readonly meaningHash: string | null
  readonly outcome: Outcome
  readonly balanceMinor: number
  readonly amountMinor: number
  readonly betId: string | null
  readonly transferId: number | null
}

export interface Provider {
  readonly id: string
  readonly state: 'active' | 'maintenance' | 'closed'
  readonly minMinor: number
  readonly maxMinor: number
}

export interface Game {
  readonly id: string
  readonly type: (typeof gameTypes)[number]
  readonly state: 'active' | 'maintenance' | 'closed'
  /** How much of a stake counts towards turnover, in hundredths of a percent. */
  readonly contributionBp: number
  /** Members of these levels may not play it. */
  readonly blockedLevels: readonly number[]
}

export interface Member {
  /** In good standing and allowed to bet. */
  readonly isActive: boolean
  readonly level: number
  readonly cashMinor: number
}

/** All that a word is decided by, as it was read. */
export interface Known {
  readonly provider: Provider
  /** What was answered under its own name, and of a void, under the name that it takes back. */
  readonly taken: Taken | undefined
  readonly voided: Taken | undefined
  readonly bet: Bet | undefined
  /** The bet that it is about left with its month: nothing of it changes until that is brought back. */
  readonly isArchived: boolean
  /** Undefined: there is no such member. */
  readonly member: Member | undefined
  /** The one that it names, or else the bet's. */
  readonly game: Game | undefined
  /** For a bet that is new. */
  readonly newId: string
  readonly at: string
  readonly businessOn: string
}

/** What of a settled bet a word changes, posted to its day: of the first settlement, the bet's sums. */
export interface Became {
  readonly kind: 'settled' | 'amended' | 'voided'
  readonly businessOn: string
  readonly bets: number
  readonly stakeMinor: number
  readonly payoutMinor: number
  readonly validMinor: number
  readonly countedMinor: number
  readonly reason: 'counted' | 'partly' | 'notCounted' | 'draw' | 'free' | 'void'
  readonly contributionBp: number
  readonly at: string
}

/** What is kept of a word: its answer, the bet after it, the movement. */
export interface Kept {
  readonly kind: Word['kind']
  readonly name: string
  /** Hex; null for the name of a bet that was voided before it came. */
  readonly hash: string | null
  readonly memberId: string
  readonly amountMinor: number
  readonly balanceMinor: number
  readonly said: Word['said'] | null
  /** Known already: no money moves. */
  readonly refusal: Exclude<Outcome, 'done'> | null
  readonly posting: Posting | null
  /** As it will stand; null where no bet changes. */
  readonly bet: Bet | null
  /** Null where the bet is not settled, before and after it. */
  readonly became: Became | null
}

/** Answered as it was, or kept and then answered. */
export type Decision =
  | {
      readonly kind: 'answered'
      readonly told: Pick<Told, 'outcome' | 'balanceMinor' | 'needsPerson' | 'isArchived'>
    }
  | { readonly kind: 'kept'; readonly kept: readonly Kept[] }
