import type { ProviderAnswer } from '@khlang/contract/play/provider-wallet.ts'
import type { playOutcomes, playWordKinds, saidNames } from '@khlang/contract/values/play-values.ts'
import type { z } from 'zod'
import type { RawBody } from '../../../platform/call/context.ts'

export type Outcome = (typeof playOutcomes)[number]

/** Where prizes stand among a provider's games; with a blank, so that no game of its own is called so. */
export const prizesCode = 'no game'

/** What a word tells beside money, for people to read: nothing is decided by it. */
export type Said = Readonly<Partial<Record<(typeof saidNames)[number], string>>>

/** A word of a provider about a bet, in our terms. Amounts are minor units. */
export interface Word {
  readonly kind: (typeof playWordKinds)[number]
  /** Unique for ever at its provider. */
  readonly transactionRef: string
  readonly memberId: string
  /** The round: what a bet is known by at its provider. Of a void it may be unknown. */
  readonly betRef: string | null
  readonly gameCode: string | null
  /** Of a round: what came back in all. Of a correction: by how much, below 0 where it takes. */
  readonly amountMinor: number
  /** Of a void: the transaction that is taken back. */
  readonly voids: string | null
  /** Of a round: what was staked in all. */
  readonly stakeMinor?: number
  /** What came with it and is part of what it means: told again with something else, it is another word. */
  readonly beside?: string
  readonly said?: Said
  /** The provider's own moment of it, where it wants that back. */
  readonly moment?: string
}

/** A prize as a word: of no round of its provider's. Pure. */
export const prizeWord = (memberId: string, transactionRef: string, amountMinor: number): Word => ({
  kind: 'prize',
  transactionRef,
  memberId,
  betRef: `prize ${transactionRef}`,
  gameCode: prizesCode,
  amountMinor,
  voids: null,
})

export type Asked =
  /** The prize that came with a result, for some providers say both at once. */
  | { readonly kind: 'word'; readonly word: Word; readonly prize?: Word }
  | { readonly kind: 'balance'; readonly memberId: string }
  /** Whose game does this token open; `call` is the same where the same call is repeated, and only there. */
  | { readonly kind: 'authenticate'; readonly token: string; readonly call: string }
  /** Of money that people must settle with the provider, the name by which it calls it. */
  | { readonly kind: 'unread'; readonly why: 'badSignature' | 'malformed'; readonly owed?: string }

/** What a word came to, or why it was not taken at all. */
export interface Told {
  readonly outcome:
    | Outcome
    | 'memberUnknown'
    | 'betUnknown'
    | 'otherMeaning'
    | 'tokenUnknown'
    | 'badSignature'
    | 'malformed'
  readonly balanceMinor: number
  /** Our name of the movement, where the provider wants one. */
  readonly ourRef: string
  /** It was refused what only a person can settle with the provider. */
  readonly needsPerson?: boolean
  /** It is about a round that left with its month: taken when it is told again after that came back. */
  readonly isArchived?: boolean
  /** Whom the token was of that it asked about. */
  readonly memberId?: string
}

/** What an answer is to. */
export interface AnswerTo {
  readonly word?: Word
  readonly nowMs: number
}

/** A provider's own answer. */
export type Answer = z.output<typeof ProviderAnswer>

/**
 * One provider's wallet protocol: what it sends, as words in our terms, and how it wants to be answered. What
 * becomes of a word is the same for all. Pure.
 */
export interface PlayAdapter {
  /** Judges the signature over what was sent before anything of it is believed. */
  readonly read: (secret: string, word: string, sent: RawBody) => Asked
  readonly answer: (told: Told, to: AnswerTo) => Answer
}
