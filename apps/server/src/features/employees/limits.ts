import type { employees } from '@khlang/contract/employees.ts'
import { encodeId } from '@khlang/contract/values.ts'
import { requestApproval } from '../../platform/approvals.ts'
import type { Context } from '../../platform/context.ts'
import { carryOutEmployeeLimits, employeeLimits, limitsOf, type EmployeeLimits } from './approval-kinds.ts'
import type { OwnLimits } from './rights.ts'

interface AskedLimits {
  readonly status: 'done' | 'pending'
  readonly approvalId: string | null
  /** Somebody alone: they count already. */
  readonly isCarriedOut: boolean
}

/**
 * Asks for other limits of a person, lowered or raised; the same as before ask for nothing.
 * @throws conflict when such a request already waits
 */
export async function askLimits(
  context: Context<typeof employees.update>,
  person: { id: string; approval_limit_minor: number | null; adjustment_per_day_minor: number | null },
  after: OwnLimits,
): Promise<AskedLimits> {
  const { tx, input, actor, settings, record, announce } = context
  const before = limitsOf(person)
  if (
    before.approvalLimitMinor === after.approvalLimitMinor &&
    before.adjustmentPerDayMinor === after.adjustmentPerDayMinor
  )
    return { status: 'done', approvalId: null, isCarriedOut: false }
  const document: EmployeeLimits = { employeeId: person.id, ...after }
  const { reason } = input
  const entityId = encodeId('employee', person.id)
  const asked = await requestApproval(tx, {
    kind: 'employeeLimits',
    entity: 'employee',
    entityId,
    document,
    before,
    reason,
    actor,
    settings,
    requires: employeeLimits.requires,
  })
  const detail = { approvalId: encodeId('approval', asked.id), soleOwner: asked.isSoleOwner }
  await record({ entity: 'employee', entityId, action: 'limitsAsked', reason, before, after, detail })
  if (asked.state === 'pending') {
    await announce('employee', entityId)
    return { status: 'pending', approvalId: asked.id, isCarriedOut: false }
  }
  await carryOutEmployeeLimits(context, { approvalId: asked.id, makerId: actor.id, document })
  return { status: 'done', approvalId: asked.id, isCarriedOut: true }
}
