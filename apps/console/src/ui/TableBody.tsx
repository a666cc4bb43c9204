import { memo, type RefObject } from 'react'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { Column } from './table-columns.ts'
import { TableRow } from './TableRow.tsx'

/** Up to here every row stands in the page; beyond it only those near the window do. */
const drawnWhole = 100

export interface TableBodyProps<Row> {
  tableId: string
  rows: readonly Row[]
  ids: readonly string[]
  columns: readonly Column<Row>[]
  rowHeight: number
  heldId: string | null
  selected: ReadonlySet<string> | null
  fresh: ReadonlySet<string>
  selectLabel: (id: string) => string
  /** Null until the table stands in the page. */
  scroller: HTMLDivElement | null
  slackRef: RefObject<HTMLTableRowElement | null>
}

function Body<Row>(props: TableBodyProps<Row>) {
  const { rows, ids, columns, rowHeight, heldId, selected, fresh, selectLabel } = props
  const isWhole = rows.length <= drawnWhole
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLTableRowElement>({
    count: rows.length,
    getScrollElement: () => props.scroller,
    estimateSize: () => rowHeight,
    overscan: 10,
    enabled: !isWhole,
  })
  const items = isWhole ? null : virtualizer.getVirtualItems()
  const first = items?.[0]?.index ?? 0
  const last = items ? (items.at(-1)?.index ?? -1) : rows.length - 1
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

/** The rows of the table; drawn whole up to 100, windowed beyond. */
export const TableBody = memo(Body) as typeof Body
