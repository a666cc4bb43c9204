import { Checkbox, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorded } from '../../lib/failure.ts'
import { useKept } from '../../lib/kept.ts'
import { say } from '../../lib/notices.ts'
import { useCall } from '../../lib/query.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import type { MemberHandle, SettableState } from './member-shapes.ts'
import type { MemberAct } from './MemberSheets.tsx'
import '../../ui/kit-later.ts'

interface SheetProps {
  member: MemberHandle
  onClose: () => void
}

/** The sheet of one act; only `MemberSheets` loads it. */
export default function MemberSheet({ act, member, onClose }: SheetProps & { act: MemberAct }) {
  if (act === 'note') return <NoteSheet member={member} onClose={onClose} />
  return <StateSheet member={member} state={act} onClose={onClose} />
}

/** Suspends, locks or activates, with the reason that stays in the log. */
function StateSheet({ member, state, onClose }: SheetProps & { state: SettableState }) {
  const { t } = useTranslation('members')
  const worded = useWorded()
  const setState = useCall('members.setState', { refreshes: ['members'] })
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={t(`stateSheet.${state}.title`, { name: member.username })}
      submitLabel={t(`act.${state}`)}
      isDanger={state !== 'active'}
      facts={[
        { label: t('field.username'), value: member.username },
        { label: t('field.name'), value: member.name },
      ]}
      reason={{ label: t('reason'), isRequired: true, description: t('reasonHint') }}
      notice={t(`stateSheet.${state}.effect`)}
      canSubmit={setState.canSend}
      onSubmit={async ({ reason }) => {
        await worded(() => setState.send({ id: member.id, version: member.version, state, reason }))
        say(t(`stateSheet.${state}.done`, { name: member.username }))
      }}
    />
  )
}

const noteMax = 500

/** Adds a note. Notes are never changed, so it says so. */
function NoteSheet({ member, onClose }: SheetProps) {
  const { t } = useTranslation('members')
  const worded = useWorded()
  const addNote = useCall('members.addNote', { refreshes: ['members.notes', 'members.activity'] })
  const [body, setBody] = useKept('note', () => '')
  const [isPinned, setPinned] = useState(false)
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={t('noteSheet.title', { name: member.username })}
      submitLabel={t('noteSheet.submit')}
      canSubmit={addNote.canSend && body.trim() !== ''}
      onSubmit={async () => {
        await worded(() => addNote.send({ id: member.id, body: body.trim(), isPinned }))
        say(t('noteSheet.done', { name: member.username }))
      }}
    >
      <Textarea
        label={t('noteSheet.body')}
        description={t('noteSheet.hint')}
        autosize
        minRows={3}
        maxLength={noteMax}
        value={body}
        onChange={(event) => setBody(event.currentTarget.value)}
        data-autofocus
      />
      <Checkbox
        label={t('noteSheet.pin')}
        checked={isPinned}
        onChange={(event) => setPinned(event.currentTarget.checked)}
      />
    </Confirm>
  )
}
