import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { covers, drawnFor, followed, fromTop, type Stretch } from './row-window.ts'

interface WindowOptions {
  readonly ids: readonly string[]
  readonly heldId: string | null
  readonly rowHeight: number
  readonly scroller: HTMLDivElement | null
}

interface Drawn {
  readonly ids: readonly string[]
  readonly rows: Stretch
  readonly rowsInSight: number
  readonly isOnTop: boolean
}

/** Until the list has told its height. */
const rowsAtFirst = 20

/** The same rows when others come above rows that are held still; else those at the top. */
function afterNews(now: Drawn, ids: readonly string[], heldId: string | null): Drawn {
  const rows = followed(now.rows, now.ids, ids)
  const isStill = rows !== null && (heldId !== null || !now.isOnTop)
  return { ...now, ids, rows: isStill ? rows : fromTop(rows, now.rowsInSight, ids.length) }
}

/** Rows in sight: from the one at the top edge on. */
interface Sight {
  readonly top: number
  readonly rowsInSight: number
}

const seenIn = ({ top, rowsInSight }: Sight, count: number): Stretch => ({
  first: Math.min(top, count - 1),
  last: Math.min(top + rowsInSight, count) - 1,
})

/** `isMoved`: other rows came into sight. Where news alone moved the list nothing more is drawn. */
function afterScroll(now: Drawn, sight: Sight, isOnTop: boolean, isMoved: boolean): Drawn {
  const { rowsInSight } = sight
  const count = now.ids.length
  const rows = isMoved ? drawnFor(seenIn(sight, count), now.rows, count) : now.rows
  const isSame = rows === now.rows && isOnTop === now.isOnTop && rowsInSight === now.rowsInSight
  return isSame ? now : { ...now, rows, isOnTop, rowsInSight }
}

/**
 * Which rows of a long list stand in the page. Those that come above rows held still are not drawn until
 * somebody scrolls to them.
 */
export function useRowWindow({ ids, heldId, rowHeight, scroller }: WindowOptions): Stretch {
  const [kept, setKept] = useState<Drawn>(() => ({
    ids,
    rows: fromTop(null, rowsAtFirst, ids.length),
    rowsInSight: rowsAtFirst,
    isOnTop: true,
  }))
  const now = kept.ids === ids ? kept : afterNews(kept, ids, heldId)
  if (now !== kept) setKept(now)
  const latest = useRef(now)
  useLayoutEffect(() => {
    latest.current = now
  })
  const lookAgain = useRef<(() => void) | null>(null)
  // The place of the first row in sight among those drawn: it stays when news moves all of them.
  const firstSeen = useRef<number | null>(null)
  useEffect(() => {
    if (!scroller) return
    const look = (isScroll: boolean) => {
      const { scrollTop, clientHeight } = scroller
      const sight = {
        top: Math.floor(scrollTop / rowHeight),
        rowsInSight: Math.ceil(clientHeight / rowHeight) + 1,
      }
      const { rows, ids: all } = latest.current
      const isBare = !covers(rows, seenIn(sight, all.length))
      const isMoved = isBare || firstSeen.current !== sight.top - rows.first
      firstSeen.current = sight.top - rows.first
      const change = () => setKept((before) => afterScroll(before, sight, scrollTop === 0, isMoved))
      // Bare ground in sight waits for no key or frame; rows ahead of it may, and come for a scroll alone.
      if (isBare) change()
      else if (isScroll) startTransition(change)
    }
    const onScroll = () => look(true)
    onScroll()
    lookAgain.current = () => look(false)
    const watch = new ResizeObserver(onScroll)
    watch.observe(scroller)
    scroller.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      lookAgain.current = null
      watch.disconnect()
      scroller.removeEventListener('scroll', onScroll)
    }
  }, [scroller, rowHeight])
  // After the list has settled its own place: what news left in sight is drawn, wherever it went.
  useEffect(() => lookAgain.current?.(), [ids])
  return now.rows
}
