import type { employees } from '@khlang/contract/employees.ts'
import type { Context } from '../../platform/call/context.ts'
import { employeeLimits, limitsOf } from './approval-kinds.ts'
import type { OwnLimits } from './rights.ts'

/**
 * Asks for other limits of a person, lowered or raised; the same as before ask for nothing.
 * @throws conflict when such a request already waits
 */
export async function askLimits(
  { input, ask }: Context<typeof employees.update>,
  person: { id: string; approval_limit_minor: number | null; adjustment_per_day_minor: number | null },
  after: OwnLimits,
) {
  const before = limitsOf(person)
  if (
    before.approvalLimitMinor === after.approvalLimitMinor &&
    before.adjustmentPerDayMinor === after.adjustmentPerDayMinor
  )
    return { state: 'done' as const, approvalId: null }
  const asking = { reason: input.reason, before, audit: { before, after } }
  return ask(employeeLimits, { employeeId: person.id, ...after }, asking)
}
