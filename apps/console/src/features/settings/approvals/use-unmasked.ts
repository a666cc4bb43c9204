import { useClearDifferences } from '../../../lib/call/approval-proof.ts'
import type { Approval, Difference } from './approval-words.ts'

/** What is shown in part, whole; what is kept from who may not decide comes behind. Pure. */
const unmasked = (masked: readonly Difference[], clear: readonly Difference[]): Difference[] => [
  ...masked.map((each) => clear.find(({ field }) => field === each.field) ?? each),
  ...clear.filter(({ field }) => masked.every((each) => each.field !== field)),
]

/** What a request changes, with nothing masked for who may decide it. */
export function useUnmasked({ id, mayReveal, differences }: Approval) {
  const clear = useClearDifferences(id, mayReveal)
  return { shown: unmasked(differences, clear.differences ?? []), error: clear.error }
}
