import { useEffect, useRef } from 'react'

/** One line of the palette. `id` is unique among all lines; `group` is the heading it stands under. */
export interface PaletteItem {
  readonly id: string
  readonly group: string
  readonly label: string
  readonly description?: string
  readonly run: () => void
}

/**
 * Answers the lines for what was typed (trimmed, maybe empty). May ask the server; `signal` ends an old
 * question.
 */
export type PaletteSource = (
  query: string,
  signal: AbortSignal,
) => readonly PaletteItem[] | Promise<readonly PaletteItem[]>

export const paletteSources = new Set<PaletteSource>()

/**
 * Adds lines to the palette while this component is shown: members, references, acts of the screen in
 * front.
 */
export function usePaletteSource(source: PaletteSource): void {
  const latest = useRef(source)
  useEffect(() => {
    latest.current = source
  })
  useEffect(() => {
    const current: PaletteSource = (query, signal) => latest.current(query, signal)
    paletteSources.add(current)
    return () => {
      paletteSources.delete(current)
    }
  }, [])
}
