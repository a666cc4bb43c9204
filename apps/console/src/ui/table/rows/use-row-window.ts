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

function afterScroll(now: Drawn, sight: Sight, isOnTop: boolean): Drawn {
  const { rowsInSight } = sight
  const rows = drawnFor(seenIn(sight, now.ids.length), now.rows, now.ids.length)
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
  useEffect(() => {
    if (!scroller) return
    const look = () => {
      const { scrollTop, clientHeight } = scroller
      const sight = {
        top: Math.floor(scrollTop / rowHeight),
        rowsInSight: Math.ceil(clientHeight / rowHeight) + 1,
      }
      const change = () => setKept((before) => afterScroll(before, sight, scrollTop === 0))
      const { rows, ids: all } = latest.current
      // Rows ahead of sight may wait for a key or a frame; bare ground in sight may not.
      if (covers(rows, seenIn(sight, all.length))) startTransition(change)
      else change()
    }
    look()
    lookAgain.current = look
    const watch = new ResizeObserver(look)
    watch.observe(scroller)
    scroller.addEventListener('scroll', look, { passive: true })
    return () => {
      lookAgain.current = null
      watch.disconnect()
      scroller.removeEventListener('scroll', look)
    }
  }, [scroller, rowHeight])
  // After the list has settled its own place: what news left in sight is drawn, wherever it went.
  useEffect(() => lookAgain.current?.(), [ids])
  return now.rows
}
