import type { Reader } from '../../../platform/db/db.ts'
import type { ExportedList, FileAsk } from '../../../platform/files/exports.ts'
import type { ExportColumn } from '../../../platform/files/sheet-shape.ts'
import { typedValue } from './values.ts'
import { pageOfBlacklist, type EntryRow } from './queries.ts'

const heading = (name: string) => `field.${name}`
type TextKey = { [K in keyof EntryRow]: EntryRow[K] extends string | null ? K : never }[keyof EntryRow]
const text = (key: TextKey): ExportColumn<EntryRow> => ({
  key,
  heading: heading(key),
  kind: 'text',
  of: (row) => row[key],
})
/** A code as the screen says it. */
const said = (key: TextKey, group: string): ExportColumn<EntryRow> => ({
  key,
  heading: heading(key),
  kind: 'word',
  group: `blacklist.${group}`,
  of: (row) => row[key],
})
const instant = (key: 'createdAt' | 'expiresAt'): ExportColumn<EntryRow> => ({
  key,
  heading: heading(key),
  kind: 'instant',
  of: (row) => row[key],
})

const columns: readonly ExportColumn<EntryRow>[] = [
  // As it is typed, so that it can be added elsewhere.
  { key: 'value', heading: heading('value'), kind: 'text', of: (row) => typedValue(row.kind, row.value) },
  said('kind', 'kind'),
  said('state', 'states'),
  said('reasonCode', 'reasonCode'),
  text('reason'),
  said('source', 'source'),
  text('by'),
  instant('createdAt'),
  instant('expiresAt'),
  text('removedReason'),
]

/** The file of the blacklist, newest first: its columns are the screen's, numbers masked as there. */
export function blacklistFile({
  actor,
  secrets,
  filter,
}: FileAsk<'preTransactions.exportBlacklist'>): ExportedList<EntryRow> {
  const page = (db: Reader, place: { readonly size: number; readonly after?: string }) =>
    pageOfBlacklist(db, { ...filter, ...place }, { actor, secrets })
  return {
    call: 'preTransactions.exportBlacklist',
    list: 'blacklist',
    name: 'blacklist',
    dates: {},
    area: 'pre-transactions-acts',
    columns,
    first: async (db, limit) => (await page(db, { size: limit })).records,
    page,
  }
}
