import { useTranslation } from 'react-i18next'
import { Failed } from '../../../lib/call/Asked.tsx'
import { useQueryCall } from '../../../lib/call/query.ts'
import type { FormOf } from '../../../lib/form/use-form.ts'
import { AmountInput } from '../../../ui/form/AmountInput.tsx'
import { FieldRow, FormSection } from '../../../ui/form/FormPage.tsx'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import type { NewAccountDraft } from './account-draft.ts'
import classes from './AccountAdd.module.css'

/** How money leaves an account for payouts: by which rail, and how much. */
export function PayoutSection({ draft, change, amount, fieldErrors }: FormOf<NewAccountDraft>) {
  const { t } = useTranslation('payment-autos')
  const setup = useQueryCall('paymentAutos.setup', {}, { isTracked: false })
  const rails = setup.data?.rails ?? []
  return (
    <FormSection title={t('add.sectionPayout')}>
      <Failed query={setup} isInline />
      <div className={classes['half']}>
        <SelectField
          label={t('field.rail')}
          description={t('add.railHint')}
          data={[{ value: '', label: t('noRail') }, ...rails.map((name) => ({ value: name, label: name }))]}
          value={draft.rail}
          onChange={(rail) => change({ rail: rail ?? '' })}
          allowDeselect={false}
          error={fieldErrors.rail}
        />
      </div>
      <FieldRow>
        <AmountInput {...amount('transferLimitMinor')} description={t('add.limitHint')} />
        <AmountInput {...amount('dayLimitMinor')} description={t('add.limitHint')} />
      </FieldRow>
    </FormSection>
  )
}
