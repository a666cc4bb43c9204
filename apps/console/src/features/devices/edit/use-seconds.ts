import { useEffect, useState } from 'react'

/** How many seconds are left until a moment, counted down each second; 0 once it is over. */
export function useSecondsUntil(instant: string): number {
  const endMs = Date.parse(instant)
  const left = () => Math.max(0, Math.ceil((endMs - Date.now()) / 1000))
  const [seconds, setSeconds] = useState(left)
  useEffect(() => {
    const tick = () => setSeconds(Math.max(0, Math.ceil((endMs - Date.now()) / 1000)))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [endMs])
  return seconds
}
