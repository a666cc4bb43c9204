import { Checkbox, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ActSheet } from '../../lib/form/ActSheet.tsx'
import { useActForm } from '../../lib/form/use-act-form.ts'
import { say } from '../../lib/alerts/notices.ts'
import { Confirm } from '../../ui/sheet/Confirm.tsx'
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
  const { id, version, username: name } = member
  return (
    <ActSheet
      call="members.setState"
      input={(reason) => ({ id, version, state, reason })}
      refreshes={['members']}
      onClose={onClose}
      title={t(`stateSheet.${state}.title`, { name })}
      submitLabel={t(`act.${state}`)}
      isDanger={state !== 'active'}
      facts={[
        { label: t('field.username'), value: name },
        { label: t('field.name'), value: member.name },
      ]}
      reason={{ label: t('reason'), isRequired: true, description: t('reasonHint') }}
      notice={t(`stateSheet.${state}.effect`)}
      onDone={() => say(t(`stateSheet.${state}.done`, { name }))}
    />
  )
}

/** Adds a note. Notes are never changed, so it says so. */
function NoteSheet({ member, onClose }: SheetProps) {
  const { t } = useTranslation('members')
  const form = useActForm({
    call: 'members.addNote',
    area: 'members',
    start: { body: '', isPinned: false },
    input: ({ body, isPinned }) => ({ id: member.id, body: body.trim(), isPinned }),
    refreshes: ['members.notes', 'members.activity'],
    onDone: () => say(t('noteSheet.done', { name: member.username })),
  })
  return (
    <Confirm
      {...form.sheet}
      onClose={onClose}
      title={t('noteSheet.title', { name: member.username })}
      submitLabel={t('noteSheet.submit')}
      canSubmit={form.canSend && form.draft.body.trim() !== ''}
    >
      <Textarea
        {...form.text('body')}
        label={t('noteSheet.body')}
        description={t('noteSheet.hint')}
        minRows={3}
        data-autofocus
      />
      <Checkbox {...form.flag('isPinned')} label={t('noteSheet.pin')} />
    </Confirm>
  )
}
