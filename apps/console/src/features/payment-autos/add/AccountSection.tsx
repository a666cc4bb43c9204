import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AccountNoField } from '../../../lib/form/AccountNoField.tsx'
import { BankSelect } from '../../../lib/form/BankSelect.tsx'
import type { FormOf } from '../../../lib/form/use-form.ts'
import { FieldRow, FormSection } from '../../../ui/form/FormPage.tsx'
import { withBank, type NewAccountDraft } from './account-draft.ts'

type AccountSectionProps = FormOf<NewAccountDraft> & {
  /** What it is called until somebody types a name of their own. */
  suggestedLabel: string
}

/** Which account it is: as the bank has it, and as staff call it. */
export function AccountSection(props: AccountSectionProps) {
  const { draft, change, text, rule, fieldErrors, suggestedLabel } = props
  const { t } = useTranslation('payment-autos')
  return (
    <FormSection title={t('add.sectionAccount')}>
      <FieldRow>
        <BankSelect
          value={draft.bank}
          onChange={(bank) => change(withBank(bank))}
          error={fieldErrors.bank}
        />
        <AccountNoField
          {...text('accountNo', 'isUncut')}
          bank={draft.bank}
          digitsMax={rule('accountNo').max}
          onChange={(accountNo) => change({ accountNo })}
          error={fieldErrors.accountNo}
        />
      </FieldRow>
      <FieldRow>
        <TextInput {...text('accountName')} description={t('add.accountNameHint')} />
        <TextInput
          {...text('label')}
          value={draft.label ?? suggestedLabel}
          description={t('add.labelHint')}
          // It was missing until the bank was chosen, and is suggested since.
          error={draft.label === null && suggestedLabel !== '' ? undefined : fieldErrors.label}
        />
      </FieldRow>
    </FormSection>
  )
}
