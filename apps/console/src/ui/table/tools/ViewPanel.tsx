import { Button, Popover } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../lib/call/error-text.ts'
import { wireLayout } from '../../../lib/list/list-layouts.ts'
import { say } from '../../../lib/alerts/notices.ts'
import { useCall } from '../../../lib/call/query.ts'
import { toKeep } from '../../../lib/list/view-filters.ts'
import { ViewTrigger, type ViewPanelProps } from './ListViews.tsx'
import { ViewForm, type ViewDraft } from './ViewForm.tsx'
import { ViewLine } from './ViewLine.tsx'
import { useOpenOnArrival } from '../../use-open-on-arrival.ts'
import '../../kit-later.ts'
import classes from './Views.module.css'

/** The popover of `ListViews`, which alone loads it: pick, save, change, delete. */
export default function ViewPanel({ listId, columns, state }: ViewPanelProps) {
  const { t } = useTranslation('table')
  const { target, isOpen, setOpen } = useOpenOnArrival()
  const { views, shown, isBare, mayShare, pick, refetch } = state
  const [changedId, setChanged] = useState<string | null>(null)
  const acts = useViewActs({ listId, columns, state })
  const errorText = useErrorText()
  const refused = (thrown: unknown) => say(errorText(thrown), 'red')
  const toggle = (isNowOpen: boolean) => {
    setOpen(isNowOpen)
    setChanged(null)
    // What colleagues shared since is of interest to whoever looks, and to nobody else.
    if (isNowOpen) void refetch()
  }
  const choose = (view: Parameters<typeof pick>[0]) => {
    toggle(false)
    pick(view)
  }
  return (
    <Popover opened={isOpen} onChange={toggle} position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <ViewTrigger state={state} ref={target} onClick={() => toggle(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown aria-label={t('views.title')}>
        <div className={classes['views']}>
          {views.length === 0 && <p className={classes['quiet']}>{t('views.none')}</p>}
          <ul>
            {(shown || !isBare) && <BareLine onPick={() => choose(null)} />}
            {views.map((view) =>
              view.id === changedId ? (
                <li key={view.id}>
                  <ViewForm
                    view={view}
                    mayShare={mayShare}
                    hasColumns={columns !== null}
                    onSave={async (draft) => {
                      await acts.rename(view, draft)
                      setChanged(null)
                    }}
                    onCancel={() => setChanged(null)}
                  />
                </li>
              ) : (
                <ViewLine
                  key={view.id}
                  view={view}
                  isShown={view.id === shown?.id}
                  onPick={() => choose(view)}
                  onChange={() => setChanged(view.id)}
                  onDelete={() => acts.remove(view)}
                />
              ),
            )}
          </ul>
          {shown?.isOwn && state.isChanged && changedId === null && (
            <Button size="sm" variant="light" onClick={() => void acts.overwrite(shown).catch(refused)}>
              {t('views.overwrite', { name: shown.name })}
            </Button>
          )}
          {changedId === null && (
            <div className={classes['save']}>
              <ViewForm mayShare={mayShare} hasColumns={columns !== null} onSave={acts.save} />
            </div>
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

/** The list as it is without any view. */
function BareLine({ onPick }: { onPick: () => void }) {
  const { t } = useTranslation('table')
  return (
    <li>
      <Button variant="subtle" size="compact-md" fullWidth justify="start" onClick={onPick}>
        {t('views.bare')}
      </Button>
    </li>
  )
}

/** What is done with views, each from the filters and columns of the moment. */
function useViewActs({ listId, columns, state }: ViewPanelProps) {
  const refreshes = ['listViews'] as const
  const create = useCall('listViews.create', { refreshes, onDone: ({ id }) => state.onSaved(id) })
  const update = useCall('listViews.update', { refreshes })
  const remove = useCall('listViews.delete', { refreshes })
  type View = (typeof state.views)[number]
  const kept = toKeep(state.filters, state.todayOn)
  const filters = Object.fromEntries(Object.entries(kept).map(([name, values]) => [name, [...values]]))
  const layoutNow = columns && wireLayout(columns.layout)
  return {
    save: async ({ name, scope, hasLayout }: ViewDraft) => {
      const layout = hasLayout ? layoutNow : null
      await create.send({ list: listId, name, scope, filters, layout })
    },
    /** Name, who sees it, and whether it holds columns; its filters stay. */
    rename: async (view: View, { name, scope, hasLayout }: ViewDraft) => {
      const layout = hasLayout ? (view.layout ?? layoutNow) : null
      const { id, version } = view
      await update.send({ id, version, name, scope, filters: view.filters, layout })
    },
    overwrite: async ({ id, version, name, scope, layout }: View) => {
      await update.send({ id, version, name, scope, filters, layout: layout && layoutNow })
      state.onSaved(id)
    },
    remove: async ({ id }: View) => {
      await remove.send({ id })
    },
  }
}
