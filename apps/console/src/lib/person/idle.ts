import { call } from '../call/call.ts'
import { createStore, useStore } from '../store.ts'

const touchEveryMs = 60_000
/** Where the session ends sooner, a person who works touches it so many times before. */
const touchesBeforeEnd = 4
const warnBeforeMs = 60_000

/** Seconds left before the session ends by idleness, or null while there is no need to say so. */
const secondsLeft = createStore<number | null>(null)
export const useIdleSecondsLeft = (): number | null => useStore(secondsLeft)

let touchNow: () => void = () => {}
/** "I am here": extends the session at once. */
export const stayAwake = (): void => touchNow()

interface IdleSettings {
  readonly idleTimeoutMs: number
  readonly onEnd: () => void
}

/**
 * Watches for a person's acts: a key or a pointer sends one touch a minute, a warning shows 60 s before
 * the end, the end signs out. Tabs tell each other. Times are counted here from each touch, so a wrong
 * clock does no harm. Answers the function that stops it. Source: decisions 10.
 */
export function startIdle({ idleTimeoutMs, onEnd }: IdleSettings): () => void {
  const channel = new BroadcastChannel('khlang.idle')
  const everyMs = Math.min(touchEveryMs, idleTimeoutMs / touchesBeforeEnd)
  let touchedAt = Date.now()
  let isTouching = false

  const extended = (): void => {
    touchedAt = Date.now()
    secondsLeft.set(null)
  }
  channel.onmessage = extended

  const touch = async (): Promise<void> => {
    if (isTouching) return
    isTouching = true
    try {
      await call('auth.touch', {}, { isTracked: false })
      extended()
      channel.postMessage('touched')
    } catch {
      // The next act tries again; an ended session is handled by the call itself.
    }
    isTouching = false
  }
  touchNow = () => void touch()

  const onAct = (): void => {
    if (secondsLeft.get() === null && Date.now() - touchedAt >= everyMs) void touch()
  }
  const check = (): void => {
    const leftMs = touchedAt + idleTimeoutMs - Date.now()
    if (leftMs <= 0) onEnd()
    else secondsLeft.set(leftMs <= warnBeforeMs ? Math.ceil(leftMs / 1000) : null)
  }
  // Whoever opens the page is there, and what it reads says nothing of that: the times begin alike.
  void touch()
  const timer = setInterval(check, 1000)
  addEventListener('keydown', onAct)
  addEventListener('pointerdown', onAct)
  addEventListener('pointermove', onAct)
  document.addEventListener('visibilitychange', check)
  return () => {
    clearInterval(timer)
    removeEventListener('keydown', onAct)
    removeEventListener('pointerdown', onAct)
    removeEventListener('pointermove', onAct)
    document.removeEventListener('visibilitychange', check)
    channel.close()
    secondsLeft.set(null)
    touchNow = () => {}
  }
}
