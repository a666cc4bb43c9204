import { memo, useMemo, type ReactNode } from 'react'
import { Button, CloseButton } from '@mantine/core'
import { IconArrowUp, IconCloudOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ViewColumns } from '../../lib/list/list-views.ts'
import { ColumnChooser } from './tools/ColumnChooser.tsx'
import { ListViews } from './tools/ListViews.tsx'
import type { Column } from './table-columns.ts'
import { fitLayout, type TableLayout } from './table-layout.ts'
import classes from './DataTable.module.css'

interface TableBarProps<Row> {
  listId: string
  hasViews: boolean
  columns: readonly Column<Row>[]
  shown: readonly Column<Row>[]
  widths: readonly number[]
  layout: TableLayout
  onLayout: (layout: TableLayout) => void
  selectedIds: readonly string[]
  onClear: () => void
  bulk: ((ids: readonly string[]) => ReactNode) | undefined
  countAbove: number
  onShowAbove: () => void
  staleNote: string | undefined
  tools: ReactNode
  children: ReactNode
}

function Bar<Row>(props: TableBarProps<Row>) {
  const { selectedIds, bulk, countAbove, staleNote, columns, layout, onLayout } = props
  const { t } = useTranslation('table')
  const ofViews = useMemo(
    (): ViewColumns => ({ layout, onLayout, fit: (kept) => fitLayout(columns, kept) }),
    [columns, layout, onLayout],
  )
  return (
    <div className={classes.bar}>
      {selectedIds.length > 0 && bulk ? (
        <div className={classes.bulk} role="group" aria-label={t('bulk')}>
          <CloseButton aria-label={t('clearSelection')} onClick={props.onClear} />
          <strong>{t('selected', { count: selectedIds.length })}</strong>
          {bulk(selectedIds)}
        </div>
      ) : (
        <div className={classes.barTools}>{props.children}</div>
      )}
      <div className={classes.barEnd}>
        <span role="status">
          {countAbove > 0 && (
            <Button
              size="compact-sm"
              variant="light"
              leftSection={<IconArrowUp size={14} aria-hidden />}
              onClick={props.onShowAbove}
            >
              {t('newAbove', { count: countAbove })}
            </Button>
          )}
          {staleNote !== undefined && (
            <span className={classes.stale}>
              <IconCloudOff size={16} aria-hidden /> {staleNote}
            </span>
          )}
        </span>
        {props.hasViews && <ListViews listId={props.listId} columns={ofViews} />}
        <ColumnChooser
          columns={columns}
          shown={props.shown}
          widths={props.widths}
          layout={layout}
          onLayout={onLayout}
        />
        {props.tools}
      </div>
    </div>
  )
}

/**
 * The bar above the rows: the caller's tools, news, columns; while rows are ticked, what can be done to
 * them.
 */
export const TableBar = memo(Bar) as typeof Bar
