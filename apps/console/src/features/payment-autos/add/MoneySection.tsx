import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { FormOf } from '../../../lib/form/use-form.ts'
import { AmountInput } from '../../../ui/form/AmountInput.tsx'
import { FormSection } from '../../../ui/form/FormPage.tsx'
import '../../../ui/kit-later.ts'
import type { NewAccountDraft } from './account-draft.ts'
import classes from './AccountAdd.module.css'

/** What lies on it now, and whether its messages tell that again: the first one must follow it. */
export function MoneySection({ draft, amount, flag }: FormOf<NewAccountDraft>) {
  const { t } = useTranslation('payment-autos')
  return (
    <FormSection title={t('add.sectionMoney')}>
      <div className={classes['half']}>
        <AmountInput
          {...amount('openingMinor')}
          isRequired
          description={t(draft.hasBalances ? 'add.openingHint' : 'add.openingHintAlone')}
        />
      </div>
      <Switch {...flag('hasBalances')} description={t('add.balancesHint')} />
    </FormSection>
  )
}
