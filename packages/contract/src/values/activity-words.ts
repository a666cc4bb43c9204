/** What became of a request that needed a second person, and that it was asked for. */
const outcomes = ['asked', 'approved', 'rejected', 'withdrawn'] as const
export type Outcome = (typeof outcomes)[number]

/**
 * The kind and the outcome in the name of an act by which a request was decided: `roleChangeApproved` is
 * the kind `roleChange`, approved. Null for every other act.
 */
export function settledOf(action: string): { readonly kind: string; readonly outcome: Outcome } | null {
  const [, kind, end] = /^(\w+)(Asked|Approved|Rejected|Withdrawn)$/.exec(action) ?? []
  const outcome = outcomes.find((each) => each === end?.toLowerCase())
  return kind === undefined || outcome === undefined ? null : { kind, outcome }
}
