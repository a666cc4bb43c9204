import type { TableBodyProps } from './body-props.ts'
import { TableRow } from './TableRow.tsx'

interface TableRowsProps<Row> extends TableBodyProps<Row> {
  /** Place of the first and of the last row that stand in the page. */
  first: number
  last: number
}

/** The rows from `first` to `last`, with room for those that are not drawn. */
export function TableRows<Row>(props: TableRowsProps<Row>) {
  const { rows, ids, columns, rowHeight, heldId, openId, selected, fresh, selectLabel, first, last } = props
  const span = columns.length + (selected ? 1 : 0)
  return (
    <tbody>
      {first > 0 && <Spacer height={first * rowHeight} span={span} />}
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
      {last < rows.length - 1 && <Spacer height={(rows.length - 1 - last) * rowHeight} span={span} />}
      <tr ref={props.slackRef} aria-hidden="true" data-spacer />
    </tbody>
  )
}

/** Stands for the rows outside the window, so that the scroll bar tells the truth. */
function Spacer({ height, span }: { height: number; span: number }) {
  return (
    <tr aria-hidden="true" data-spacer style={{ height }}>
      <td colSpan={span} aria-hidden="true" />
    </tr>
  )
}
