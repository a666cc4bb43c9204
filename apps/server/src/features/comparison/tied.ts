import { payeeOf } from './evidence.ts'
import type { DayLine, DayRecord, Found } from './day-shapes.ts'

/** What a line and the record that the books tie it to are to each other. Pure. */
export function ofTied(line: DayLine, record: DayRecord): Found {
  const tied = { line, record, isTied: true } as const
  if (line.accountId !== record.accountId) return { ...tied, class: 'dataMismatch', reason: 'otherAccount' }
  if (line.direction !== record.direction)
    return { ...tied, class: 'dataMismatch', reason: 'otherDirection' }
  if (line.amountMinor > record.amountMinor) return { ...tied, class: 'overAmount', reason: 'amount' }
  if (line.amountMinor < record.amountMinor) return { ...tied, class: 'underAmount', reason: 'amount' }
  const said = payeeOf(line, record)
  if (record.kind !== 'ownTransfer' && !record.isAgreed && (said === 'payeeMask' || said === 'payeeBank'))
    return { ...tied, class: 'dataMismatch', reason: said }
  if (line.valueOn !== record.businessOn)
    return {
      ...tied,
      class: 'late',
      reason: line.valueOn > record.businessOn ? 'lineLater' : 'lineEarlier',
    }
  if (record.kind === 'ownTransfer') return { ...tied, class: 'internal' }
  return { ...tied, class: line.isByHand ? 'matchedManual' : 'matchedAuto' }
}

/** States in which a line still wants an owner. */
const openStates: ReadonlySet<string> = new Set([
  'waiting',
  'suggested',
  'unmatched',
  'quarantined',
  'unlinked',
  'refundPending',
])
export const isOpenLine = ({ state, chain }: DayLine): boolean => chain !== 'hint' && openStates.has(state)

const settledByName: ReadonlySet<string> = new Set(['autoMatched', 'manualMatched', 'settled'])

/** What a line is that no record is tied to and that is not open. Pure. */
export function ofClosedLine(line: DayLine): Found {
  const found = { line, record: null } as const
  const { state } = line
  // A message that proves nothing by itself waits for the one that does.
  if (line.chain === 'hint' && openStates.has(state))
    return { ...found, class: 'expected', reason: 'provisional' }
  if (line.isOwn) return { ...found, class: 'matchedManual', reason: state }
  if (settledByName.has(state)) return { ...found, class: 'dataMismatch', reason: 'recordMissing' }
  if (state === 'internalTransfer') return { ...found, class: 'internal' }
  if (state === 'duplicate') return { ...found, class: 'duplicate', reason: 'merged', isTied: true }
  if (state === 'rejected') return { ...found, class: 'void', reason: 'notReal' }
  if (state === 'ignored') return { ...found, class: 'ignored', reason: 'setAside' }
  return { ...found, class: 'matchedManual', reason: state }
}

/** What a record is whose line nobody has seen. Pure. */
export function ofAloneRecord(record: DayRecord, nowMs: number): Found {
  const found = { line: null, record } as const
  if (record.phase === 'over') return { ...found, class: 'void', reason: record.state }
  if (record.state !== 'unknown' && nowMs <= record.dueMs) return { ...found, class: 'expected' }
  if (record.phase === 'asked' && record.kind === 'deposit')
    return { ...found, class: 'void', reason: 'expired' }
  return { ...found, class: 'missing', reason: record.state === 'unknown' ? 'unknown' : 'noLine' }
}
