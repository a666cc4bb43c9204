import { countedBy } from '@khlang/contract/values/queue-counting.ts'
import { fitsTab, type QueueFilter, type QueueList, type QueueRow } from './queue-shapes.ts'

/** What to do with the list after a row arrived: show `list`, or ask the server for it again. */
export type Merged = { readonly list: QueueList; readonly isStale: boolean }

/** Beyond this many rows a page that grew by live rows is asked for again. */
export const rowsMax = 500

const within = (value: number, min: number | undefined, max: number | undefined): boolean =>
  (min === undefined || value >= min) && (max === undefined || value <= max)

/** Whether a row fits the filter; null where only the server can tell (free text, business dates). */
export function fitsFilter(filter: QueueFilter, row: QueueRow): boolean | null {
  const fits =
    fitsTab(filter.tab ?? 'all', row) &&
    (filter.accountId === undefined || row.accountId === filter.accountId) &&
    (filter.memberId === undefined || row.member.id === filter.memberId) &&
    (filter.state === undefined || filter.state.includes(row.state)) &&
    (filter.amountMinor === undefined || row.amountMinor === filter.amountMinor) &&
    within(row.amountMinor, filter.amountMinMinor, filter.amountMaxMinor)
  if (!fits) return false
  const { search, on, from, to } = filter
  return [search, on, from, to].every((each) => each === undefined || each === '') ? true : null
}

const isAfter = (row: QueueRow, other: QueueRow): boolean =>
  row.at === other.at ? row.id > other.id : row.at > other.at

/**
 * Puts one row that arrived by a live event into the page on the screen: newest first, in the tab of what
 * waits the longest waiting first. A known row is
 * replaced in its place (an older version changes nothing), a row that no longer fits leaves, a new one
 * comes in on the first page. Pure.
 */
export function mergeRow(
  list: QueueList,
  row: QueueRow,
  view: { readonly filter: QueueFilter; readonly isFirstPage: boolean },
): Merged {
  const at = list.records.findIndex((each) => each.id === row.id)
  const known = list.records[at]
  const fits = fitsFilter(view.filter, row)
  if (known !== undefined) {
    if (known.version > row.version) return { list, isStale: false }
    const records =
      fits === false ? list.records.filter((each) => each !== known) : list.records.with(at, row)
    return { list: { ...list, records }, isStale: false }
  }
  if (fits === false || !view.isFirstPage) return { list, isStale: false }
  if (fits === null) return { list, isStale: true }
  const place = list.records.findIndex((each) =>
    view.filter.tab === 'waiting' ? isAfter(each, row) : isAfter(row, each),
  )
  // Beyond the end of the page: it belongs to a later one, unless this page is the last.
  if (place < 0 && list.hasAfter) return { list, isStale: false }
  const records = list.records.toSpliced(place < 0 ? list.records.length : place, 0, row)
  if (records.length <= rowsMax) return { list: { ...list, records }, isStale: false }
  // The new row is shown at once; the page is asked for again, because its end is no longer the cursor's.
  return { list: { ...list, records: records.slice(0, rowsMax) }, isStale: true }
}

/** Sums of the rows on the screen that the filter's sums count, in satang. */
export function pageSums(rows: readonly QueueRow[], filter: QueueFilter) {
  const counted = rows.filter(countedBy(filter))
  const sumOf = (kind: QueueRow['kind']): number =>
    counted.reduce((sum, row) => (row.kind === kind ? sum + row.amountMinor : sum), 0)
  const depositMinor = sumOf('deposit')
  const withdrawalMinor = sumOf('withdrawal')
  return { depositMinor, withdrawalMinor, netMinor: depositMinor - withdrawalMinor }
}
