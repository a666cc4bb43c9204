import { activityLogs } from './activity-logs.ts'
import { approvals } from './approvals.ts'
import { auth } from './auth.ts'
import { autoApi } from './auto-api.ts'
import { betReports } from './play/bet-reports.ts'
import { backgroundJobs } from './background-jobs.ts'
import { creditTransactions } from './credit-transactions.ts'
import { dashboard } from './dashboard.ts'
import { distributors } from './play/distributors.ts'
import { devices } from './payments/devices.ts'
import type { CallTable } from './kit/define.ts'
import { employees } from './employees.ts'
import { exports } from './exports.ts'
import { gameCatalogue } from './play/game-catalogue.ts'
import { groupNotifications } from './group-notifications.ts'
import { listViews } from './list-views.ts'
import { live } from './live.ts'
import { memberApi } from './member-api.ts'
import { members } from './members.ts'
import { notifications } from './notifications.ts'
import { ownTransfers } from './payments/own-transfers.ts'
import { paymentAutos } from './payments/payment-autos.ts'
import { paymentGateways } from './payments/payment-gateways.ts'
import { preTransactions } from './pre-transactions.ts'
import { reports } from './play/reports.ts'
import { reconcile } from './reconcile.ts'
import { roles } from './roles.ts'
import { website } from './website/website.ts'
import { statementFiles } from './payments/statement-files.ts'
import { taughtFormats } from './pre-transactions/taught-formats.ts'

/** Every call of the product by area. What is not here is not served. */
export const calls = {
  auth,
  live,
  dashboard,
  members,
  preTransactions,
  creditTransactions,
  autoApi,
  memberApi,
  employees,
  roles,
  approvals,
  activityLogs,
  notifications,
  groupNotifications,
  listViews,
  exports,
  backgroundJobs,
  paymentAutos,
  paymentGateways,
  devices,
  ownTransfers,
  reconcile,
  website,
  statementFiles,
  taughtFormats,
  betReports,
  gameCatalogue,
  reports,
  distributors,
} as const satisfies Record<string, CallTable>

type Calls = typeof calls
export type AreaName = keyof Calls
/** `members.list`: the name of a call across contract, server, client and logs. */
export type CallName = { [A in AreaName]: `${A}.${keyof Calls[A] & string}` }[AreaName]
export type CallOf<N extends CallName> = N extends `${infer A}.${infer C}`
  ? A extends AreaName
    ? C extends keyof Calls[A]
      ? Calls[A][C]
      : never
    : never
  : never

type SubjectOf<C> = C extends { readonly subject: infer S } ? S : never
/** What stands in paths: who sees one, `platform/people/visibility.ts` of the server says. */
export type Subject = { [N in CallName]: SubjectOf<CallOf<N>> }[CallName]
