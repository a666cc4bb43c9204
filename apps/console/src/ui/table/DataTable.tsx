import { memo, useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsLayoutComing } from '../../lib/list/list-layouts.ts'
import { EmptyState } from '../page/EmptyState.tsx'
import { ErrorState } from '../page/ErrorState.tsx'
import { KeysHint } from '../keys/KeysHint.tsx'
import { TableBar } from './TableBar.tsx'
import { TableCards } from './TableCards.tsx'
import { TableGrid } from './TableGrid.tsx'
import type { DataTableProps } from './table-props.ts'
import { useDataTable } from './use-data-table.ts'
import '../tokens.css'
import { useIsNarrow } from '../use-is-narrow.ts'
import classes from './DataTable.module.css'

const noRows: readonly never[] = []
const noIds: readonly string[] = []

/**
 * The one table of the product. Sorting, filtering, paging and totals are the server's; it only shows and
 * asks. Rows that come before the columns of their person wait for them a moment, so that nothing jumps.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const isComing = useIsLayoutComing(props.layoutId ?? props.listId)
  // New rows are drawn in slices: a key or a scroll that comes meanwhile goes first. What keys and presses do
  // is never of before.
  const wanted = isComing ? noRows : props.rows
  const rows = useDeferredValue(wanted)
  const isOnTheWay = rows.length === 0 && wanted.length > 0
  return <Arranged {...props} rows={rows} isLoading={isComing || isOnTheWay || props.isLoading === true} />
}

function Drawn<Row>(props: DataTableProps<Row>) {
  const { rows, label, error, empty, isLoading = false } = props
  const { t } = useTranslation('table')
  const isNarrow = useIsNarrow()
  const state = useDataTable(props)
  const { arranged, live, ticks } = state
  const isBare = rows.length === 0 && !isLoading
  const isCards = isNarrow && rows.length > 0
  // Under the first skeleton the pager would stand lower than under a short list, and jump up to it.
  const [isSettled, setSettled] = useState(false)
  if (!isSettled && (rows.length > 0 || !isLoading)) setSettled(true)
  return (
    <section
      className={classes.frame}
      aria-label={label}
      data-stale={props.stale ? true : undefined}
      {...(isCards ? state.clicks : {})}
    >
      <TableBar
        listId={props.listId}
        hasViews={props.hasViews ?? props.hasPageKeys ?? true}
        columns={props.columns}
        layout={arranged.layout}
        onLayout={arranged.setLayout}
        widths={arranged.widths}
        shown={arranged.shown}
        selectedIds={props.selected ?? noIds}
        onClear={ticks.clear}
        bulk={props.bulk}
        countAbove={isNarrow ? 0 : live.countAbove}
        onShowAbove={live.showAbove}
        staleNote={props.stale?.note}
        tools={props.tools}
      >
        {props.bar}
      </TableBar>
      {error && <ErrorState error={error} onRetry={props.onRetry} isInline={!isBare} />}
      {isBare && !error && (
        <EmptyState title={empty?.title ?? t('empty.title')} hint={empty?.hint ?? t('empty.hint')}>
          {empty?.action}
        </EmptyState>
      )}
      {isCards && (
        <TableCards
          label={label}
          rows={rows}
          ids={state.ids}
          columns={arranged.shown}
          heldId={state.hand.heldId}
          selected={ticks.set}
          fresh={live.fresh}
          selectLabel={state.selectLabel}
          openLabel={props.onOpen ? state.openLabel : null}
          totals={props.totals}
        />
      )}
      {!isBare && !isCards && <TableGrid props={props} state={state} />}
      {isSettled && props.pager}
      {!isNarrow && (props.hasPageKeys ?? true) && <KeysHint />}
    </section>
  )
}

const Arranged = memo(Drawn) as typeof Drawn
