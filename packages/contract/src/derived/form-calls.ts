import type { CallName } from '../calls.ts'

/** Calls that a form of the console fills in: only their fields stand in the field table, for the browser. */
export const formCalls = [
  'approvals.settle',
  'auth.changePassword',
  'auth.confirmOtp',
  'auth.replaceOtp',
  'employees.create',
  'employees.setRole',
  'employees.update',
  'groupNotifications.create',
  'groupNotifications.update',
  'listViews.create',
  'members.addNote',
  'members.changeAccount',
  'members.create',
  'members.update',
  'notifications.create',
  'preTransactions.approve',
  'preTransactions.createDeposit',
  'preTransactions.createPending',
  'preTransactions.createWithdrawal',
  'preTransactions.link',
  'preTransactions.reject',
  'preTransactions.rejectDeposit',
  'preTransactions.resolveUnknown',
  'roles.create',
  'roles.update',
] as const satisfies readonly CallName[]
export type FormCall = (typeof formCalls)[number]
