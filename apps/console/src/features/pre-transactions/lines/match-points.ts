import type { Signal } from './line-shapes.ts'

/** A reason with its points as a chip shows it. `key` is the key of its text under `signals`. */
export interface PointsChip {
  key: string
  points: number
  values: Record<string, string | number>
}

/**
 * The reasons of a score, strongest first. They sum to the score: points no known reason explains get a
 * chip of their own, so that nobody reads a sum that is not one.
 */
export function pointsChips(signals: readonly Signal[], score: number): PointsChip[] {
  const chips = signals.map(chipOf).toSorted((a, b) => b.points - a.points)
  const rest = score - signals.reduce((sum, signal) => sum + signal.points, 0)
  return rest === 0 ? chips : [...chips, { key: 'rest', points: rest, values: {} }]
}

function chipOf({ code, points, detail }: Signal): PointsChip {
  const values = { ...detail }
  if (typeof values['similarity'] === 'number') {
    values['percent'] = Math.round(values['similarity'] * 100)
  }
  if (code === 'requestTime' && typeof values['seconds'] === 'number') {
    values['minutes'] = Math.max(1, Math.round(values['seconds'] / 60))
    return { key: values['seconds'] < 60 ? 'requestTimeNow' : code, points, values }
  }
  if (code === 'payerName' && points < 0) return { key: 'payerNameOther', points, values }
  return { key: code, points, values }
}

/** Points with their sign: `+40`, `-30` (a real minus sign, so that it stands out). */
export const signed = (points: number): string => (points < 0 ? `−${-points}` : `+${points}`)
