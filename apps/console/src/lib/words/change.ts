import { formatBps, formatCount, formatMoney } from './formats.ts'

export interface Change {
  readonly direction: 'up' | 'down' | 'same'
  /** `+12.5%`, `-3%`, `0%`; else by how much they differ: `+฿1,200.00`. */
  readonly text: string
}

const formats = { money: formatMoney, count: formatCount }

/** Whether a share says something: not of nothing, and of a loss only while there is one. */
const isShared = (now: number, before: number): boolean => (before > 0 ? now >= 0 : before < 0 && now < 0)

/**
 * A figure against the same of an earlier time, as a share of it; where that says nothing, as the difference.
 * Source: domain §4.2. Pure.
 */
export function changeOf(now: number, before: number, kind: keyof typeof formats): Change {
  const difference = now - before
  const text = isShared(now, before)
    ? formatBps(Math.round((difference / Math.abs(before)) * 10_000))
    : formats[kind](difference)
  const direction = difference > 0 ? 'up' : difference < 0 ? 'down' : 'same'
  return { direction, text: difference > 0 ? `+${text}` : text }
}

/** Green where a change is good for the company, red where it is bad; nothing where more is neither. Pure. */
export function toneOf({ direction }: Change, isMoreGood: boolean | null): 'green' | 'red' | undefined {
  if (isMoreGood === null || direction === 'same') return undefined
  return (direction === 'up') === isMoreGood ? 'green' : 'red'
}
