import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AccountNoField } from '../../../lib/form/AccountNoField.tsx'
import { BankSelect } from '../../../lib/form/BankSelect.tsx'
import type { FormOf } from '../../../lib/form/use-form.ts'
import { FieldRow } from '../../../ui/form/FormPage.tsx'

export interface AccountDraft {
  bank: string | null
  accountNo: string
  /** Null until somebody types it. */
  accountName: string | null
}

type AccountFieldsProps = FormOf<AccountDraft> & {
  /** The name that stands there before somebody types one. */
  accountName: string
  /** Under the account number: what the duplicate check says. */
  note?: ReactNode
}

/** A bank account of a member. */
export function AccountFields(props: AccountFieldsProps) {
  const { draft, change, text, rule, fieldErrors, accountName, note } = props
  const { t } = useTranslation('members')
  return (
    <>
      <FieldRow>
        <BankSelect value={draft.bank} onChange={(bank) => change({ bank })} error={fieldErrors.bank} />
        <AccountNoField
          {...text('accountNo', 'isUncut')}
          bank={draft.bank}
          digitsMax={rule('accountNo').max}
          onChange={(accountNo) => change({ accountNo })}
          error={fieldErrors.accountNo}
          note={note}
        />
      </FieldRow>
      <TextInput
        {...text('accountName')}
        description={t('add.accountNameHint')}
        value={accountName}
        error={fieldErrors.accountName}
      />
    </>
  )
}
