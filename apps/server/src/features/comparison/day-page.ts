import { ApiError } from '../../platform/api-error.ts'
import { sql } from 'kysely'
import { decodeCursor, encodeCursor, type KeysetRequest } from '../../platform/db/cursor.ts'
import type { Reader } from '../../platform/db/db.ts'
import { likeLiteral } from '../../platform/db/like.ts'
import type { CompareClass } from './day-shapes.ts'
import { sumsOf, type DaySums } from './day-sums.ts'
import type { DayOf } from './day-queries.ts'
import { plainAround, plainFound, type PlainPair } from './plain-queries.ts'
import { plainRow, type JudgedDay, type PlainRow } from './read-day.ts'

const atOf = (row: PlainRow): number => row.line?.atMs ?? row.plain?.atMs ?? row.record?.atMs ?? 0

/** Newest first; of one moment the higher id. Pure. */
export const newestFirst = (rows: readonly PlainRow[]): PlainRow[] =>
  rows.toSorted((a, b) => atOf(b) - atOf(a) || (a.id < b.id ? 1 : -1))

const isBehind = (row: PlainRow, [atMs = '0', id = '']: readonly string[]): boolean =>
  atOf(row) < Number(atMs) || (atOf(row) === Number(atMs) && row.id < id)
const keyOf = (row: PlainRow): string[] => [String(atOf(row)), row.id]

/** Where a cursor of a day points: the moment in milliseconds and the id of a row. @throws invalidCursor */
function placeOf(request: KeysetRequest): readonly string[] | null {
  const { after, before } = request.input
  if (after !== undefined && before !== undefined) throw new ApiError('invalidCursor', { field: 'before' })
  if (after !== undefined) return decodeCursor(request, after)
  return before === undefined ? null : decodeCursor(request, before, 'before')
}

/** The page that a cursor asks for, of sorted rows that hold at least it and one row on either side. */
function cutPage(sorted: readonly PlainRow[], request: KeysetRequest, place: readonly string[] | null) {
  const { before, size } = request.input
  const first = place === null ? 0 : sorted.findIndex((row) => isBehind(row, place))
  const from = first < 0 ? sorted.length : first
  // What a backward cursor names is the first row of the page it came from.
  const end = before === undefined ? from + size : lastBefore(sorted, place ?? [])
  const start = before === undefined ? from : Math.max(0, end - size)
  const records = sorted.slice(start, end)
  const [top, last] = [records[0], records.at(-1)]
  return {
    records,
    hasAfter: end < sorted.length,
    hasBefore: start > 0,
    afterCursor: end < sorted.length && last ? encodeCursor(request, keyOf(last)) : null,
    beforeCursor: start > 0 && top ? encodeCursor(request, keyOf(top)) : null,
    totalCount: null,
  }
}

/** Judges the day; what is searched for is looked up meanwhile. */
type Judging = () => Promise<JudgedDay>

/**
 * The page of a day's rows that a cursor asks for. What was judged is put in its place among the plain pairs
 * around the page. @throws invalidCursor
 */
export async function pageOfDay(db: Reader, of: DayOf, judge: Judging, asked: RowFilter & KeysetRequest) {
  const place = placeOf(asked)
  const [day, found] = await Promise.all([judge(), foundPairs(db, of, asked)])
  const [judged, pairs] = await Promise.all([
    filtered(db, day.rows, asked),
    found ?? pairsAround(db, of, day, asked, place),
  ])
  const rows = [...judged, ...withoutSeen(pairs, day).map(plainRow)]
  return cutPage(newestFirst(rows), asked, place)
}

/** The plain pairs around a page. */
async function pairsAround(
  db: Reader,
  of: DayOf,
  { seen }: JudgedDay,
  asked: RowFilter & KeysetRequest,
  place: readonly string[] | null,
): Promise<PlainPair[]> {
  const sorts = plainSorts(asked)
  if (sorts.length === 0) return []
  const { before, size } = asked.input
  const [atMs = '', lineId = ''] = place ?? []
  return plainAround(db, of, {
    place: place === null ? null : { atMs, lineId },
    isBackward: before !== undefined,
    count: size + 1,
    isByHand: sorts.length === 1 ? sorts[0] : undefined,
    but: seen,
  })
}

/** The plain pairs of the chosen classes in which a text is found; null where none is searched for. */
async function foundPairs(db: Reader, of: DayOf, asked: RowFilter): Promise<PlainPair[] | null> {
  const search = asked.search?.trim() ?? ''
  const sorts = plainSorts(asked)
  if (search === '') return null
  if (sorts.length === 0) return []
  const found = await plainFound(db, of, search, minorOf(search))
  return found.filter(({ isByHand }) => sorts.includes(isByHand))
}

/** Pairs that were judged stand among the rows already. */
function withoutSeen(pairs: readonly PlainPair[], { seen }: JudgedDay): PlainPair[] {
  const judged = new Set(seen)
  return pairs.filter(({ lineId }) => !judged.has(lineId))
}

/** Which plain pairs classes ask for: those linked by a person (true), by the system (false), or both. */
const plainSorts = ({ class: classes = [] }: RowFilter): boolean[] =>
  classes.length === 0
    ? [false, true]
    : [
        ...(classes.includes('matchedAuto') ? [false] : []),
        ...(classes.includes('matchedManual') ? [true] : []),
      ]

/** What the rows of a filter come to. */
export async function sumsOfDay(db: Reader, of: DayOf, judge: Judging, asked: RowFilter): Promise<DaySums> {
  const [day, found] = await Promise.all([judge(), foundPairs(db, of, asked)])
  const judged = await filtered(db, day.rows, asked)
  if (found !== null) return sumsOf([...judged, ...withoutSeen(found, day).map(plainRow)])
  const sorts = plainSorts(asked)
  return sumsOf(
    judged,
    day.sums.filter(({ isByHand }) => sorts.includes(isByHand)),
  )
}

/** How many rows stand before a place. */
const lastBefore = (sorted: readonly PlainRow[], place: readonly string[]): number => {
  const at = sorted.findIndex((row) => isBehind(row, place) || keyOf(row).join() === place.join())
  return at < 0 ? sorted.length : at
}

/** Ids of lines and records that a text is found in: references, names, what the bank printed. */
async function foundIds(
  db: Reader,
  rows: readonly PlainRow[],
  search: string,
): Promise<ReadonlySet<string>> {
  const lines = rows.flatMap((row) => row.line?.id ?? row.plain?.lineId ?? [])
  const records = rows.flatMap((row) => row.record?.id ?? row.plain?.recordId ?? [])
  const like = `%${likeLiteral(search)}%`
  const { rows: found } = await sql<{ id: string }>`
    select l.id from statement_lines l where l.id = any(${lines}::uuid[])
       and (l.ref ilike ${like} or l.payer_name ilike ${like} or l.payer_mask ilike ${like})
    union all
    select d.id from deposits d join members m on m.id = d.member_id
     where d.id = any(${records}::uuid[]) and (d.reference ilike ${like} or m.username ilike ${like})
    union all
    select w.id from withdrawals w join members m on m.id = w.member_id
     where w.id = any(${records}::uuid[]) and (w.reference ilike ${like} or m.username ilike ${like})
    union all
    select t.id from own_transfers t where t.id = any(${records}::uuid[])
       and t.reference ilike ${like}`.execute(db)
  return new Set(found.map(({ id }) => id))
}

/** An amount as somebody types it, `1,234.50`, in satang; null where it is none. */
function minorOf(search: string): number | null {
  const plain = search.replaceAll(',', '')
  return /^\d{1,11}(?:\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : null
}

export interface RowFilter {
  readonly class?: readonly CompareClass[] | undefined
  readonly search?: string | undefined
}

/** The rows of these classes in which a text or an amount is found. */
export async function filtered(
  db: Reader,
  rows: readonly PlainRow[],
  { class: classes, search = '' }: RowFilter,
): Promise<readonly PlainRow[]> {
  const chosen = classes && classes.length > 0 ? rows.filter((row) => classes.includes(row.class)) : rows
  const wanted = search.trim()
  if (wanted === '') return chosen
  const minor = minorOf(wanted)
  const ids = await foundIds(db, chosen, wanted)
  return chosen.filter(
    (row) =>
      ids.has(row.line?.id ?? row.plain?.lineId ?? '') ||
      ids.has(row.record?.id ?? row.plain?.recordId ?? '') ||
      (minor !== null &&
        [row.line?.amountMinor, row.record?.amountMinor, row.plain?.amountMinor].includes(minor)),
  )
}
