import type { ReactNode } from 'react'
import type { ShownError } from '../shown-error.ts'
import type { Column, EmptyText, RowKey, Sort, Totals } from './table-columns.ts'

/** Everything a list screen says to the table. */
export interface DataTableProps<Row> {
  /** Name of the list for its remembered layout: `members`, `deposits`. */
  listId: string
  /** Under what its columns are remembered, where a list has two faces; default `listId`. */
  layoutId?: string | undefined
  /** Accessible name, translated. */
  label: string
  /** In `useMemo`. */
  columns: readonly Column<Row>[]
  /**
   * While something stands beside the table: only these columns, in this order, each so many pixels wide,
   * whatever the person arranged. A constant, or in `useMemo`.
   */
  beside?: Readonly<Record<string, number>> | null | undefined
  /** Same array while the data is the same. */
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** What a row is called aloud ("D2611-000123"); the id otherwise. */
  rowName?: ((row: Row) => string) | undefined
  /** First load: skeleton. */
  isLoading?: boolean | undefined
  error?: ShownError | null | undefined
  onRetry?: (() => void) | undefined
  /** Greyed: the server is away. `note` says since when. */
  stale?: { note: string } | null | undefined
  empty?: EmptyText | undefined
  sort?: Sort | null | undefined
  onSort?: ((sort: Sort | null) => void) | undefined
  totals?: Totals | undefined
  selected?: readonly string[] | undefined
  onSelected?: ((ids: readonly string[]) => void) | undefined
  /** Buttons of the bulk bar. */
  bulk?: ((ids: readonly string[]) => ReactNode) | undefined
  onOpen?: ((row: Row) => void) | undefined
  /** Address of a row: ctrl, cmd or middle click opens it in a new tab. */
  href?: ((row: Row) => string) | undefined
  /** The row that stands open beside the table: marked for as long, and the keys go on from it. */
  openId?: string | null | undefined
  onInHand?: ((row: Row | null) => void) | undefined
  /** In `useMemo`. Keys that act on the row in hand. */
  rowKeys?: readonly RowKey<Row>[] | undefined
  /** False for a second table of a screen. */
  hasPageKeys?: boolean | undefined
  /** Left end of the bar above the table: its filters. */
  bar?: ReactNode
  /** Right end of it: what saves the list as a file. */
  tools?: ReactNode
  pager?: ReactNode
  /** False for a list that has no filters in the address: it has no saved views. Default: `hasPageKeys`. */
  hasViews?: boolean | undefined
  /** `page`: as high as the window allows; `content`: as high as its rows. */
  height?: 'page' | 'content' | undefined
  skeletonRows?: number | undefined
}
