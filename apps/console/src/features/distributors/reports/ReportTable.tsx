import { hrefOf } from '../../../lib/address/navigation.tsx'
import { listPart } from '../../../lib/list/list-screen.tsx'
import { Money } from '../../../ui/figures/Money.tsx'
import { formatCount } from '../../../lib/words/formats.ts'
import type { Report } from '../distributor-shapes.tsx'
import { DateOn } from '../../../ui/figures/Time.tsx'
import { Status, type Tone } from '../../../ui/figures/Status.tsx'

type Row = Omit<Report, 'kinds'>

const reportTone = (state: Report['state'], openCount: number): Tone => {
  if (state === 'comparing') return 'blue'
  if (state !== 'compared') return 'grey'
  return openCount > 0 ? 'amber' : 'green'
}

const found =
  (of: (report: Row) => number) =>
  (row: Row): string =>
    row.state === 'compared' ? formatCount(of(row)) : '–'

/** The reports of all providers, newest first; each opens as a page of its own. */
export const ReportTable = listPart({
  call: 'distributors.reports',
  area: 'distributors',
  texts: 'reports',
  paging: 'keyset',
  listId: 'providerReports',
  name: (row) => row.name ?? '–',
  keeps: { tab: 'reports' },
  query: { live: 'providerReport' },
  opens: {
    href: ({ id }) => hrefOf({ to: '/distributor/providers', search: { tab: 'reports', report: id } }),
  },
  card: ['period', 'openCount', 'differenceMinor'],
  filters: () => [],
  columns: (column) => [
    column.time('uploadedAt', 120, { isFixed: true }),
    column.cell('provider', 140, (row, { reading }) => row.provider.name[reading.language], {
      card: 'title',
    }),
    column.cell('source', 110, ({ source }, { t }) => t(`sources.${source}`)),
    column.cell(
      'state',
      120,
      ({ state, openCount }, { t }) => (
        <Status tone={reportTone(state, openCount)} label={t(`reportStates.${state}`)} />
      ),
      { card: 'aside' },
    ),
    column.cell('period', 165, ({ fromOn, toOn }) =>
      fromOn === null || toOn === null ? (
        '–'
      ) : (
        <>
          <DateOn on={fromOn} />
          {toOn !== fromOn && (
            <>
              {' – '}
              <DateOn on={toOn} />
            </>
          )}
        </>
      ),
    ),
    column.cell('agreedCount', 75, (row) => row.agreedCount ?? '–', { align: 'end' }),
    // Of a report that nobody compared nothing is known.
    column.cell(
      'differenceCount',
      75,
      found(({ differenceCount }) => differenceCount),
      { align: 'end' },
    ),
    column.cell(
      'openCount',
      75,
      found(({ openCount }) => openCount),
      { align: 'end' },
    ),
    column.cell('differenceMinor', 115, (row) => <Money minor={row.differenceMinor} signed />, {
      align: 'end',
    }),
    column.cell('uploadedBy', 110, ({ uploadedBy }, { t }) => uploadedBy ?? t('reports.bySystem'), {
      isHidden: true,
    }),
  ],
})
