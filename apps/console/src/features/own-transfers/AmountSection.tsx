import { Button, Radio, Textarea } from '@mantine/core'
import { transferPurposes } from '@khlang/contract/values/value-lists.ts'
import { useTranslation } from 'react-i18next'
import type { FormOf } from '../../lib/form/use-form.ts'
import { formatMoney } from '../../lib/words/formats.ts'
import { AmountInput } from '../../ui/form/AmountInput.tsx'
import { FormSection } from '../../ui/form/FormPage.tsx'
import '../../ui/kit-later.ts'
import { mostOf, purposeOf, type Ends, type TransferDraft } from './transfer-draft.ts'
import type { Purpose } from './transfer-shapes.ts'
import classes from './Transfers.module.css'

type AmountSectionProps = FormOf<TransferDraft> & { ends: Ends }

/** How much, what for and why. */
export function AmountSection({ ends, draft, change, refuse, amount, text }: AmountSectionProps) {
  const { t } = useTranslation('own-transfers')
  const most = ends.from ? mostOf(ends.from) : null
  const takeAll = () => {
    change({ amountMinor: most })
    refuse('amountMinor', false)
  }
  return (
    <FormSection title={t('form.amount')}>
      <div className={classes['amount']}>
        <AmountInput {...amount('amountMinor')} isRequired />
        {most !== null && most > 0 && (
          <Button variant="default" onClick={takeAll}>
            {t('form.all', { amount: formatMoney(most) })}
          </Button>
        )}
      </div>
      <Radio.Group
        name="purpose"
        label={t('field.purpose')}
        value={purposeOf(draft, ends)}
        onChange={(purpose) => change({ purpose: purpose as Purpose })}
      >
        <div className={classes['purposes']}>
          {transferPurposes.map((purpose) => (
            <Radio key={purpose} value={purpose} label={t(`purposes.${purpose}`)} />
          ))}
        </div>
      </Radio.Group>
      <Textarea {...text('reason')} description={t('form.reasonHint')} autosize minRows={2} maxRows={6} />
    </FormSection>
  )
}
