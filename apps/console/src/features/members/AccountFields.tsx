import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldRow } from '../../ui/FormPage.tsx'
import { AccountNoField } from './AccountNoField.tsx'
import { BankSelect } from './BankSelect.tsx'

export interface AccountDraft {
  bank: string | null
  accountNo: string
  accountName: string
}

interface AccountFieldsProps {
  value: AccountDraft
  onChange: (changes: Partial<AccountDraft>) => void
  faults: Partial<Record<keyof AccountDraft, string>>
  /** Under the account number: what the duplicate check says. */
  note?: ReactNode
}

/** A bank account of a member. */
export function AccountFields({ value, onChange, faults, note }: AccountFieldsProps) {
  const { t } = useTranslation('members')
  return (
    <>
      <FieldRow>
        <BankSelect value={value.bank} onChange={(bank) => onChange({ bank })} error={faults.bank} />
        <AccountNoField
          bank={value.bank}
          value={value.accountNo}
          onChange={(accountNo) => onChange({ accountNo })}
          error={faults.accountNo}
          note={note}
        />
      </FieldRow>
      <TextInput
        name="accountName"
        label={t('field.accountName')}
        description={t('add.accountNameHint')}
        autoComplete="off"
        maxLength={120}
        withAsterisk
        required
        value={value.accountName}
        onChange={(event) => onChange({ accountName: event.currentTarget.value })}
        error={faults.accountName}
      />
    </>
  )
}
