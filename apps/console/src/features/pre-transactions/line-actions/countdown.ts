/** The time from `nowMs` until an instant (RFC 3339) as minutes and seconds, `9:41`; null once it is over. */
export function countdownText(until: string, nowMs: number): string | null {
  const seconds = Math.ceil((Date.parse(until) - nowMs) / 1000)
  if (!(seconds > 0)) return null
  return `${Math.trunc(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
