import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column, Sort } from './table-columns.ts'
import classes from './DataTable.module.css'

export interface TableHeadProps<Row> {
  columns: readonly Column<Row>[]
  sort: Sort | null | undefined
  onSort: ((sort: Sort | null) => void) | undefined
  startResize: (id: string) => ((event: unknown) => void) | undefined
  /** Null: rows cannot be ticked. */
  ticked: 'none' | 'some' | 'all' | null
  onTickAll: () => void
}

/**
 * Ascending, descending, none: the third press gives the server's own order back. Where the highest are
 * looked for they come with the first press.
 */
export function nextSort(
  sort: Sort | null | undefined,
  columnId: string,
  isHighFirst = false,
): Sort | null {
  if (sort?.columnId !== columnId) return { columnId, isDescending: isHighFirst }
  return sort.isDescending === isHighFirst ? { columnId, isDescending: !isHighFirst } : null
}

function Head<Row>({ columns, sort, onSort, startResize, ticked, onTickAll }: TableHeadProps<Row>) {
  const { t } = useTranslation('table')
  return (
    <thead>
      <tr aria-rowindex={1}>
        {ticked !== null && (
          <th scope="col" className={classes.tick}>
            <input
              type="checkbox"
              aria-label={t('selectAll')}
              checked={ticked === 'all'}
              ref={(box) => {
                if (box) box.indeterminate = ticked === 'some'
              }}
              onChange={onTickAll}
            />
          </th>
        )}
        {columns.map((column) => (
          <th
            key={column.id}
            scope="col"
            data-align={column.align}
            data-pinned={column.isPinned}
            aria-sort={ariaSort(column, sort)}
          >
            {column.isSortable && onSort ? (
              <button
                type="button"
                className={classes.sort}
                onClick={() => onSort(nextSort(sort, column.id, column.isHighFirst))}
              >
                <span className={classes.headText}>{column.header}</span>
                <SortIcon columnId={column.id} sort={sort} />
              </button>
            ) : (
              <span className={classes.headText}>{column.header}</span>
            )}
            <span
              className={classes.resize}
              aria-hidden="true"
              onMouseDown={(event) => startResize(column.id)?.(event)}
              onTouchStart={(event) => startResize(column.id)?.(event)}
            />
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** Drawn again only when columns, order or ticks change: rows that come are no news to it. */
export const TableHead = memo(Head) as typeof Head

function ariaSort<Row>(column: Column<Row>, sort: Sort | null | undefined) {
  if (!column.isSortable) return undefined
  if (sort?.columnId !== column.id) return 'none'
  return sort.isDescending ? 'descending' : 'ascending'
}

function SortIcon({ columnId, sort }: { columnId: string; sort: Sort | null | undefined }) {
  if (sort?.columnId !== columnId)
    return <IconArrowsSort size={14} className={classes.sortRest} aria-hidden />
  return sort.isDescending ? <IconArrowDown size={14} aria-hidden /> : <IconArrowUp size={14} aria-hidden />
}
