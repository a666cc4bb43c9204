import { ApiError } from '../../platform/api-error.ts'
import { sql } from 'kysely'
import { decodeCursor, encodeCursor, type KeysetRequest } from '../../platform/db/cursor.ts'
import type { Reader } from '../../platform/db/db.ts'
import { likeLiteral } from '../../platform/db/like.ts'
import type { CompareClass } from './day-shapes.ts'
import type { PlainRow } from './read-day.ts'

const atOf = (row: PlainRow): number => row.line?.atMs ?? row.plain?.atMs ?? row.record?.atMs ?? 0

/** Newest first; of one moment the higher id. Pure. */
export const newestFirst = (rows: readonly PlainRow[]): PlainRow[] =>
  rows.toSorted((a, b) => atOf(b) - atOf(a) || (a.id < b.id ? 1 : -1))

const isBehind = (row: PlainRow, [atMs = '0', id = '']: readonly string[]): boolean =>
  atOf(row) < Number(atMs) || (atOf(row) === Number(atMs) && row.id < id)
const keyOf = (row: PlainRow): string[] => [String(atOf(row)), row.id]

/**
 * The page of a day's rows that a cursor asks for. A day is judged whole, for what a row is depends on the
 * others, so its page is cut here. @throws invalidCursor
 */
export function pageOfRows(rows: readonly PlainRow[], request: KeysetRequest) {
  const { after, before, size } = request.input
  if (after !== undefined && before !== undefined) throw new ApiError('invalidCursor', { field: 'before' })
  const sorted = newestFirst(rows)
  const place =
    after !== undefined
      ? decodeCursor(request, after)
      : before !== undefined
        ? decodeCursor(request, before, 'before')
        : null
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
