import { useLayoutEffect, useMemo, useRef, type MouseEvent } from 'react'

interface RowClicks<Row> {
  rows: readonly Row[]
  ids: readonly string[]
  onOpen: ((row: Row) => void) | undefined
  href: ((row: Row) => string) | undefined
  takeRow: (id: string) => void
  tick: (id: string, isRange: boolean) => void
}

/** Further than this between press and release text was marked, not a row chosen. */
const dragPixels = 4

/**
 * Whether a click chooses a row. Whoever marks text with the mouse does not; what is still marked from before
 * says nothing. Of a double click one press chooses: the second, where the first met rows that moved.
 */
function choosing() {
  let pressed: { x: number; y: number } | null = null
  let hasChosen = false
  return {
    onMouseDown: ({ clientX: x, clientY: y, detail }: MouseEvent) => {
      pressed = { x, y }
      if (detail < 2) hasChosen = false
    },
    isChoice: ({ clientX: x, clientY: y, detail }: MouseEvent): boolean => {
      // A key on a button clicks, too, without a press.
      if (detail === 0 || pressed === null) return true
      const isDragged = Math.hypot(x - pressed.x, y - pressed.y) > dragPixels
      if (hasChosen || (isDragged && document.getSelection()?.toString())) return false
      hasChosen = true
      return true
    },
  }
}

/** Clicks on rows, heard once on the table: a row carries no handlers of its own and stays cheap to draw. */
export function useRowClicks<Row>(options: RowClicks<Row>) {
  const latest = useRef(options)
  useLayoutEffect(() => {
    latest.current = options
  })
  return useMemo(() => {
    const rowAt = (event: MouseEvent) => {
      const target = event.target instanceof Element ? event.target : null
      const id = target?.closest<HTMLElement>('[data-row]')?.dataset['row']
      const row = id === undefined ? undefined : latest.current.rows[latest.current.ids.indexOf(id)]
      return target && id !== undefined && row !== undefined ? { target, id, row } : null
    }
    const openTab = (row: Row): boolean => {
      const address = latest.current.href?.(row)
      if (address !== undefined) window.open(address, '_blank', 'noopener')
      return address !== undefined
    }
    const { onMouseDown, isChoice } = choosing()
    return {
      onMouseDown,
      onClick: (event: MouseEvent) => {
        const hit = rowAt(event)
        if (!hit) return
        if (hit.target.closest('[data-tick]')) return latest.current.tick(hit.id, event.shiftKey)
        const control = hit.target.closest('a, button, input, label, summary, [role=menuitem]')
        if (control && !control.hasAttribute('data-open')) return
        latest.current.takeRow(hit.id)
        if ((event.ctrlKey || event.metaKey) && openTab(hit.row)) return
        if (isChoice(event)) latest.current.onOpen?.(hit.row)
      },
      onAuxClick: (event: MouseEvent) => {
        const hit = event.button === 1 ? rowAt(event) : null
        if (hit && !hit.target.closest('a')) openTab(hit.row)
      },
    }
  }, [])
}
