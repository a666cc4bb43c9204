import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFailure } from '../../../lib/call/failure.ts'
import { fieldOfRefusal } from '../../../lib/form/form-field-errors.ts'
import { useForm } from '../../../lib/form/use-form.ts'
import { useGo } from '../../../lib/address/navigation.tsx'
import { FormPage } from '../../../ui/form/FormPage.tsx'
import { PersonStep, PhoneStep, SignInStep } from './MemberAddFields.tsx'
import { emptyDraft, fieldOfMember, newMemberOf, readPhone } from '../member-form.ts'
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
  const form = useForm(
    {
      call: 'members.create',
      area: 'members',
      start: emptyDraft,
      input: (draft) => newMemberOf(draft, username),
      fieldOf: fieldOfMember,
      refreshes: ['members'],
    },
    { onDone: (made, { firstName }) => onDone({ ...made, firstName: firstName.trim() }) },
  )
  const { draft } = form
  const { answer, isChecking, refusal } = useDuplicateCheck(draft)
  const username: string = draft.username ?? answer?.suggestedUsername ?? ''
  // What cannot even be asked about, such as a name with an invisible letter, is said at its field.
  const refusedField = refusal && fieldOfRefusal(refusal, draft, fieldOfMember)
  const said = refusedField ? { [refusedField]: worded(refusal)?.message } : {}
  const step = { ...form, fieldErrors: { ...said, ...form.fieldErrors }, answer }
  const isPhoneGood =
    readPhone(draft.phone) !== null &&
    (answer !== null || refusal !== null) &&
    answer?.taken.includes('phone') !== true
  const wasBeyondPhone = draft.firstName !== '' || draft.accountNo !== '' || draft.bank !== null
  return (
    <FormPage
      {...form.page}
      title={t('add.title')}
      description={t('add.lead')}
      submitLabel={t('add.submit')}
      canSubmit={form.canSend && (isPhoneGood || form.isUnsure)}
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
