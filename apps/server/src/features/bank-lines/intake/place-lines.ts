import { beforeOf, linkBalances, toleranceMs, type ChainLine } from '../balance-chain.ts'

/**
 * Where an account's chain stands: the balance its last linked line left, null `at` before the first line.
 */
export interface FeedTip {
  readonly balanceMinor: number
  readonly at: string | null
}

/** A line that is part of the chain already: the balance it started from, and when. */
export interface LinkedBefore {
  readonly beforeMinor: number
  readonly at: string
}

export interface Placement {
  /** In the order in which the money moved. */
  readonly linked: readonly string[]
  readonly held: readonly string[]
  readonly contradictions: readonly string[]
  readonly tip: FeedTip
  readonly lastLinkedId: string | null
  /** The balance the first held line starts from, less the balance the chain stands at. */
  readonly gapMinor: number
}

/**
 * Where lines that are not linked yet belong. What is linked stays: a line that starts from a balance the
 * chain has left at that time, or that falls by time before its end, contradicts, unless its balance links
 * and no other line starts from it: clocks differ, balances do not. Pure.
 * @param loose lines behind a hole, and the new one
 */
export function placeLines(
  tip: FeedTip,
  loose: readonly ChainLine[],
  linkedBefore: readonly LinkedBefore[],
): Placement {
  const isSole = (line: ChainLine): boolean =>
    loose.every((other) => other === line || beforeOf(other) !== beforeOf(line))
  const isOld = (line: ChainLine): boolean =>
    tip.at !== null && Date.parse(line.at) < Date.parse(tip.at) - toleranceMs
  const isFork = (line: ChainLine): boolean =>
    beforeOf(line) !== tip.balanceMinor &&
    linkedBefore.some(
      (one) =>
        one.beforeMinor === beforeOf(line) &&
        Math.abs(Date.parse(one.at) - Date.parse(line.at)) <= toleranceMs,
    )
  const tried = linkBalances(
    tip.balanceMinor,
    loose.filter((line) => isSole(line) || !isOld(line)),
  ).ordered.filter((line) => line.place === 'linked')
  const refused = loose.filter(
    (line) => !tried.some(({ id }) => id === line.id) && (isOld(line) || isFork(line)),
  )
  const chain = linkBalances(
    tip.balanceMinor,
    loose.filter((line) => !refused.includes(line)),
  )
  const linked = chain.ordered.filter((line) => line.place === 'linked')
  const last = linked.at(-1)
  const times = loose.filter((line) => linked.some((one) => one.id === line.id)).map((line) => line.at)
  if (tip.at !== null) times.push(tip.at)
  return {
    linked: linked.map((line) => line.id),
    held: chain.ordered.filter((line) => line.place === 'afterHole').map((line) => line.id),
    contradictions: [...refused.map((line) => line.id), ...chain.contradictions],
    tip: last
      ? {
          balanceMinor: last.balanceAfterMinor,
          at: times.toSorted((a, b) => Date.parse(b) - Date.parse(a))[0] ?? null,
        }
      : tip,
    lastLinkedId: last?.id ?? null,
    gapMinor: chain.holes[0]?.gapMinor ?? 0,
  }
}
