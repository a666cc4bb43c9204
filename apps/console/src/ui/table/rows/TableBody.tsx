import { lazy, memo, Suspense, type RefObject } from 'react'
import { loadChunk } from '../../../lib/chunks.ts'
import type { Column } from '../table-columns.ts'
import { TableRows } from './TableRows.tsx'

/** Up to here every row stands in the page; beyond it only those near the window: a busy desk draws less. */
const drawnWhole = 30

const TableWindow = lazy(() => loadChunk('table-window', () => import('./TableWindow.tsx')))

export interface TableBodyProps<Row> {
  tableId: string
  rows: readonly Row[]
  ids: readonly string[]
  columns: readonly Column<Row>[]
  rowHeight: number
  heldId: string | null
  openId: string | null
  selected: ReadonlySet<string> | null
  fresh: ReadonlySet<string>
  selectLabel: (id: string) => string
  /** Null until the table stands in the page. */
  scroller: HTMLDivElement | null
  slackRef: RefObject<HTMLTableRowElement | null>
}

function Body<Row>(props: TableBodyProps<Row>) {
  const count = props.rows.length
  if (count <= drawnWhole) return <TableRows {...props} first={0} last={count - 1} />
  return (
    <Suspense fallback={<TableRows {...props} first={0} last={drawnWhole - 1} />}>
      <TableWindow {...(props as TableBodyProps<unknown>)} />
    </Suspense>
  )
}

/** The rows of the table; drawn whole up to 30, windowed beyond. */
export const TableBody = memo(Body) as typeof Body
