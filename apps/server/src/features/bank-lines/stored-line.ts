import type { BankCode } from '@khlang/contract/values/banks.ts'
import { randomUUIDv7 } from 'node:crypto'
import type { BankTimePrecision } from '@khlang/bank-messages/bank-time.ts'
import type { LineFlag, ParsedLine } from '@khlang/bank-messages/parse-message.ts'
import { valueOn } from '../../platform/business-day.ts'
import type { ChainLine } from './balance-chain.ts'
import { dedupeKeyOf, type JoinableLine } from './intake/dedupe-key.ts'
import type { MatchLine } from './scoring/scoring.ts'

/** Where an account's balance chain stands. */
export interface FeedRow {
  readonly last_balance_minor: number
  readonly last_line_id: string | null
  readonly last_line_at: string | null
  readonly is_broken: boolean
}

/** A row of statement_lines as the intake reads it; times are texts that `Date` reads. */
export interface StoredLine {
  readonly id: string
  readonly bank_account_id: string
  readonly direction: 'in' | 'out'
  readonly amount_minor: number
  readonly bank_time: string | null
  readonly bank_time_precision: BankTimePrecision
  readonly received_at: string
  readonly balance_after_minor: number | null
  readonly payer_bank: BankCode | null
  readonly payer_mask: string | null
  readonly payer_name: string | null
  readonly channel: string | null
  readonly ref: string | null
  readonly own_mask: string | null
  readonly flags: readonly LineFlag[]
  readonly source: 'sms' | 'push' | 'file'
  readonly dedupe_key: string
  readonly chain: 'linked' | 'afterHole' | 'contradiction' | 'noBalance' | 'hint'
  readonly state: string
  readonly hint_until: string | null
  readonly best_member_id: string | null
  readonly business_on: string
  readonly value_on: string
  readonly version: number
  /** The line before it that may be the same movement, said twice. */
  readonly possible_double_of: string | null
  /** The taught format that one of its messages was read by. */
  readonly taught_format_id: string | null
  /** Sources whose message is part of this line. */
  readonly joined_sources: readonly string[]
}

/** A bank's time may be so far ahead of ours, and a message so late; else its clock or year is wrong. */
const aheadMaxMs = 10 * 60_000
const lateMaxMs = 45 * 86_400_000

/** Whether a time lies where a bank's message of now can be of: not to come, and not long ago. */
export const isSoundTime = (time: string, nowMs: number): boolean =>
  Date.parse(time) <= nowMs + aheadMaxMs && Date.parse(time) >= nowMs - lateMaxMs

/** The first time that can be, or now: no money is booked on a day that no statement will show. */
const soundTime = (times: readonly (string | null)[], nowMs: number): string =>
  times.find((time) => time !== null && isSoundTime(time, nowMs)) ?? new Date(nowMs).toISOString()

/** What a message of an account says, as a line that is not stored yet. */
export function draftLine(
  parsed: ParsedLine,
  of: {
    readonly bankAccountId: string
    readonly source: 'sms' | 'push'
    readonly receivedAt: string
    readonly businessOn: string
    readonly nowMs: number
  },
): StoredLine {
  return {
    id: randomUUIDv7(),
    bank_account_id: of.bankAccountId,
    direction: parsed.direction,
    amount_minor: parsed.amountMinor,
    bank_time: parsed.bankTime,
    bank_time_precision: parsed.bankTimePrecision,
    received_at: of.receivedAt,
    balance_after_minor: parsed.balanceAfterMinor,
    payer_bank: parsed.payerBank,
    payer_mask: parsed.payerMask,
    payer_name: parsed.payerName,
    channel: parsed.channel,
    ref: parsed.ref,
    own_mask: parsed.ownMask,
    flags: parsed.flags,
    source: of.source,
    dedupe_key: '',
    chain: 'noBalance',
    state: 'waiting',
    hint_until: null,
    best_member_id: null,
    business_on: of.businessOn,
    value_on: valueOn(soundTime([parsed.bankTime, of.receivedAt], of.nowMs)),
    version: 1,
    possible_double_of: null,
    taught_format_id: parsed.taughtFormatId ?? null,
    joined_sources: [of.source],
  }
}

/** The key under which the line exists once; `sequence` counts equal messages of its source in the minute. */
export const keyOfLine = (line: StoredLine, sequence: number): string =>
  dedupeKeyOf({
    accountId: line.bank_account_id,
    direction: line.direction,
    amountMinor: line.amount_minor,
    bankTime: line.bank_time,
    bankTimePrecision: line.bank_time_precision,
    receivedAt: line.received_at,
    balanceAfterMinor: line.balance_after_minor,
    sequenceInMinute: sequence,
  })

export const joinableOf = (line: StoredLine): JoinableLine => ({
  id: line.id,
  accountId: line.bank_account_id,
  source: line.source,
  direction: line.direction,
  amountMinor: line.amount_minor,
  bankTime: line.bank_time,
  bankTimePrecision: line.bank_time_precision,
  receivedAt: line.received_at,
  balanceAfterMinor: line.balance_after_minor,
  payerBank: line.payer_bank,
  payerMask: line.payer_mask,
  payerName: line.payer_name,
  ownMask: line.own_mask,
  channel: line.channel,
  ref: line.ref,
  joinedSources: [...line.joined_sources],
})

/** The stored line with what `joinHint` made of it, and the format that the other message was read by. */
export const withJoined = (
  line: StoredLine,
  joined: JoinableLine,
  other: Pick<StoredLine, 'taught_format_id'>,
): StoredLine => ({
  ...line,
  taught_format_id: line.taught_format_id ?? other.taught_format_id,
  bank_time: joined.bankTime,
  bank_time_precision: joined.bankTimePrecision,
  payer_bank: joined.payerBank,
  payer_mask: joined.payerMask,
  payer_name: joined.payerName,
  own_mask: joined.ownMask,
  channel: joined.channel,
  ref: joined.ref,
  joined_sources: joined.joinedSources,
})

export const matchLineOf = (line: StoredLine): MatchLine => ({
  accountId: line.bank_account_id,
  direction: line.direction,
  amountMinor: line.amount_minor,
  bankTime: line.bank_time,
  bankTimePrecision: line.bank_time_precision,
  receivedAt: line.received_at,
  payerBank: line.payer_bank,
  payerMask: line.payer_mask,
  payerName: line.payer_name,
  ref: line.ref,
})

/**
 * Null for a line without a balance. Where the bank states no time the receipt stands in; and where it states
 * one that had not come yet: one forged message of later would else push all that follow out of the chain.
 */
export function chainLineOf(line: StoredLine): ChainLine | null {
  if (line.balance_after_minor === null) return null
  const isTimed = line.bank_time_precision === 'minute' || line.bank_time_precision === 'second'
  const isPast = line.bank_time !== null && Date.parse(line.bank_time) <= Date.parse(line.received_at)
  return {
    id: line.id,
    direction: line.direction,
    amountMinor: line.amount_minor,
    balanceAfterMinor: line.balance_after_minor,
    at: isTimed && isPast && line.bank_time !== null ? line.bank_time : line.received_at,
  }
}

/**
 * How a payer looks in messages; what a person linked once is known again by it. Null: nothing to know them
 * by.
 */
export function payerKeyOf(
  line: Pick<StoredLine, 'payer_bank' | 'payer_mask'>,
  plainName: string,
): string | null {
  const digits = (line.payer_mask ?? '').replace(/^\?+/, '')
  if (digits === '' && plainName === '') return null
  return [line.payer_bank ?? '', digits, plainName].join('|')
}
