import { useVirtualizer } from '@tanstack/react-virtual'
import type { TableBodyProps } from './body-props.ts'
import { TableRows } from './TableRows.tsx'

/** Of a long list only the rows near the window; only `TableBody` loads it. */
export default function TableWindow<Row>(props: TableBodyProps<Row>) {
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLTableRowElement>({
    count: props.rows.length,
    getScrollElement: () => props.scroller,
    estimateSize: () => props.rowHeight,
    overscan: 10,
    // Ten rows beyond the window are drawn already: the next ones need not be there within this very event.
    useFlushSync: false,
  })
  const items = virtualizer.getVirtualItems()
  return <TableRows {...props} first={items[0]?.index ?? 0} last={items.at(-1)?.index ?? -1} />
}
