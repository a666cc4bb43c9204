import { payoutFuse } from '../features/dashboard/approval-kinds.ts'
import { employeeLimits, employeeRole, otpReset, roleChange } from '../features/employees/approval-kinds.ts'
import { memberAccountChange } from '../features/members/approval-kinds.ts'
import { depositUnlink, manualCredit, manualDeposit } from '../features/pre-transactions/approval-kinds.ts'
import type { ApprovalKinds } from '../platform/approval-kinds.ts'

/** Every kind of act that needs a second person. Source: domain 0. */
export const approvalKinds = {
  employeeRole,
  employeeLimits,
  roleChange,
  otpReset,
  memberAccountChange,
  manualDeposit,
  manualCredit,
  depositUnlink,
  payoutFuse,
} as const satisfies ApprovalKinds
