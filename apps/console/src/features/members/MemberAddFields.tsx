import { Select, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatPhone } from '../../lib/formats.ts'
import { ScreenLink } from '../../lib/navigation.tsx'
import { FieldRow, FormSection } from '../../ui/FormPage.tsx'
import { AccountFields } from './AccountFields.tsx'
import { Blacklisted, Note } from './FieldNotes.tsx'
import { accountNameOf, hasLetters, readPhone, type DraftFaults, type MemberDraft } from './member-form.ts'
import type { DuplicateAnswer } from './member-shapes.ts'
import { sourceChannels } from '@khlang/contract/value-lists.ts'
import '../../ui/kit-later.ts'
import classes from './Members.module.css'

interface StepProps {
  draft: MemberDraft
  onChange: (changes: Partial<MemberDraft>) => void
  faults: DraftFaults
  answer: DuplicateAnswer | null
}

/** The first step: the phone decides whether there is anything to register. */
export function PhoneStep({
  draft,
  onChange,
  faults,
  answer,
  isChecking,
}: StepProps & { isChecking: boolean }) {
  const { t } = useTranslation('members')
  const phone = readPhone(draft.phone)
  const [isLeft, setLeft] = useState(false)
  const isHalf = isLeft && draft.phone.trim() !== '' && phone === null
  const isTaken = phone !== null && (answer?.taken.includes('phone') ?? false)
  const isBlacklisted = answer?.blacklisted.some(({ kind }) => kind === 'phone') ?? false
  const isFree = phone !== null && answer !== null && !isTaken && !isBlacklisted && !isChecking
  return (
    <FormSection title={t('add.stepPhone')}>
      <div>
        <TextInput
          name="phone"
          type="tel"
          label={t('field.phone')}
          description={t('add.phoneHint')}
          inputMode="tel"
          autoComplete="off"
          maxLength={40}
          withAsterisk
          required
          value={draft.phone}
          onChange={(event) => onChange({ phone: event.currentTarget.value })}
          onFocus={() => setLeft(false)}
          onBlur={() => {
            setLeft(true)
            if (phone !== null) onChange({ phone: formatPhone(phone) })
          }}
          error={
            faults.phone ?? (hasLetters(draft.phone) ? t('fault.phoneLetters') : isHalf && t('fault.phone'))
          }
        />
        <div aria-live="polite">
          {phone !== null && isChecking && <p className={classes['fieldNote']}>{t('add.checking')}</p>}
          {isTaken && (
            <Note tone="red">
              {t('add.phoneTaken')}{' '}
              <ScreenLink to="/member/member-management" search={{ search: draft.phone }}>
                {t('add.findExisting')}
              </ScreenLink>
            </Note>
          )}
          {phone !== null && <Blacklisted answer={answer} kind="phone" />}
          {isFree && <Note tone="green">{t('add.phoneFree', { phone: formatPhone(phone) })}</Note>}
        </div>
      </div>
    </FormSection>
  )
}

/** Name and bank account; the account's name follows the member's until it is typed. */
export function PersonStep({ draft, onChange, faults, answer }: StepProps) {
  const { t } = useTranslation('members')
  const name = (field: 'firstName' | 'lastName') => (
    <TextInput
      name={field}
      label={t(`field.${field}`)}
      autoComplete="off"
      maxLength={60}
      withAsterisk
      required
      value={draft[field]}
      onChange={(event) => onChange({ [field]: event.currentTarget.value })}
      error={faults[field]}
    />
  )
  return (
    <FormSection title={t('add.stepPerson')} description={t('add.stepPersonHint')}>
      <div>
        <FieldRow>
          {name('firstName')}
          {name('lastName')}
        </FieldRow>
        <div aria-live="polite">
          {answer !== null && answer.similarNames > 0 && (
            <Note tone="amber">{t('add.similarNames', { count: answer.similarNames })}</Note>
          )}
          <Blacklisted answer={answer} kind="name" />
        </div>
      </div>
      <AccountFields
        value={{ bank: draft.bank, accountNo: draft.accountNo, accountName: accountNameOf(draft) }}
        onChange={onChange}
        faults={faults}
        note={
          <>
            {answer?.taken.includes('bankAccount') && <Note tone="red">{t('add.accountTaken')}</Note>}
            <Blacklisted answer={answer} kind="bankAccount" />
          </>
        }
      />
    </FormSection>
  )
}

/** User name (suggested) and where the member comes from. */
export function SignInStep({
  draft,
  onChange,
  faults,
  answer,
  username,
}: StepProps & { username: string }) {
  const { t } = useTranslation('members')
  const isTaken = draft.username !== null && (answer?.taken.includes('username') ?? false)
  return (
    <FormSection title={t('add.stepSignIn')}>
      <FieldRow>
        <div>
          <TextInput
            name="username"
            label={t('field.username')}
            description={t('add.usernameHint')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={20}
            withAsterisk
            required
            value={username}
            onChange={(event) => onChange({ username: event.currentTarget.value.toLowerCase() })}
            error={faults.username}
          />
          <div aria-live="polite">{isTaken && <Note tone="red">{t('add.usernameTaken')}</Note>}</div>
        </div>
        <Select
          label={t('field.sourceChannel')}
          description={t('add.sourceHint')}
          allowDeselect={false}
          data={sourceChannels.map((value) => ({ value, label: t(`sources.${value}`) }))}
          value={draft.sourceChannel}
          onChange={(value) => {
            const known = sourceChannels.find((each) => each === value)
            if (known) onChange({ sourceChannel: known })
          }}
        />
      </FieldRow>
      <TextInput
        label={t('field.lineId')}
        autoComplete="off"
        maxLength={60}
        value={draft.lineId}
        onChange={(event) => onChange({ lineId: event.currentTarget.value })}
        error={faults.lineId}
      />
      <Textarea
        label={t('field.note')}
        autosize
        minRows={2}
        maxLength={500}
        value={draft.note}
        onChange={(event) => onChange({ note: event.currentTarget.value })}
        error={faults.note}
      />
    </FormSection>
  )
}
