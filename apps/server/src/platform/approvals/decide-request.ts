import { encodeId } from '@khlang/contract/values/values.ts'
import type { ApprovalKind, ExecutionContext } from './approval-kinds.ts'
import { decideApproval, type DecidedApproval, type Decision } from './approvals.ts'

/** What the rows of the log about a request say of it, so that they tell it without the request. */
export const auditOf = (asked: {
  readonly id: string
  readonly amountMinor: number | null
  readonly entityName: string | null
  readonly askedBy: string
  readonly reason: string
}) => ({
  ...(asked.amountMinor === null ? {} : { amountMinor: asked.amountMinor }),
  ...(asked.entityName === null ? {} : { entityName: asked.entityName }),
  askedBy: asked.askedBy,
  ...(asked.reason === '' ? {} : { askedReason: asked.reason }),
  approvalId: encodeId('approval', asked.id),
})

type Wanted = Pick<Decision, 'id' | 'isApproved' | 'comment' | 'documentHash' | 'prove'> & {
  /** How the thing is called that the request is about, for the log. */
  readonly entityName: string | null
}

/**
 * Decides a request and records it, whichever button it was that was pressed. The caller executes what was
 * approved, in the same transaction.
 */
export async function decideRequest(
  { tx, actor, record }: Pick<ExecutionContext, 'tx' | 'actor' | 'record'>,
  kind: ApprovalKind,
  { entityName, ...wanted }: Wanted,
): Promise<DecidedApproval> {
  const decided = await decideApproval(tx, { ...wanted, actor, needs: { ...kind, kinds: [kind.kind] } })
  const outcome = wanted.isApproved ? 'Approved' : 'Rejected'
  const isFirstOfTwo = decided.state === 'awaitingSecond'
  await record({
    ...decided.about,
    action: isFirstOfTwo ? 'approvalChecked' : `${kind.log.name}${outcome}`,
    reason: wanted.comment === '' ? null : wanted.comment,
    detail: { ...auditOf({ ...decided, entityName }), documentHash: decided.documentHash },
  })
  return decided
}
