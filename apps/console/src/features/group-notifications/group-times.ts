export const mergeChoices = [0, 30, 60, 300, 900, 3600] as const

/** The windows to choose from, and one that was set otherwise in its place among them. Pure. */
export const choicesWith = (seconds: number): number[] =>
  [...new Set<number>([...mergeChoices, seconds])].toSorted((a, b) => a - b)

const dayMinutes = 24 * 60

function minutesOf(clock: string): number | null {
  const found = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(clock)
  return found ? Number(found[1]) * 60 + Number(found[2]) : null
}

export interface QuietSpan {
  readonly minutes: number
  /** They end on the day after. */
  readonly isOverMidnight: boolean
}

/** How long quiet hours are; null where a clock is missing, or both are the same: never quiet. Pure. */
export function quietSpan(from: string, until: string): QuietSpan | null {
  const [start, end] = [minutesOf(from), minutesOf(until)]
  if (start === null || end === null || start === end) return null
  const isOverMidnight = start > end
  return { minutes: end - start + (isOverMidnight ? dayMinutes : 0), isOverMidnight }
}
