/** Where a keyset list stands, as it is kept in the URL. At most one of the cursors is set. */
export interface KeysetPlace {
  size: number
  after?: string | undefined
  before?: string | undefined
}

/** What the server said about the page. */
export interface KeysetAnswer {
  hasAfter: boolean
  hasBefore: boolean
  afterCursor: string | null
  beforeCursor: string | null
}

/** The page after this one; the same place when there is none. */
export function keysetNext(place: KeysetPlace, answer: KeysetAnswer): KeysetPlace {
  if (!answer.hasAfter || answer.afterCursor === null) return place
  return { size: place.size, after: answer.afterCursor }
}

/** The page before this one; the same place when there is none. */
export function keysetPrevious(place: KeysetPlace, answer: KeysetAnswer): KeysetPlace {
  if (!answer.hasBefore || answer.beforeCursor === null) return place
  return { size: place.size, before: answer.beforeCursor }
}

/** Back to the start: after any change of filter, sort or size, for a cursor belongs to one filter. */
export const keysetFirst = (size: number): KeysetPlace => ({ size })
