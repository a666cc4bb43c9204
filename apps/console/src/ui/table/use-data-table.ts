import { useCallback, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDensity } from '../../lib/person/preferences.ts'
import { rowHeights } from './table-columns.ts'
import type { DataTableProps } from './table-props.ts'
import { useColumns } from './tools/use-columns.ts'
import { useLiveRows, usePlace, type Place } from './rows/use-live-rows.ts'
import { useRowClicks } from './rows/use-row-clicks.ts'
import { useRowHand } from './rows/use-row-hand.ts'
import { useTicks } from './rows/use-ticks.ts'

/** Everything the table remembers and hears, apart from how it is drawn. */
export function useDataTable<Row>(props: DataTableProps<Row>) {
  const { rows, rowId, label, columns, onOpen } = props
  const { t } = useTranslation('table')
  const tableId = useId()
  const scrollerRef = useRef<HTMLDivElement>(null)
  // As state too: the window of visible rows can only be reckoned once the scroller stands in the page.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const slackRef = useRef<HTMLTableRowElement>(null)
  const rowIdRef = useRef(rowId)
  const ids = useMemo(() => rows.map((row) => rowIdRef.current(row)), [rows])
  const arranged = useColumns(props.layoutId ?? props.listId, columns, props.beside ?? null)
  const density = useDensity()
  const rowHeight = rowHeights[arranged.layout.density ?? density]

  const takeScroller = useCallback((element: HTMLDivElement | null) => {
    scrollerRef.current = element
    setScroller(element)
  }, [])
  const place = usePlace(scroller)
  const scrollTo = useCallback(
    (index: number) => showRow(scrollerRef.current, place.current, index, rowHeight),
    [rowHeight, place],
  )
  const inSight = useCallback(() => {
    const { top, height } = place.current
    // Cards scroll with the page.
    if (!scrollerRef.current) return { first: 0, last: Number.POSITIVE_INFINITY }
    return { first: Math.ceil(top / rowHeight), last: Math.floor((top + height) / rowHeight) }
  }, [rowHeight, place])
  const texts = useMemo(
    () => ({ group: label, next: t('keys.next'), previous: t('keys.previous'), open: t('keys.open') }),
    [label, t],
  )
  const focusGrid = useCallback(
    () => scrollerRef.current?.querySelector('table')?.focus({ preventScroll: true }),
    [],
  )
  const { onInHand, rowKeys, href, hasPageKeys = true, openId = null } = props
  const onRows = { onOpen, onInHand, rowKeys, hasPageKeys, openId }
  const hand = useRowHand({ rows, ids, scrollTo, inSight, focusGrid, texts, ...onRows })
  const live = useLiveRows({ ids, heldId: hand.heldId, rowHeight, scroller, slackRef, place })
  const ticks = useTicks(ids, props.selected, props.onSelected)
  const clicks = useRowClicks({ rows, ids, onOpen, href, takeRow: hand.takeRow, tick: ticks.tick })
  const nameOf = useRowNames(rows, ids, props.rowName)
  const selectLabel = useCallback((id: string) => t('selectRow', { name: nameOf(id) }), [t, nameOf])
  const openLabel = useCallback((id: string) => t('openRow', { name: nameOf(id) }), [t, nameOf])
  return {
    tableId,
    ids,
    arranged,
    rowHeight,
    hand,
    live,
    ticks,
    clicks,
    selectLabel,
    openLabel,
    takeScroller,
    scroller,
    slackRef,
  }
}

export type TableState<Row> = ReturnType<typeof useDataTable<Row>>

/** Brings a row into view between the sticky heading and the sticky totals. */
function showRow(scroller: HTMLDivElement | null, place: Place, index: number, rowHeight: number): void {
  if (!scroller) return
  const head = scroller.querySelector('thead')?.offsetHeight ?? 0
  const foot = scroller.querySelector('tfoot')?.offsetHeight ?? 0
  const top = index * rowHeight
  const room = scroller.clientHeight - head - foot
  const isAbove = top < place.top
  if (!isAbove && top + rowHeight <= place.top + room) return
  place.top = isAbove ? top : Math.max(0, top + rowHeight - room)
  scroller.scrollTop = place.top
}

/** Looks names up when asked, so that naming rows costs nothing per key press. */
function useRowNames<Row>(
  rows: readonly Row[],
  ids: readonly string[],
  rowName: ((row: Row) => string) | undefined,
) {
  const latest = useRef(rowName)
  useLayoutEffect(() => {
    latest.current = rowName
  })
  return useCallback(
    (id: string) => {
      const row = rows[ids.indexOf(id)]
      return row !== undefined && latest.current ? latest.current(row) : id
    },
    [rows, ids],
  )
}
