import type { RefObject } from 'react'
import type { Column } from '../table-columns.ts'

/** What the rows of a table are drawn from, whichever way. */
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
