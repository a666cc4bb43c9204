import { contradicts, hasRef, isNamed, isSameMovement, isTimePossible, payeeOf } from './evidence.ts'
import type { Day, DayLine, DayRecord, Found } from './day-shapes.ts'

/** What no tie of the books explains, and how it may be paired. */
interface Open {
  readonly lines: Set<DayLine>
  readonly records: Set<DayRecord>
  readonly found: Found[]
}

const amountClass = (line: DayLine, record: DayRecord): Found['class'] => {
  if (line.direction !== record.direction || line.accountId !== record.accountId) return 'dataMismatch'
  if (line.amountMinor !== record.amountMinor)
    return line.amountMinor > record.amountMinor ? 'overAmount' : 'underAmount'
  if (contradicts(line, record)) return 'dataMismatch'
  return line.valueOn === record.businessOn ? 'partiallyReconciled' : 'late'
}

const mismatchOf = (line: DayLine, record: DayRecord): string => {
  if (line.accountId !== record.accountId) return 'otherAccount'
  if (line.direction !== record.direction) return 'otherDirection'
  return payeeOf(line, record)
}

function take(open: Open, line: DayLine, record: DayRecord, reason: string): void {
  open.lines.delete(line)
  open.records.delete(record)
  const found = amountClass(line, record)
  const why = found === 'dataMismatch' ? mismatchOf(line, record) : reason
  open.found.push({ line, record, class: found, reason: why })
}

/** A reference beats everything, whatever the amounts say. Of several lines of one the equal one is it. */
function byReference(open: Open): void {
  for (const record of Array.from(open.records)) {
    const lines = [...open.lines].filter((line) => hasRef(line, record))
    const equal = lines.filter(({ amountMinor }) => amountMinor === record.amountMinor)
    const [line] = equal.length > 0 ? equal : lines
    const isOnly = [...open.records].filter((other) => line && hasRef(line, other)).length === 1
    if (line && isOnly && (equal.length > 0 || lines.length === 1)) take(open, line, record, 'reference')
  }
}

/** Account, direction and amount agree, nothing printed speaks against it, and it was possible in time. */
const isCandidate = (line: DayLine, record: DayRecord): boolean =>
  line.accountId === record.accountId &&
  line.direction === record.direction &&
  line.amountMinor === record.amountMinor &&
  !contradicts(line, record) &&
  isTimePossible(line, record) &&
  // Of another day only what names its owner: amounts repeat.
  (line.valueOn === record.businessOn || isNamed(line, record))

const only = <T>(values: readonly T[]): T | undefined => (values.length === 1 ? values[0] : undefined)

/** Pairs that `fits` makes for exactly one line and one record, until it makes no more. */
function byOnly(open: Open, reason: string, fits: (line: DayLine, record: DayRecord) => boolean): void {
  for (let isNew = true; isNew;) {
    isNew = false
    for (const line of Array.from(open.lines)) {
      const record = only([...open.records].filter((each) => fits(line, each)))
      if (!record || !only([...open.lines].filter((each) => fits(each, record)))) continue
      take(open, line, record, reason)
      isNew = true
    }
  }
}

const byTime = <T extends { readonly atMs: number; readonly id: string }>(all: readonly T[]): T[] =>
  all.toSorted((a, b) => a.atMs - b.atMs || (a.id < b.id ? -1 : 1))

/** A line that repeats another one stands behind it: it is not the one that a record is looked for. */
const withoutRepeats = (lines: readonly DayLine[]): DayLine[] => {
  const alike = Map.groupBy(lines, ({ amountMinor }) => amountMinor)
  return lines.filter((line) => {
    const group = alike.get(line.amountMinor) ?? []
    return !group.slice(0, group.indexOf(line)).some((before) => isSameMovement(before, line))
  })
}

/**
 * Equal amounts that nothing tells apart. As many lines as records, on a chain without a hole, are each
 * other's in order; else the pairs stand unproven, and what is too many stays over.
 */
function byCount(open: Open, isChainWhole: boolean): void {
  const groups = Map.groupBy(
    [...open.records].filter(({ kind }) => kind !== 'ownTransfer'),
    (record) => `${record.amountMinor} ${record.businessOn}`,
  )
  for (const group of groups.values()) {
    const records = byTime(group)
    const fitting = [...open.lines].filter((line) => records.some((record) => isCandidate(line, record)))
    const lines = withoutRepeats(byTime(fitting))
    const isProven = isChainWhole && lines.length === records.length
    for (const [at, record] of records.entries()) {
      const line = lines[at]
      if (!line || !isCandidate(line, record)) break
      take(open, line, record, isProven ? 'equalCounts' : 'equalAmounts')
    }
  }
}

/** How far the two legs of a transfer may be apart. Source: domain 4.5.5. */
const legsMs = 300_000

/** Both legs on two own accounts, as many here as there. */
function byLegs(open: Open, { opposites, isChainWhole }: Day): void {
  const groups = Map.groupBy(
    [...open.records].filter(({ kind }) => kind === 'ownTransfer'),
    ({ amountMinor }) => amountMinor,
  )
  for (const [amountMinor, group] of groups) {
    const far = opposites.filter((line) => line.amountMinor === amountMinor)
    const near = byTime([...open.lines].filter((line) => line.amountMinor === amountMinor))
    const legs = near.filter((line) => far.some(({ atMs }) => Math.abs(atMs - line.atMs) <= legsMs))
    const isEqual = legs.length === group.length && far.length === group.length
    if (!isEqual || (group.length > 1 && !isChainWhole)) continue
    for (const [at, record] of byTime(group).entries()) {
      const line = legs[at]
      if (line && isCandidate(line, record)) take(open, line, record, 'bothLegs')
    }
  }
}

/** How far a wrong amount may be from the record in time. */
const wrongAmountMs = 7_200_000

const isWrongAmount = (line: DayLine, record: DayRecord): boolean =>
  line.accountId === record.accountId &&
  line.direction === record.direction &&
  line.amountMinor !== record.amountMinor &&
  line.valueOn === record.businessOn &&
  Math.abs(line.atMs - record.atMs) <= wrongAmountMs &&
  isTimePossible(line, record) &&
  isNamed(line, record)

/** The books have paid or credited the amount, and the statement names somebody else. */
const isWrongPayee = (line: DayLine, record: DayRecord): boolean =>
  record.phase === 'booked' &&
  record.kind !== 'ownTransfer' &&
  line.accountId === record.accountId &&
  line.direction === record.direction &&
  line.amountMinor === record.amountMinor &&
  line.valueOn === record.businessOn &&
  isTimePossible(line, record) &&
  contradicts(line, record)

/**
 * Pairs what the books do not tie, by the discipline of domain 4.5.5: a reference is decisive; else account,
 * direction and amount must agree and both sides have exactly one candidate; how near two times are proves
 * nothing. What is left over on either side is in nobody's pair. Pure.
 */
export function pairOpen(
  day: Day,
  lines: readonly DayLine[],
  records: readonly DayRecord[],
): { readonly found: readonly Found[]; readonly lines: DayLine[]; readonly records: DayRecord[] } {
  const open: Open = { lines: new Set(withoutRepeats(byTime(lines))), records: new Set(records), found: [] }
  const repeats = lines.filter((line) => !open.lines.has(line))
  byReference(open)
  byLegs(open, day)
  const isOfMember = (line: DayLine, record: DayRecord) =>
    record.kind !== 'ownTransfer' && isCandidate(line, record)
  byOnly(open, 'fits', (line, record) => isOfMember(line, record) && isNamed(line, record))
  byOnly(open, 'fits', isOfMember)
  byCount(open, day.isChainWhole)
  byOnly(open, 'oneLeg', isCandidate)
  byOnly(open, 'amount', isWrongAmount)
  byOnly(open, 'payeeMask', isWrongPayee)
  return { found: open.found, lines: [...open.lines, ...repeats], records: [...open.records] }
}
