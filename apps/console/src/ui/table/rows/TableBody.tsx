import { memo } from 'react'
import type { TableBodyProps } from './body-props.ts'
import { TableRows } from './TableRows.tsx'
import { useRowWindow } from './use-row-window.ts'

/** Up to here every row stands in the page; beyond it only those near the window: a busy desk draws less. */
const drawnWhole = 30

function Body<Row>(props: TableBodyProps<Row>) {
  const { ids, heldId, rowHeight, scroller } = props
  const near = useRowWindow({ ids, heldId, rowHeight, scroller })
  const { first, last } = ids.length <= drawnWhole ? { first: 0, last: ids.length - 1 } : near
  return <TableRows {...props} first={first} last={last} />
}

/** The rows of the table; drawn whole up to 30, windowed beyond. */
export const TableBody = memo(Body) as typeof Body
