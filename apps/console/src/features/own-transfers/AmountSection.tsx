import { Radio, Textarea } from '@mantine/core'
import { transferPurposes } from '@khlang/contract/values/value-lists.ts'
import { useTranslation } from 'react-i18next'
import type { FormOf } from '../../lib/form/use-form.ts'
import { formatMoney } from '../../lib/words/formats.ts'
import { AmountInput } from '../../ui/form/AmountInput.tsx'
import { FormSection } from '../../ui/form/FormPage.tsx'
import '../../ui/kit-later.ts'
import { amountOf, purposeOf, type Ends, type TransferDraft } from './transfer-draft.ts'
import type { Purpose } from './transfer-shapes.ts'
import blocks from '../../ui/Blocks.module.css'
import classes from './Transfers.module.css'

type AmountSectionProps = FormOf<TransferDraft> & { ends: Ends }

/** How much, what for and why. */
export function AmountSection({ ends, draft, change, refuse, amount, text }: AmountSectionProps) {
  const { t } = useTranslation('own-transfers')
  // Who may not see what lies there is not told what lies above.
  const maySee = !ends.from || ends.from.balanceMinor !== null
  return (
    <FormSection title={t('form.amount')}>
      {(maySee || draft.isAll) && (
        <Radio.Group
          name="way"
          label={t('form.way')}
          value={draft.isAll ? 'all' : 'amount'}
          onChange={(way) => {
            change({ isAll: way === 'all' })
            refuse(way === 'all' ? 'amountMinor' : 'keepMinor', false)
          }}
        >
          <div className={classes['purposes']}>
            {(['amount', 'all'] as const).map((way) => (
              <Radio key={way} value={way} label={t(`form.ways.${way}`)} />
            ))}
          </div>
        </Radio.Group>
      )}
      <div className={classes['amount']}>
        {draft.isAll ? (
          <AmountInput key="keep" {...amount('keepMinor')} description={t('form.keepHint')} isRequired />
        ) : (
          <AmountInput key="amount" {...amount('amountMinor')} isRequired />
        )}
      </div>
      {draft.isAll && <WhatComes draft={draft} ends={ends} />}
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

/** What all above it comes to at this moment, and why it is no more. */
function WhatComes({ draft, ends }: { draft: TransferDraft; ends: Ends }) {
  const { t } = useTranslation('own-transfers')
  const { from } = ends
  const comesMinor = amountOf(draft, ends)
  if (!from || from.balanceMinor === null || comesMinor === null || draft.keepMinor === null) return null
  const isBounded = comesMinor < from.balanceMinor - draft.keepMinor
  return (
    <p className={blocks['note']} role="status">
      <strong>
        {comesMinor === 0
          ? t('form.comesNothing')
          : t('form.comes', { amount: formatMoney(comesMinor), balance: formatMoney(from.balanceMinor) })}
      </strong>
      {isBounded && ` · ${t('form.bounded')}`}
      {comesMinor > 0 && <span className={blocks['small']}>{t('form.fixed')}</span>}
    </p>
  )
}
