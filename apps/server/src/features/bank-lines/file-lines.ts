import { valueOn } from '../../platform/business-day.ts'
import { toleranceMs } from './balance-chain.ts'
import type { StoredLine } from './stored-line.ts'

/** A movement as a statement file tells it. */
export interface FileMoment {
  readonly at: string
  readonly precision: 'second' | 'minute' | 'day'
}

/** The same as a message tells it. */
export interface MessageMoment {
  readonly bankTime: string | null
  readonly precision: 'second' | 'minute' | 'day' | 'none'
  readonly receivedAt: string
}

/** So late a message may come that states no time: by its balance it is known all the same. */
const lateMs = 86_400_000
const lateWithoutBalanceMs = 10 * 60_000

const isTimed = (precision: MessageMoment['precision']): boolean =>
  precision === 'minute' || precision === 'second'

/** When a message's money moved, as far as it says; else when it came. */
export const timeOf = ({ bankTime, precision, receivedAt }: MessageMoment): string =>
  bankTime !== null && precision !== 'none' ? bankTime : receivedAt

/**
 * Whether a row of a file and a message can be of one moment, as exactly as both say it.
 * @param hasBalances the same balance was told by both
 */
export function timesAgree(row: FileMoment, said: MessageMoment, hasBalances: boolean): boolean {
  const late = hasBalances ? lateMs : lateWithoutBalanceMs
  if (isTimed(row.precision) && isTimed(said.precision) && said.bankTime !== null)
    return Math.abs(Date.parse(row.at) - Date.parse(said.bankTime)) <= toleranceMs
  if (row.precision === 'day' || (said.precision === 'day' && said.bankTime !== null)) {
    const day = valueOn(row.at)
    if (valueOn(timeOf(said)) === day) return true
    const isUntimed = !isTimed(said.precision) && said.precision !== 'day'
    return isUntimed && hasBalances && valueOn(Date.parse(said.receivedAt) - lateMs) === day
  }
  const after = Date.parse(said.receivedAt) - Date.parse(row.at)
  return after >= -toleranceMs && after <= late
}

/** A file tells of nothing that moved after it came; a message without a time comes soon, or is another. */
function isOfThen(line: StoredLine, message: StoredLine): boolean {
  const filedMs = Date.parse(line.received_at)
  const isTold = isTimed(message.bank_time_precision) && message.bank_time !== null
  const saidMs = Date.parse(isTold ? (message.bank_time ?? '') : message.received_at)
  return saidMs <= filedMs + (isTold ? toleranceMs : lateWithoutBalanceMs)
}

/**
 * The line of a statement file that a message tells of too, which came after the file: of this amount and
 * balance, of its moment, and told by no message of this source. Null where several could be it.
 */
export function fileLineOf(message: StoredLine, near: readonly StoredLine[]): StoredLine | null {
  const sameBalance = (line: StoredLine) =>
    message.balance_after_minor !== null && line.balance_after_minor === message.balance_after_minor
  const fitting = fittingLines(message, near).filter((line) => sameBalance(line) || isOfThen(line, message))
  const [first, ...others] = fitting
  // Two of one amount and balance within a minute are told in their order.
  return others.length === 0 || message.balance_after_minor !== null ? (first ?? null) : null
}

/** A line of a file that a later message may tell of, or not: it never credits by itself. Pure. */
export const doubtedFileLine = (message: StoredLine, near: readonly StoredLine[]): StoredLine | null =>
  fittingLines(message, near).find((line) => !isOfThen(line, message)) ?? null

function fittingLines(message: StoredLine, near: readonly StoredLine[]): StoredLine[] {
  const said = {
    bankTime: message.bank_time,
    precision: message.bank_time_precision,
    receivedAt: message.received_at,
  }
  return near.filter((line) => {
    if (line.source !== 'file' || line.bank_time === null || line.bank_time_precision === 'none')
      return false
    if (line.direction !== message.direction || line.amount_minor !== message.amount_minor) return false
    if (line.joined_sources.includes(message.source)) return false
    const [one, other] = [line.balance_after_minor, message.balance_after_minor]
    if (one !== null && other !== null && one !== other) return false
    const row = { at: line.bank_time, precision: line.bank_time_precision }
    return timesAgree(row, said, one !== null && other !== null)
  })
}
