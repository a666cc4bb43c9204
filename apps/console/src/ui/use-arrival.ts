import { useCallback, useState } from 'react'
import { loadChunk } from '../lib/chunks.ts'

/** How a part of the program is fetched, by its default export. */
export interface Part<C> {
  readonly name: string
  readonly load: () => Promise<{ default: C }>
}

/**
 * A part that is fetched when first asked for. What stands in its place stays until the part is there, so
 * the focus and the layout do. `fetch` brings it nearer without showing it. A failure is thrown while
 * drawing, so that the screen's boundary says it.
 */
export function useArrival<C>({ name, load }: Part<C>) {
  const [state, setState] = useState<{ part: C | null; error: unknown }>({ part: null, error: null })
  if (state.error !== null) throw state.error
  const ask = useCallback(() => {
    loadChunk(name, load).then(
      ({ default: part }) => setState({ part, error: null }),
      (error: unknown) => setState({ part: null, error }),
    )
  }, [name, load])
  // A part that fails to come early is asked for again when it is due.
  const fetch = useCallback(() => void load().catch(() => null), [load])
  return { part: state.part, ask, fetch }
}
