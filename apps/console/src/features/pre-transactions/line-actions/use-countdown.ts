import { useEffect, useState } from 'react'
import { countdownText } from './countdown.ts'

/** The time left until an instant as `9:41`, moving every second; null once it is over. */
export function useCountdown(until: string): string | null {
  const [nowMs, setNowMs] = useState(() => Date.now())
  const text = countdownText(until, nowMs)
  const isOver = text === null
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNowMs(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isOver])
  return text
}
