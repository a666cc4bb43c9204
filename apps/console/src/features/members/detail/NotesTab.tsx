import { Button } from '@mantine/core'
import { IconPinFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { feedPart } from '../../../lib/list/feed-part.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../Members.module.css'

interface OfMember {
  memberId: string
  onAdd: () => void
}

/** Notes about a member, pinned first. They are added, never changed. */
export const NotesTab = feedPart({
  call: 'members.notes',
  area: 'members',
  texts: 'notes',
  label: 'tab.notes',
  paging: 'keyset',
  fixed: ({ memberId }: OfMember) => ({ id: memberId }),
  query: { live: 'member' },
  Acts: ({ props: { onAdd } }) => <AddNote onAdd={onAdd} />,
  draw: (note, { words: { t } }) => (
    <>
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
    </>
  ),
})

function AddNote({ onAdd }: Pick<OfMember, 'onAdd'>) {
  const { t } = useTranslation('members')
  return (
    <div className={blocks['buttons']}>
      <Button variant="default" onClick={onAdd}>
        {t('act.note')}
      </Button>
    </div>
  )
}
