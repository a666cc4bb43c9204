import { activityLogHandlers } from '../features/activity-logs/handlers.ts'
import { approvalHandlers } from '../features/approvals/handlers.ts'
import { authHandlers } from '../features/auth/handlers.ts'
import { distributorHandlers } from '../features/distributors/handlers.ts'
import { gameCatalogueHandlers } from '../features/game-catalogue/handlers.ts'
import { betReportHandlers } from '../features/bet-reports/handlers.ts'
import { autoApiHandlers } from '../features/auto-api/handlers.ts'
import { comparisonHandlers } from '../features/comparison/handlers.ts'
import { creditTransactionHandlers } from '../features/credit-transactions/handlers.ts'
import { dashboardHandlers } from '../features/dashboard/handlers.ts'
import { deviceHandlers } from '../features/devices/handlers.ts'
import { employeeHandlers } from '../features/employees/handlers.ts'
import { roleHandlers } from '../features/employees/roles.ts'
import { exportHandlers } from '../features/exports/handlers.ts'
import { backgroundJobHandlers } from '../features/background-jobs/handlers.ts'
import { groupNotificationHandlers } from '../features/group-notifications/handlers.ts'
import { listViewHandlers } from '../features/list-views/handlers.ts'
import { memberApiHandlers } from '../features/member-api/handlers.ts'
import { ownTransferHandlers } from '../features/own-transfers/handlers.ts'
import { paymentAutoHandlers } from '../features/payment-autos/handlers.ts'
import { reconcileHandlers } from '../features/reconcile/handlers.ts'
import { paymentGatewayHandlers } from '../features/payment-gateways/handlers.ts'
import { reportHandlers } from '../features/reports/handlers.ts'
import { notificationHandlers } from '../features/notifications/handlers.ts'
import { statementFileHandlers } from '../features/statement-files/handlers.ts'
import { manualHandlers } from '../features/manual-credits/handlers.ts'
import { typedReversalHandlers } from '../features/reversals/typed-reversal.ts'
import { taughtFormatHandlers } from '../features/taught-formats/handlers.ts'
import { slipHandlers } from '../features/slips/handlers.ts'
import { slipServiceHandlers } from '../features/slips/service-handlers.ts'
import { matchingHandlers } from '../features/matching/handlers.ts'
import { queueHandlers } from '../features/queue/handlers.ts'
import { requestHandlers } from '../features/withdrawals/handlers.ts'
import { memberHandlers } from '../features/members/handlers.ts'
import { websiteHandlers } from '../features/website/handlers.ts'
import type { AnyHandler } from '../platform/call/context.ts'
import type { HandlerTables } from './http/adapter.ts'
import { approvalKinds } from './approval-kinds.ts'
import { jobKinds } from './job-kinds.ts'

/** The stream is written by the adapter itself; a call needs a handler all the same. */
const stream: AnyHandler = () => Promise.resolve({})

/** Every area's handlers. Each table is checked against its contract where it is written. */
export const handlers: HandlerTables = {
  activityLogs: activityLogHandlers,
  approvals: approvalHandlers(approvalKinds),
  auth: authHandlers,
  autoApi: autoApiHandlers,
  betReports: betReportHandlers,
  backgroundJobs: backgroundJobHandlers(jobKinds),
  creditTransactions: creditTransactionHandlers,
  dashboard: dashboardHandlers,
  devices: deviceHandlers,
  employees: employeeHandlers,
  exports: exportHandlers,
  gameCatalogue: gameCatalogueHandlers,
  distributors: distributorHandlers,
  groupNotifications: groupNotificationHandlers,
  listViews: listViewHandlers,
  live: { events: stream },
  members: memberHandlers,
  memberApi: memberApiHandlers,
  roles: roleHandlers,
  notifications: notificationHandlers,
  ownTransfers: ownTransferHandlers,
  taughtFormats: taughtFormatHandlers,
  paymentAutos: paymentAutoHandlers,
  reconcile: reconcileHandlers,
  reports: reportHandlers,
  statementFiles: statementFileHandlers,
  paymentGateways: { ...paymentGatewayHandlers, ...slipServiceHandlers },
  preTransactions: {
    ...queueHandlers,
    ...matchingHandlers,
    ...slipHandlers,
    ...manualHandlers,
    ...requestHandlers,
    ...typedReversalHandlers,
    ...comparisonHandlers,
  },
  website: websiteHandlers,
}
