import { payoutFuse } from '../features/dashboard/approval-kinds.ts'
import { restoredRelease } from '../features/dashboard/restored.ts'
import { employeeLimits, employeeRole, otpReset, roleChange } from '../features/employees/approval-kinds.ts'
import { groupPlace } from '../features/group-notifications/approval-kinds.ts'
import { memberAccountChange } from '../features/members/approval-kinds.ts'
import {
  depositUnlink,
  lineLink,
  manualCredit,
  manualDeposit,
} from '../features/matching/approval-kinds.ts'
import { manualCreditReversal } from '../features/reversals/typed-reversal.ts'
import { kindsByName } from '../platform/approval-kinds.ts'
import { fromFormer } from '../platform/former-kinds.ts'

/** Every kind of act that needs a second person. Source: domain 0. */
export const approvalKinds = kindsByName({
  employeeRole,
  employeeLimits,
  roleChange,
  otpReset,
  memberAccountChange,
  manualDeposit: fromFormer('manualDeposit', manualDeposit),
  manualCredit: fromFormer('manualCredit', manualCredit),
  manualCreditReversal: fromFormer('manualCreditReversal', manualCreditReversal),
  depositUnlink: fromFormer('depositUnlink', depositUnlink),
  lineLink: fromFormer('lineLink', lineLink),
  payoutFuse,
  restoredRelease,
  groupPlace,
})
