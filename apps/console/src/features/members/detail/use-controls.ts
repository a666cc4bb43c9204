import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldChange } from '@khlang/contract/values/activity-diff.ts'
import { call, CallError } from '../../../lib/call/call.ts'
import { useForm } from '../../../lib/form/use-form.ts'
import { say } from '../../../lib/alerts/notices.ts'
import { controlChanges, controlsOf, type ControlsDraft } from './member-controls.ts'
import type { MemberDetail } from '../member-shapes.ts'

const storedOf = (member: MemberDetail) => ({
  version: member.version,
  draft: { ...controlsOf(member), reason: '' },
})

/**
 * The form of what a person may set on a member. Untouched, it follows what others save; while something is
 * typed it says at the save what they changed meanwhile.
 */
export function useControls(member: MemberDetail) {
  const { t } = useTranslation('members')
  const [met, setMet] = useState(member)
  const [conflict, setConflict] = useState<readonly FieldChange[] | null>(null)
  /** An amount field is drawn anew where its text was no amount. */
  const [round, setRound] = useState(0)
  const meetOther = async (base: ControlsDraft) => {
    const now = await call('members.get', { id: member.id }, { isTracked: false })
    setConflict(controlChanges(base, storedOf(now).draft))
    setMet(now)
  }
  const form = useForm<'members.update', ControlsDraft>(
    {
      call: 'members.update',
      area: 'members',
      start: storedOf(member).draft,
      input: (draft, { version }) => ({ id: member.id, version, ...draft, reason: draft.reason.trim() }),
      refreshes: ['members'],
    },
    {
      stored: storedOf(met),
      onDone: ({ version }, draft) => {
        form.store({ version, draft: { ...draft, reason: '' } })
        setConflict(null)
        say(t('controls.saved', { name: member.username }))
      },
      onRefused: (thrown) => {
        // Where it cannot be read again, the refusal itself says that somebody else was faster.
        if (thrown instanceof CallError && thrown.code === 'stale')
          void meetOther(form.base).catch(() => null)
      },
    },
  )
  if (!form.isChanged && member.version > met.version) setMet(member)
  const reset = () => {
    form.store({ draft: form.base })
    setConflict(null)
    setRound((before) => before + 1)
  }
  return { ...form, changes: controlChanges(form.base, form.draft), conflict, round, reset }
}
