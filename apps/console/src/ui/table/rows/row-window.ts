/** Rows drawn beyond those in sight, on each side: whoever scrolls meets them drawn. */
const ahead = 10
/** A drawn row stays this far out of sight: whoever goes up and down again has nothing drawn anew. */
const kept = 40

/** Rows of a list by their places from 0, both ends among them. */
export interface Stretch {
  readonly first: number
  readonly last: number
}

const within = (first: number, last: number, count: number): Stretch => ({
  first: Math.max(0, first),
  last: Math.min(count - 1, last),
})

/** Whether all rows in sight are drawn. */
export const covers = (drawn: Stretch, seen: Stretch): boolean =>
  drawn.first <= seen.first && drawn.last >= seen.last

/**
 * The rows that stand in the page once `seen` is in sight, where those of `drawn` stood before; the same
 * object while they need not change. Pure.
 */
export function drawnFor(seen: Stretch, drawn: Stretch, count: number): Stretch {
  const soon = within(seen.first - ahead / 2, seen.last + ahead / 2, count)
  const far = within(seen.first - kept - ahead, seen.last + kept + ahead, count)
  if (covers(drawn, soon) && covers(far, drawn)) return drawn
  const wanted = within(seen.first - ahead, seen.last + ahead, count)
  if (drawn.last < wanted.first || drawn.first > wanted.last) return wanted
  return within(
    Math.max(seen.first - kept, Math.min(wanted.first, drawn.first)),
    Math.min(seen.last + kept, Math.max(wanted.last, drawn.last)),
    count,
  )
}

/**
 * Where the rows of a stretch stand after others came or went, no fewer of them where the list has more; null
 * where none of them is left. In another order of the same rows it is the places that stay. Pure.
 */
export function followed(
  stretch: Stretch,
  before: readonly string[],
  ids: readonly string[],
): Stretch | null {
  const known = new Set(before)
  if (ids.length === before.length && ids.every((id) => known.has(id))) return stretch
  const size = stretch.last - stretch.first
  for (let at = stretch.first; at <= Math.min(stretch.last, before.length - 1); at += 1) {
    const now = ids.indexOf(before[at] ?? '')
    if (now < 0) continue
    const first = Math.max(0, Math.min(stretch.first + now - at, ids.length - 1 - size))
    return within(first, first + size, ids.length)
  }
  return null
}

/** What stands at the top of a list that nobody holds: those that came, and those drawn before. Pure. */
export const fromTop = (drawn: Stretch | null, rowsInSight: number, count: number): Stretch =>
  within(0, Math.min(Math.max(rowsInSight + ahead, drawn?.last ?? 0), rowsInSight + kept), count)
