import type { TableBodyProps } from './body-props.ts'
import { TableRows } from './TableRows.tsx'
import { useRowWindow } from './use-row-window.ts'

/** Of a long list only the rows near the window; only `TableBody` loads it. */
export default function TableWindow<Row>(props: TableBodyProps<Row>) {
  const { ids, heldId, rowHeight, scroller } = props
  const { first, last } = useRowWindow({ ids, heldId, rowHeight, scroller })
  return <TableRows {...props} first={first} last={last} />
}
