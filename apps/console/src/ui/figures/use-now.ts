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

/** Epoch milliseconds, moving every ten seconds. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => nowMs)
}
