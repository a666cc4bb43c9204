import { NativeSelect, Radio, Skeleton, TextInput, Textarea } from '@mantine/core'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useAllows } from '../../../lib/person/permissions.ts'
import { bangkokDateOn } from '../../../lib/words/formats.ts'
import type { FormOf } from '../../../lib/form/use-form.ts'
import { AmountInput } from '../../../ui/form/AmountInput.tsx'
import { DateField } from '../../../ui/filters/DateField.tsx'
import { FieldRow, FormSection } from '../../../ui/form/FormPage.tsx'
import { ClockInput } from '../missing/ClockInput.tsx'
import {
  depositKinds,
  reasonsOf,
  withKind,
  withSlip,
  type DepositForm,
  type DepositPreview,
} from './manual-deposit.ts'
import { accountName } from '../../../lib/words/account-name.ts'
import { SlipField } from '../slips/parts.tsx'
import '../../../ui/kit-later.ts'
import classes from '../lines/LineDetail.module.css'

type DepositFieldsProps = FormOf<DepositForm> & {
  memberId: string
  /** Undefined until they are known: a slip names one of them. */
  accounts: DepositPreview['accounts'] | undefined
  /** More than this person may still credit by hand today. */
  isOverDay: boolean
}

/** The fields of a manual deposit; only real money asks where and when it arrived. */
export function DepositFields(props: DepositFieldsProps) {
  const { draft, change, fieldErrors, amount, text, isOverDay, memberId, accounts } = props
  const mayShow = useAllows()({ pretransactionDepositWithdraw: ['isRead'] })
  const { t } = useTranslation(['pre-transactions-wizard', 'pre-transactions'])
  return (
    <>
      <FormSection title={t('kind')}>
        <Radio.Group
          value={draft.kind}
          onChange={(kind) => change(withKind(draft, kind as DepositForm['kind']))}
          aria-label={t('kind')}
        >
          <div className={classes.choices}>
            {depositKinds.map((kind) => (
              <Radio
                key={kind}
                value={kind}
                label={t(`pre-transactions:manual.kinds.${kind}`)}
                description={t(`kindHelp.${kind}`)}
              />
            ))}
          </div>
        </Radio.Group>
      </FormSection>
      {draft.kind === 'realDeposit' && mayShow && accounts === undefined && <Skeleton height={96} />}
      {draft.kind === 'realDeposit' && mayShow && accounts && (
        <Suspense fallback={<Skeleton height={96} />}>
          <SlipField
            memberId={memberId}
            value={draft.slip}
            amountMinor={draft.amountMinor}
            onChange={(slip) => change(withSlip(slip, accounts))}
          />
        </Suspense>
      )}
      <FormSection title={t('money')}>
        <FieldRow>
          <AmountInput
            {...amount('amountMinor')}
            label={t('amount')}
            error={isOverDay ? t('pre-transactions:manual.fieldError.overDay') : fieldErrors.amountMinor}
          />
          <NativeSelect
            label={t('reason')}
            value={draft.reasonCode}
            data={reasonsOf[draft.kind].map((value) => ({ value, label: t(`reasons.${value}`) }))}
            onChange={(event) => {
              const chosen = reasonsOf[draft.kind].find((reason) => reason === event.currentTarget.value)
              if (chosen) change({ reasonCode: chosen })
            }}
          />
        </FieldRow>
        {draft.kind === 'realDeposit' && <Arrival {...props} />}
      </FormSection>
      <FormSection title={t('remarks')}>
        <TextInput
          {...text('remarkMember')}
          label={t('remarkMember')}
          description={t('remarkMemberHelp')}
        />
        <Textarea {...text('remarkStaff')} label={t('remarkStaff')} description={t('remarkStaffHelp')} />
      </FormSection>
    </>
  )
}

/** Where real money arrived, and when. */
function Arrival({ draft, change, fieldErrors, accounts = [] }: DepositFieldsProps) {
  const { t } = useTranslation('pre-transactions-wizard')
  return (
    <>
      <NativeSelect
        label={t('account')}
        withAsterisk
        value={draft.accountId}
        error={fieldErrors.accountId}
        data={[
          { value: '', label: t('chooseAccount') },
          ...accounts.map((account) => ({ value: account.id, label: accountName(account) })),
        ]}
        onChange={(event) => change({ accountId: event.currentTarget.value })}
      />
      <FieldRow>
        <DateField
          label={t('on')}
          value={draft.on}
          error={fieldErrors.on}
          onChange={(on) => change({ on })}
          maxOn={bangkokDateOn(Date.now())}
        />
        <ClockInput
          label={t('time')}
          value={draft.clock}
          error={fieldErrors.clock}
          onChange={(clock) => change({ clock })}
        />
      </FieldRow>
    </>
  )
}
