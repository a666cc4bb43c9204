import type { EventCode } from '@khlang/contract/values/event-codes.ts'

export type Gap =
  | 'username'
  | 'amount'
  | 'bank'
  | 'reference'
  | 'label'
  | 'about'
  | 'address'
  | 'actor'
  | 'maker'
  | 'kind'
  | 'alarm'
  | 'figures'

const ofMember: readonly Gap[] = ['username']
const ofMoney: readonly Gap[] = ['username', 'amount', 'bank', 'reference']
const ofLine: readonly Gap[] = ['bank', 'label', 'amount']
const ofPlace: readonly Gap[] = ['label']
const ofBalance: readonly Gap[] = ['label', 'amount']
const ofAlarm: readonly Gap[] = ['alarm', 'label']
const ofPlay: readonly Gap[] = ['label', 'figures']
const ofSignIn: readonly Gap[] = ['about', 'address']
const ofAmount: readonly Gap[] = ['amount']

/** What each kind of event can say beside its name. The server fills every other gap with nothing. */
export const gapsOf: Readonly<Record<EventCode, readonly Gap[]>> = {
  'member.registered': ofMember,
  'member.first_deposit': ofMoney,
  'deposit.credited': ofMoney,
  'deposit.large': ofMoney,
  'deposit.unmatched': ofLine,
  'deposit.quarantined': ofLine,
  'withdraw.requested': ofMoney,
  'withdraw.held': ofMoney,
  'withdraw.approved': ofMoney,
  'withdraw.paid': ofMoney,
  'withdraw.failed': ofMoney,
  'withdraw.unknown': ofMoney,
  'withdraw.large': ofMoney,
  'transfer.pending': ofAmount,
  'transfer.done': ofAmount,
  'bank.balance_low': ofPlace,
  'bank.balance_high': ofPlace,
  'bank.silent': ofPlace,
  'bank.chain_gap': ofPlace,
  'bank.frozen': ofPlace,
  'device.offline': ofPlace,
  'device.low_battery': ofPlace,
  'device.clock_off': ofPlace,
  'device.app_old': ofPlace,
  'device.no_messages': ofPlace,
  'device.disagree': ofPlace,
  'gateway.down': ofPlace,
  'gateway.mismatch': ofPlace,
  'provider.mismatch': ofPlace,
  'provider.owed': ofPlace,
  'provider.down': ofPlace,
  'provider.low_balance': ofBalance,
  'play.rtp_drift': ofPlay,
  'play.unusual_win': ofPlay,
  'promo.claimed': ['username', 'label', 'amount'],
  'promo.quota_low': ofPlace,
  'promo.budget_out': ofPlace,
  'cashback.run': ofAmount,
  'affiliate.run': ofAmount,
  'agent.credit_low': ['username', 'amount'],
  'admin.login_new_ip': ofSignIn,
  'admin.login_failed': ofSignIn,
  'account.changed': [],
  'account.code_handed': ['actor', 'about'],
  'export.ready': [],
  'export.failed': [],
  'role.changed': ['actor', 'about', 'address'],
  'group.created': ['actor', 'about'],
  'credit.manual': ['actor', 'about', 'amount', 'address'],
  'approval.waiting': ['maker', 'kind', 'amount'],
  'approval.approved': [],
  'approval.rejected': [],
  'risk.alert': ofAlarm,
  'day.closed': [],
  'report.daily_summary': [],
  'ledger.check_failed': ofAlarm,
}

export type Values = Readonly<Partial<Record<Gap, string>>>

const gapPattern = /\{\{(\w+)\}\}/g

/** A sentence with its gaps filled, as the server fills them: what it does not know is left empty. Pure. */
export const filled = (sentence: string, values: Values): string =>
  sentence
    .replaceAll(gapPattern, (_, name: string) =>
      Object.hasOwn(values, name) ? (values[name as Gap] ?? '') : '',
    )
    .replaceAll(/ {2,}/g, ' ')
    .trim()

/** Gaps in a sentence that this kind of event does not fill, each once. Pure. */
export function unknownGaps(sentence: string, code: EventCode): string[] {
  const names = [...sentence.matchAll(gapPattern)].map(([, name = '']) => name)
  return [...new Set(names)].filter((name) => !gapsOf[code].some((gap) => gap === name))
}

/** After these a value follows at once: white space, an opening mark, the sign of baht. */
const opensBefore = /(^|[\s(["'“‘«฿])$/u

/**
 * A text with a gap put in place of what is marked in it, and where the caret stands then. Values never
 * touch one another ("mali8899" and "5,000.00" would read as one false amount), and an amount brings its
 * sign. Null: it is longer than `max`. Pure.
 */
export function withGap(text: string, gap: Gap, from: number, until: number, max: number) {
  const before = text.slice(0, from)
  const after = text.slice(until)
  const space = opensBefore.test(before) ? '' : ' '
  const sign = gap === 'amount' && !before.endsWith('฿') ? '฿' : ''
  const put = `${space}${sign}{{${gap}}}`
  const next = `${before}${put}${/^฿?\{\{/.test(after) ? ' ' : ''}${after}`
  return next.length > max ? null : { text: next, caret: from + put.length }
}
