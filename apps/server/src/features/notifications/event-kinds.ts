import type { EventCode, Severity } from '@khlang/contract/values/event-codes.ts'
import type { ResourceRequires } from '@khlang/contract/kit/permissions.ts'

interface EventKind {
  readonly severity: Severity
  /** Whose inbox it comes into: who holds these flags. Absent: only chat groups hear of it. */
  readonly inbox?: ResourceRequires
}

const requests: ResourceRequires = { pretransactionRequest: ['isRead'] }
const matching: ResourceRequires = { pretransactionNotMatch: ['isRead'] }
const accounts: ResourceRequires = { paymentAuto: ['isRead'] }
const people: ResourceRequires = { employeeManagement: ['isRead'] }

/** How loud each kind of event is, and whose business. Routine money is not: the queue shows it. */
export const eventKinds: Readonly<Record<EventCode, EventKind>> = {
  'member.registered': { severity: 'info' },
  'member.first_deposit': { severity: 'info' },
  'deposit.credited': { severity: 'info' },
  'deposit.large': { severity: 'info', inbox: { pretransactionDepositWithdraw: ['isRead', 'isUpdate'] } },
  'deposit.unmatched': { severity: 'warn' },
  'deposit.quarantined': { severity: 'warn', inbox: matching },
  'withdraw.requested': { severity: 'info' },
  'withdraw.held': { severity: 'warn' },
  'withdraw.approved': { severity: 'info' },
  'withdraw.paid': { severity: 'info' },
  'withdraw.failed': { severity: 'warn', inbox: requests },
  'withdraw.unknown': { severity: 'critical', inbox: requests },
  'withdraw.large': { severity: 'warn', inbox: requests },
  'transfer.pending': { severity: 'info', inbox: { paymentAutoTransfer: ['isUpdate'] } },
  'transfer.done': { severity: 'info' },
  'bank.balance_low': { severity: 'warn', inbox: accounts },
  'bank.balance_high': { severity: 'warn', inbox: accounts },
  'bank.silent': { severity: 'critical', inbox: { pretransactionDepositWithdraw: ['isRead'] } },
  'bank.chain_gap': { severity: 'warn', inbox: matching },
  'bank.frozen': { severity: 'critical', inbox: accounts },
  'device.offline': { severity: 'warn', inbox: { deviceManagement: ['isRead'] } },
  'device.low_battery': { severity: 'warn', inbox: { deviceManagement: ['isRead'] } },
  'device.clock_off': { severity: 'warn', inbox: { deviceManagement: ['isRead'] } },
  'device.app_old': { severity: 'warn', inbox: { deviceManagement: ['isRead'] } },
  'device.no_messages': { severity: 'warn', inbox: { deviceManagement: ['isRead'] } },
  'device.disagree': { severity: 'warn', inbox: { deviceManagement: ['isRead'] } },
  'gateway.down': { severity: 'critical', inbox: { paymentGateway: ['isRead'] } },
  'gateway.mismatch': { severity: 'critical', inbox: { paymentGateway: ['isRead'] } },
  'provider.mismatch': { severity: 'critical', inbox: { providerDashboard: ['isRead'] } },
  'provider.owed': { severity: 'critical', inbox: { betReport: ['isRead'] } },
  'provider.down': { severity: 'critical', inbox: { providerDashboard: ['isRead'] } },
  'provider.low_balance': { severity: 'warn', inbox: { providerDashboard: ['isRead'] } },
  'play.rtp_drift': { severity: 'warn', inbox: { betReport: ['isRead'] } },
  'play.unusual_win': { severity: 'warn', inbox: { betReport: ['isRead'] } },
  'promo.claimed': { severity: 'info' },
  'promo.quota_low': { severity: 'warn', inbox: { promotionManagement: ['isRead'] } },
  'promo.budget_out': { severity: 'warn', inbox: { promotionManagement: ['isRead'] } },
  'cashback.run': { severity: 'info', inbox: { refundManagement: ['isRead'] } },
  'affiliate.run': { severity: 'info', inbox: { affiliateManagement: ['isRead'] } },
  'agent.credit_low': { severity: 'warn', inbox: { agentReport: ['isRead'] } },
  'admin.login_new_ip': { severity: 'info', inbox: people },
  'admin.login_failed': { severity: 'warn', inbox: people },
  // Told to the person themselves, whoever they are; nobody turns it off.
  'account.changed': { severity: 'warn' },
  // Told to all administrators; nobody turns it off, because it ends by itself what two must decide.
  'account.code_handed': { severity: 'critical' },
  // Told to whoever asked for the file.
  'export.ready': { severity: 'info' },
  'export.failed': { severity: 'warn' },
  'role.changed': { severity: 'warn', inbox: people },
  // What goes out to a new room goes out of the house.
  'group.created': { severity: 'warn', inbox: people },
  'credit.manual': { severity: 'info', inbox: { creditTransaction: ['isRead'], adminLog: ['isRead'] } },
  'approval.waiting': { severity: 'warn' },
  // Told to whoever asked for it.
  'approval.approved': { severity: 'info' },
  'approval.rejected': { severity: 'warn' },
  'risk.alert': { severity: 'critical', inbox: requests },
  'day.closed': { severity: 'info', inbox: { reconcile: ['isRead'] } },
  'report.daily_summary': { severity: 'info', inbox: { dashboard: ['isRead'] } },
  'ledger.check_failed': { severity: 'critical', inbox: { adminLog: ['isRead'] } },
}
