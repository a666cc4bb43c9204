import { useState } from 'react'
import { ActionIcon, Button, Popover, SegmentedControl, TextInput } from '@mantine/core'
import { IconBookmark, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import './kit-later.ts'
import classes from './Filters.module.css'

export type ViewScope = 'private' | 'role' | 'everyone'

export interface SavedView {
  id: string
  name: string
  scope: ViewScope
  canDelete: boolean
}

export interface SavedViewsProps {
  views: readonly SavedView[]
  /** The view that the filters of the moment are, if any. */
  activeId?: string | null | undefined
  onApply: (view: SavedView) => void
  /** Saves the filters of the moment. A refusal rejects; the name then stays for another try. */
  onSave: (name: string, scope: ViewScope) => Promise<void>
  onDelete: (view: SavedView) => Promise<void>
  /** Scopes this person may save for. Default: only their own. */
  scopes?: readonly ViewScope[] | undefined
}

const ownOnly: readonly ViewScope[] = ['private']

/** Saved views of a list: apply, save, delete. */
export function SavedViews({
  views,
  activeId,
  onApply,
  onSave,
  onDelete,
  scopes = ownOnly,
}: SavedViewsProps) {
  const { t } = useTranslation('table')
  const [isOpen, setOpen] = useState(false)
  const active = views.find((view) => view.id === activeId)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconBookmark size={16} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          {active?.name ?? t('views.button')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('views.button')}>
        <div className={classes.views}>
          {views.length === 0 && <p className={classes.quiet}>{t('views.none')}</p>}
          <ul>
            {views.map((view) => (
              <li key={view.id}>
                <Button
                  className={classes.viewName}
                  variant={view.id === activeId ? 'light' : 'subtle'}
                  size="compact-md"
                  justify="space-between"
                  rightSection={<span className={classes.quiet}>{t(`views.${view.scope}`)}</span>}
                  onClick={() => {
                    setOpen(false)
                    onApply(view)
                  }}
                >
                  {view.name}
                </Button>
                {view.canDelete && (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={t('views.delete', { name: view.name })}
                    onClick={() => void onDelete(view)}
                  >
                    <IconTrash size={16} aria-hidden />
                  </ActionIcon>
                )}
              </li>
            ))}
          </ul>
          <SaveView scopes={scopes} onSave={onSave} />
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

function SaveView({ scopes, onSave }: { scopes: readonly ViewScope[]; onSave: SavedViewsProps['onSave'] }) {
  const { t } = useTranslation('table')
  const [name, setName] = useState('')
  const [scope, setScope] = useState<ViewScope>(scopes[0] ?? 'private')
  const [isPending, setPending] = useState(false)
  const save = async () => {
    if (isPending || name.trim() === '') return
    setPending(true)
    try {
      await onSave(name.trim(), scope)
      setName('')
    } catch {
      // The caller has told the person why; the name stays for another try.
    } finally {
      setPending(false)
    }
  }
  return (
    <form
      className={classes.saveView}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <TextInput
        size="sm"
        label={t('views.name')}
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {scopes.length > 1 && (
        <SegmentedControl
          size="xs"
          fullWidth
          aria-label={t('views.scope')}
          value={scope}
          onChange={(next) => setScope(scopes.find((each) => each === next) ?? 'private')}
          data={scopes.map((each) => ({ value: each, label: t(`views.${each}`) }))}
        />
      )}
      <Button type="submit" size="sm" loading={isPending} disabled={name.trim() === ''}>
        {t('views.save')}
      </Button>
    </form>
  )
}
