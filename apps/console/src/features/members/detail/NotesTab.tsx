import { Button, Skeleton } from '@mantine/core'
import { IconPinFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFailure } from '../../../lib/call/failure.ts'
import { useQueryCall } from '../../../lib/call/query.ts'
import { EmptyState } from '../../../ui/page/EmptyState.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { KeysetPager } from '../../../ui/table/tools/KeysetPager.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import { useLocalPages } from './use-local-pages.ts'
import classes from '../Members.module.css'

/** Notes about a member, pinned first. They are added, never changed. */
export function NotesTab({ memberId, onAdd }: { memberId: string; onAdd: () => void }) {
  const { t } = useTranslation('members')
  const failure = useFailure()
  const { place, setPlace, input } = useLocalPages()
  const list = useQueryCall(
    'members.notes',
    { id: memberId, ...input },
    { keepsPrevious: true, live: 'member' },
  )
  const error = failure(list.error)
  if (error) return <ErrorState error={error} onRetry={() => void list.refetch()} />
  if (list.data === undefined) return <Skeleton height={120} />
  return (
    <div className={classes['stack']}>
      <div className={classes['buttons']}>
        <Button variant="default" onClick={onAdd}>
          {t('act.note')}
        </Button>
      </div>
      {list.data.records.length === 0 ? (
        <EmptyState title={t('notes.empty')} hint={t('notes.emptyHint')} />
      ) : (
        <ul className={classes['feed']} aria-label={t('tab.notes')}>
          {list.data.records.map((note) => (
            <li key={note.id}>
              <span className={classes['feedHead']}>
                {note.isPinned && (
                  <strong>
                    <IconPinFilled size={14} aria-hidden /> {t('notes.pinned')}
                  </strong>
                )}
                <span>{note.author}</span>
                <Time at={note.createdAt} show="both" />
              </span>
              <p className={classes['body']}>{note.body}</p>
            </li>
          ))}
        </ul>
      )}
      {list.data.records.length > 0 && <KeysetPager place={place} answer={list.data} onPlace={setPlace} />}
    </div>
  )
}
