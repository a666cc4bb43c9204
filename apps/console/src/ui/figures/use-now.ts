import { useSyncExternalStore } from 'react'

const stepMs = 10_000
const listeners = new Set<() => void>()
let nowMs = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

function tick(): void {
  nowMs = Date.now()
  for (const listener of listeners) listener()
}

/** One timer serves every age and relative time of the tab, and rests when none is shown. */
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    nowMs = Date.now()
    timer = setInterval(tick, stepMs)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

const rest = () => () => {}

/**
 * Epoch milliseconds, moving every ten seconds. `isAsked` false: 0 for good, and the clock draws nothing
 * anew; for one of many rows that has nothing that runs out.
 */
export function useNow(isAsked = true): number {
  return useSyncExternalStore(isAsked ? subscribe : rest, () => (isAsked ? nowMs : 0))
}
