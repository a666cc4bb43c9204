import { useEffect, useRef } from 'react'
import { isBusyElsewhere } from '../../ui/shortcuts.ts'

/**
 * Enter opens the row in hand also while the table has not the focus, as after J and K. A button or link in
 * focus keeps its own Enter.
 */
export function useEnter<Row>(held: Row | null, open: (row: Row) => void): void {
  const latest = useRef({ held, open })
  useEffect(() => {
    latest.current = { held, open }
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || isBusyElsewhere(event)) return
      const target = event.target instanceof Element ? event.target : null
      if (target?.closest('a, button, summary, [role=tab], [role=grid]')) return
      if (latest.current.held !== null) latest.current.open(latest.current.held)
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
