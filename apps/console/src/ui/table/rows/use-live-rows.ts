import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { newRowIds, rowsAddedAbove } from './table-rows.ts'

const highlightMs = 6_000
const nothing: ReadonlySet<string> = new Set()

interface LiveRows {
  ids: readonly string[]
  heldId: string | null
  rowHeight: number
  scrollerRef: RefObject<HTMLDivElement | null>
  slackRef: RefObject<HTMLTableRowElement | null>
}

/**
 * Rows that arrive while somebody works: they are highlighted for a while, and the scroll position gives
 * way by their
 * height so that the row in hand stays under the eye. Where the list is too short to scroll, room is added
 * below it.
 */
export function useLiveRows({ ids, heldId, rowHeight, scrollerRef, slackRef }: LiveRows) {
  const before = useRef(ids)
  const heightBefore = useRef(0)
  const isScrolled = useRef(false)
  const [fresh, setFresh] = useState(nothing)
  const [countAbove, setCountAbove] = useState(0)

  useLayoutEffect(() => {
    const old = before.current
    if (old === ids) return
    before.current = ids
    const news = newRowIds(old, ids)
    setFresh(news.length > 0 ? new Set(news) : nothing)
    const scroller = scrollerRef.current
    const slack = slackRef.current
    if (!scroller || !slack) return
    if (!ids.some((id) => old.includes(id)) && (isScrolled.current || scroller.style.height !== ''))
      release(scroller, slack)
    // On top with nothing in hand nothing is held still, and to measure would cost a layout each time.
    if (heldId === null && !isScrolled.current) return
    const firstShown = scroller.scrollTop > 0 ? old[Math.floor(scroller.scrollTop / rowHeight)] : undefined
    const added = rowsAddedAbove(old, ids, heldId ?? firstShown ?? null)
    if (added > 0 && news.length > 0) {
      holdStill(scroller, slack, added * rowHeight, heightBefore.current)
      setCountAbove((count) => count + added)
    }
    heightBefore.current = scroller.clientHeight
  }, [ids, heldId, rowHeight, scrollerRef, slackRef])

  useLayoutEffect(() => {
    if (heldId !== null) heightBefore.current = scrollerRef.current?.clientHeight ?? 0
  }, [scrollerRef, heldId])

  useEffect(() => {
    if (fresh.size === 0) return
    const timer = setTimeout(() => setFresh(nothing), highlightMs)
    return () => clearTimeout(timer)
  }, [fresh])

  const onScroll = useCallback(() => {
    const scroller = scrollerRef.current
    if (!scroller) return
    isScrolled.current = scroller.scrollTop > 0
    heightBefore.current = scroller.clientHeight
    if (scroller.scrollTop < rowHeight / 2) setCountAbove(0)
  }, [rowHeight, scrollerRef])
  const showAbove = useCallback(() => {
    const scroller = scrollerRef.current
    if (scroller && slackRef.current) {
      release(scroller, slackRef.current)
    }
    setCountAbove(0)
  }, [scrollerRef, slackRef])
  return { fresh, countAbove, onScroll, showAbove }
}

/**
 * Scrolls by `shift` pixels; the scroller keeps its height and gets room below when its content is too
 * short.
 */
function holdStill(scroller: HTMLElement, slack: HTMLElement, shift: number, height: number): void {
  const wanted = scroller.scrollTop + shift
  slack.style.height = ''
  scroller.style.height = `${height}px`
  const content = scroller.firstElementChild
  const missing =
    wanted + scroller.clientHeight - (content instanceof HTMLElement ? content.offsetHeight : 0)
  if (missing > 0) slack.style.height = `${missing}px`
  scroller.scrollTop = wanted
}

/** Another page or filter: nothing is held any more. */
function release(scroller: HTMLElement, slack: HTMLElement): void {
  scroller.style.height = ''
  slack.style.height = ''
  scroller.scrollTop = 0
}
