import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldRow } from '../../ui/FormPage.tsx'
import { BankSelect } from './BankSelect.tsx'
import { digitsOf, unusualLength } from './member-form.ts'
import classes from './Members.module.css'

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

/** A bank account of a member. An unusual length is said, never refused. */
export function AccountFields({ value, onChange, faults, note }: AccountFieldsProps) {
  const { t } = useTranslation('members')
  const usual = unusualLength(value.bank, value.accountNo)
  return (
    <>
      <FieldRow>
        <BankSelect value={value.bank} onChange={(bank) => onChange({ bank })} error={faults.bank} />
        <div>
          <TextInput
            name="accountNo"
            label={t('field.accountNo')}
            description={t('add.accountNoHint')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={60}
            withAsterisk
            required
            value={value.accountNo}
            onChange={(event) => onChange({ accountNo: digitsOf(event.currentTarget.value) })}
            error={faults.accountNo}
          />
          <div aria-live="polite">
            {usual && (
              <p className={classes['fieldNote']} data-tone="amber">
                {t('add.unusualLength', {
                  count: value.accountNo.length,
                  bank: value.bank,
                  usual: usual.join(t('add.or')),
                })}
              </p>
            )}
            {note}
          </div>
        </div>
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
