import { findLineForHint } from './dedupe-key.ts'
import { joinableOf, type StoredLine } from './stored-line.ts'

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

/** The one stored line with a balance that this message tells of too, or null. */
export function findJoin(line: StoredLine, near: readonly StoredLine[]): StoredLine | null {
  const open = near.filter((other) => !ended.has(other.state))
  const answer = findLineForHint(joinableOf(line), open.map(joinableOf))
  return answer.found === 'line' ? (open.find((other) => other.id === answer.lineId) ?? null) : null
}

/**
 * The hints that have waited for this line: one per source at most, and only where the hint could not
 * belong to another line as well. Joining in doubt would put one payer's name on another's money.
 */
export function hintsOf(line: StoredLine, near: readonly StoredLine[]): StoredLine[] {
  const lines = [line, ...near.filter((other) => !ended.has(other.state))].map(joinableOf)
  const fitting = near.filter((hint) => {
    if (hint.chain !== 'hint' || (hint.state !== 'waiting' && hint.state !== 'unmatched')) return false
    const answer = findLineForHint(joinableOf(hint), lines)
    return answer.found === 'line' && answer.lineId === line.id
  })
  return fitting.filter((hint) => fitting.every((other) => other === hint || other.source !== hint.source))
}
