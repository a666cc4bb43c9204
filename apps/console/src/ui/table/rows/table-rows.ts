/**
 * Ids to highlight after a live change. Nothing is new when the list was empty or shares no row with the
 * one before:
 * then it is another page or filter, not news.
 */
export function newRowIds(before: readonly string[], after: readonly string[]): string[] {
  const known = new Set(before)
  if (!after.some((id) => known.has(id))) return []
  return after.filter((id) => !known.has(id))
}

/** How many places a row moved down between two lists; 0 when it is missing from either. */
export function rowsAddedAbove(
  before: readonly string[],
  after: readonly string[],
  anchorId: string | null,
): number {
  if (anchorId === null) return 0
  const from = before.indexOf(anchorId)
  const to = after.indexOf(anchorId)
  return from < 0 || to < 0 ? 0 : to - from
}

/** Whether rows held still at a place would leave more than half of the room there empty, in pixels. Pure. */
export const isVoidBelow = (
  rowsHeight: number,
  { top, height }: { top: number; height: number },
): boolean => top > 0 && rowsHeight - top < height / 2

/** The row in hand, by id; `resumeAt` is the place where it stood when it left the list. */
export interface InHand {
  id: string | null
  resumeAt: number
}

/**
 * The row in hand after the list changed. A row that left (decided by somebody else, say) is let go and no
 * other is
 * taken up by itself, so a key pressed at that moment cannot act on a stranger; the next move starts at
 * its place.
 */
export function keepInHand(inHand: InHand, before: readonly string[], after: readonly string[]): InHand {
  if (inHand.id === null || after.includes(inHand.id)) return inHand
  return { id: null, resumeAt: Math.max(0, before.indexOf(inHand.id)) }
}

export type Move = 'next' | 'previous' | 'first' | 'last'

/** With nothing in hand keys go on where the eye is: at the first row in sight, unless the last place is. */
export function handInSight(inHand: InHand, seen: { first: number; last: number }, move: Move): InHand {
  const { id, resumeAt } = inHand
  if (id !== null || (resumeAt >= seen.first && resumeAt <= seen.last)) return inHand
  return { id, resumeAt: move === 'previous' ? seen.first + 1 : seen.first }
}

/** Moves the hand within `ids`; at an edge it stays. */
export function moveHand(inHand: InHand, ids: readonly string[], move: Move): InHand {
  const at = targetIndex(inHand, ids, move)
  const id = ids[Math.min(ids.length - 1, Math.max(0, at))]
  return id === undefined ? inHand : { id, resumeAt: 0 }
}

function targetIndex(inHand: InHand, ids: readonly string[], move: Move): number {
  if (move === 'first') return 0
  if (move === 'last') return ids.length - 1
  const current = inHand.id === null ? -1 : ids.indexOf(inHand.id)
  if (current >= 0) return move === 'next' ? current + 1 : current - 1
  return move === 'next' ? inHand.resumeAt : inHand.resumeAt - 1
}

/** The ids between two rows, both included, in the order of the list: a shift-click. */
export function idsBetween(ids: readonly string[], one: string, other: string): string[] {
  const [from, to] = [ids.indexOf(one), ids.indexOf(other)].sort((a, b) => a - b)
  return from === undefined || to === undefined || from < 0 ? [other] : ids.slice(from, to + 1)
}
