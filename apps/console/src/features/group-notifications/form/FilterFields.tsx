import { banks } from '@khlang/contract/values/banks.ts'
import { useTranslation } from 'react-i18next'
import { AmountInput } from '../../../ui/form/AmountInput.tsx'
import { BankTag } from '../../../ui/figures/BankTag.tsx'
import { FormSection } from '../../../ui/form/FormPage.tsx'
import type { GroupFieldsProps } from './group-form.ts'
import blocks from '../../../ui/Blocks.module.css'
import formClasses from './GroupForm.module.css'

/** Only what is large enough, only of some banks. */
export function FilterFields(props: GroupFieldsProps) {
  const { t } = useTranslation('group-notifications')
  return (
    <FormSection title={t('form.filters')} description={t('form.filtersLead')}>
      <AmountInput
        {...props.amount('minAmountMinor')}
        label={t('field.minAmount')}
        description={t('form.minAmountHint')}
      />
      <BankChips {...props} />
    </FormSection>
  )
}

/** The banks that money comes from and goes to today, and whatever else was chosen before. */
function BankChips({ draft, change }: GroupFieldsProps) {
  const { t } = useTranslation('group-notifications')
  const offered = banks.filter(({ code, state }) => state === 'active' || draft.banks.includes(code))
  const toggle = (code: string) =>
    change({
      banks: draft.banks.includes(code)
        ? draft.banks.filter((each) => each !== code)
        : [...draft.banks, code],
    })
  return (
    <div role="group" aria-labelledby="group-banks">
      <span id="group-banks" className={formClasses['label']}>
        {t('field.banks')}
      </span>
      <div className={formClasses['banks']}>
        {offered.map(({ code }) => (
          <label key={code} className={formClasses['bank']}>
            <input type="checkbox" checked={draft.banks.includes(code)} onChange={() => toggle(code)} />
            <BankTag code={code} />
          </label>
        ))}
      </div>
      <p className={blocks['note']}>{t('form.banksHint')}</p>
    </div>
  )
}
