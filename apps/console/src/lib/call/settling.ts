import { useEffect, useRef } from 'react'
import { createStore, useStore } from '../store.ts'

interface Settling {
  /** The request that is read and decided. */
  readonly id: string
  readonly onClose: () => void
}

const settling = createStore<Settling | null>(null)

/** What the panel of the shell shows, or null. */
export const useSettling = (): Settling | null => useStore(settling)

/** Closes the panel because whoever read it has left: nobody is told. */
export const dropSettling = (): void => settling.set(null)

/** Closes the panel and tells whoever opened it. */
export function endSettling(): void {
  const ended = settling.get()
  settling.set(null)
  ended?.onClose()
}

/**
 * Opens the one panel in which a request for a second person is read, decided or taken back, above any
 * screen: `openSettling(approvalId)`.
 */
export const openSettling = (id: string, onClose: () => void = () => {}): void =>
  settling.set({ id, onClose })

/** The same for a screen whose address names the request. */
export function useSettlingOf(id: string | undefined, onClose: () => void): void {
  // A screen may make a new function at each drawing: the panel is not opened anew for it.
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })
  useEffect(() => {
    if (id === undefined) return
    openSettling(id, () => latest.current())
    return dropSettling
  }, [id])
}
