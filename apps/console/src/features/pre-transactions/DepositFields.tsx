import { NativeSelect, Radio, TextInput, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { bangkokDateOn } from '../../lib/formats.ts'
import { AmountInput } from '../../ui/AmountInput.tsx'
import { DateField } from '../../ui/DateField.tsx'
import { FieldRow, FormSection } from '../../ui/FormPage.tsx'
import { ClockInput } from './ClockInput.tsx'
import {
  depositKinds,
  reasonsOf,
  withKind,
  type DepositForm,
  type DepositPreview,
} from './manual-deposit.ts'
import { accountName } from './own-accounts.ts'
import '../../ui/kit-later.ts'
import classes from './LineDetail.module.css'

interface DepositFieldsProps {
  form: DepositForm
  onChange: (form: DepositForm) => void
  accounts: DepositPreview['accounts']
  errors: Partial<Record<keyof DepositForm, string>>
}

/** The fields of a manual deposit; only real money asks where and when it arrived. */
export function DepositFields({ form, onChange, accounts, errors }: DepositFieldsProps) {
  const { t } = useTranslation('pre-transactions')
  const set = (changes: Partial<DepositForm>) => onChange({ ...form, ...changes })
  const errorOf = (field: keyof DepositForm) => errors[field] && t(`manual.errors.${errors[field]}`)
  return (
    <>
      <FormSection title={t('manual.kind')}>
        <Radio.Group
          value={form.kind}
          onChange={(kind) => onChange(withKind(form, kind as DepositForm['kind']))}
          aria-label={t('manual.kind')}
        >
          <div className={classes.choices}>
            {depositKinds.map((kind) => (
              <Radio
                key={kind}
                value={kind}
                label={t(`manual.kinds.${kind}`)}
                description={t(`manual.kindHelp.${kind}`)}
              />
            ))}
          </div>
        </Radio.Group>
      </FormSection>
      <FormSection title={t('manual.money')}>
        <FieldRow>
          <AmountInput
            label={t('manual.amount')}
            value={form.amountMinor}
            onChange={(amountMinor) => set({ amountMinor })}
            minMinor={1}
            error={errorOf('amountMinor')}
            isRequired
          />
          <NativeSelect
            label={t('manual.reason')}
            value={form.reasonCode}
            data={reasonsOf[form.kind].map((value) => ({ value, label: t(`manual.reasons.${value}`) }))}
            onChange={(event) => {
              const chosen = reasonsOf[form.kind].find((reason) => reason === event.currentTarget.value)
              if (chosen) set({ reasonCode: chosen })
            }}
          />
        </FieldRow>
        {form.kind === 'realDeposit' && (
          <>
            <NativeSelect
              label={t('manual.account')}
              withAsterisk
              value={form.accountId}
              error={errorOf('accountId')}
              data={[
                { value: '', label: t('manual.chooseAccount') },
                ...accounts.map((account) => ({ value: account.id, label: accountName(account) })),
              ]}
              onChange={(event) => set({ accountId: event.currentTarget.value })}
            />
            <FieldRow>
              <DateField
                label={t('manual.on')}
                value={form.on}
                error={errorOf('on')}
                onChange={(on) => set({ on })}
                maxOn={bangkokDateOn(Date.now())}
              />
              <ClockInput
                label={t('manual.time')}
                value={form.clock}
                error={errorOf('clock')}
                onChange={(clock) => set({ clock })}
              />
            </FieldRow>
          </>
        )}
      </FormSection>
      <FormSection title={t('manual.remarks')}>
        <TextInput
          label={t('manual.remarkMember')}
          description={t('manual.remarkMemberHelp')}
          value={form.remarkMember}
          maxLength={200}
          onChange={(event) => set({ remarkMember: event.currentTarget.value })}
        />
        <Textarea
          label={t('manual.remarkStaff')}
          description={t('manual.remarkStaffHelp')}
          value={form.remarkStaff}
          error={errorOf('remarkStaff')}
          maxLength={200}
          autosize
          minRows={2}
          withAsterisk
          onChange={(event) => set({ remarkStaff: event.currentTarget.value })}
        />
      </FormSection>
    </>
  )
}
