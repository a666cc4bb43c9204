import { lazy, memo, Suspense } from 'react'
import { loadChunk } from '../../../lib/chunks.ts'
import type { TableBodyProps } from './body-props.ts'
import { TableRows } from './TableRows.tsx'

/** Up to here every row stands in the page; beyond it only those near the window: a busy desk draws less. */
const drawnWhole = 30

const TableWindow = lazy(() => loadChunk('table-window', () => import('./TableWindow.tsx')))

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
