import { createStore, useStore } from './store.ts'

const inFlight = createStore(0)

/** Counts one tracked request in; the answer counts it out, and a second call does nothing. */
export function beginTracked(): () => void {
  inFlight.set(inFlight.get() + 1)
  let isOver = false
  return () => {
    if (isOver) return
    isOver = true
    inFlight.set(inFlight.get() - 1)
  }
}

/** True while at least one tracked request is in flight. */
export const useIsLoading = (): boolean => useStore(inFlight) > 0
