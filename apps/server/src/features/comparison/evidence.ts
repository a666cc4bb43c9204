import { fitMask } from '@khlang/bank-messages/mask.ts'
import type { DayLine, DayRecord } from './day-shapes.ts'

/** A bank's clock may be behind ours by so much. */
const earlyMs = 120_000
const minuteMs = 60_000
const dayMs = 86_400_000
/** So many shown digits of an account name it; fewer repeat too often. */
const digitsMin = 4

/** How far two times may be apart and still be the same moment, by the coarser of the two. Pure. */
export function toleranceMs(...lines: readonly Pick<DayLine, 'precision'>[]): number {
  if (lines.some(({ precision }) => precision === 'day' || precision === 'none')) return dayMs
  return lines.some(({ precision }) => precision === 'minute') ? minuteMs : 1000
}

type Said = 'names' | 'silent' | 'payeeMask' | 'payeeBank'

function ofPayee(line: DayLine, payee: DayRecord['payees'][number]): Said {
  if (line.payerBank !== null && payee.bank !== null && line.payerBank !== payee.bank) return 'payeeBank'
  if (line.payerMask === null) return 'silent'
  const fit = fitMask(line.payerMask, payee.accountNo)
  if (!fit.fits) return 'payeeMask'
  return fit.visibleDigits >= digitsMin ? 'names' : 'silent'
}

/** What a line prints of the other end, against the accounts that the record knows there. Pure. */
export function payeeOf(line: DayLine, { payees }: DayRecord): Said {
  const said = payees.map((payee) => ofPayee(line, payee))
  if (said.includes('names')) return 'names'
  return said.length === 0 || said.includes('silent') ? 'silent' : (said[0] ?? 'silent')
}

export const contradicts = (line: DayLine, record: DayRecord): boolean => {
  const said = payeeOf(line, record)
  return said === 'payeeMask' || said === 'payeeBank'
}

/** Whether the two are known to be of one person: by the printed account, or by whom the system thinks of. */
export const isNamed = (line: DayLine, record: DayRecord): boolean =>
  payeeOf(line, record) === 'names' ||
  (line.memberId !== null && line.memberId === record.memberId && !contradicts(line, record))

export const hasRef = (line: DayLine, record: DayRecord): boolean =>
  line.ref !== null && line.ref !== '' && record.refs.includes(line.ref)

/** Money does not leave before it was sent; what comes in may come before somebody notes it. Pure. */
export function isTimePossible(line: DayLine, record: DayRecord): boolean {
  if (line.direction === 'in') return true
  return line.atMs >= record.atMs - earlyMs - toleranceMs(line)
}

/**
 * Whether two lines are one movement that was reported twice. Two real movements of one amount leave
 * different balances; where a balance is not told, another source must have told of the same minute. Pure.
 */
export function isSameMovement(one: DayLine, other: DayLine): boolean {
  if (one.id === other.id || one.direction !== other.direction) return false
  if (one.accountId !== other.accountId || one.amountMinor !== other.amountMinor) return false
  if (one.doubleOf === other.id || other.doubleOf === one.id) return true
  if (Math.abs(one.atMs - other.atMs) > Math.min(toleranceMs(one, other), minuteMs)) return false
  if (one.balanceAfterMinor !== null && other.balanceAfterMinor !== null)
    return one.balanceAfterMinor === other.balanceAfterMinor
  const isSamePayer =
    one.payerMask === null || other.payerMask === null || one.payerMask === other.payerMask
  return isSamePayer && one.source !== other.source
}
