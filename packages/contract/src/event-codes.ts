/** Everything that can happen and is told: in the inbox, and to chat groups. Source: domain 4.23. */
export const eventCodes = [
  'member.registered',
  'member.first_deposit',
  'deposit.credited',
  'deposit.large',
  'deposit.unmatched',
  'deposit.quarantined',
  'withdraw.requested',
  'withdraw.held',
  'withdraw.approved',
  'withdraw.paid',
  'withdraw.failed',
  'withdraw.unknown',
  'withdraw.large',
  'transfer.pending',
  'transfer.done',
  'bank.balance_low',
  'bank.balance_high',
  'bank.silent',
  'bank.chain_gap',
  'bank.frozen',
  'device.offline',
  'device.low_battery',
  'gateway.down',
  'gateway.mismatch',
  'provider.down',
  'provider.low_balance',
  'promo.claimed',
  'promo.quota_low',
  'promo.budget_out',
  'cashback.run',
  'affiliate.run',
  'agent.credit_low',
  'admin.login_new_ip',
  'admin.login_failed',
  'account.changed',
  'export.ready',
  'export.failed',
  'role.changed',
  'group.created',
  'credit.manual',
  'approval.waiting',
  'approval.approved',
  'approval.rejected',
  'risk.alert',
  'day.closed',
  'report.daily_summary',
  'ledger.check_failed',
] as const
export type EventCode = (typeof eventCodes)[number]

/** Told to one person alone: no group hears of them. */
export const personalEvents: readonly EventCode[] = [
  'account.changed',
  'export.ready',
  'export.failed',
  'approval.approved',
  'approval.rejected',
]
export const groupEvents: readonly EventCode[] = eventCodes.filter((code) => !personalEvents.includes(code))

export const severities = ['info', 'warn', 'critical'] as const
export type Severity = (typeof severities)[number]
