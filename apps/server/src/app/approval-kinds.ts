import { reconcileForceDeposit, reconcileForceWithdraw } from '../features/comparison/approval-kinds.ts'
import { payoutFuse } from '../features/dashboard/approval-kinds.ts'
import { restoredRelease } from '../features/dashboard/restored.ts'
import { deviceTrust } from '../features/devices/approval-kinds.ts'
import { employeeLimits, employeeRole, otpReset, roleChange } from '../features/employees/approval-kinds.ts'
import { groupPlace } from '../features/group-notifications/approval-kinds.ts'
import { memberAccountChange } from '../features/members/approval-kinds.ts'
import { manualCredit, manualDeposit } from '../features/manual-credits/approval-kinds.ts'
import { lineLink } from '../features/matching/approval-kinds.ts'
import { lineRefund } from '../features/matching/refunds/approval-kind.ts'
import { lineSplit } from '../features/matching/splits/approval-kind.ts'
import { lineBooking, lineUnbook } from '../features/matching/bookings/approval-kinds.ts'
import { lineSettlement, lineUnsettle } from '../features/matching/settlements/approval-kinds.ts'
import { lineInvoice, lineUninvoice } from '../features/matching/invoices/approval-kinds.ts'
import { lineUnpay } from '../features/matching/unpay/approval-kinds.ts'
import { lineMerge, lineUnmerge } from '../features/matching/merges/approval-kinds.ts'
import { bookingRule } from '../features/matching/bookings/rule-kind.ts'
import { blacklistRemoval } from '../features/matching/blacklist/approval-kind.ts'
import { ownTransfer } from '../features/own-transfers/approval-kinds.ts'
import {
  distributorContract,
  distributorInvoice,
  distributorSetup,
} from '../features/distributors/approval-kinds.ts'
import { betVoid } from '../features/bet-reports/void-kind.ts'
import { gameProviderSetup } from '../features/game-catalogue/approval-kinds.ts'
import { gatewaySetup } from '../features/payment-gateways/approval-kinds.ts'
import { bankAccountAdd } from '../features/payment-autos/new-account.ts'
import { bankAccountChange } from '../features/payment-autos/change-account.ts'
import { bankAccountSwitch } from '../features/payment-autos/switches.ts'
import { bankAccountClose } from '../features/payment-autos/close-account.ts'
import { bankAccountThaw } from '../features/payment-autos/approval-kinds.ts'
import { dayClose, dayReopen } from '../features/reconcile/approval-kinds.ts'
import { taughtFormat } from '../features/taught-formats/approval-kinds.ts'
import {
  depositUnlink,
  gatewayCreditReversal,
  manualCreditReversal,
} from '../features/reversals/approval-kinds.ts'
import { slipService } from '../features/slips/service-setup.ts'
import { settingsChange, settingsGuardChange } from '../features/website/approval-kinds.ts'
import { statementFile } from '../features/statement-files/approval-kinds.ts'
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
  gatewayCreditReversal,
  depositUnlink,
  lineLink,
  withdrawalApproval,
  payoutFuse,
  restoredRelease,
  groupPlace,
  bankAccountThaw,
  bankAccountSwitch,
  bankAccountAdd,
  bankAccountChange,
  bankAccountClose,
  deviceTrust,
  ownTransfer,
  dayClose,
  dayReopen,
  settingsChange,
  settingsGuardChange,
  statementFile,
  reconcileForceDeposit,
  reconcileForceWithdraw,
  taughtFormat,
  slipService,
  lineRefund,
  lineSplit,
  lineBooking,
  lineUnbook,
  lineSettlement,
  lineUnsettle,
  lineInvoice,
  lineUninvoice,
  lineMerge,
  lineUnmerge,
  lineUnpay,
  bookingRule,
  blacklistRemoval,
  gatewaySetup,
  gameProviderSetup,
  betVoid,
  distributorSetup,
  distributorContract,
  distributorInvoice,
})
