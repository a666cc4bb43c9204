import { payoutFuse } from '../features/dashboard/approval-kinds.ts'
import { restoredRelease } from '../features/dashboard/restored.ts'
import { deviceTrust } from '../features/devices/approval-kinds.ts'
import { employeeLimits, employeeRole, otpReset, roleChange } from '../features/employees/approval-kinds.ts'
import { groupPlace } from '../features/group-notifications/approval-kinds.ts'
import { memberAccountChange } from '../features/members/approval-kinds.ts'
import { manualCredit, manualDeposit } from '../features/manual-credits/approval-kinds.ts'
import { lineLink } from '../features/matching/approval-kinds.ts'
import { ownTransfer } from '../features/own-transfers/approval-kinds.ts'
import { gatewaySetup } from '../features/payment-gateways/approval-kinds.ts'
import { bankAccountAdd } from '../features/payment-autos/new-account.ts'
import { bankAccountThaw } from '../features/payment-autos/approval-kinds.ts'
import { depositUnlink, manualCreditReversal } from '../features/reversals/approval-kinds.ts'
import { withdrawalApproval } from '../features/withdrawals/approval-kinds.ts'
import { kindsByName } from '../platform/approvals/approval-kinds.ts'

/** Every kind of act that needs a second person. Source: domain 0. */
export const approvalKinds = kindsByName({
  employeeRole,
  employeeLimits,
  roleChange,
  otpReset,
  memberAccountChange,
  manualDeposit,
  manualCredit,
  manualCreditReversal,
  depositUnlink,
  lineLink,
  withdrawalApproval,
  payoutFuse,
  restoredRelease,
  groupPlace,
  bankAccountThaw,
  bankAccountAdd,
  deviceTrust,
  ownTransfer,
  gatewaySetup,
})
