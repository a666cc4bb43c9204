const zoneMs = 7 * 3_600_000

/** What a clock in Bangkok shows, as a field of date and time has it: `2026-11-28T09:30`. */
export const clockText = (instant: string): string =>
  new Date(Date.parse(instant) + zoneMs).toISOString().slice(0, 16)

/** The moment of such a text; null where it is none. */
export function instantOfClock(text: string): string | null {
  const ms = Date.parse(`${text}:00Z`) - zoneMs
  return Number.isFinite(ms) ? new Date(ms).toISOString() : null
}
