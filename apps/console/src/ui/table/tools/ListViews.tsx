import { Button } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { useListViews, type ListViewsState, type ViewColumns } from '../../../lib/list/list-views.ts'
import { viewPanel } from '../../later-parts.ts'
import { useArrival } from '../../use-arrival.ts'
import classes from '../DataTable.module.css'

interface ListViewsProps {
  /** Name of the list, as its table has it. */
  listId: string
  /** The columns of its table; null for a list that is no table. */
  columns?: ViewColumns | null
}

/**
 * The saved views of a list, for whose filters live in the address. Every `DataTable` has them; a list of
 * another kind puts this into its filter bar. The panel (its own chunk) comes with the first press.
 */
export function ListViews({ listId, columns = null }: ListViewsProps) {
  const state = useListViews(listId, columns)
  const { part: ViewPanel, ask, fetch } = useArrival(viewPanel)
  if (ViewPanel) return <ViewPanel {...{ listId, columns, state }} />
  return (
    <ViewTrigger
      state={state}
      aria-haspopup="dialog"
      onClick={ask}
      onPointerEnter={fetch}
      onFocus={fetch}
    />
  )
}

export interface ViewPanelProps {
  listId: string
  columns: ViewColumns | null
  state: ListViewsState
}

type TriggerProps = { state: ListViewsState } & Omit<ComponentProps<'button'>, 'color' | 'disabled'>

/** The button alone, before and behind its panel: the view that is shown, by name. */
export function ViewTrigger({ state: { shown, isChanged }, ...button }: TriggerProps) {
  const { t } = useTranslation('table')
  return (
    <Button
      variant={shown ? 'light' : 'default'}
      size="sm"
      leftSection={<IconBookmark size={16} aria-hidden />}
      {...button}
    >
      {shown ? (
        <span className={classes.viewName} data-raw>
          {shown.name}
        </span>
      ) : (
        t('views.button')
      )}
      {shown && isChanged && <span className={classes.viewChanged}>{t('views.changed')}</span>}
    </Button>
  )
}
