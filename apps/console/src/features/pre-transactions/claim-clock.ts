/** Who has a withdrawal in hand, by what the row says and by the claim this tab holds. Times in epoch ms. */
export interface ClaimFacts {
  readonly claimedBy: string | null
  readonly claimedUntilMs: number | null
  /** Until when this tab's own claim holds; null when it has none. */
  readonly ownUntilMs: number | null
}

export type ClaimState = 'free' | 'own' | 'other'

/** A claim is worth nothing once its time has run out. Source: decisions 34. */
export function claimState(facts: ClaimFacts, nowMs: number): ClaimState {
  if (facts.ownUntilMs !== null && facts.ownUntilMs > nowMs) return 'own'
  const isHeld = facts.claimedBy !== null && facts.claimedUntilMs !== null && facts.claimedUntilMs > nowMs
  return isHeld ? 'other' : 'free'
}

const renewMinMs = 5_000
const renewMaxMs = 60_000

/**
 * When to renew a claim, in ms from now: half-way to its end, so that one lost attempt loses no claim; a
 * clock that is wrong by minutes still renews within one.
 */
export function renewInMs(untilMs: number, nowMs: number): number {
  return Math.min(renewMaxMs, Math.max(renewMinMs, (untilMs - nowMs) / 2))
}

/** Epoch ms of an instant, or null. */
export const msOf = (at: string | null): number | null => (at === null ? null : Date.parse(at))

/** The row that comes after one that leaves: the one below it, else the one above, else none. */
export function nextInHand(ids: readonly string[], id: string): string | null {
  const at = ids.indexOf(id)
  if (at < 0) return ids[0] ?? null
  return ids[at + 1] ?? ids[at - 1] ?? null
}
