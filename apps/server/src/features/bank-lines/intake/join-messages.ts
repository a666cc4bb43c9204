import { findLineForProvisional } from './dedupe-key.ts'
import { joinableOf, type FeedRow, type StoredLine } from '../stored-line.ts'

const ended = new Set(['duplicate', 'rejected'])

/**
 * How many equal messages of this source the minute has seen already; only lines without a balance need it.
 */
export function sequenceOf(line: StoredLine, near: readonly StoredLine[]): number {
  if (line.balance_after_minor !== null) return 0
  const minute = line.dedupe_key.slice(0, line.dedupe_key.lastIndexOf('|') + 1)
  return near.filter(
    (other) => other.dedupe_key.startsWith(`${minute}n`) && other.joined_sources.includes(line.source),
  ).length
}

/** A message that says nothing else than one so long before may be that one, posted again. */
const doubleWithinMs = 10 * 60_000

/**
 * The line before it that may be the same movement said twice: neither a balance nor the bank's own time or
 * reference tells them apart. The phone posts some notifications twice.
 */
export function possibleDoubleOf(line: StoredLine, near: readonly StoredLine[]): StoredLine | null {
  if (line.balance_after_minor !== null) return null
  const isTimed = line.bank_time_precision === 'minute' || line.bank_time_precision === 'second'
  const equal = near.filter(
    (other) =>
      !ended.has(other.state) &&
      other.balance_after_minor === null &&
      other.joined_sources.includes(line.source) &&
      other.direction === line.direction &&
      other.amount_minor === line.amount_minor &&
      other.payer_bank === line.payer_bank &&
      other.payer_mask === line.payer_mask &&
      other.payer_name === line.payer_name &&
      other.ref === line.ref &&
      (!isTimed || sameInstant(other.bank_time, line.bank_time)) &&
      Math.abs(Date.parse(other.received_at) - Date.parse(line.received_at)) <= doubleWithinMs,
  )
  return equal.at(-1) ?? null
}

const sameInstant = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && Date.parse(one) === Date.parse(other)

/** The lines that have this line's amount, balance and minute, oldest first: usually the same line. */
export const equalLines = (line: StoredLine, near: readonly StoredLine[]): StoredLine[] =>
  near.filter(({ dedupe_key: key }) => key === line.dedupe_key || key.startsWith(`${line.dedupe_key}#`))

/**
 * Whether the chain can go on with a line equal to one it has: it moved on from that one and back, and
 * stands again at the balance this line starts from. Who tells of it decides whether it is a new movement.
 */
export function mayRecur(line: StoredLine, last: StoredLine, feed: FeedRow): boolean {
  if (line.balance_after_minor === null || last.chain !== 'linked' || feed.is_broken) return false
  const moved = line.direction === 'in' ? line.amount_minor : -line.amount_minor
  return feed.last_balance_minor === line.balance_after_minor - moved && feed.last_line_id !== last.id
}

/** The one stored line with a balance that this message tells of too, or null. */
export function findJoin(line: StoredLine, near: readonly StoredLine[]): StoredLine | null {
  const open = near.filter((other) => !ended.has(other.state))
  const answer = findLineForProvisional(joinableOf(line), open.map(joinableOf))
  return answer.found === 'line' ? (open.find((other) => other.id === answer.lineId) ?? null) : null
}

/**
 * The provisional lines that have waited for this line: one per source at most, and only where the
 * provisional line could not belong to another line as well. Joining in doubt would put one payer's name on
 * another's money.
 */
export function provisionalLinesOf(line: StoredLine, near: readonly StoredLine[]): StoredLine[] {
  const lines = [line, ...near.filter((other) => !ended.has(other.state))].map(joinableOf)
  const fitting = near.filter((provisional) => {
    if (
      provisional.chain !== 'hint' ||
      (provisional.state !== 'waiting' && provisional.state !== 'unmatched')
    )
      return false
    const answer = findLineForProvisional(joinableOf(provisional), lines)
    return answer.found === 'line' && answer.lineId === line.id
  })
  return fitting.filter((provisional) =>
    fitting.every((other) => other === provisional || other.source !== provisional.source),
  )
}
