import { useCallback, useMemo } from 'react'
import {
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
  type Updater,
} from '@tanstack/react-table'
import type { Column } from '../table-columns.ts'
import { keepLayout, useKeptLayout } from '../../../lib/list/list-layouts.ts'
import { columnWidthMax, columnWidthMin, fitLayout, type TableLayout } from '../table-layout.ts'

const features = tableFeatures({
  columnVisibilityFeature,
  columnOrderingFeature,
  columnSizingFeature,
  columnResizingFeature,
})
const noRows: never[] = []
const defaultWidth = 140

const settle = <T>(updater: Updater<T>, old: T): T =>
  typeof updater === 'function' ? (updater as (old: T) => T)(old) : updater

/** The layout of one list as its person keeps it, and the way to change it. */
function useLayout<Row>(listId: string, columns: readonly Column<Row>[]) {
  const kept = useKeptLayout(listId)
  const layout = useMemo(() => fitLayout(columns, kept), [columns, kept])
  const change = useCallback((next: TableLayout) => keepLayout(listId, next), [listId])
  return [layout, change] as const
}

/**
 * The columns as this person arranged them. `shown` keeps its identity while only widths change, so that
 * dragging a
 * width redraws no row. Rows stay out of the table model: sorting, filtering and paging belong to the server.
 */
export function useColumns<Row>(
  listId: string,
  columns: readonly Column<Row>[],
  beside: Readonly<Record<string, number>> | null,
) {
  const [layout, setLayout] = useLayout(listId, columns)
  const definitions = useMemo(
    () =>
      columns.map((column) => ({
        id: column.id,
        header: column.header,
        size: column.width ?? defaultWidth,
        minSize: columnWidthMin,
        maxSize: columnWidthMax,
      })),
    [columns],
  )
  const columnVisibility = useMemo(
    () => Object.fromEntries(layout.hidden.map((id) => [id, false])),
    [layout.hidden],
  )
  const columnOrder = useMemo(() => [...layout.order], [layout.order])
  const columnSizing = useMemo(() => ({ ...layout.widths }), [layout.widths])
  const table = useTable({
    features,
    columns: definitions,
    data: noRows,
    state: { columnVisibility, columnOrder, columnSizing },
    columnResizeMode: 'onChange',
    onColumnSizingChange: (updater: Updater<Record<string, number>>) =>
      setLayout({ ...layout, widths: settle(updater, columnSizing) }),
  })
  const headers = table.getHeaderGroups()[0]?.headers
  const shownIds = (beside ? Object.keys(beside) : (headers ?? []).map((header) => header.column.id)).join(
    '\n',
  )
  const shown = useMemo(() => {
    const byId = new Map(columns.map((column) => [column.id, column]))
    return shownIds.split('\n').flatMap((id) => byId.get(id) ?? [])
  }, [columns, shownIds])
  const widthsText = (
    beside
      ? shown.map(({ id }) => beside[id] ?? defaultWidth)
      : (headers ?? []).map((header) => header.getSize())
  ).join()
  const widths = useMemo(() => widthsText.split(',').map(Number), [widthsText])
  const startResize = useCallback(
    (id: string) =>
      beside ? undefined : headers?.find((header) => header.column.id === id)?.getResizeHandler(),
    [beside, headers],
  )
  return { layout, setLayout, shown, widths, startResize }
}
