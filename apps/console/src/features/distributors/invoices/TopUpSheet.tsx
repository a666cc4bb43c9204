import { useTranslation } from 'react-i18next'
import { say } from '../../../lib/alerts/notices.ts'
import { useActForm } from '../../../lib/form/use-act-form.ts'
import { AmountInput } from '../../../ui/form/AmountInput.tsx'
import '../../../ui/kit-later.ts'
import { Confirm } from '../../../ui/sheet/Confirm.tsx'
import type { Distributor } from '../distributor-shapes.tsx'

const refreshes = ['distributors'] as const

/** Money that is to be sent ahead to a distributor: booked by two, then paid by its bank line. */
export function TopUpSheet({
  distributor: { id, name },
  onClose,
}: {
  distributor: Distributor
  onClose: () => void
}) {
  const { t } = useTranslation('distributors')
  const form = useActForm<'distributors.addTopUp', { readonly amountMinor: number | null }>({
    call: 'distributors.addTopUp',
    area: 'distributors',
    start: { amountMinor: null },
    input: ({ amountMinor }, { reason }) => ({ id, reason, amountMinor: amountMinor ?? 0 }),
    refreshes,
    onDone: () => say(t('invoices.topUpAdded'), 'amber'),
  })
  return (
    <Confirm
      {...form.sheet}
      onClose={onClose}
      title={t('invoices.topUpTitle', { name })}
      submitLabel={t('act.topUp')}
      reason={{ label: t('field.reason'), isRequired: true }}
      notice={t('invoices.topUpHint')}
    >
      <AmountInput {...form.amount('amountMinor')} />
    </Confirm>
  )
}
