import { CallError } from './call.ts'
import { createStore, useStore } from '../store.ts'

interface Request {
  readonly settle: (isProven: boolean) => void
}

const pending = createStore<Request | null>(null)
let running: Promise<boolean> | null = null

/**
 * Asks the person for the second factor (or password). True once proven, false when the dialog was
 * closed.
 */
export function requestStepUp(): Promise<boolean> {
  running ??= new Promise<boolean>((resolve) => {
    pending.set({
      settle: (isProven) => {
        pending.set(null)
        running = null
        resolve(isProven)
      },
    })
  })
  return running
}

/** The request the dialog has to answer, or null. */
export const useStepUpRequest = (): Request | null => useStore(pending)

// Its dialog stands above all others, which close at Escape too: heard here before any of them is mounted,
// the key closes this one alone, and the form behind keeps what was typed.
addEventListener(
  'keydown',
  (event) => {
    const request = pending.get()
    if (request === null || event.key !== 'Escape' || event.isComposing) return
    event.stopImmediatePropagation()
    request.settle(false)
  },
  true,
)

/** Runs an act; where the server asks for a step-up, asks the person once and runs it again, unchanged. */
export async function withStepUp<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (thrown) {
    const isDue = thrown instanceof CallError && thrown.code === 'stepUpRequired'
    if (!isDue || !(await requestStepUp())) throw thrown
    return act()
  }
}

/** For acts that do not go through `useCall` (which does this by itself): `await stepUp(() => call(…))`. */
export const useStepUp = (): typeof withStepUp => withStepUp
