import type { DayRecord } from './day-shapes.ts'

const partsKey = ({ kind, id, lineId, phase }: DayRecord): string =>
  kind === 'deposit' && phase === 'booked' && lineId !== null ? `line ${lineId}` : id

/**
 * The parts of a line that was given out to several members, as the one record that the line proves: only a
 * split ties several deposits to one line. Pure.
 */
export function joinedParts(records: readonly DayRecord[]): DayRecord[] {
  return [...Map.groupBy(records, partsKey).values()].flatMap((parts) => {
    const [first] = parts.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    if (first === undefined) return []
    if (parts.length === 1) return [first]
    return [
      {
        ...first,
        amountMinor: parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
        atMs: Math.min(...parts.map(({ atMs }) => atMs)),
        refs: parts.flatMap(({ refs }) => refs),
        memberId: null,
        isAgreed: true,
      },
    ]
  })
}
