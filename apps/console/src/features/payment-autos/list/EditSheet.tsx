import { Switch, TextInput } from '@mantine/core'
import { asciiDigits } from '@khlang/money/amount.ts'
import { useTranslation } from 'react-i18next'
import { say } from '../../../lib/alerts/notices.ts'
import { Failed } from '../../../lib/call/Asked.tsx'
import { useQueryCall } from '../../../lib/call/query.ts'
import { useActForm } from '../../../lib/form/use-act-form.ts'
import type { FormOf } from '../../../lib/form/use-form.ts'
import { AmountInput } from '../../../ui/form/AmountInput.tsx'
import { FieldRow } from '../../../ui/form/FormPage.tsx'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import '../../../ui/kit-later.ts'
import { Confirm } from '../../../ui/sheet/Confirm.tsx'
import { draftOf, isLoosened, settingsErrors, settingsOf, type SettingsDraft } from './account-settings.ts'
import type { Account } from './account-shapes.ts'
import { useSatangHint } from './use-satang-hint.ts'

interface EditSheetProps {
  account: Account
  /** Where what lies above may go. */
  others: readonly Account[]
  onClose: () => void
}

/** Name, order, limits and levels of an account; what lets more leave it waits for a second person. */
export function EditSheet({ account, others, onClose }: EditSheetProps) {
  const { t } = useTranslation('payment-autos')
  const { id, version, label, role } = account
  const satangHint = useSatangHint(account.bank)
  const form = useActForm<'paymentAutos.update', SettingsDraft>({
    call: 'paymentAutos.update',
    area: 'payment-autos',
    start: draftOf(account),
    input: (draft, given) => ({ id, ...given, ...settingsOf(draft) }),
    fieldErrors: settingsErrors,
    refreshes: ['paymentAutos', 'preTransactions.accounts', 'ownTransfers.accounts', 'approvals'],
    stored: { version, draft: draftOf(account) },
    onDone: ({ state }) => say(t(`edit.${state}`, { label }), state === 'done' ? 'green' : 'amber'),
  })
  return (
    <Confirm
      {...form.sheet}
      onClose={onClose}
      title={t('edit.title', { label })}
      submitLabel={t('edit.submit')}
      reason={{ label: t('field.reason'), isRequired: true }}
      {...(isLoosened(account, form.draft) ? { notice: t('edit.takesTwo') } : {})}
    >
      <Name {...form} />
      {role === 'withdrawal' && <Payout {...form} current={account.rail?.name ?? ''} />}
      {role === 'deposit' && <Switch {...form.flag('usesUniqueSatang')} description={satangHint} />}
      <Levels {...form} others={others} />
    </Confirm>
  )
}

function Name({ text, rule, change }: FormOf<SettingsDraft>) {
  const { t } = useTranslation('payment-autos')
  const { min, max } = rule('priority')
  return (
    <FieldRow>
      <TextInput {...text('label')} description={t('edit.labelHint')} />
      <TextInput
        {...text('priority')}
        description={t('add.priorityHint', { min, max })}
        inputMode="numeric"
        maxLength={String(max).length}
        onChange={(event) =>
          change({ priority: asciiDigits(event.currentTarget.value).replaceAll(/\D/g, '') })
        }
      />
    </FieldRow>
  )
}

/** By which rail payouts leave, and how much. One that is in use no more stays until another is chosen. */
function Payout(props: FormOf<SettingsDraft> & { current: string }) {
  const { draft, change, amount, fieldErrors, current } = props
  const { t } = useTranslation('payment-autos')
  const setup = useQueryCall('paymentAutos.setup', {}, { isTracked: false })
  const rails = [...new Set([...(setup.data?.rails ?? []), current].filter((name) => name !== ''))]
  return (
    <>
      <Failed query={setup} isInline />
      <SelectField
        label={t('field.rail')}
        description={t('add.railHint')}
        data={[{ value: '', label: t('noRail') }, ...rails.map((name) => ({ value: name, label: name }))]}
        value={draft.rail}
        onChange={(rail) => change({ rail: rail ?? '' })}
        allowDeselect={false}
        error={fieldErrors.rail}
      />
      <FieldRow>
        <AmountInput {...amount('transferLimitMinor')} description={t('add.limitHint')} />
        <AmountInput {...amount('dayLimitMinor')} description={t('add.limitHint')} />
      </FieldRow>
    </>
  )
}

/** When somebody is told of the balance, and where what lies above is proposed to go. */
function Levels(props: FormOf<SettingsDraft> & { others: readonly Account[] }) {
  const { draft, change, amount, fieldErrors, others } = props
  const { t } = useTranslation('payment-autos')
  return (
    <>
      <FieldRow>
        <AmountInput {...amount('lowBalanceMinor')} description={t('edit.lowHint')} />
        <AmountInput {...amount('highBalanceMinor')} description={t('edit.highHint')} />
      </FieldRow>
      <FieldRow>
        <SelectField
          label={t('field.sweepToId')}
          description={t('edit.sweepHint')}
          data={[
            { value: '', label: t('edit.noSweep') },
            ...others.map(({ id, label }) => ({ value: id, label })),
          ]}
          value={draft.sweepToId}
          onChange={(sweepToId) => change({ sweepToId: sweepToId ?? '' })}
          allowDeselect={false}
          error={fieldErrors.sweepToId}
        />
        {draft.sweepToId !== '' && (
          <AmountInput {...amount('sweepKeepMinor')} description={t('edit.keepHint')} />
        )}
      </FieldRow>
    </>
  )
}
