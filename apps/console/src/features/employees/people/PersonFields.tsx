import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { FormOf } from '../../../lib/form/use-form.ts'
import { AmountInput } from '../../../ui/form/AmountInput.tsx'
import { FieldRow } from '../../../ui/form/FormPage.tsx'
import type { PersonDraft } from './person-form.ts'
import { limits } from '../roles/rights.ts'
import { useRightName } from '../../../lib/person/right-words.ts'
import { useRightValue } from '../right-words.ts'
import { useOwnRights } from '../roles/use-own-rights.ts'

type PersonFieldsProps = FormOf<PersonDraft>

/** Name, phone and shift of a person. */
export function NameFields({ text }: PersonFieldsProps) {
  const { t } = useTranslation('employees')
  return (
    <>
      {/* Takes the focus where a sheet opens with it; a page does not heed it. */}
      <TextInput {...text('displayName')} description={t('hint.displayName')} data-autofocus />
      <FieldRow>
        <TextInput {...text('phone')} type="tel" description={t('hint.phone')} />
        <TextInput {...text('shift')} description={t('hint.shift')} />
      </FieldRow>
    </>
  )
}

/**
 * A person's own limits (the smaller one of them and the role's counts) and where they may sign in from.
 * @param areLimitsLocked other limits wait for a second person already
 */
export function LimitFields({
  text,
  amount,
  areLimitsLocked = false,
}: PersonFieldsProps & { areLimitsLocked?: boolean }) {
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
            {...amount(name)}
            label={nameOf(name)}
            description={hintOf(name)}
            isDisabled={areLimitsLocked}
          />
        ))}
      </FieldRow>
      <TextInput {...text('addresses', 'isUncut')} description={t('hint.addresses')} spellCheck={false} />
    </>
  )
}
