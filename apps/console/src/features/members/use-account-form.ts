import { useTranslation } from 'react-i18next'
import { CallError } from '../../lib/call.ts'
import { useForm } from '../../lib/form/use-form.ts'
import { say } from '../../lib/notices.ts'
import type { AccountDraft } from './AccountFields.tsx'
import type { MemberDetail } from './member-shapes.ts'
import { useEvidenceUpload } from './use-evidence-upload.ts'

interface ChangeDraft extends AccountDraft {
  reason: string
  evidenceId: string | null
}

const emptyChange: ChangeDraft = {
  bank: null,
  accountNo: '',
  accountName: null,
  reason: '',
  evidenceId: null,
}
// The picture is not in sight after another sign-in, so it does not count either.
const secrets = ['evidenceId'] as const

/** The form of a change of account, and the picture that proves it. */
export function useAccountForm(member: MemberDetail, needsEvidence: boolean) {
  const { t } = useTranslation('members')
  const worded = useFailure()
  const { key, renew } = useIdempotencyKey()
  const [account, setAccount] = useKept('account', () => emptyAccount(member))
  const [reason, setReason] = useKept('reason', () => '')
  const [faults, setFaults] = useState<Faults>({})
  const [failure, setFailure] = useState<Failure | null>(null)
  const evidence = useEvidenceUpload(member.id)
  const ask = useCall('members.changeAccount', { refreshes: ['members', 'dashboard'] })
  const submit = async (): Promise<void> => {
    const found = {
      ...accountFaults(account),
      ...(reason.trim().length < 3 ? { reason: 'fault.reason' } : {}),
    }
    setFaults(Object.fromEntries(Object.entries(found).map(([field, text]) => [field, t(text)])))
    setFailure(null)
    const isSending = evidence.state.progress !== null
    const isMissing = isSending || (needsEvidence && evidence.id === null)
    if (isMissing) evidence.setError(t(isSending ? 'fault.evidenceSending' : 'fault.evidence'))
    if (isMissing || Object.keys(found).length > 0) return
    const input = {
      id: member.id,
      bank: account.bank ?? '',
      accountNo: account.accountNo,
      accountName: account.accountName.trim(),
      reason: reason.trim(),
      ...(evidence.id === null ? {} : { evidenceId: evidence.id }),
    }
    try {
      const { state } = await ask.send(input, { idempotencyKey: key })
      renew()
      setAccount(emptyAccount(member))
      setReason('')
      evidence.clear()
      say(t(`changeAccount.${state}`, { name: member.username }), state === 'done' ? 'green' : 'amber')
    } catch (thrown) {
      const told = worded(thrown)
      const field = thrown instanceof CallError ? fieldOf(thrown) : null
      if (
        told &&
        (field === 'bank' || field === 'accountNo' || field === 'accountName' || field === 'reason')
      )
        setFaults({ [field]: told.message })
      else if (told?.field === 'evidenceId') evidence.clear(told.message)
      else setFailure(told)
    }
  }
  const change = (changes: Partial<AccountDraft>) => {
    setAccount((before) => ({ ...before, ...changes }))
    setFaults({})
  }
  const isDirty = account.bank !== null || account.accountNo !== '' || reason !== '' || evidence.id !== null
  return {
    account,
    evidence,
    change,
    reason,
    setReason,
    faults,
    failure,
    submit,
    isDirty,
    canSend: ask.canSend,
  }
}

const fieldOf = (thrown: unknown) => (thrown instanceof CallError ? thrown.field : undefined)
