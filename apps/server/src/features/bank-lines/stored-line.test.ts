import { describe, expect, it } from 'vitest'
import type { ParsedLine } from '@khlang/bank-messages/parse-message.ts'
import { at, dayMs, minuteMs, receivedMs, stored } from './stored-line.fixture.ts'
import {
  chainLineOf,
  draftLine,
  isSoundTime,
  keyOfLine,
  matchLineOf,
  payerKeyOf,
  type StoredLine,
} from './stored-line.ts'

describe('a line is known by', () => {
  const key = (rest: Partial<StoredLine>, sequence = 0) => keyOfLine(stored('x', rest), sequence)
  it.each([
    [{}, 0, 'acc|in|5000|none@2026-05-18T07:45|n0'],
    [{}, 3, 'acc|in|5000|none@2026-05-18T07:45|n3'],
    [{ balance_after_minor: 0 }, 3, 'acc|in|5000|none@2026-05-18T07:45|b0'],
    [{ direction: 'out', amount_minor: 1 }, 0, 'acc|out|1|none@2026-05-18T07:45|n0'],
    [
      { bank_time: at(61_000), bank_time_precision: 'second' },
      0,
      'acc|in|5000|second@2026-05-18T07:46:11|n0',
    ],
    [{ bank_time: at(61_000), bank_time_precision: 'minute' }, 0, 'acc|in|5000|minute@2026-05-18T07:46|n0'],
    [{ bank_time: at(61_000), bank_time_precision: 'day' }, 0, 'acc|in|5000|day@2026-05-18T07|n0'],
    [{ bank_time: at(61_000), bank_time_precision: 'none' }, 0, 'acc|in|5000|none@2026-05-18T07:45|n0'],
    [{ bank_time: null, bank_time_precision: 'second' }, 0, 'acc|in|5000|second@2026-05-18T07:45|n0'],
  ] as [Partial<StoredLine>, number, string][])('%j, %i: %s', (rest, sequence, expected) => {
    expect(key(rest, sequence)).toBe(expected)
  })
  it('its payer by bank, digits and name, and by nothing where nothing is printed', () => {
    const payer = (payer_bank: StoredLine['payer_bank'], payer_mask: string | null, name: string) =>
      payerKeyOf({ payer_bank, payer_mask }, name)
    expect(payer('KBANK', '????577111', 'ก ข')).toBe('KBANK|577111|ก ข')
    expect(payer(null, '12??7111', '')).toBe('|12??7111|')
    expect(payer('KBANK', null, 'ก')).toBe('KBANK||ก')
    expect(payer('KBANK', null, '')).toBeNull()
    expect(payer('KBANK', '??????', '')).toBeNull()
    expect(payer('KBANK', '??1', '')).toBe('KBANK|1|')
  })
  it('the score by what it says, field by field', () => {
    expect(matchLineOf(stored('x', { bank_time: at(0), bank_time_precision: 'minute' }))).toEqual({
      accountId: 'acc',
      direction: 'in',
      amountMinor: 5_000,
      bankTime: at(0),
      bankTimePrecision: 'minute',
      receivedAt: at(0),
      payerBank: 'KBANK',
      payerMask: '??????1234',
      payerName: 'ก ข',
      ref: 'R1',
    })
  })
})

describe('the time of a line', () => {
  it.each([
    [10 * minuteMs, true],
    [10 * minuteMs + 1, false],
    [-45 * dayMs, true],
    [-45 * dayMs - 1, false],
  ])('%i ms from now can be: %s', (ms, isSound) => expect(isSoundTime(at(ms), receivedMs)).toBe(isSound))
  it.each([
    ['the bank’s minute', at(-5000), 'minute', at(-5000)],
    ['the bank’s second', at(-5000), 'second', at(-5000)],
    ['the bank’s time at the very receipt', at(0), 'second', at(0)],
    ['the receipt, where the bank’s time is to come', at(1), 'second', at(0)],
    ['the receipt, where the bank prints a day', at(-5000), 'day', at(0)],
    ['the receipt, where the bank prints nothing', null, 'none', at(0)],
    ['the receipt, where the time is missing', null, 'minute', at(0)],
  ] as const)('in the chain is %s', (_what, bank_time, bank_time_precision, expected) => {
    const line = stored('x', { bank_time, bank_time_precision, balance_after_minor: 7_000 })
    expect(chainLineOf(line)).toEqual({
      id: 'x',
      direction: 'in',
      amountMinor: 5_000,
      balanceAfterMinor: 7_000,
      at: expected,
    })
    expect(chainLineOf({ ...line, balance_after_minor: null })).toBeNull()
  })
  const parsed = {
    direction: 'in',
    amountMinor: 5_000,
    bankTime: null,
    bankTimePrecision: 'minute',
    balanceAfterMinor: 7_000,
    payerBank: 'SCB',
    payerMask: '??1',
    payerName: 'ก',
    channel: 'c',
    ref: 'r',
    ownMask: '??2',
    flags: ['card'],
  } as unknown as ParsedLine
  const drafted = (bankTime: string | null, receivedAt: string, nowMs: number) =>
    draftLine(
      { ...parsed, bankTime },
      { bankAccountId: 'acc', source: 'sms', receivedAt, businessOn: '2026-05-18', nowMs },
    )
  // 17:00 UTC is the midnight of Bangkok.
  const midnightMs = Date.UTC(2026, 4, 18, 17)
  it.each([
    ['the bank’s day, to its last moment', midnightMs - 1, midnightMs, midnightMs, '2026-05-18'],
    ['the bank’s day, from its first moment', midnightMs, midnightMs - 1, midnightMs, '2026-05-19'],
    [
      'the day of receipt, where the bank’s time is to come',
      midnightMs + dayMs,
      midnightMs - 1,
      midnightMs,
      '2026-05-18',
    ],
    [
      'the day of receipt, where the bank’s time is long past',
      midnightMs - 50 * dayMs,
      midnightMs - 1,
      midnightMs,
      '2026-05-18',
    ],
    ['the day of receipt, where the bank states none', null, midnightMs, midnightMs, '2026-05-19'],
    ['today, where neither can be', midnightMs + dayMs, midnightMs + dayMs, midnightMs - 1, '2026-05-18'],
  ] as const)('in the books is %s', (_what, bankMs, gotMs, nowMs, value_on) => {
    const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())
    expect(drafted(iso(bankMs), iso(gotMs) ?? '', nowMs).value_on).toBe(value_on)
  })
  it('a line begins with all that was read, and nothing decided', () => {
    const { id, ...line } = drafted(at(-5000), at(0), receivedMs)
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(line).toEqual({
      bank_account_id: 'acc',
      direction: 'in',
      amount_minor: 5_000,
      bank_time: at(-5000),
      bank_time_precision: 'minute',
      received_at: at(0),
      balance_after_minor: 7_000,
      payer_bank: 'SCB',
      payer_mask: '??1',
      payer_name: 'ก',
      channel: 'c',
      ref: 'r',
      own_mask: '??2',
      flags: ['card'],
      source: 'sms',
      dedupe_key: '',
      chain: 'noBalance',
      state: 'waiting',
      hint_until: null,
      best_member_id: null,
      business_on: '2026-05-18',
      value_on: '2026-05-18',
      version: 1,
      possible_double_of: null,
      taught_format_id: null,
      joined_sources: ['sms'],
    })
  })
})
