import { TableBody } from './rows/TableBody.tsx'
import { TableFoot } from './TableFoot.tsx'
import { TableHead } from './TableHead.tsx'
import { TableSkeleton } from './TableSkeleton.tsx'
import type { DataTableProps } from './table-props.ts'
import type { TableState } from './use-data-table.ts'
import { tellWhole } from './whole-on-hover.ts'
import classes from './DataTable.module.css'

const tickWidth = 44
/** So many columns of so many pixels together, less what a narrow desk saves of each. */
const wide = (pixels: number, columns = 1): string =>
  `calc(${pixels}px - ${columns} * var(--kh-column-saved))`

/** Where the cells of every row stand: each column as wide as wished, and its share of what is left. */
const tracks = (widths: readonly number[], hasTick: boolean): string =>
  [
    ...(hasTick ? [`${tickWidth}px`] : []),
    ...widths.map((pixels) => `minmax(${wide(pixels)}, ${pixels}fr)`),
  ].join(' ')

/** The table itself, for wide screens: one tab stop, arrows and J/K within it. */
export function TableGrid<Row>({ props, state }: { props: DataTableProps<Row>; state: TableState<Row> }) {
  const { rows, label, totals, sort, onSort } = props
  const { arranged, hand, live, ticks, tableId, ids, rowHeight } = state
  const columns = arranged.shown
  const hasTick = ticks.set !== null
  const width = arranged.widths.reduce((sum, each) => sum + each, hasTick ? tickWidth : 0)
  return (
    <div
      ref={state.takeScroller}
      className={classes.scroller}
      data-height={props.height ?? 'page'}
      onScroll={live.onScroll}
    >
      <table
        // Arrows, J/K and the ticks make it a grid, and a real table keeps head and cells tied to each other.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
        role="grid"
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-busy={props.isLoading ?? false}
        aria-multiselectable={hasTick ? true : undefined}
        aria-activedescendant={hand.heldId === null ? undefined : `${tableId}-${hand.heldId}`}
        tabIndex={0}
        onKeyDown={hand.onKeyDown}
        style={{
          minWidth: wide(width, columns.length),
          gridTemplateColumns: tracks(arranged.widths, hasTick),
        }}
        // A hint for the eye alone: whoever hears the table hears every cell whole.
        onPointerOver={tellWhole}
        {...state.clicks}
      >
        <TableHead
          columns={columns}
          sort={sort}
          onSort={onSort}
          startResize={arranged.startResize}
          ticked={ticks.state}
          onTickAll={ticks.tickAll}
        />
        {rows.length === 0 ? (
          <TableSkeleton
            rowCount={props.skeletonRows ?? 10}
            columnCount={columns.length + (hasTick ? 1 : 0)}
            rowHeight={rowHeight}
          />
        ) : (
          <TableBody
            {...{ tableId, rows, ids, columns, rowHeight }}
            heldId={hand.heldId}
            openId={props.openId ?? null}
            selected={ticks.set}
            fresh={live.fresh}
            selectLabel={state.selectLabel}
            scroller={state.scroller}
            slackRef={state.slackRef}
          />
        )}
        {totals && rows.length > 0 && <TableFoot columns={columns} totals={totals} hasTick={hasTick} />}
      </table>
    </div>
  )
}
