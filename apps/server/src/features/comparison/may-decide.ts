import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { compareDecisions } from '@khlang/contract/values/value-lists.ts'
import { matchingUpdate } from '@khlang/contract/pre-transactions/shapes.ts'
import type { preTransactionReconcile } from '@khlang/contract/pre-transactions/reconcile.ts'
import { mayCall, type EmployeeActor } from '../../platform/people/actor.ts'
import { feeMaxMinor, type Side } from './day-shapes.ts'

export type CompareRow = HandlerOutput<
  typeof preTransactionReconcile.reconcileDepositList
>['records'][number]
export type CompareDecision = (typeof compareDecisions)[number]

const settable: ReadonlySet<string> = new Set([
  'suggested',
  'unmatched',
  'unlinked',
  'waiting',
  'quarantined',
])

/** Whether a person may make a decision of this kind: what the screen of matching does needs its right. */
export const mayMake = (actor: EmployeeActor, decision: CompareDecision, side: Side): boolean =>
  !(decision === 'ignore' || decision === 'fee' || (decision === 'link' && side === 'deposit')) ||
  mayCall(actor, matchingUpdate)

/** What may be decided on a row as it stands; who may do it is judged apart. Pure. */
export function decisionsOf(row: Omit<CompareRow, 'decisions'>, side: Side): CompareDecision[] {
  const { line, record } = row
  const isLineOpen = line !== null && line.chain !== 'hint' && settable.has(line.state)
  const isExact = line !== null && record !== null && line.amountMinor === record.amountMinor
  const mayTie =
    isLineOpen &&
    (side === 'deposit'
      ? record?.kind === 'deposit' && row.class !== 'dataMismatch'
      : isExact && record.kind === 'withdrawal' && ['unknown', 'paid'].includes(record.state))
  return [
    'note' as const,
    ...(row.isOpen ? ['force' as const] : []),
    ...(isLineOpen && record === null ? ['ignore' as const] : []),
    ...(isLineOpen && record === null && line.direction === 'out' && line.amountMinor <= feeMaxMinor
      ? ['fee' as const]
      : []),
    ...(mayTie ? ['link' as const] : []),
  ]
}
