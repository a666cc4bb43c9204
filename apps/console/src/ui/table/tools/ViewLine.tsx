import { ActionIcon, Button } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../lib/call/error-text.ts'
import type { ListView } from '../../../lib/list/list-views.ts'
import classes from './Views.module.css'

interface ViewLineProps {
  view: ListView
  isShown: boolean
  onPick: () => void
  onChange: () => void
  onDelete: () => Promise<void>
}

/** One saved view: its name picks it; what may be done with it stands beside. */
export function ViewLine({ view, isShown, onPick, onChange, onDelete }: ViewLineProps) {
  const { t } = useTranslation('table')
  const [isDeleting, setDeleting] = useState(false)
  if (isDeleting) return <DeleteLine view={view} onDelete={onDelete} onCancel={() => setDeleting(false)} />
  const whose = view.isOwn || view.scope === 'private' ? '' : ` · ${view.owner}`
  return (
    <li>
      <Button
        className={classes['pick'] ?? ''}
        variant={isShown ? 'light' : 'subtle'}
        size="compact-md"
        justify="space-between"
        aria-current={isShown ? true : undefined}
        rightSection={
          <span className={classes['whose']}>
            {t(`views.${view.scope}`)}
            {whose}
          </span>
        }
        onClick={onPick}
      >
        <span className={classes['name']} title={view.name} data-raw>
          {view.name}
        </span>
      </Button>
      {view.isOwn && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('views.change', { name: view.name })}
          onClick={onChange}
        >
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
      )}
      {view.mayDelete && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('views.delete', { name: view.name })}
          onClick={() => setDeleting(true)}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      )}
    </li>
  )
}

interface DeleteLineProps {
  view: ListView
  onDelete: () => Promise<void>
  onCancel: () => void
}

/** The question before a view goes: others may be using it. */
function DeleteLine({ view, onDelete, onCancel }: DeleteLineProps) {
  const { t } = useTranslation('table')
  const errorText = useErrorText()
  const [error, setError] = useState<unknown>(null)
  const cancel = useRef<HTMLButtonElement>(null)
  // The pressed button has gone; the focus goes where it does no harm.
  useEffect(() => cancel.current?.focus(), [])
  const isShared = view.scope !== 'private'
  return (
    <li className={classes['ask']}>
      <span role={error === null ? undefined : 'alert'}>
        {error === null
          ? t(isShared ? 'views.askDeleteShared' : 'views.askDelete', { name: view.name })
          : errorText(error)}
      </span>
      <Button size="compact-sm" color="red.8" onClick={() => void onDelete().catch(setError)}>
        {t('views.deleteNow')}
      </Button>
      <Button ref={cancel} size="compact-sm" variant="default" onClick={onCancel}>
        {t('cancel')}
      </Button>
    </li>
  )
}
