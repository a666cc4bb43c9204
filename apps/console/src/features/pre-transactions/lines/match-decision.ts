/** Why a line was or was not credited by itself, as far as the stored decision can be read. */
export interface ReadDecision {
  decision: string | null
  /** Every reason against crediting by itself; keys of the texts under `why`. */
  reasons: string[]
  margin: number | null
  /** How many lines of a taught format people have linked, and how many it takes; else null. */
  learning: { confirmed: number; needed: number } | null
}

type Parts = Readonly<Record<string, unknown>>
const isParts = (value: unknown): value is Parts => typeof value === 'object' && value !== null
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** Reads the decision stored with a line. Old lines may hold another shape: what is missing is null. */
export function readDecision(stored: unknown): ReadDecision {
  if (!isParts(stored)) return { decision: null, reasons: [], margin: null, learning: null }
  const { decision, reasons, margin, learning } = stored
  return {
    decision: typeof decision === 'string' ? decision : null,
    reasons: Array.isArray(reasons) ? reasons.filter((reason) => typeof reason === 'string') : [],
    margin: numberOf(margin),
    learning: isParts(learning)
      ? { confirmed: numberOf(learning['confirmed']) ?? 0, needed: numberOf(learning['needed']) ?? 0 }
      : null,
  }
}
