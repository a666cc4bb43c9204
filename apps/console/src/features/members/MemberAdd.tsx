import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '../../lib/call.ts'
import { useFailure, type Failure } from '../../lib/failure.ts'
import { useIdempotencyKey } from '../../lib/idempotency.ts'
import { useKept } from '../../lib/kept.ts'
import { useGo } from '../../lib/navigation.tsx'
import { useCall } from '../../lib/query.ts'
import { FormPage } from '../../ui/FormPage.tsx'
import { PersonStep, PhoneStep, SignInStep } from './MemberAddFields.tsx'
import {
  draftFaults,
  emptyDraft,
  fieldOfFailure,
  newMemberOf,
  readPhone,
  type DraftFaults,
  type MemberDraft,
} from './member-form.ts'
import type { NewMember } from './member-shapes.ts'
import { useDuplicateCheck } from './use-duplicate-check.ts'
import { Welcome, type NewAccess } from './Welcome.tsx'

/** `/member/member-add`: registers a member, the phone first. */
export default function MemberAdd() {
  const [access, setAccess] = useState<NewAccess | null>(null)
  if (access) return <Welcome access={access} onAnother={() => setAccess(null)} />
  return <AddForm onDone={setAccess} />
}

function AddForm({ onDone }: { onDone: (access: NewAccess) => void }) {
  const { t } = useTranslation('members')
  const go = useGo()
  const worded = useFailure()
  const [draft, setDraft] = useKept<MemberDraft>('draft', () => emptyDraft)
  const { answer, isChecking, refusal } = useDuplicateCheck(draft)
  const username = draft.username ?? answer?.suggestedUsername ?? ''
  const { faults, failure, submit, forgive, canSend, isUnsure } = useSubmit(draft, username, onDone)
  const change = (changes: Partial<MemberDraft>) => {
    setDraft((before) => ({ ...before, ...changes }))
    forgive(Object.keys(changes))
  }
  // What cannot even be asked about, such as a name with an invisible letter, is said at its field.
  const refusedField = refusal && fieldOfFailure(refusal)
  const said = refusedField ? { [refusedField]: worded(refusal)?.message } : {}
  const step = { draft, onChange: change, faults: { ...said, ...faults }, answer }
  const isPhoneGood =
    readPhone(draft.phone) !== null &&
    (answer !== null || refusal !== null) &&
    answer?.taken.includes('phone') !== true
  const wasBeyondPhone = draft.firstName !== '' || draft.accountNo !== '' || draft.bank !== null
  return (
    <FormPage
      title={t('add.title')}
      description={t('add.lead')}
      submitLabel={t('add.submit')}
      canSubmit={canSend && (isPhoneGood || isUnsure)}
      isDirty={draft !== emptyDraft}
      error={failure}
      onSubmit={submit}
      onCancel={() => go({ to: '/member/member-management' })}
    >
      <PhoneStep {...step} isChecking={isChecking} />
      {(isPhoneGood || wasBeyondPhone) && (
        <>
          <PersonStep {...step} />
          <SignInStep {...step} username={username} />
        </>
      )}
    </FormPage>
  )
}

function useSubmit(draft: MemberDraft, username: string, onDone: (access: NewAccess) => void) {
  const { t } = useTranslation('members')
  const { key } = useIdempotencyKey()
  const worded = useFailure()
  const create = useCall('members.create', { refreshes: ['members'] })
  const [faults, setFaults] = useState<DraftFaults>({})
  const [failure, setFailure] = useState<Failure | null>(null)
  // What was sent, where its answer was lost: "taken" may now mean this very member. Sent again to the
  // letter under its key, it finds him.
  const [unsure, setUnsure] = useState<NewMember | null>(null)
  const submit = async (): Promise<void> => {
    const found = draftFaults(draft, username)
    setFaults(Object.fromEntries(Object.entries(found).map(([field, text]) => [field, t(text)])))
    setFailure(null)
    if (Object.keys(found).length > 0) return
    const input = unsure ?? newMemberOf(draft, username)
    try {
      const made = await create.send(input, { idempotencyKey: key })
      onDone({ ...made, firstName: draft.firstName.trim() })
    } catch (thrown) {
      const isLost = thrown instanceof CallError && (thrown.status === 0 || thrown.status >= 500)
      setUnsure(isLost ? input : null)
      const told = worded(thrown)
      const field = thrown instanceof CallError ? fieldOfFailure(thrown) : null
      if (field && told) setFaults({ [field]: told.message })
      else setFailure(told)
    }
  }
  const forgive = (fields: readonly string[]) => {
    setUnsure(null)
    setFaults((before) =>
      Object.fromEntries(Object.entries(before).filter(([field]) => !fields.includes(field))),
    )
  }
  return { faults, failure, submit, forgive, canSend: create.canSend, isUnsure: unsure !== null }
}
