import type { ReactNode } from 'react'

/** One column of a list. Keep the array in `useMemo`: a new array draws every cell again. */
export interface Column<Row> {
  /** Stable id: remembered widths, order and sorting refer to it. */
  id: string
  /** Translated heading; also the field name on a card. */
  header: string
  cell: (row: Row) => ReactNode
  /** Pixels; default 140. */
  width?: number
  /** `end` for every figure. */
  align?: 'start' | 'center' | 'end'
  isSortable?: boolean
  /** The first press brings the highest, not the lowest. */
  isHighFirst?: boolean
  /** Hidden until somebody chooses it. */
  isHidden?: boolean
  /** Cannot be hidden. */
  isFixed?: boolean
  /** Stays at the right edge while the rest scrolls sideways. */
  isPinned?: boolean
  /**
   * Place on a card at 640 px or less: `title` heads it, `aside` stands beside the title, `line` below both.
   * Where no column is of the line the rest stands below as fields. A figure (`align: 'end'`) and a day have
   * their heading before them there.
   */
  card?: 'title' | 'aside' | 'line'
  /** No figure, and yet it tells of what it is only behind its heading. */
  isNamed?: boolean
}

export interface Sort {
  columnId: string
  isDescending: boolean
}

export type Density = 'compact' | 'comfortable'

/** Row heights in pixels. Fixed, so that the window of visible rows is plain arithmetic. */
export const rowHeights: Record<Density, number> = { compact: 36, comfortable: 52 }

/** The cells of the two total lines, by column id. */
export interface Totals {
  page?: Readonly<Record<string, ReactNode>> | undefined
  filter?: Readonly<Record<string, ReactNode>> | undefined
}

/** What a list shows when the filter finds nothing: a title and what to do next. */
export interface EmptyText {
  title: string
  hint?: string | undefined
  action?: ReactNode
}

/** A key that acts on the row in hand, such as A to approve. `key` is the letter of a Latin keyboard. */
export interface RowKey<Row> {
  key: string
  label: string
  run: (row: Row) => void
}
