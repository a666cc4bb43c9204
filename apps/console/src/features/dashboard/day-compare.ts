import { formatBps } from '../../lib/words/formats.ts'

export interface Comparison {
  direction: 'up' | 'down' | 'same'
  /** Change in basis points; null where the day before had nothing to compare with. */
  bps: number | null
}

/** A figure of a day against the same of the day before. Source: domain §4.2 (null when the base is 0). */
export function compare(now: number, before: number): Comparison {
  const direction = now > before ? 'up' : now < before ? 'down' : 'same'
  if (before === 0) return { direction, bps: null }
  return { direction, bps: Math.round(((now - before) / Math.abs(before)) * 10_000) }
}

/** `+12.5%`, `-3%`, `0%`; a dash where there is no base. */
export function changeText({ bps }: Comparison): string {
  if (bps === null) return '–'
  return bps > 0 ? `+${formatBps(bps)}` : formatBps(bps)
}

/** `YYYY-MM-DD` some days later or, with a minus, earlier. */
export function dayAfter(on: string, days: number): string {
  return new Date(Date.parse(`${on}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
