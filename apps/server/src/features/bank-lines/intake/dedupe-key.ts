import type { BankCode } from '@khlang/contract/values/banks.ts'
import type { BankTimePrecision } from '@khlang/bank-messages/bank-time.ts'
import { masksAgree, mergeMasks, type Mask } from '@khlang/bank-messages/mask.ts'

export type DedupeLine = {
  accountId: string
  direction: 'in' | 'out'
  amountMinor: number
  bankTime: string | null
  bankTimePrecision: BankTimePrecision
  receivedAt: string
  balanceAfterMinor: number | null
  /** Which of the equal messages of this source within the minute it is, from 0. */
  sequenceInMinute: number
}

const PRECISION_LENGTH: Readonly<Record<BankTimePrecision, number>> = {
  second: 'YYYY-MM-DDTHH:mm:ss'.length,
  minute: 'YYYY-MM-DDTHH:mm'.length,
  day: 'YYYY-MM-DDTHH'.length,
  none: 'YYYY-MM-DDTHH:mm'.length,
}

/**
 * The key under which a line exists once (domain §5.2): account, direction, amount, the bank's time to its
 * precision, balance after. Two equal real transfers in one minute differ in the balance and both stay.
 * Where the bank states no time the minute of receipt stands in, so that the same balance on another
 * occasion is another line; a message delivered again later then breaks the balance chain and is held,
 * never credited. Without a balance the sequence within the minute tells equal messages apart.
 */
export function dedupeKeyOf(line: DedupeLine): string {
  const moment =
    line.bankTimePrecision === 'none' || line.bankTime === null ? line.receivedAt : line.bankTime
  const length = line.bankTime === null ? PRECISION_LENGTH.none : PRECISION_LENGTH[line.bankTimePrecision]
  const at = new Date(moment).toISOString().slice(0, length)
  const tail = line.balanceAfterMinor === null ? `n${line.sequenceInMinute}` : `b${line.balanceAfterMinor}`
  return [line.accountId, line.direction, line.amountMinor, `${line.bankTimePrecision}@${at}`, tail].join(
    '|',
  )
}

/** How long a message without a balance waits for the line that it belongs to (decisions.md 28). */
const PROVISIONAL_WAIT_SECONDS = 120

export type JoinableLine = {
  id: string
  accountId: string
  source: string
  direction: 'in' | 'out'
  amountMinor: number
  bankTime: string | null
  bankTimePrecision: BankTimePrecision
  receivedAt: string
  balanceAfterMinor: number | null
  payerBank: BankCode | null
  payerMask: Mask | null
  payerName: string | null
  ownMask: Mask | null
  channel: string | null
  ref: string | null
  /** Sources whose message is already part of this line, its own included. */
  joinedSources: string[]
}

export type JoinAnswer =
  | { found: 'line'; lineId: string }
  | { found: 'none' }
  | { found: 'several'; lineIds: string[] }

/**
 * Finds the line that a second message (a push beside an SMS) tells of: same account, direction
 * and amount, agreeing masks, received within two minutes in either order, and no message of that source
 * joined yet. When several lines fit, none is chosen: joining would put one payer's name on another's
 * money.
 */
export function findLineForProvisional(
  provisional: JoinableLine,
  lines: readonly JoinableLine[],
): JoinAnswer {
  const fitting = lines.filter((line) => line.id !== provisional.id && belongsTogether(provisional, line))
  const [only, ...more] = fitting
  if (only === undefined) return { found: 'none' }
  return more.length === 0
    ? { found: 'line', lineId: only.id }
    : { found: 'several', lineIds: fitting.map((line) => line.id) }
}

function belongsTogether(provisional: JoinableLine, line: JoinableLine): boolean {
  return (
    line.accountId === provisional.accountId &&
    line.direction === provisional.direction &&
    line.amountMinor === provisional.amountMinor &&
    line.balanceAfterMinor !== null &&
    agree(provisional.balanceAfterMinor, line.balanceAfterMinor, (a, b) => a === b) &&
    !line.joinedSources.includes(provisional.source) &&
    Math.abs(Date.parse(line.receivedAt) - Date.parse(provisional.receivedAt)) <=
      PROVISIONAL_WAIT_SECONDS * 1000 &&
    agree(provisional.payerMask, line.payerMask, masksAgree) &&
    agree(provisional.ownMask, line.ownMask, masksAgree) &&
    agree(provisional.payerBank, line.payerBank, (a, b) => a === b) &&
    isSameMoment(provisional, line)
  )
}

function agree<T>(a: T | null, b: T | null, test: (a: T, b: T) => boolean): boolean {
  return a === null || b === null || test(a, b)
}

/** Stated times may differ by the minute that precision hides; a missing time agrees with any. */
function isSameMoment(a: JoinableLine, b: JoinableLine): boolean {
  const isTimed = (line: JoinableLine) =>
    line.bankTimePrecision === 'minute' || line.bankTimePrecision === 'second'
  if (!isTimed(a) || !isTimed(b) || a.bankTime === null || b.bankTime === null) return true
  return Math.abs(Date.parse(a.bankTime) - Date.parse(b.bankTime)) <= 60_000
}

const PRECISION_ORDER: readonly BankTimePrecision[] = ['none', 'day', 'minute', 'second']

/**
 * The line with what the provisional line adds: amount, direction and balance stay, gaps are filled, masks
 * combined.
 */
export function joinProvisional(line: JoinableLine, provisional: JoinableLine): JoinableLine {
  const isProvisionalTimelier =
    PRECISION_ORDER.indexOf(provisional.bankTimePrecision) > PRECISION_ORDER.indexOf(line.bankTimePrecision)
  const { bankTime, bankTimePrecision } = isProvisionalTimelier ? provisional : line
  const payerMask =
    line.payerMask !== null && provisional.payerMask !== null
      ? mergeMasks(line.payerMask, provisional.payerMask)
      : (line.payerMask ?? provisional.payerMask)
  return {
    ...line,
    bankTime,
    bankTimePrecision,
    payerMask,
    payerBank: line.payerBank ?? provisional.payerBank,
    payerName: line.payerName ?? provisional.payerName,
    ownMask: line.ownMask ?? provisional.ownMask,
    channel: line.channel ?? provisional.channel,
    ref: line.ref ?? provisional.ref,
    joinedSources: [...line.joinedSources, provisional.source],
  }
}
