import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AmountInput } from '../../ui/AmountInput.tsx'
import { FieldRow } from '../../ui/FormPage.tsx'
import type { PersonDraft, PersonFaults } from './person-form.ts'
import { limits } from './rights.ts'
import { useRightName } from '../../lib/right-words.ts'
import { useRightValue } from './right-words.ts'
import { useOwnRights } from './use-own-rights.ts'

export interface PersonFieldsProps {
  draft: PersonDraft
  onChange: (changes: Partial<PersonDraft>) => void
  faults: PersonFaults
}

/** Name, phone and shift of a person. */
export function NameFields({ draft, onChange, faults }: PersonFieldsProps) {
  const { t } = useTranslation('employees')
  return (
    <>
      <TextInput
        name="displayName"
        label={t('field.displayName')}
        description={t('hint.displayName')}
        autoComplete="off"
        maxLength={60}
        withAsterisk
        required
        value={draft.displayName}
        onChange={(event) => onChange({ displayName: event.currentTarget.value })}
        error={faults.displayName}
        // Takes the focus where a sheet opens with it; a page does not heed it.
        data-autofocus
      />
      <FieldRow>
        <TextInput
          name="phone"
          type="tel"
          label={t('field.phone')}
          description={t('hint.phone')}
          autoComplete="off"
          maxLength={30}
          value={draft.phone}
          onChange={(event) => onChange({ phone: event.currentTarget.value })}
          error={faults.phone}
        />
        <TextInput
          name="shift"
          label={t('field.shift')}
          description={t('hint.shift')}
          autoComplete="off"
          maxLength={40}
          value={draft.shift}
          onChange={(event) => onChange({ shift: event.currentTarget.value })}
          error={faults.shift}
        />
      </FieldRow>
    </>
  )
}

interface OwnLimitsProps extends PersonFieldsProps {
  /** What is typed is no amount: it must not pass for an empty field. */
  onRefused: (name: string, isRefused: boolean) => void
  /** Other limits wait for a second person already. */
  areLimitsLocked?: boolean
}

/** A person's own limits (the smaller one of them and the role's counts) and where he may sign in from. */
export function LimitFields({ draft, onChange, faults, onRefused, areLimitsLocked }: OwnLimitsProps) {
  const { t } = useTranslation('employees')
  const nameOf = useRightName()
  const valueOf = useRightValue()
  const own = useOwnRights()
  const hintOf = (name: (typeof limits)[number]): string => {
    if (areLimitsLocked) return t('pending.kind.employeeLimits')
    const most = own.abilities[name]
    const hint = most === null ? t('hint.ownLimit') : t('hint.ownLimitMax', { most: valueOf(most) })
    return name === 'approvalLimitMinor' ? `${hint} ${t('hint.rejects')}` : hint
  }
  return (
    <>
      <FieldRow>
        {limits.map((name) => (
          <AmountInput
            key={name}
            name={name}
            label={nameOf(name)}
            description={hintOf(name)}
            value={draft[name]}
            minMinor={0}
            isDisabled={areLimitsLocked === true}
            onChange={(minor, isRefused) => {
              onChange({ [name]: minor })
              onRefused(name, isRefused)
            }}
            error={faults[name]}
          />
        ))}
      </FieldRow>
      <TextInput
        name="addresses"
        label={t('field.addresses')}
        description={t('hint.addresses')}
        autoComplete="off"
        spellCheck={false}
        maxLength={1000}
        value={draft.addresses}
        onChange={(event) => onChange({ addresses: event.currentTarget.value })}
        error={faults.addresses}
      />
    </>
  )
}
