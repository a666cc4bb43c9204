import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { idsBetween } from './table-rows.ts'

/** Ticked rows, controlled by the caller. Without `selected` rows cannot be ticked and `set` is null. */
export function useTicks(
  ids: readonly string[],
  selected: readonly string[] | undefined,
  onSelected: ((ids: readonly string[]) => void) | undefined,
) {
  const isTickable = onSelected !== undefined
  const set = useMemo(() => (selected && isTickable ? new Set(selected) : null), [selected, isTickable])
  const anchor = useRef<string | null>(null)
  const latest = useRef({ ids, set, onSelected })
  useLayoutEffect(() => {
    latest.current = { ids, set, onSelected }
  })
  const tick = useCallback((id: string, isRange: boolean) => {
    const { ids: all, set: old, onSelected: report } = latest.current
    if (!old || !report) return
    const next = new Set(old)
    const shouldTick = !old.has(id)
    const touched = isRange && anchor.current !== null ? idsBetween(all, anchor.current, id) : [id]
    for (const each of touched) {
      if (shouldTick) next.add(each)
      else next.delete(each)
    }
    anchor.current = id
    report([...next])
  }, [])
  const countHere = set ? ids.filter((id) => set.has(id)).length : 0
  const state = set === null ? null : countHere === 0 ? 'none' : countHere === ids.length ? 'all' : 'some'
  /** Ticks or unticks this page; ticks made on other pages stay. */
  const tickAll = useCallback(() => {
    const { ids: all, set: old, onSelected: report } = latest.current
    if (!old || !report) return
    const elsewhere = [...old].filter((id) => !all.includes(id))
    report(all.every((id) => old.has(id)) ? elsewhere : [...elsewhere, ...all])
  }, [])
  const clear = useCallback(() => latest.current.onSelected?.([]), [])
  return { set, state, tick, tickAll, clear } as const
}
