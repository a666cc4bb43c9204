/** Minutes since midnight of a clock time: `22:30:00`. Pure. */
const minutesOf = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

const dayMs = 86_400_000
const minuteMs = 60_000
/** Bangkok has no summer time. */
const bangkokMs = 7 * 3_600_000

/**
 * When a message may go out: now, or at the end of the quiet hours that it falls into. Hours over midnight
 * (22:00 to 07:00) are quiet too. Pure.
 * @returns ms since 1970
 */
export function mayGoAt(nowMs: number, quiet: { from: string; until: string } | null): number {
  if (quiet === null) return nowMs
  const [from, until] = [minutesOf(quiet.from), minutesOf(quiet.until)]
  const midnight = Math.floor((nowMs + bangkokMs) / dayMs) * dayMs - bangkokMs
  const minute = (nowMs - midnight) / minuteMs
  const isOver = from > until
  const isQuiet = isOver ? minute >= from || minute < until : minute >= from && minute < until
  if (!isQuiet) return nowMs
  const end = midnight + until * minuteMs
  return isOver && minute >= from ? end + dayMs : end
}

export interface Filter {
  readonly events: readonly string[]
  readonly minAmountMinor: number | null
  readonly banks: readonly string[]
}

/** Whether a group wants to hear of an event. An event without amount or bank passes those filters. Pure. */
export function wants(
  filter: Filter,
  event: { code: string; amountMinor: number | null; bank: string | null },
): boolean {
  const { events, minAmountMinor, banks } = filter
  if (!events.includes(event.code)) return false
  if (minAmountMinor !== null && event.amountMinor !== null && event.amountMinor < minAmountMinor)
    return false
  return banks.length === 0 || event.bank === null || banks.includes(event.bank)
}

/** A place that did not answer once is tried again after this; from then on the worker says when. */
export const firstRetryMs = 10_000
/** A message that nobody took for so long is given up. */
export const givenUpAfterMs = dayMs
