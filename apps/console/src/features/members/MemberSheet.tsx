import { Checkbox, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useWorded } from '../../lib/call/failure.ts'
import { useForm } from '../../lib/form/use-form.ts'
import { say } from '../../lib/alerts/notices.ts'
import { useCall } from '../../lib/call/query.ts'
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
      onSubmit={async ({ reason, idempotencyKey }) => {
        const wanted = { id: member.id, version: member.version, state, reason }
        await worded(() => setState.send(wanted, { idempotencyKey }))
        say(t(`stateSheet.${state}.done`, { name: member.username }))
      }}
    />
  )
}

/** Adds a note. Notes are never changed, so it says so. */
function NoteSheet({ member, onClose }: SheetProps) {
  const { t } = useTranslation('members')
  const form = useForm(
    {
      call: 'members.addNote',
      area: 'members',
      start: { body: '', isPinned: false },
      input: ({ body, isPinned }) => ({ id: member.id, body: body.trim(), isPinned }),
      refreshes: ['members.notes', 'members.activity'],
    },
    { onDone: () => say(t('noteSheet.done', { name: member.username })) },
  )
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={t('noteSheet.title', { name: member.username })}
      submitLabel={t('noteSheet.submit')}
      canSubmit={form.canSend && form.draft.body.trim() !== ''}
      onCheck={form.check}
      onSubmit={() => form.send()}
    >
      <Textarea
        {...form.text('body')}
        label={t('noteSheet.body')}
        description={t('noteSheet.hint')}
        autosize
        minRows={3}
        data-autofocus
      />
      <Checkbox {...form.flag('isPinned')} label={t('noteSheet.pin')} />
    </Confirm>
  )
}
