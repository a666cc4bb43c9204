import type { TableBodyProps } from './body-props.ts'
import { TableRow } from './TableRow.tsx'

interface TableRowsProps<Row> extends TableBodyProps<Row> {
  /** Place of the first and of the last row that stand in the page. */
  first: number
  last: number
}

/**
 * The rows from `first` to `last`, with room for those that are not drawn. They are moved down as one: rows
 * that come above them change no place within, so that none is laid out or painted anew.
 */
export function TableRows<Row>(props: TableRowsProps<Row>) {
  const { rows, ids, columns, rowHeight, heldId, openId, selected, fresh, selectLabel, first, last } = props
  const above = first * rowHeight
  const below = (rows.length - 1 - last) * rowHeight
  return (
    <tbody
      style={{ transform: above > 0 ? `translateY(${above}px)` : undefined, marginBottom: above + below }}
    >
      {rows.slice(first, last + 1).map((row, offset) => {
        const index = first + offset
        const id = ids[index] ?? ''
        return (
          <TableRow
            key={id}
            row={row}
            id={id}
            domId={`${props.tableId}-${id}`}
            ariaIndex={index + 2}
            columns={columns}
            height={rowHeight}
            isHeld={id === heldId}
            isOpen={id === openId}
            isSelected={selected?.has(id) ?? false}
            isFresh={fresh.has(id)}
            selectLabel={selected ? selectLabel(id) : null}
          />
        )
      })}
      <tr ref={props.slackRef} aria-hidden="true" data-spacer />
    </tbody>
  )
}
