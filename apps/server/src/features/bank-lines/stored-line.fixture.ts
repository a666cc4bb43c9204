import type { StoredLine } from './stored-line.ts'

export const receivedMs = Date.UTC(2026, 4, 18, 7, 45, 10)
export const at = (ms: number): string => new Date(receivedMs + ms).toISOString()
export const minuteMs = 60_000
export const dayMs = 86_400_000

/** A push of 50.00 baht that was received at `at(0)`; nothing else speaks of it. */
export const stored = (id: string, rest: Partial<StoredLine> = {}): StoredLine => ({
  id,
  bank_account_id: 'acc',
  direction: 'in',
  amount_minor: 5_000,
  bank_time: null,
  bank_time_precision: 'none',
  received_at: at(0),
  balance_after_minor: null,
  payer_bank: 'KBANK',
  payer_mask: '??????1234',
  payer_name: 'ก ข',
  channel: 'mobile',
  ref: 'R1',
  own_mask: '??????9999',
  flags: [],
  source: 'push',
  dedupe_key: 'acc|in|5000|none@2026-05-18T07:45|n0',
  chain: 'noBalance',
  state: 'unmatched',
  hint_until: null,
  best_member_id: null,
  business_on: '2026-05-18',
  value_on: '2026-05-18',
  version: 1,
  possible_double_of: null,
  taught_format_id: null,
  joined_sources: ['push'],
  ...rest,
})
