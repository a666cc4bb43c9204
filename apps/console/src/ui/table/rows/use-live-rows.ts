import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { isVoidBelow, newRowIds, rowsAddedAbove } from './table-rows.ts'

const highlightMs = 6_000
const nothing: ReadonlySet<string> = new Set()

interface LiveRows {
  ids: readonly string[]
  heldId: string | null
  rowHeight: number
  scroller: HTMLDivElement | null
  slackRef: RefObject<HTMLTableRowElement | null>
  place: RefObject<Place>
}

/** Where the scroller stands and how high it is, as it told of itself: to ask it costs a layout each time. */
export interface Place {
  top: number
  height: number
}

/** The rows that came last, for a while. Reckoned while drawing: they appear marked at once. */
function useFresh(ids: readonly string[]): ReadonlySet<string> {
  const [seen, setSeen] = useState({ ids, fresh: nothing })
  const { fresh } = seen
  if (seen.ids !== ids) {
    const news = newRowIds(seen.ids, ids)
    setSeen({ ids, fresh: news.length > 0 ? new Set(news) : nothing })
  }
  useEffect(() => {
    if (fresh.size === 0) return
    const timer = setTimeout(() => setSeen((now) => ({ ...now, fresh: nothing })), highlightMs)
    return () => clearTimeout(timer)
  }, [fresh])
  return fresh
}

/** Kept up by the scroller, and by whoever scrolls it. */
export function usePlace(scroller: HTMLDivElement | null): RefObject<Place> {
  const place = useRef<Place>({ top: 0, height: 0 })
  useEffect(() => {
    if (!scroller) return
    place.current = { top: scroller.scrollTop, height: scroller.clientHeight }
    const watch = new ResizeObserver(() => {
      // A list that a sheet hides for a while has no height of its own to keep.
      if (scroller.clientHeight > 0) place.current.height = scroller.clientHeight
    })
    watch.observe(scroller)
    return () => watch.disconnect()
  }, [scroller])
  return place
}

/**
 * Rows that arrive while somebody works: they are highlighted for a while, and the scroll position gives
 * way by their
 * height so that the row in hand stays under the eye. Where the list is too short to scroll, room is added
 * below it.
 */
export function useLiveRows({ ids, heldId, rowHeight, scroller, slackRef, place }: LiveRows) {
  const before = useRef(ids)
  const fresh = useFresh(ids)
  const [countAbove, setCountAbove] = useState(0)

  useLayoutEffect(() => {
    const old = before.current
    if (old === ids) return
    before.current = ids
    const slack = slackRef.current
    if (!scroller || !slack) return
    const { top, height } = place.current
    const known = new Set(old)
    if (!ids.some((id) => known.has(id)) && (top > 0 || scroller.style.height !== ''))
      place.current.top = release(scroller, slack)
    // On top with nothing in hand nothing is held still.
    if (heldId === null && top === 0) return
    const firstShown = top > 0 ? old[Math.floor(top / rowHeight)] : undefined
    const added = rowsAddedAbove(old, ids, heldId ?? firstShown ?? null)
    const hasNews = !ids.every((id) => known.has(id))
    // A page of the newest goes on without what was held: what is left of it would stand above a void.
    if (hasNews && isVoidBelow(ids.length * rowHeight, { top: top + added * rowHeight, height })) {
      place.current.top = release(scroller, slack)
      return setCountAbove(0)
    }
    // Rows that left above those in sight: these stay under the eye, as far as the list begins above them.
    if (added < 0 && !hasNews && ids.length < old.length && top > 0) {
      place.current.top = Math.max(0, top + added * rowHeight)
      scroller.scrollTop = place.current.top
    }
    if (added <= 0 || !hasNews) return
    place.current.top = holdStill(scroller, slack, {
      top: top + added * rowHeight,
      height,
      rowsHeight: ids.length * rowHeight,
    })
    setCountAbove((count) => count + added)
  }, [ids, heldId, rowHeight, scroller, slackRef, place])

  const onScroll = useCallback(() => {
    if (!scroller) return
    place.current.top = scroller.scrollTop
    if (place.current.top < rowHeight / 2) setCountAbove(0)
  }, [rowHeight, scroller, place])
  const showAbove = useCallback(() => {
    if (scroller && slackRef.current) place.current.top = release(scroller, slackRef.current)
    setCountAbove(0)
  }, [scroller, slackRef, place])
  return { fresh, countAbove, onScroll, showAbove }
}

/**
 * Scrolls to `top`; the scroller keeps its height and gets room below when its rows are too few for that.
 * @returns where it stands
 */
function holdStill(
  scroller: HTMLElement,
  slack: HTMLElement,
  { top, height, rowsHeight }: Place & { rowsHeight: number },
): number {
  scroller.style.height = `${height}px`
  if (slack.style.height !== '') slack.style.height = ''
  if (top + height > rowsHeight) {
    const content = scroller.firstElementChild
    const missing = top + height - (content instanceof HTMLElement ? content.offsetHeight : 0)
    if (missing > 0) slack.style.height = `${missing}px`
  }
  scroller.scrollTop = top
  return top
}

/** Another page or filter: nothing is held any more. */
function release(scroller: HTMLElement, slack: HTMLElement): number {
  scroller.style.height = ''
  slack.style.height = ''
  scroller.scrollTop = 0
  return 0
}
