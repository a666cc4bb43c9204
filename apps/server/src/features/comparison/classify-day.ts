import { contradicts, hasRef, isSameMovement, isTimePossible, toleranceMs } from './evidence.ts'
import {
  feeMaxMinor,
  type CompareClass,
  type Day,
  type DayLine,
  type DayRecord,
  type DayRow,
  type Found,
} from './day-shapes.ts'
import { pairOpen } from './pair-open.ts'
import { isOpenLine, ofAloneRecord, ofClosedLine, ofTied } from './tied.ts'

const doubleMs = 86_400_000

/** What wants somebody's look. A merged double, and what is late with both sides tied, explain themselves. */
const openClasses: ReadonlySet<CompareClass> = new Set([
  'overAmount',
  'underAmount',
  'missing',
  'extra',
  'dataMismatch',
  'duplicate',
  'doublePaid',
  'partiallyReconciled',
  'late',
])
const tiedIsFine: ReadonlySet<CompareClass> = new Set(['duplicate', 'late'])
/** What stands in a class of which the bank, or our books, know no movement of money. */
const notTheirs: ReadonlySet<CompareClass> = new Set(['void', 'expected'])

/** The line bears the reference of a payment, or of the line of one. */
const isOfRef = (line: DayLine, found: Found): boolean =>
  line.ref !== null &&
  line.ref !== '' &&
  (line.ref === found.line?.ref || (found.record !== null && hasRef(line, found.record)))

/** The payment of the day that a fee follows: it names nobody, and the balance goes on from that payment. */
function feeOf(line: DayLine, paid: readonly Found[]): DayRecord | null {
  if (line.direction !== 'out' || line.amountMinor > feeMaxMinor) return null
  if (line.payerMask !== null || line.payerBank !== null) return null
  const of = paid.find((found) => {
    if (!found.line || !found.record) return false
    if (isOfRef(line, found)) return true
    const { balanceAfterMinor } = found.line
    return (
      balanceAfterMinor !== null &&
      line.balanceAfterMinor === balanceAfterMinor - line.amountMinor &&
      Math.abs(line.atMs - found.line.atMs) <= Math.max(60_000, toleranceMs(line, found.line))
    )
  })
  return of?.record ?? null
}

/** A payment that has its line, and that this one seems to pay again. */
function paidAgain(line: DayLine, paid: readonly Found[]): DayRecord | null {
  if (line.direction !== 'out') return null
  const of = paid.find(
    (found) =>
      found.record !== null &&
      found.record.kind === 'withdrawal' &&
      (isOfRef(line, found) ||
        (found.record.amountMinor === line.amountMinor &&
          !contradicts(line, found.record) &&
          isTimePossible(line, found.record) &&
          Math.abs(line.atMs - found.record.atMs) <= doubleMs)),
  )
  return of?.record ?? null
}

/** Why a line that nothing was found for waits. */
function whyOpen(line: DayLine): string {
  if (line.state === 'waiting') return 'chainHole'
  if (line.state === 'quarantined') return 'contradiction'
  return line.state === 'unlinked' || line.state === 'refundPending' ? line.state : 'noRecord'
}

/** What a line is that stands in no pair, beside all lines of its amount. */
function ofAloneLine(line: DayLine, day: Day, paid: readonly Found[], alike: readonly DayLine[]): Found {
  const found = { line, record: null } as const
  const twin = alike.find((other) => other.id !== line.id && isSameMovement(line, other))
  const isSecond =
    twin !== undefined && (!isOpenLine(twin) || twin.id < line.id || twin.id === line.doubleOf)
  if (twin && (isSecond || paid.some((pair) => pair.line === twin)))
    return { ...found, class: 'duplicate', reason: 'sameMovement', otherId: twin.id }
  const fee = feeOf(line, paid)
  if (fee) return { ...found, class: 'extra', reason: 'feeOf', otherId: fee.id }
  const again = paidAgain(line, paid)
  const known = day.doubles.get(line.id)
  if (again || known)
    return { ...found, class: 'doublePaid', reason: 'twoLines', otherId: again?.id ?? known?.otherId ?? '' }
  return { ...found, class: 'extra', reason: whyOpen(line) }
}

/** The earlier payment of the same amount to the same member within a day. */
function paidBefore(record: DayRecord, day: Day): string | null {
  if (record.kind !== 'withdrawal' || record.phase !== 'booked') return null
  const known = day.doubles.get(record.id)
  if (known) return known.otherId
  const before = day.records.find(
    (other) =>
      other.id !== record.id &&
      other.kind === 'withdrawal' &&
      other.phase === 'booked' &&
      other.memberId !== null &&
      other.memberId === record.memberId &&
      other.amountMinor === record.amountMinor &&
      (other.atMs < record.atMs || (other.atMs === record.atMs && other.id < record.id)) &&
      record.atMs - other.atMs <= doubleMs,
  )
  return before?.id ?? null
}

const withDouble = (found: Found, day: Day): Found => {
  if (!found.record) return found
  const otherId = paidBefore(found.record, day)
  if (otherId === null) return found
  const { line, record } = found
  return { line, record, class: 'doublePaid', reason: 'sameMember', otherId }
}

/** The row of what was found, with what it adds to both sums, and whether two people signed it. Pure. */
function toRow(found: Found, day: Day): DayRow {
  const { line, record, otherId = null, reason = null } = found
  const id = line?.id ?? record?.id ?? ''
  const isReal = line !== null && line.valueOn === day.on && line.direction === day.direction
  const isRepeat = found.class === 'duplicate'
  const theirsMinor = isReal && !isRepeat && !notTheirs.has(found.class) ? line.amountMinor : 0
  const isBooked = record?.phase === 'booked' && record.businessOn === day.on
  // What a far or near leg has shown is booked as soon as both have.
  const oursMinor = record && isBooked && record.accountId === day.accountId ? record.amountMinor : 0
  const signed = (day.explained.get(id) ?? []).some(
    (one) => one.class === found.class && one.theirsMinor === theirsMinor && one.oursMinor === oursMinor,
  )
  const wantsLook = openClasses.has(found.class) && !(found.isTied && tiedIsFine.has(found.class))
  const isSigned = wantsLook && signed
  return {
    id,
    line,
    record,
    class: isSigned ? 'forced' : found.class,
    reason,
    was: isSigned ? found.class : null,
    isOpen: wantsLook && !isSigned,
    deltaMs: line && record ? line.atMs - record.atMs : null,
    deltaMinor: line && record ? line.amountMinor - record.amountMinor : null,
    theirsMinor,
    // A leg that closed without a transfer of ours that was asked for is in the books by itself.
    oursMinor: record === null && isReal && isInBooks(found) ? line.amountMinor : oursMinor,
    otherId,
  }
}

/** Lines that the books took in by themselves: own transfers that nobody had asked for, company income. */
const isInBooks = ({ class: found }: Found): boolean => found === 'internal' || found === 'matchedManual'

/** Whether a row is of the day itself, and not of the days around it. */
const isOfDay = ({ line, record }: Found, day: Day): boolean =>
  (line !== null && line.valueOn === day.on && line.direction === day.direction) ||
  (record !== null && record.businessOn === day.on && record.accountId === day.accountId)

/**
 * Compares the statement of one account and day with our records: every line and every record of the day
 * stands in exactly one row, with its class. Pure.
 */
export function classifyDay(day: Day): DayRow[] {
  const lineById = new Map(day.lines.map((line) => [line.id, line]))
  const linesOf = Map.groupBy(day.lines, ({ amountMinor }) => amountMinor)
  const tied: Found[] = []
  const tiedLines = new Set<string>()
  const openRecords: DayRecord[] = []
  const alone: Found[] = []
  for (const record of day.records) {
    const line = record.lineId === null ? undefined : lineById.get(record.lineId)
    if (line) {
      tied.push(ofTied(line, record))
      tiedLines.add(line.id)
    } else if (record.phase === 'over') alone.push(ofAloneRecord(record, day.nowMs))
    else openRecords.push(record)
  }
  const untied = day.lines.filter(({ id }) => !tiedLines.has(id))
  const closed = untied.filter((line) => !isOpenLine(line)).map(ofClosedLine)
  const paired = pairOpen(day, untied.filter(isOpenLine), openRecords)
  const paid = [...tied, ...paired.found]
  const found = [
    ...paid,
    ...closed,
    ...alone,
    ...paired.lines.map((line) => ofAloneLine(line, day, paid, linesOf.get(line.amountMinor) ?? [])),
    ...paired.records.map((record) => ofAloneRecord(record, day.nowMs)),
  ]
  return found
    .map((each) => withDouble(each, day))
    .filter((each) => isOfDay(each, day))
    .map((each) => toRow(each, day))
}
