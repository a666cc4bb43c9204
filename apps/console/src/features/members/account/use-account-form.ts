import { useTranslation } from 'react-i18next'
import { CallError } from '../../../lib/call/call.ts'
import { useForm } from '../../../lib/form/use-form.ts'
import { say } from '../../../lib/alerts/notices.ts'
import { changeInput, emptyChange, type ChangeDraft } from './account-change.ts'
import type { MemberDetail } from '../member-shapes.ts'
import { useEvidenceUpload } from './use-evidence-upload.ts'

// The picture is not in sight after another sign-in, so it does not count either.
const secrets = ['evidenceId'] as const

/** The form of a change of account, and the picture that proves it. */
export function useAccountForm(member: MemberDetail, needsEvidence: boolean) {
  const { t } = useTranslation('members')
  const evidence = useEvidenceUpload(member.id, (evidenceId) => form.change({ evidenceId }))
  const isUploading = evidence.state.progress !== null
  const form = useForm<'members.changeAccount', ChangeDraft>(
    {
      call: 'members.changeAccount',
      area: 'members',
      start: emptyChange,
      input: (draft) => changeInput(member, draft),
      fieldErrors: ({ evidenceId }) =>
        isUploading
          ? { evidenceId: 'fieldError.evidenceSending' }
          : needsEvidence && evidenceId === null
            ? { evidenceId: 'fieldError.evidence' }
            : {},
      fieldOf: { bankAccountInUse: 'accountNo' },
      refreshes: ['members', 'dashboard'],
      secrets,
    },
    {
      onDone: ({ state }) => {
        form.store({ draft: emptyChange })
        evidence.clear()
        const tone = state === 'done' ? 'green' : 'amber'
        say(t(`changeAccount.${state}`, { name: member.username }), tone)
      },
      onRefused: (thrown) => {
        if (fieldOf(thrown) === 'evidenceId') evidence.clear()
      },
    },
  )
  return { ...form, evidence }
}

const fieldOf = (thrown: unknown) => (thrown instanceof CallError ? thrown.field : undefined)
