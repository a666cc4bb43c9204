/**
 * How long answers took, counted within bounds, so that what several processes and hours counted adds up: of
 * such sums a percentile is known to the bound. In milliseconds; what takes longer counts with the last one.
 */
export const latencyBoundsMs = [
  1, 2, 3, 5, 7, 10, 15, 20, 30, 40, 50, 60, 80, 100, 150, 200, 300, 500, 700, 1000, 1500, 2000, 3000, 5000,
  10_000, 30_000,
] as const

/** Within which bound a time is. Pure. */
export function boundOf(ms: number): number {
  const at = latencyBoundsMs.findIndex((bound) => ms <= bound)
  return at === -1 ? latencyBoundsMs.length - 1 : at
}

/** Within so many milliseconds 95 of a hundred were answered; null of nothing. Pure. */
export function p95Of(within: readonly number[]): number | null {
  const all = within.reduce((sum, each) => sum + each, 0)
  let seen = 0
  for (const [at, count] of within.entries()) {
    seen += count
    if (all > 0 && seen * 100 >= all * 95) return latencyBoundsMs[at] ?? null
  }
  return null
}
