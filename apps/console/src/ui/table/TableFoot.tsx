import { useTranslation } from 'react-i18next'
import { memo, type ReactNode } from 'react'
import type { Column, Totals } from './table-columns.ts'
import classes from './DataTable.module.css'

interface TableFootProps<Row> {
  columns: readonly Column<Row>[]
  totals: Totals
  hasTick: boolean
}

function Foot<Row>({ columns, totals, hasTick }: TableFootProps<Row>) {
  const { t } = useTranslation('table')
  return (
    <tfoot>
      {totals.page && (
        <TotalLine columns={columns} cells={totals.page} label={t('totals.page')} hasTick={hasTick} />
      )}
      {totals.filter && (
        <TotalLine columns={columns} cells={totals.filter} label={t('totals.filter')} hasTick={hasTick} />
      )}
    </tfoot>
  )
}

/** The two total lines. The line's name stands in the first column that has no figure of its own. */
export const TableFoot = memo(Foot) as typeof Foot

interface TotalLineProps<Row> {
  columns: readonly Column<Row>[]
  cells: Readonly<Record<string, ReactNode>>
  label: string
  hasTick: boolean
}

function TotalLine<Row>({ columns, cells, label, hasTick }: TotalLineProps<Row>) {
  const firstFigure = columns.findIndex((column) => column.id in cells)
  const labelSpan = (firstFigure < 0 ? columns.length : firstFigure) + (hasTick ? 1 : 0)
  const rest = firstFigure < 0 ? [] : columns.slice(firstFigure)
  return (
    <tr>
      {labelSpan > 0 && (
        <th scope="row" colSpan={labelSpan} style={{ gridColumn: `span ${labelSpan}` }} title={label}>
          {label}
        </th>
      )}
      {rest.map((column, index) => (
        <td key={column.id} data-align={column.align} data-pinned={column.isPinned}>
          {labelSpan === 0 && index === 0 && <span className={classes.totalLabel}>{label}</span>}
          {cells[column.id]}
        </td>
      ))}
    </tr>
  )
}
