import type { CallOf } from '@khlang/contract/calls.ts'
import type { InputOf } from '@khlang/contract/kit/define.ts'
import { useTranslation } from 'react-i18next'
import type { ExportFormat } from '../../ui/table/tools/ExportButton.tsx'
import type { Column } from '../../ui/table/table-columns.ts'
import { fitLayout, type TableLayout } from '../../ui/table/table-layout.ts'
import { saveFile } from './download.ts'
import { useErrorText } from '../call/error-text.ts'
import { formatCount } from '../words/formats.ts'
import { useKeptLayout } from './list-layouts.ts'
import { say } from '../alerts/notices.ts'
import { useProfile } from '../person/profile.ts'
import { useCall } from '../call/query.ts'

type ExportCall =
  | 'members.exportList'
  | 'preTransactions.exportQueue'
  | 'creditTransactions.exportList'
  | 'activityLogs.exportList'
  | 'betReports.exportList'
  | 'paymentAutos.exportLines'
  | 'preTransactions.exportBlacklist'
  | 'distributors.exportStatement'
  | 'distributors.exportDifferences'
  | 'reports.exportDaily'
  | 'reports.exportUsers'
type FileColumn<N extends ExportCall> = NonNullable<InputOf<CallOf<N>>['columns']>[number]
type ListColumn = Pick<Column<never>, 'id' | 'isHidden' | 'isFixed'>

interface ExportedList<N extends ExportCall> {
  readonly filter: Omit<InputOf<CallOf<N>>, 'format' | 'columns'>
  /** The table's `listId` and columns. */
  readonly listId: string
  readonly columns: readonly ListColumn[]
  /** The columns that the file knows, by the table's ids. */
  readonly inFile: readonly FileColumn<N>[]
}

/** The columns that the person now sees, in their order, as far as the file knows them. */
function shownColumns<Id extends string>(
  layout: TableLayout | null,
  columns: readonly ListColumn[],
  inFile: readonly Id[],
): Id[] {
  const { order, hidden } = fitLayout(columns, layout)
  return order.flatMap((id) => (hidden.includes(id) ? [] : inFile.filter((known) => known === id)))
}

/**
 * What `ExportButton` needs to save a list as a file: its filter and the columns on the screen. Null for
 * whom the role lets export nothing. A step-up is asked for where it is due; the outcome is said aloud.
 * `onExport` answers true when the rows are so many that their file is made in the background.
 */
export function useExport<N extends ExportCall>(name: N, list: ExportedList<N>) {
  const { t } = useTranslation('table')
  const { role } = useProfile()
  const errorText = useErrorText()
  const { send, canSend } = useCall(name, { refreshes: ['exports.list'] })
  const layout = useKeptLayout(list.listId)
  const onExport = async (format: ExportFormat): Promise<boolean> => {
    const columns = shownColumns(layout, list.columns, list.inFile)
    try {
      const file = await send({ ...list.filter, format, columns } as unknown as InputOf<CallOf<N>>)
      if ('jobId' in file) return true
      saveFile(file)
      say(t('export.done', { rows: formatCount(file.rows) }))
    } catch (thrown) {
      say(errorText(thrown), 'red')
    }
    return false
  }
  return role.abilities.exportData ? { onExport, isDisabled: !canSend } : null
}
