import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/db.ts'
import { beforeOf, linkBalances, toleranceMs, type ChainLine } from './balance-chain.ts'
import { linkedOf } from './intake/intake-queries.ts'
import type { FeedRow } from './stored-line.ts'

/** A hole that a person went on behind: its money is missing still. */
export interface ChainGap {
  readonly id: string
  readonly fromMinor: number
  readonly toMinor: number
  /** When the chain left the one balance and found the other; null before the first line. */
  readonly fromAt: string | null
  readonly toAt: string
}

/** So long a late message is waited for; what comes after is looked at by a person. */
const openGaps = sql`since > now() - interval '2 days'`

/** As many as an account has while a gap is waited for; behind more, a gap ends when its own line says. */
const linesOfDays = 2000

const isWithin = (gap: ChainGap, line: ChainLine): boolean => {
  const at = Date.parse(line.at)
  const isLater = gap.fromAt === null || at >= Date.parse(gap.fromAt) - toleranceMs
  return isLater && at <= Date.parse(gap.toAt) + toleranceMs
}

/**
 * The lines that lead from one end of a gap to the other, in their order; none where two lines start from one
 * balance, since only one of them can be true. Pure.
 */
export function linesThatFill(gap: ChainGap, loose: readonly ChainLine[]): string[] {
  const within = loose.filter((line) => isWithin(gap, line))
  const starts = within.map(beforeOf)
  const { ordered } = linkBalances(gap.fromMinor, within)
  const end = ordered.findIndex((line) => line.place === 'linked' && line.balanceAfterMinor === gap.toMinor)
  const filling = ordered.slice(0, end + 1)
  const isClear = filling.every(
    (line) => starts.filter((start) => start === line.balanceBeforeMinor).length === 1,
  )
  return isClear ? filling.map((line) => line.id) : []
}

/** The gaps of an account, oldest first. Its feed must be locked. */
async function gapsOf(db: Reader, bankAccountId: string): Promise<ChainGap[]> {
  const { rows } = await sql<ChainGap>`
    select id, from_minor as "fromMinor", to_minor as "toMinor", from_at as "fromAt", to_at as "toAt"
      from chain_gaps where bank_account_id = ${bankAccountId} and ${openGaps} order by id limit 100`.execute(
    db,
  )
  return rows
}

const closeGap = (tx: Tx, { id }: ChainGap) => sql`delete from chain_gaps where id = ${id}`.execute(tx)

/** Closes the gaps that these lines fill. @returns the lines, in the order in which their money moved */
export async function fillGaps(
  tx: Tx,
  bankAccountId: string,
  loose: readonly ChainLine[],
): Promise<string[]> {
  const filling: string[] = []
  for (const gap of await gapsOf(tx, bankAccountId)) {
    const lines = linesThatFill(
      gap,
      loose.filter(({ id }) => !filling.includes(id)),
    )
    if (lines.length === 0) continue
    filling.push(...lines)
    await closeGap(tx, gap)
  }
  return filling
}

/**
 * A gap whose end is as early as what was linked behind it: the one line that ends it may bear a time of a
 * clock that runs ahead, and what it leads to was surely later. Pure.
 */
export function endedByAll(gap: ChainGap, linked: readonly ChainLine[]): ChainGap {
  const byStart = Map.groupBy(linked, beforeOf)
  const seen = new Set<number>()
  let toAt = gap.toAt
  for (let ends = [gap.toMinor]; ends.length > 0;) {
    const next = ends.filter((end) => !seen.has(end)).flatMap((end) => byStart.get(end) ?? [])
    for (const end of ends) seen.add(end)
    for (const { at } of next) if (Date.parse(at) < Date.parse(toAt)) toAt = at
    ends = next.map((line) => line.balanceAfterMinor)
  }
  return { ...gap, toAt }
}

/** Whether money surely moved between the ends of a gap: within the tolerance it may as well be later. */
const isBetween = (gap: ChainGap, line: ChainLine): boolean => {
  const at = Date.parse(line.at)
  return (gap.fromAt === null || at >= Date.parse(gap.fromAt)) && at < Date.parse(gap.toAt)
}

/** What is missing lies on both sides of a line that stands in the midst of a gap. */
async function splitGap(tx: Tx, { id }: ChainGap, line: ChainLine): Promise<void> {
  await sql`insert into chain_gaps (bank_account_id, from_minor, to_minor, from_at, to_at, since)
    select bank_account_id, ${line.balanceAfterMinor}, to_minor, ${line.at}, to_at, since
      from chain_gaps where id = ${id}`.execute(tx)
  await sql`update chain_gaps set to_minor = ${beforeOf(line)}, to_at = ${line.at}
    where id = ${id}`.execute(tx)
}

/**
 * A person has accepted a line of a gap by hand: the gap becomes smaller, or two. @returns false when the
 * line belongs to no gap
 */
export async function narrowGap(tx: Tx, bankAccountId: string, line: ChainLine): Promise<boolean> {
  const starts = (gap: ChainGap) => gap.fromMinor === beforeOf(line)
  const gaps = (await gapsOf(tx, bankAccountId)).filter((each) => isWithin(each, line))
  const gap = gaps.find((each) => starts(each) || each.toMinor === line.balanceAfterMinor)
  if (!gap) {
    const linked = gaps.length === 0 ? [] : await linkedOf(tx, bankAccountId, linesOfDays)
    const around = gaps.find((each) => isBetween(endedByAll(each, linked), line))
    if (around) await splitGap(tx, around, line)
    return around !== undefined
  }
  const [fromMinor, toMinor] = starts(gap)
    ? [line.balanceAfterMinor, gap.toMinor]
    : [gap.fromMinor, beforeOf(line)]
  if (fromMinor === toMinor) await closeGap(tx, gap)
  else
    await sql`update chain_gaps set from_minor = ${fromMinor}, to_minor = ${toMinor}
      where id = ${gap.id}`.execute(tx)
  return true
}

/** A person goes on with a line behind a hole; gaps that nobody waits for any more are forgotten. */
export async function openGap(
  tx: Tx,
  bankAccountId: string,
  feed: FeedRow,
  line: ChainLine,
): Promise<void> {
  await sql`delete from chain_gaps where bank_account_id = ${bankAccountId} and not ${openGaps}`.execute(tx)
  if (feed.last_balance_minor === beforeOf(line)) return
  await sql`insert into chain_gaps (bank_account_id, from_minor, to_minor, from_at, to_at)
    values (${bankAccountId}, ${feed.last_balance_minor}, ${beforeOf(line)}, ${feed.last_line_at},
      ${line.at})`.execute(tx)
}
