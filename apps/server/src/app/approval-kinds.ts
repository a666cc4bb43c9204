import { employeeRole, otpReset, roleChange } from '../features/employees/approval-kinds.ts'
import type { ApprovalKinds } from '../platform/approval-kinds.ts'

/** Every kind of act that needs a second person. Source: domain 0. */
export const approvalKinds = { employeeRole, roleChange, otpReset } as const satisfies ApprovalKinds
