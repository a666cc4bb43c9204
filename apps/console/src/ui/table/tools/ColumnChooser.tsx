import type { ComponentProps } from 'react'
import { Button } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { columnPanel } from '../../later-parts.ts'
import type { Column } from '../table-columns.ts'
import type { TableLayout } from '../table-layout.ts'
import { useArrival } from '../../use-arrival.ts'

export interface ColumnChooserProps<Row> {
  columns: readonly Column<Row>[]
  shown: readonly Column<Row>[]
  widths: readonly number[]
  layout: TableLayout
  onLayout: (layout: TableLayout) => void
}

/**
 * Which columns, in which order, how wide, how dense; all of it by keyboard too. The panel (its own chunk)
 * comes with the first press.
 */
export function ColumnChooser<Row>(props: ColumnChooserProps<Row>) {
  const { part: ColumnPanel, ask, fetch } = useArrival(columnPanel)
  if (ColumnPanel) return <ColumnPanel {...props} />
  return <ColumnTrigger aria-haspopup="dialog" onClick={ask} onPointerEnter={fetch} onFocus={fetch} />
}

/** The button alone, before and behind its panel. */
export function ColumnTrigger(button: Omit<ComponentProps<'button'>, 'color' | 'disabled'>) {
  const { t } = useTranslation('table')
  return (
    <Button variant="default" size="sm" leftSection={<IconColumns3 size={16} aria-hidden />} {...button}>
      {t('columns.button')}
    </Button>
  )
}
