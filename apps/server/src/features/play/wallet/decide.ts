import { createHash } from 'node:crypto'
import { memberCash, providerClearing } from '@khlang/ledger/accounts.ts'
import { leg, type Posting } from '@khlang/ledger/posting.ts'
import { betAmend, betPlace, betRound, betSettle, betVoid } from '@khlang/ledger/wallet.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import type { Told, Word } from '../adapters/adapter.ts'
import type { Bet, Decision, Kept, Known, Member } from './known.ts'
import { endOf, settled } from './settlement.ts'

/** What a word means; the same name with another meaning is refused. Pure. */
function meaningOf({ stakeMinor, beside, ...word }: Word): string {
  const { kind, memberId, betRef, gameCode, amountMinor, voids } = word
  const always = [kind, memberId, betRef, gameCode, amountMinor, voids]
  const told = [stakeMinor, beside].filter((each) => each !== undefined)
  return createHash('sha256')
    .update(JSON.stringify([...always, ...told]))
    .digest('hex')
}

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
  if (known.isArchived) return ofArchived(word, member)
  return decisions[word.kind](word, known, member)
}

type Decide = (word: Word, known: Known, member: Member) => Decision

const keptOf = (word: Word, { cashMinor }: Member): Kept => ({
  kind: word.kind,
  name: word.transactionRef,
  hash: meaningOf(word),
  memberId: word.memberId,
  amountMinor: word.amountMinor,
  balanceMinor: cashMinor,
  said: word.said ?? null,
  refusal: null,
  posting: null,
  bet: null,
  became: null,
})

const kept = (...words: readonly Kept[]): Decision => ({ kind: 'kept', kept: words })

/**
 * No further stake is taken in a round that left with its month. What is told of what became of it is not
 * kept, so that it is taken when it is told again once an operator brought the month back.
 */
function ofArchived(word: Word, member: Member): Decision {
  if (word.kind === 'bet') return kept({ ...keptOf(word, member), refusal: 'roundOver' })
  return {
    kind: 'answered',
    told: { outcome: 'roundOver', balanceMinor: member.cashMinor, needsPerson: true, isArchived: true },
  }
}

/** Why a stake is not taken; null: it is, if the wallet has it. */
function refusalOf({ provider, game }: Known, member: Member, stakeMinor: number): Kept['refusal'] {
  if (provider.state !== 'active') return 'providerClosed'
  if (!game) return 'gameUnknown'
  if (game.state !== 'active' || game.blockedLevels.includes(member.level)) return 'gameClosed'
  if (!member.isActive) return 'memberBlocked'
  // A free round stakes nothing.
  const isOutside = stakeMinor < provider.minMinor || stakeMinor > provider.maxMinor
  return stakeMinor > 0 && isOutside ? 'amountLimit' : null
}

const isOther = (bet: Bet, word: Word): boolean => bet.memberId !== word.memberId

/** A bet that its first word begins. */
const begun = (word: Word, { newId, game, at, businessOn }: Known): Bet => ({
  id: newId,
  ref: word.betRef ?? word.transactionRef,
  gameId: game?.id ?? '',
  memberId: word.memberId,
  state: 'running',
  stakeMinor: 0,
  payoutMinor: 0,
  validMinor: 0,
  countedMinor: 0,
  placedAt: at,
  settledAt: null,
  businessOn,
  settledOn: null,
  version: 0,
})

const decideBet: Decide = (word, known, member) => {
  const { bet: before, game } = known
  const isOver =
    before && (before.state !== 'running' || isOther(before, word) || before.gameId !== game?.id)
  const refusal = refusalOf(known, member, word.amountMinor) ?? (isOver ? 'roundOver' : null)
  const base = keptOf(word, member)
  if (refusal !== null) return kept({ ...base, refusal })
  const from = before ?? begun(word, known)
  const bet = { ...from, stakeMinor: from.stakeMinor + word.amountMinor }
  return kept({ ...base, bet, posting: moved(betPlace, word, known, bet) })
}

/** Whose movement it is, and which of the bet: each word of a bet has a number of its own. */
const causeOf = (word: Word, { provider, businessOn }: Known, bet: Bet) => ({
  sourceId: encodeId('bet', bet.id),
  occurrence: bet.version + 1,
  memberId: encodeId('member', word.memberId),
  providerId: encodeId('gameProvider', provider.id),
  businessOn,
})

/** The movement of a stake or a payout. */
const moved = (of: typeof betPlace, word: Word, known: Known, bet: Bet): Posting | null =>
  word.amountMinor === 0 ? null : of({ ...causeOf(word, known, bet), amountMinor: word.amountMinor })

const decideSettle: Decide = (word, known, member) => {
  const { bet } = known
  // Its stake has not come, or is another's: it is told again until it has.
  if (!bet || isOther(bet, word)) return answered('betUnknown', member.cashMinor)
  // Nothing is ever taken under a round that is void.
  if (bet.state === 'void') return kept({ ...keptOf(word, member), refusal: 'voided' })
  const payoutMinor = bet.payoutMinor + word.amountMinor
  const after = settled(bet, { ...bet, payoutMinor, state: endOf({ ...bet, payoutMinor }) }, known)
  return kept({ ...keptOf(word, member), ...after, posting: moved(betSettle, word, known, bet) })
}

/** Stake and payout in one word. Told again of the same bet under another name, it corrects the payout. */
const decideRound: Decide = (word, known, member) => {
  const stakeMinor = word.stakeMinor ?? 0
  const { bet, game } = known
  const base = keptOf(word, member)
  if (bet) {
    if (bet.state === 'void') return kept({ ...base, refusal: 'voided' })
    if (isOther(bet, word) || bet.stakeMinor !== stakeMinor || bet.gameId !== game?.id)
      return kept({ ...base, refusal: 'roundOver' })
    return corrected(word, known, base, bet)
  }
  const refusal =
    refusalOf(known, member, stakeMinor) ?? (stakeMinor > member.cashMinor ? 'insufficientFunds' : null)
  if (refusal !== null) return kept({ ...base, refusal })
  const from = { ...begun(word, known), stakeMinor, payoutMinor: word.amountMinor }
  const after = settled(null, { ...from, state: endOf(from) }, known)
  return kept({ ...base, ...after, posting: roundOf(word, known, from) })
}

function roundOf(word: Word, known: Known, bet: Bet): Posting | null {
  const { stakeMinor, payoutMinor } = bet
  const cause = causeOf(word, known, bet)
  if (stakeMinor > 0 && payoutMinor > 0) return betRound({ ...cause, stakeMinor, payoutMinor })
  if (stakeMinor > 0) return betPlace({ ...cause, amountMinor: stakeMinor })
  return payoutMinor > 0 ? betSettle({ ...cause, amountMinor: payoutMinor }) : null
}

/** By how much the payout of a round is another; one that runs is over with it. */
const decideAdjust: Decide = (word, known, member) => {
  const { bet } = known
  if (!bet || isOther(bet, word)) return answered('betUnknown', member.cashMinor)
  const base = keptOf(word, member)
  if (bet.state === 'void') return kept({ ...base, refusal: 'voided' })
  const amountMinor = bet.payoutMinor + word.amountMinor
  // What it corrects has not come.
  if (amountMinor < 0 && bet.state === 'running') return answered('betUnknown', member.cashMinor)
  // It takes more than was ever paid: a person asks its provider.
  if (amountMinor < 0) return kept({ ...base, refusal: 'roundOver' })
  return corrected({ ...word, amountMinor }, known, base, bet)
}

/** Money that is of no stake: a round of its own, and theirs whatever became of them or of the provider. */
const decidePrize: Decide = (word, known, member) => {
  const base = keptOf(word, member)
  if (known.bet) return kept({ ...base, refusal: 'roundOver' })
  if (!known.game) return answered('gameUnknown', member.cashMinor)
  const from = { ...begun(word, known), payoutMinor: word.amountMinor }
  const after = settled(null, { ...from, state: endOf(from) }, known)
  return kept({ ...base, ...after, posting: roundOf(word, known, from) })
}

/** The payout is another than was told first: the difference moves today. */
function corrected(word: Word, known: Known, base: Kept, bet: Bet): Decision {
  const differenceMinor = word.amountMinor - bet.payoutMinor
  if (differenceMinor === 0 && bet.state !== 'running') return kept(base)
  const sums = { ...bet, payoutMinor: word.amountMinor }
  const after = settled(bet, { ...sums, state: endOf(sums) }, known)
  return kept({ ...base, ...after, posting: amended(word, known, bet, differenceMinor) })
}

const amended = (word: Word, known: Known, bet: Bet, differenceMinor: number): Posting | null =>
  differenceMinor === 0
    ? null
    : betAmend({
        ...causeOf(word, known, bet),
        givenMinor: Math.max(differenceMinor, 0),
        takenMinor: Math.max(-differenceMinor, 0),
      })

const decideVoid: Decide = (word, known, member) => {
  const { voided, bet } = known
  const base = keptOf(word, member)
  // It comes before its bet, and closes the door to it.
  if (!voided)
    return kept(base, {
      ...base,
      kind: 'bet',
      name: word.voids ?? '',
      hash: null,
      said: null,
      refusal: 'voided',
    })
  // Of what was never taken nothing goes back.
  if (voided.outcome !== 'done') return kept(base)
  if (!bet || isOther(bet, word) || bet.state === 'void') return kept({ ...base, refusal: 'roundOver' })
  const stakeMinor = bet.stakeMinor - voided.amountMinor
  // It does not say that what was paid goes back, too: a person asks its provider, and cancels the bet.
  if (bet.payoutMinor > 0) return kept({ ...base, refusal: 'roundOver' })
  const state = stakeMinor === 0 ? 'void' : bet.state
  return kept({
    ...base,
    amountMinor: voided.amountMinor,
    ...settled(bet, { ...bet, stakeMinor, state }, known),
    posting: returned(word, known, bet),
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

/** The whole bet never was: its stake goes back, and what was paid for it is taken. */
function cancelled(word: Word, known: Known, base: Kept, bet: Bet): Decision {
  const { stakeMinor: givenMinor, payoutMinor: takenMinor } = bet
  const sums = { ...bet, stakeMinor: 0, payoutMinor: 0, state: 'void' as const }
  const posting =
    givenMinor + takenMinor === 0
      ? null
      : betAmend({ ...causeOf(word, known, bet), givenMinor, takenMinor })
  return kept({ ...base, amountMinor: givenMinor, ...settled(bet, sums, known), posting })
}

const decideCancel: Decide = (word, known, member) => {
  const { bet } = known
  if (!bet || isOther(bet, word)) return answered('betUnknown', member.cashMinor)
  const base = keptOf(word, member)
  return bet.state === 'void' ? kept(base) : cancelled(word, known, base, bet)
}

/**
 * A round of a wallet that its provider keeps: nothing of ours moves. One of a game that is not known yet is
 * told again.
 */
const decideFeed: Decide = (word, known, member) => {
  const { bet: before, game } = known
  const base = keptOf(word, member)
  if (!game) return answered('gameUnknown', member.cashMinor)
  if (before && isOther(before, word)) return kept({ ...base, refusal: 'roundOver' })
  const sums = {
    ...(before ?? begun(word, known)),
    stakeMinor: word.stakeMinor ?? 0,
    payoutMinor: word.amountMinor,
  }
  return kept({ ...base, ...settled(before ?? null, { ...sums, state: endOf(sums) }, known) })
}

const decisions: Readonly<Record<Word['kind'], Decide>> = {
  bet: decideBet,
  settle: decideSettle,
  jackpot: decideSettle,
  adjust: decideAdjust,
  round: decideRound,
  prize: decidePrize,
  void: decideVoid,
  cancel: decideCancel,
  feed: decideFeed,
}
