import type { LineTotals } from '../lines/line-shapes.ts'

/** How long lines wait, shortest first, by the names the server gives them. */
const ageKeys = ['under15Minutes', 'under1Hour', 'under1Day', 'under30Days', 'over30Days'] as const

export interface AgeBucket {
  key: string
  /** 0 is fresh, 4 is oldest: the colour of the bar. */
  step: number
  count: number
  amountMinor: number
}

/** All buckets in order, those without a line too. A name that is not known stands last. */
export function ageBuckets(ages: LineTotals['ages']): AgeBucket[] {
  const unknown = Object.keys(ages).filter((key) => !ageKeys.some((known) => known === key))
  return [...ageKeys, ...unknown].map((key, index) => ({
    key,
    step: Math.min(index, ageKeys.length - 1),
    count: ages[key]?.count ?? 0,
    amountMinor: ages[key]?.amountMinor ?? 0,
  }))
}
