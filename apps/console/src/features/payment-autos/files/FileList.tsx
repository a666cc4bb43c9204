import { listPart } from '../../../lib/list/list-screen.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import { DateOn } from '../../../ui/figures/Time.tsx'
import { FilePanel } from './FilePanel.tsx'
import { fileTones } from './file-shapes.ts'

/** The files that were imported into an account, or asked for, newest first. */
export const FileList = listPart({
  call: 'statementFiles.list',
  area: 'statement-files',
  paging: 'keyset',
  listId: 'statementFiles',
  name: (row) => row.name,
  fixed: ({ id }: { id: string }) => ({ id }),
  keeps: { tab: 'files' },
  query: { live: 'bankAccount' },
  panel: { is: 'stf', Panel: FilePanel },
  card: ['uploadedAt', 'period', 'newCount'],
  filters: () => [],
  columns: (column) => [
    column.time('uploadedAt', 132, { isFixed: true }),
    column.text('name', 220, { card: 'title' }),
    column.cell('period', 200, ({ fromOn, toOn }) => (
      <>
        {fromOn !== null && <DateOn on={fromOn} />}
        {toOn !== null && toOn !== fromOn && (
          <>
            {' – '}
            <DateOn on={toOn} />
          </>
        )}
      </>
    )),
    column.cell(
      'state',
      132,
      (row, { t }) => <Status tone={fileTones[row.state]} label={t(`states.${row.state}`)} />,
      {
        card: 'aside',
      },
    ),
    column.cell('rowCount', 84, (row) => row.rowCount ?? '–', { align: 'end' }),
    column.cell('newCount', 84, (row) => row.newCount ?? '–', { align: 'end' }),
    column.money('inMinor', 'inMinor', 124),
    column.money('outMinor', 'outMinor', 124),
    column.text('uploadedBy', 116),
    column.text('endedBy', 116),
  ],
})
