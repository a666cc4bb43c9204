import { useCallback, useId, useMemo, useRef, type ReactNode } from 'react'
import { useMediaQuery } from '@mantine/hooks'
import type { Virtualizer } from '@tanstack/react-virtual'
import { useTranslation } from 'react-i18next'
import { useDensity } from '../lib/preferences.ts'
import {
  rowHeights,
  type Column,
  type EmptyText,
  type RowKey,
  type ShownError,
  type Sort,
  type Totals,
} from './table-columns.ts'
import { memoryLayouts, type LayoutStore } from './table-layout.ts'
import { TableBody } from './TableBody.tsx'
import { TableCards } from './TableCards.tsx'
import { TableFoot } from './TableFoot.tsx'
import { TableHead } from './TableHead.tsx'
import { TableSkeleton } from './TableSkeleton.tsx'
import { TableBar } from './TableBar.tsx'
import { EmptyState } from './EmptyState.tsx'
import { ErrorState } from './ErrorState.tsx'
import { useColumns } from './use-columns.ts'
import { useLiveRows } from './use-live-rows.ts'
import { useRowClicks } from './use-row-clicks.ts'
import { useRowHand } from './use-row-hand.ts'
import { useTicks } from './use-ticks.ts'
import './tokens.css'
import classes from './DataTable.module.css'

export interface DataTableProps<Row> {
  /** Name of the list for its remembered layout: `members`, `deposits`. */
  listId: string
  /** Accessible name, translated. */
  label: string
  /** In `useMemo`. */
  columns: readonly Column<Row>[]
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
  onInHand?: ((row: Row | null) => void) | undefined
  /** In `useMemo`. Keys that act on the row in hand. */
  rowKeys?: readonly RowKey<Row>[] | undefined
  /** False for a second table of a screen. */
  hasPageKeys?: boolean | undefined
  /** Left end of the bar above the table. */
  bar?: ReactNode
  pager?: ReactNode
  persist?: LayoutStore | undefined
  /** `page`: as high as the window allows; `content`: as high as its rows. */
  height?: 'page' | 'content' | undefined
  skeletonRows?: number | undefined
}

/** The one table of the product. Sorting, filtering, paging and totals are the server's; it only shows and asks. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, rowId, label, columns, onOpen, totals } = props
  const { t } = useTranslation('table')
  const tableId = useId()
  const isNarrow = useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false })
  const scrollerRef = useRef<HTMLDivElement>(null)
  const slackRef = useRef<HTMLTableRowElement>(null)
  const virtualizerRef = useRef<Virtualizer<HTMLDivElement, HTMLTableRowElement>>(null)
  const rowIdRef = useRef(rowId)
  const ids = useMemo(() => rows.map((row) => rowIdRef.current(row)), [rows])
  const arranged = useColumns(props.listId, columns, props.persist ?? memoryLayouts)
  const density = useDensity()
  const rowHeight = rowHeights[arranged.layout.density ?? density]

  const scrollTo = useCallback(
    (index: number) => showRow(scrollerRef.current, virtualizerRef.current, index, rowHeight),
    [rowHeight],
  )
  const texts = useMemo(
    () => ({ group: label, next: t('keys.next'), previous: t('keys.previous'), open: t('keys.open') }),
    [label, t],
  )
  const hand = useRowHand({
    rows,
    ids,
    scrollTo,
    texts,
    onOpen,
    onInHand: props.onInHand,
    rowKeys: props.rowKeys,
    hasPageKeys: props.hasPageKeys ?? true,
  })
  const live = useLiveRows({ ids, heldId: hand.heldId, rowHeight, scrollerRef, slackRef })
  const ticks = useTicks(ids, props.selected, props.onSelected)
  const clicks = useRowClicks({
    rows,
    ids,
    onOpen,
    href: props.href,
    takeRow: hand.takeRow,
    tick: ticks.tick,
  })
  const nameOf = useRowNames(rows, ids, props.rowName)
  const selectLabel = useCallback((id: string) => t('selectRow', { name: nameOf(id) }), [t, nameOf])
  const openLabel = useCallback((id: string) => t('openRow', { name: nameOf(id) }), [t, nameOf])

  const bar = (
    <TableBar
      columns={columns}
      layout={arranged.layout}
      onLayout={arranged.setLayout}
      widths={arranged.widths}
      shown={arranged.shown}
      selectedIds={props.selected ?? []}
      onClear={() => props.onSelected?.([])}
      bulk={props.bulk}
      countAbove={isNarrow ? 0 : live.countAbove}
      onShowAbove={live.showAbove}
      staleNote={props.stale?.note}
    >
      {props.bar}
    </TableBar>
  )
  const shared = {
    rows,
    ids,
    columns: arranged.shown,
    heldId: hand.heldId,
    selected: ticks.set,
    fresh: live.fresh,
    selectLabel,
  }
  const isEmpty = rows.length === 0
  if (isEmpty && !props.isLoading) {
    return (
      <section className={classes.frame} aria-label={label}>
        {bar}
        {props.error ? (
          <ErrorState error={props.error} onRetry={props.onRetry} />
        ) : (
          <EmptyState
            title={props.empty?.title ?? t('empty.title')}
            hint={props.empty?.hint ?? t('empty.hint')}
          >
            {props.empty?.action}
          </EmptyState>
        )}
        {props.pager}
      </section>
    )
  }
  const isNarrowCards = isNarrow && !isEmpty
  return (
    <section
      className={classes.frame}
      data-stale={props.stale ? true : undefined}
      {...(isNarrow ? clicks : {})}
    >
      {bar}
      {props.error && <ErrorState error={props.error} onRetry={props.onRetry} isInline />}
      {isNarrowCards ? (
        <TableCards {...shared} label={label} openLabel={onOpen ? openLabel : null} totals={totals} />
      ) : (
        <div
          ref={scrollerRef}
          className={classes.scroller}
          data-height={props.height ?? 'page'}
          onScroll={live.onScroll}
        >
          <table
            role="grid"
            aria-label={label}
            aria-rowcount={rows.length + 1}
            aria-busy={props.isLoading ?? false}
            aria-multiselectable={ticks.set ? true : undefined}
            aria-activedescendant={hand.heldId === null ? undefined : `${tableId}-${hand.heldId}`}
            tabIndex={0}
            onKeyDown={hand.onKeyDown}
            style={{ minWidth: tableWidth(arranged.widths, ticks.set !== null) }}
            {...clicks}
          >
            <colgroup>
              {ticks.set && <col style={{ width: tickWidth }} />}
              {arranged.shown.map((column, index) => (
                <col key={column.id} style={{ width: arranged.widths[index] }} />
              ))}
            </colgroup>
            <TableHead
              columns={arranged.shown}
              sort={props.sort}
              onSort={props.onSort}
              startResize={arranged.startResize}
              ticked={ticks.state}
              onTickAll={ticks.tickAll}
            />
            {isEmpty ? (
              <TableSkeleton
                rowCount={props.skeletonRows ?? 10}
                columnCount={arranged.shown.length + (ticks.set ? 1 : 0)}
                rowHeight={rowHeight}
              />
            ) : (
              <TableBody {...shared} {...{ tableId, rowHeight, scrollerRef, slackRef, virtualizerRef }} />
            )}
            {totals && !isEmpty && (
              <TableFoot columns={arranged.shown} totals={totals} hasTick={ticks.set !== null} />
            )}
          </table>
        </div>
      )}
      {props.pager}
    </section>
  )
}

const tickWidth = 44

const tableWidth = (widths: readonly number[], hasTick: boolean): number =>
  widths.reduce((sum, width) => sum + width, hasTick ? tickWidth : 0)

/** Brings a row into view between the sticky heading and the sticky totals. */
function showRow(
  scroller: HTMLDivElement | null,
  virtualizer: Virtualizer<HTMLDivElement, HTMLTableRowElement> | null,
  index: number,
  rowHeight: number,
): void {
  if (!scroller) return
  const head = scroller.querySelector('thead')?.offsetHeight ?? 0
  const foot = scroller.querySelector('tfoot')?.offsetHeight ?? 0
  const top = index * rowHeight
  const room = scroller.clientHeight - head - foot
  if (top < scroller.scrollTop) scroller.scrollTop = top
  else if (top + rowHeight > scroller.scrollTop + room) scroller.scrollTop = top + rowHeight - room
  virtualizer?.measure()
}

/** Looks names up when asked, so that naming rows costs nothing per keystroke. */
function useRowNames<Row>(
  rows: readonly Row[],
  ids: readonly string[],
  rowName: ((row: Row) => string) | undefined,
) {
  const nameRef = useRef(rowName)
  return useCallback(
    (id: string) => {
      const row = rows[ids.indexOf(id)]
      return row !== undefined && nameRef.current ? nameRef.current(row) : id
    },
    [rows, ids],
  )
}
