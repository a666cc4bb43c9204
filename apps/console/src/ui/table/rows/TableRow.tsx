import { memo, type ReactNode } from 'react'
import type { Column } from '../table-columns.ts'
import classes from '../DataTable.module.css'

interface TableRowProps<Row> {
  row: Row
  id: string
  /** DOM id, for `aria-activedescendant`. */
  domId: string
  /** Place in the whole list, from 2 (1 is the heading), for screen readers. */
  ariaIndex: number
  columns: readonly Column<Row>[]
  height: number
  isHeld: boolean
  /** It stands open beside the table. */
  isOpen: boolean
  isSelected: boolean
  isFresh: boolean
  /** Accessible name of the tick box; null where rows cannot be ticked. */
  selectLabel: string | null
}

function DrawnRow<Row>(props: TableRowProps<Row>) {
  const { row, id, columns, height, isHeld, isOpen, isSelected, isFresh, selectLabel } = props
  return (
    <tr
      id={props.domId}
      data-row={id}
      data-held={isHeld || undefined}
      data-shown={isOpen || undefined}
      aria-current={isOpen || undefined}
      data-fresh={isFresh || undefined}
      data-selected={isSelected || undefined}
      aria-rowindex={props.ariaIndex}
      aria-selected={selectLabel === null ? isHeld : isSelected}
      style={{ height }}
    >
      {selectLabel !== null && (
        <td className={classes.tick}>
          <input
            type="checkbox"
            data-tick
            checked={isSelected}
            readOnly
            aria-label={selectLabel}
            tabIndex={-1}
          />
        </td>
      )}
      <Cells row={row} columns={columns} />
    </tr>
  )
}

interface CellsProps<Row> {
  row: Row
  columns: readonly Column<Row>[]
}

function DrawnCells<Row>({ row, columns }: CellsProps<Row>): ReactNode {
  return columns.map((column) => (
    <td key={column.id} data-align={column.align} data-pinned={column.isPinned}>
      <div className={classes.cell}>{column.cell(row)}</div>
    </td>
  ))
}

/** Apart from their row: a row that comes in above moves every place in the list, and no cell changes. */
const Cells = memo(DrawnCells) as typeof DrawnCells

/** One row. Memoised: it is drawn again only when its own data, columns, place or marks change. */
export const TableRow = memo(DrawnRow) as typeof DrawnRow
