/** One own account, as far as a transfer looks at it. */
export interface End {
  readonly id: string
  readonly state: 'active' | 'paused' | 'frozen'
  readonly balanceMinor: number
  readonly transferLimitMinor: number | null
  readonly leftTodayMinor: number | null
}

interface Wanted {
  readonly fromId: string
  readonly toId: string
  readonly amountMinor: number
}

type Refusal = 'sameAccount' | 'unknown' | 'frozen' | 'balance' | 'transferLimit' | 'dayLimit'

/** Why a transfer may not be; null where it may. Pure. */
export function whyNot(ends: readonly End[], { fromId, toId, amountMinor }: Wanted): Refusal | null {
  if (fromId === toId) return 'sameAccount'
  const from = ends.find(({ id }) => id === fromId)
  const to = ends.find(({ id }) => id === toId)
  if (from === undefined || to === undefined) return 'unknown'
  if (from.state === 'frozen' || to.state === 'frozen') return 'frozen'
  if (from.transferLimitMinor !== null && amountMinor > from.transferLimitMinor) return 'transferLimit'
  if (from.leftTodayMinor !== null && amountMinor > from.leftTodayMinor) return 'dayLimit'
  return amountMinor > from.balanceMinor ? 'balance' : null
}

/** A half of a transfer as a statement tells it. */
export interface Half {
  readonly id: string
  /** The digits of the other account that the bank printed; null where it printed none. */
  readonly otherFits: boolean | null
}

/**
 * Which lines are which transfers': of so many equal transfers between two accounts the statements must show
 * as many halves on both sides, none of which names another account. Where another pair of accounts waits
 * for the same half, only one that names its account counts. Pure.
 * @param transfers in the order in which they were agreed to
 * @returns the halves of the first ones, in order; empty where a person must look
 */
export function pairsOf(
  transfers: readonly string[],
  outs: readonly Half[],
  ins: readonly Half[],
  shared: { readonly isOutShared: boolean; readonly isInShared: boolean },
): { readonly transferId: string; readonly outId: string; readonly inId: string }[] {
  const fitting = (halves: readonly Half[], mustName: boolean) =>
    halves.filter(({ otherFits }) => otherFits === true || (!mustName && otherFits === null))
  const [out, into] = [fitting(outs, shared.isOutShared), fitting(ins, shared.isInShared)]
  if (out.length !== into.length || out.length > transfers.length) return []
  return out.map((half, position) => ({
    transferId: transfers[position] ?? '',
    outId: half.id,
    inId: into[position]?.id ?? '',
  }))
}
