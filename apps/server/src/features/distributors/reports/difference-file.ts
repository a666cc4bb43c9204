import type { Reader } from '../../../platform/db/db.ts'
import type { ExportedList, FileAsk } from '../../../platform/files/exports.ts'
import type { ExportColumn } from '../../../platform/files/sheet-shape.ts'
import { differencesOf, type Difference } from './report-queries.ts'

/** What a side staked or paid: two columns of the file stand for one of the screen. */
const sum = (
  side: 'ours' | 'theirs',
  of: 'stakeMinor' | 'payoutMinor',
  heading: string,
): ExportColumn<Difference> => ({
  key: side,
  heading,
  kind: 'amount',
  of: (row) => row[side]?.[of] ?? null,
})
const text = (key: 'roundRef' | 'player' | 'reason'): ExportColumn<Difference> => ({
  key,
  heading: `field.${key}`,
  kind: 'text',
  of: (row) => row[key],
})

const columns: readonly ExportColumn<Difference>[] = [
  text('roundRef'),
  { key: 'kind', heading: 'field.kind', kind: 'word', group: 'kinds', of: (row) => row.kind },
  { key: 'state', heading: 'field.state', kind: 'word', group: 'differenceStates', of: (row) => row.state },
  text('player'),
  sum('ours', 'stakeMinor', 'sided.ours.stakeMinor'),
  sum('ours', 'payoutMinor', 'sided.ours.payoutMinor'),
  sum('theirs', 'stakeMinor', 'sided.theirs.stakeMinor'),
  sum('theirs', 'payoutMinor', 'sided.theirs.payoutMinor'),
  {
    key: 'differenceMinor',
    heading: 'field.differenceMinor',
    kind: 'amount',
    isSummed: true,
    of: (row) => row.differenceMinor,
  },
  text('reason'),
  { key: 'businessOn', heading: 'field.businessOn', kind: 'date', of: (row) => row.businessOn },
  { key: 'at', heading: 'field.at', kind: 'instant', of: (row) => row.at },
]

/** What differs in a report as a file, to be sent to whoever sold the games. */
export function differenceFile({
  actor,
  secrets,
  filter,
}: FileAsk<'distributors.exportDifferences'>): ExportedList<Difference> {
  const page = (db: Reader, place: { readonly size: number; readonly after?: string }) =>
    differencesOf(db, filter, { input: place, actor, secrets })
  return {
    call: 'distributors.exportDifferences',
    list: 'provider-report-differences',
    name: 'differences',
    dates: filter.on === undefined ? {} : { from: filter.on, to: filter.on },
    area: 'distributors',
    columns,
    first: async (db, limit) => (await page(db, { size: limit })).records,
    page,
  }
}
