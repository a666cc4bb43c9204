export type ChainLine = {
  id: string
  direction: 'in' | 'out'
  amountMinor: number
  balanceAfterMinor: number
  /** The bank's time where it states one, else the time of receipt; UTC. */
  at: string
}

export type ChainPlace = 'linked' | 'afterHole' | 'contradiction'

export type BalanceChain = {
  /** The lines in the order in which the money moved, contradictions left out. */
  ordered: {
    id: string
    balanceBeforeMinor: number
    balanceAfterMinor: number
    place: 'linked' | 'afterHole'
  }[]
  /** Where messages are missing: the balance left and the balance found, and their difference. */
  holes: {
    afterId: string | null
    beforeId: string
    fromMinor: number
    toMinor: number
    gapMinor: number
  }[]
  /** Lines that cannot be true beside the others: forged, or of another account. They are quarantined. */
  contradictions: string[]
  closingMinor: number
}

/** A bank's stamps may be this far out of the order of its balances: a minute they hide, one of clocks. */
export const toleranceMs = 120_000
const STEPS_MAX = 20_000

type Link = ChainLine & { beforeMinor: number; time: number }

/**
 * Orders lines by linking balances (each line's balance is the one before it plus or minus its amount), not
 * by arrival. What does not link starts behind a hole, unless it contradicts: a balance that its own amount
 * makes impossible, a second movement out of a balance that another line has already left at that time, or
 * one that falls by time into a stretch that is linked without it.
 */
export function linkBalances(
  anchorMinor: number,
  lines: readonly ChainLine[],
  options: { allowsOverdraft?: boolean } = {},
): BalanceChain {
  const links = lines.map(toLink).sort(byTime)
  const isImpossible = (link: Link) =>
    options.allowsOverdraft !== true && Math.min(link.beforeMinor, link.balanceAfterMinor) < 0
  const contradictions = links.filter(isImpossible).map((link) => link.id)
  let left = links.filter((link) => !isImpossible(link))
  const chain: BalanceChain = { ordered: [], holes: [], contradictions, closingMinor: anchorMinor }

  for (let place: 'linked' | 'afterHole' = 'linked'; ; place = 'afterHole') {
    const stretch = longestStretch(chain.closingMinor, left)
    for (const link of stretch) {
      const { id, beforeMinor, balanceAfterMinor } = link
      chain.ordered.push({ id, balanceBeforeMinor: beforeMinor, balanceAfterMinor, place })
    }
    chain.closingMinor = stretch.at(-1)?.balanceAfterMinor ?? chain.closingMinor
    left = left.filter((link) => !stretch.includes(link))
    const [kept, refused] = partition(left, (link) => !contradicts(link, stretch))
    chain.contradictions.push(...refused.map((link) => link.id))
    left = kept
    const next = headOf(left)
    if (next === undefined) return chain
    const fromMinor = chain.closingMinor
    const afterId = chain.ordered.at(-1)?.id ?? null
    const toMinor = next.beforeMinor
    chain.holes.push({ afterId, beforeId: next.id, fromMinor, toMinor, gapMinor: toMinor - fromMinor })
    chain.closingMinor = toMinor
  }
}

/** The place of one line in a chain; null when the chain does not hold it. */
export function placeOf(chain: BalanceChain, id: string): ChainPlace | null {
  if (chain.contradictions.includes(id)) return 'contradiction'
  return chain.ordered.find((line) => line.id === id)?.place ?? null
}

/** The balance a line starts from. */
export const beforeOf = (line: ChainLine): number =>
  line.balanceAfterMinor - (line.direction === 'in' ? line.amountMinor : -line.amountMinor)

function toLink(line: ChainLine): Link {
  return { ...line, beforeMinor: beforeOf(line), time: Date.parse(line.at) }
}

function byTime(a: Link, b: Link): number {
  return a.time - b.time || (a.id < b.id ? -1 : 1)
}

/**
 * The longest run of lines that links from a balance. Where several start from one balance it does not go
 * back in time by more than the tolerance; a line that alone starts from its balance may. Equal balances may
 * recur within a minute, so ways are tried, earliest line first, up to a fixed effort.
 */
function longestStretch(fromMinor: number, lines: readonly Link[]): Link[] {
  let best: Link[] = []
  let steps = 0
  const used = new Set<Link>()
  const path: Link[] = []
  const isSole = (link: Link): boolean =>
    lines.every((other) => other === link || other.beforeMinor !== link.beforeMinor)
  const walk = (balanceMinor: number, latest: number): void => {
    if (path.length > best.length) best = [...path]
    for (const link of lines) {
      if (best.length === lines.length || steps > STEPS_MAX) return
      if (used.has(link) || link.beforeMinor !== balanceMinor) continue
      if (link.time < latest - toleranceMs && !isSole(link)) continue
      steps += 1
      used.add(link)
      path.push(link)
      walk(link.balanceAfterMinor, Math.max(latest, link.time))
      path.pop()
      used.delete(link)
    }
  }
  walk(fromMinor, Number.NEGATIVE_INFINITY)
  return best
}

function contradicts(link: Link, stretch: readonly Link[]): boolean {
  const first = stretch[0]
  const last = stretch.at(-1)
  if (first === undefined || last === undefined) return false
  const isFork = stretch.some(
    (other) => other.beforeMinor === link.beforeMinor && Math.abs(other.time - link.time) <= toleranceMs,
  )
  return isFork || link.time < last.time - toleranceMs
}

/** The earliest line that no other line left over leads to; of a mere circle, the earliest. */
function headOf(lines: readonly Link[]): Link | undefined {
  const leads = new Set(lines.map((line) => line.balanceAfterMinor))
  return lines.find((line) => !leads.has(line.beforeMinor)) ?? lines[0]
}

function partition<T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  return [items.filter(test), items.filter((item) => !test(item))]
}
