import { createHash } from 'node:crypto'
import { memberCash, providerClearing } from '@khlang/ledger/accounts.ts'
import { leg, type Posting } from '@khlang/ledger/posting.ts'
import { betPlace, betSettle, betVoid } from '@khlang/ledger/wallet.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import type { Outcome, Told, Word } from '../adapters/adapter.ts'

/** A bet as it stands, or as it will. */
export interface Bet {
  readonly id: string
  readonly ref: string
  readonly gameId: string
  readonly memberId: string
  readonly state: 'running' | 'won' | 'lost' | 'draw' | 'void'
  readonly stakeMinor: number
  readonly payoutMinor: number
  readonly placedAt: string
  readonly settledAt: string | null
  readonly businessOn: string
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

/** All that a word is decided by, as it was read. */
export interface Known {
  readonly provider: Provider
  /** What was answered under its own name, and of a void, under the name that it takes back. */
  readonly taken: Taken | undefined
  readonly voided: Taken | undefined
  readonly bet: Bet | undefined
  /** Undefined: there is no such member. */
  readonly member: { readonly isActive: boolean; readonly cashMinor: number } | undefined
  readonly game: { readonly id: string; readonly state: 'active' | 'maintenance' | 'closed' } | undefined
  /** For a bet that is new. */
  readonly newId: string
  readonly at: string
  readonly businessOn: string
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
  /** Known already: no money moves. */
  readonly refusal: Exclude<Outcome, 'done'> | null
  readonly posting: Posting | null
  /** As it will stand; null where no bet changes. */
  readonly bet: Bet | null
}

/** Answered as it was, or kept and then answered. */
export type Decision =
  | { readonly kind: 'answered'; readonly told: Pick<Told, 'outcome' | 'balanceMinor'> }
  | { readonly kind: 'kept'; readonly kept: readonly Kept[] }

/** What a word means; the same name with another meaning is refused. Pure. */
const meaningOf = ({ kind, memberId, betRef, gameCode, amountMinor, voids }: Word): string =>
  createHash('sha256')
    .update(JSON.stringify([kind, memberId, betRef, gameCode, amountMinor, voids]))
    .digest('hex')

const answered = (outcome: Told['outcome'], balanceMinor: number): Decision => ({
  kind: 'answered',
  told: { outcome, balanceMinor },
})

/**
 * What becomes of a word. A result or a void is taken whatever became of the member, the game or the provider
 * since: the money is theirs. What cannot be told yet is not kept, and is told again. Pure.
 */
export function decide(word: Word, known: Known): Decision {
  const { taken, member } = known
  if (taken) {
    if (taken.meaningHash === null) return answered('voided', taken.balanceMinor)
    if (taken.meaningHash !== meaningOf(word)) return answered('otherMeaning', taken.balanceMinor)
    return answered(taken.outcome, taken.balanceMinor)
  }
  if (!member) return answered('memberUnknown', 0)
  if (word.kind === 'bet') return decideBet(word, known, member)
  return word.kind === 'settle' ? decideSettle(word, known, member) : decideVoid(word, known, member)
}

type Member = NonNullable<Known['member']>

const keptOf = (word: Word, { cashMinor }: Member): Kept => ({
  kind: word.kind,
  name: word.transactionRef,
  hash: meaningOf(word),
  memberId: word.memberId,
  amountMinor: word.amountMinor,
  balanceMinor: cashMinor,
  refusal: null,
  posting: null,
  bet: null,
})

const kept = (...words: readonly Kept[]): Decision => ({ kind: 'kept', kept: words })

/** Why a stake is not taken; null: it is, if the wallet has it. */
function refusalOf(word: Word, { provider, game, bet }: Known, member: Member): Kept['refusal'] {
  if (provider.state !== 'active') return 'providerClosed'
  if (!game) return 'gameUnknown'
  if (game.state !== 'active') return 'gameClosed'
  if (!member.isActive) return 'memberBlocked'
  if (bet && (bet.state !== 'running' || bet.memberId !== word.memberId || bet.gameId !== game.id))
    return 'roundOver'
  // A free round stakes nothing.
  const { amountMinor } = word
  if (amountMinor > 0 && (amountMinor < provider.minMinor || amountMinor > provider.maxMinor))
    return 'amountLimit'
  return null
}

function decideBet(word: Word, known: Known, member: Member): Decision {
  const refusal = refusalOf(word, known, member)
  const base = keptOf(word, member)
  if (refusal !== null) return kept({ ...base, refusal })
  const before: Bet = known.bet ?? {
    id: known.newId,
    ref: word.betRef ?? word.transactionRef,
    gameId: known.game?.id ?? '',
    memberId: word.memberId,
    state: 'running',
    stakeMinor: 0,
    payoutMinor: 0,
    placedAt: known.at,
    settledAt: null,
    businessOn: known.businessOn,
    version: 0,
  }
  const bet = { ...before, stakeMinor: before.stakeMinor + word.amountMinor }
  return kept({ ...base, bet, posting: moved(betPlace, word, known, bet) })
}

/** The movement of a stake or a payout; each word of a bet has a number of its own. */
function moved(of: typeof betPlace, word: Word, { provider, businessOn }: Known, bet: Bet): Posting | null {
  if (word.amountMinor === 0) return null
  return of({
    sourceId: encodeId('bet', bet.id),
    occurrence: bet.version + 1,
    memberId: encodeId('member', word.memberId),
    providerId: encodeId('gameProvider', provider.id),
    amountMinor: word.amountMinor,
    businessOn,
  })
}

const endOf = ({ stakeMinor, payoutMinor }: Pick<Bet, 'stakeMinor' | 'payoutMinor'>): Bet['state'] =>
  payoutMinor > stakeMinor ? 'won' : payoutMinor < stakeMinor ? 'lost' : 'draw'

function decideSettle(word: Word, known: Known, member: Member): Decision {
  const { bet } = known
  // Its stake has not come, or is another's: it is told again until it has.
  if (!bet || bet.memberId !== word.memberId || bet.state === 'void')
    return answered('betUnknown', member.cashMinor)
  const payoutMinor = bet.payoutMinor + word.amountMinor
  const after = { ...bet, payoutMinor, state: endOf({ ...bet, payoutMinor }), settledAt: known.at }
  return kept({ ...keptOf(word, member), bet: after, posting: moved(betSettle, word, known, after) })
}

function decideVoid(word: Word, known: Known, member: Member): Decision {
  const { voided, bet } = known
  const base = keptOf(word, member)
  // It comes before its bet, and closes the door to it.
  if (!voided)
    return kept(base, { ...base, kind: 'bet', name: word.voids ?? '', hash: null, refusal: 'voided' })
  // Of what was never taken nothing goes back.
  if (voided.outcome !== 'done') return kept(base)
  if (!bet || bet.memberId !== word.memberId || bet.payoutMinor > 0)
    return kept({ ...base, refusal: 'roundOver' })
  const stakeMinor = bet.stakeMinor - voided.amountMinor
  const state = stakeMinor > 0 ? bet.state : 'void'
  const settledAt = state === 'void' ? (bet.settledAt ?? known.at) : bet.settledAt
  const after = { ...bet, stakeMinor, state, settledAt }
  return kept({
    ...base,
    amountMinor: voided.amountMinor,
    bet: after,
    posting: returned(word, known, after),
  })
}

/** The stake goes back by the movement that took it, so once. */
function returned(word: Word, { provider, voided, businessOn }: Known, bet: Bet): Posting | null {
  if (!voided || voided.transferId === null) return null
  const from = memberCash(encodeId('member', word.memberId))
  const to = providerClearing(encodeId('gameProvider', provider.id))
  return betVoid({
    sourceId: encodeId('bet', bet.id),
    occurrence: bet.version + 1,
    businessOn,
    placed: { legs: [leg(from, to, voided.amountMinor)], transferIds: [voided.transferId] },
  })
}
