import type { fileContradictions } from '@khlang/contract/payments/statement-files.ts'
import { toleranceMs } from '../../bank-lines/balance-chain.ts'
import { valueOn } from '../../../platform/business-day.ts'
import { startOf } from '../reading/running-balance.ts'
import type { FileRow } from '../reading/statement-rows.ts'
import { timesAgree } from '../../bank-lines/file-lines.ts'
import type { KnownLine } from './match-rows.ts'

/** Where the file and our lines cannot both be true. */
export interface Contradiction {
  readonly kind: (typeof fileContradictions)[number]
  /** Null: the file has no such row. */
  readonly no: number | null
  readonly lineId: string
  /** Money was booked by the line, or the chain rests on it: nothing is imported over it. */
  readonly isBlocking: boolean
}

const taken = new Set(['autoMatched', 'manualMatched', 'internalTransfer', 'settled', 'income', 'refunded'])
const ended = new Set(['duplicate', 'rejected', 'ignored', 'quarantined'])
const isBlocking = ({ chain, state }: KnownLine): boolean => chain === 'linked' || taken.has(state)

/** Whether a line lies surely within what the file tells of; the days of its ends may be told in part. */
function isWithin(line: KnownLine, rows: readonly FileRow[]): boolean {
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last || line.bankTime === null || line.precision === 'none') return false
  if (line.precision === 'day' || first.precision === 'day' || last.precision === 'day') {
    const day = valueOn(line.bankTime)
    return day > valueOn(first.at) && day < valueOn(last.at)
  }
  const at = Date.parse(line.bankTime)
  return at > Date.parse(first.at) + toleranceMs && at < Date.parse(last.at) - toleranceMs
}

/** Pure. @param rows in their order */
export function contradictionsOf(
  rows: readonly FileRow[],
  lines: readonly KnownLine[],
  lineOf: ReadonlyMap<number, KnownLine>,
): Contradiction[] {
  const used = new Set([...lineOf.values()].map(({ id }) => id))
  const loose = lines.filter(
    (line) => !used.has(line.id) && line.state !== 'duplicate' && line.chain !== 'hint',
  )
  const unknown = rows.filter(({ no }) => !lineOf.has(no))
  const byBalance = Map.groupBy(unknown, (row) => `${row.balanceAfterMinor}`)
  const byStart = Map.groupBy(unknown, (row) => `${startOf(row)}`)
  const byAmount = Map.groupBy(unknown, (row) => `${row.direction}|${row.amountMinor}`)
  const rejected = [...lineOf].flatMap(([no, line]): Contradiction[] =>
    line.state === 'rejected' ? [{ kind: 'rejected', no, lineId: line.id, isBlocking: true }] : [],
  )
  const others = loose.flatMap((line): Contradiction[] => {
    const says = { lineId: line.id, isBlocking: isBlocking(line) }
    const agrees = (row: FileRow): boolean => row.precision !== 'day' && timesAgree(row, line, false)
    const balance = line.balanceAfterMinor
    const sameBalance = balance === null ? undefined : byBalance.get(`${balance}`)?.find(agrees)
    // Two movements out of one balance at one time: one of them is not true.
    const start = balance === null ? null : startOf({ ...line, balanceAfterMinor: balance })
    const fork = start === null ? undefined : byStart.get(`${start}`)?.find(agrees)
    if (sameBalance) return [{ kind: 'otherAmount', no: sameBalance.no, ...says }]
    const sameAmount = byAmount.get(`${line.direction}|${line.amountMinor}`)?.find(agrees)
    if (sameAmount && balance !== null && sameAmount.balanceAfterMinor !== null)
      return [{ kind: 'otherBalance', no: sameAmount.no, ...says }]
    if (fork) return [{ kind: 'otherAmount', no: fork.no, ...says }]
    if (ended.has(line.state) || !isWithin(line, rows)) return []
    return [{ kind: 'notInFile', no: null, ...says }]
  })
  return [...rejected, ...others]
}
