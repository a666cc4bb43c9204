import { ActionIcon, Button, Checkbox, Popover, SegmentedControl } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconMinus, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useDensity } from '../../../lib/person/preferences.ts'
import { ColumnTrigger, type ColumnChooserProps } from './ColumnChooser.tsx'
import type { Column, Density } from '../table-columns.ts'
import { clampWidth, freshLayout, moveColumn, toggleColumn } from '../table-layout.ts'
import { useOpenOnArrival } from '../../use-open-on-arrival.ts'
import '../../kit-later.ts'
import classes from '../TableCards.module.css'

const widthStep = 24

/** The popover of `ColumnChooser`, which alone loads it. */
export default function ColumnPanel<Row>(props: ColumnChooserProps<Row>) {
  const { columns, layout, onLayout } = props
  const { t } = useTranslation('table')
  const general = useDensity()
  const { target, isOpen, setOpen } = useOpenOnArrival()
  const density = (value: string): Density => (value === 'comfortable' ? 'comfortable' : 'compact')
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <ColumnTrigger ref={target} onClick={() => setOpen(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown aria-label={t('columns.title')}>
        <div className={classes.chooser}>
          <SegmentedControl
            size="xs"
            fullWidth
            aria-label={t('density.label')}
            value={layout.density ?? general}
            onChange={(value) => onLayout({ ...layout, density: density(value) })}
            data={[
              { value: 'compact', label: t('density.compact') },
              { value: 'comfortable', label: t('density.comfortable') },
            ]}
          />
          <ul>
            {layout.order.map((id) => {
              const column = columns.find((each) => each.id === id)
              return column && <ChooserLine key={id} {...props} column={column} />
            })}
          </ul>
          <Button size="xs" variant="subtle" onClick={() => onLayout(freshLayout(columns))}>
            {t('columns.reset')}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

function ChooserLine<Row>(props: ColumnChooserProps<Row> & { column: Column<Row> }) {
  const { column, shown, widths, layout, onLayout } = props
  const { t } = useTranslation('table')
  const { id, header: name } = column
  const place = layout.order.indexOf(id)
  const width = widths[shown.findIndex((each) => each.id === id)]
  const resize = (step: number) =>
    onLayout({ ...layout, widths: { ...layout.widths, [id]: clampWidth((width ?? 0) + step) } })
  const buttons = [
    {
      label: t('columns.up', { name }),
      icon: IconArrowUp,
      isOff: place === 0,
      run: () => onLayout(moveColumn(layout, id, -1)),
    },
    {
      label: t('columns.down', { name }),
      icon: IconArrowDown,
      isOff: place === layout.order.length - 1,
      run: () => onLayout(moveColumn(layout, id, 1)),
    },
    {
      label: t('columns.narrower', { name }),
      icon: IconMinus,
      isOff: width === undefined,
      run: () => resize(-widthStep),
    },
    {
      label: t('columns.wider', { name }),
      icon: IconPlus,
      isOff: width === undefined,
      run: () => resize(widthStep),
    },
  ]
  return (
    <li>
      <Checkbox
        size="sm"
        label={name}
        checked={!layout.hidden.includes(id)}
        disabled={column.isFixed ?? false}
        onChange={() => onLayout(toggleColumn(layout, id))}
      />
      <span>
        {buttons.map((button) => (
          <ActionIcon
            key={button.label}
            variant="subtle"
            color="gray"
            size={24}
            aria-label={button.label}
            disabled={button.isOff}
            onClick={button.run}
          >
            <button.icon size={14} aria-hidden />
          </ActionIcon>
        ))}
      </span>
    </li>
  )
}
