import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatPhone } from '../../../lib/words/formats.ts'
import type { FormOf } from '../../../lib/form/use-form.ts'
import { ScreenLink } from '../../../lib/address/navigation.tsx'
import { FieldRow, FormSection } from '../../../ui/form/FormPage.tsx'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import { AccountFields } from '../account/AccountFields.tsx'
import { Blacklisted, Note } from '../FieldNotes.tsx'
import { accountNameOf, hasLetters, readPhone, type MemberDraft } from '../member-form.ts'
import type { DuplicateAnswer } from '../member-shapes.ts'
import { sourceChannels } from '@khlang/contract/values/value-lists.ts'
import classes from '../Members.module.css'

/** `fieldErrors`: those of the form, and what the duplicate check could not even be asked. */
type StepProps = FormOf<MemberDraft> & { answer: DuplicateAnswer | null }

/** The first step: the phone decides whether there is anything to register. */
export function PhoneStep({
  draft,
  change,
  text,
  fieldErrors,
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
          {...text('phone')}
          type="tel"
          description={t('add.phoneHint')}
          inputMode="tel"
          onFocus={() => setLeft(false)}
          onBlur={() => {
            setLeft(true)
            if (phone !== null) change({ phone: formatPhone(phone) })
          }}
          error={
            fieldErrors.phone ??
            (hasLetters(draft.phone) ? t('fieldError.phoneLetters') : isHalf && t('fieldError.phone'))
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
export function PersonStep(props: StepProps) {
  const { draft, text, fieldErrors, answer } = props
  const { t } = useTranslation('members')
  const name = (field: 'firstName' | 'lastName') => (
    <TextInput {...text(field)} error={fieldErrors[field]} />
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
        {...props}
        accountName={accountNameOf(draft)}
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
export function SignInStep(props: StepProps & { username: string }) {
  const { draft, change, text, choice, fieldErrors, answer, username } = props
  const { t } = useTranslation('members')
  const isTaken = draft.username !== null && (answer?.taken.includes('username') ?? false)
  return (
    <FormSection title={t('add.stepSignIn')}>
      <FieldRow>
        <div>
          <TextInput
            {...text('username')}
            description={t('add.usernameHint')}
            autoCapitalize="none"
            spellCheck={false}
            value={username}
            onChange={(event) => change({ username: event.currentTarget.value.toLowerCase() })}
            error={fieldErrors.username}
          />
          <div aria-live="polite">{isTaken && <Note tone="red">{t('add.usernameTaken')}</Note>}</div>
        </div>
        <SelectField
          {...choice('sourceChannel', (value) => t(`sources.${value}`))}
          description={t('add.sourceHint')}
          allowDeselect={false}
          onChange={(value) => {
            const known = sourceChannels.find((each) => each === value)
            if (known) change({ sourceChannel: known })
          }}
        />
      </FieldRow>
      <TextInput {...text('lineId')} error={fieldErrors.lineId} />
      <Textarea {...text('note')} error={fieldErrors.note} />
    </FormSection>
  )
}
