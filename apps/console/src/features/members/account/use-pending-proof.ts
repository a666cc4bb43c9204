import { useClearDifferences } from '../../../lib/call/approval-proof.ts'
import { useQueryCall } from '../../../lib/call/query.ts'
import type { Revealed } from '../use-reveal.tsx'

const numberOf = (side: unknown): string | null =>
  typeof side === 'object' && side !== null && 'accountNo' in side ? String(side.accountNo) : null

/** What whoever decides on a waiting change compares: both numbers whole, and whether there is a picture. */
export function usePendingProof(approvalId: string | undefined): {
  readonly numbers: Pick<Revealed, 'pending'> | null
  readonly hasEvidence: boolean
} {
  const id = approvalId ?? ''
  const { data } = useQueryCall(
    'approvals.get',
    { id },
    { isEnabled: approvalId !== undefined, isTracked: false, live: 'approval' },
  )
  const { differences } = useClearDifferences(id, data?.mayReveal === true)
  const account = differences?.find(({ field }) => field === 'account')
  const after = numberOf(account?.after)
  const numbers = after === null ? null : { pending: { id, before: numberOf(account?.before), after } }
  return { numbers, hasEvidence: typeof data?.evidenceSha256 === 'string' }
}
