import type { CallOf } from '@khlang/contract/calls.ts'
import type { InputOf } from '@khlang/contract/kit/define.ts'
import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../lib/words/formats.ts'
import { useActForm } from '../../../lib/form/use-act-form.ts'
import { say } from '../../../lib/alerts/notices.ts'
import { Confirm } from '../../../ui/sheet/Confirm.tsx'
import { Money } from '../../../ui/figures/Money.tsx'
import type { QueueRow } from '../rows/queue-shapes.ts'
import { titleWords } from '../rows/sheet-words.tsx'
import { useStaffRemark } from './use-staff-remark.ts'

type Reason = InputOf<CallOf<'preTransactions.rejectDeposit'>>['reasonCode']

interface DepositRejectProps {
  row: QueueRow
  isOpen: boolean
  onClose: () => void
  onDone?: () => void
}

/** Refuses a deposit that waits. It credited nothing, so no money moves. */
export function DepositReject({ row, isOpen, onClose, onDone }: DepositRejectProps) {
  const { t } = useTranslation('pre-transactions')
  const words = { reference: row.reference, amount: formatMoney(row.amountMinor) }
  const form = useActForm({
    call: 'preTransactions.rejectDeposit',
    area: 'pre-transactions',
    about: row.id,
    start: { reasonCode: 'noMoneyFound' as Reason },
    input: ({ reasonCode }, { reason }) => ({
      id: row.id,
      version: row.version,
      reasonCode,
      remark: reason,
    }),
    refreshes: ['preTransactions'],
    onDone: () => {
      say(t('request.done.depositRejected', words))
      onDone?.()
    },
  })
  return (
    <Confirm
      {...form.sheet}
      isOpen={isOpen}
      onClose={onClose}
      title={t('request.titles.rejectDeposit', titleWords(row))}
      submitLabel={t('request.rejectAmount', words)}
      isDanger
      facts={[
        { label: t('queue.columns.reference'), value: row.reference },
        { label: t('queue.columns.member'), value: row.member.username },
        { label: t('queue.columns.amount'), value: <Money minor={row.amountMinor} /> },
      ]}
      reason={useStaffRemark()}
    >
      <NativeSelect
        {...form.choice('reasonCode', (value) => t(`reasons.${value}`))}
        label={t('request.reason')}
        data-autofocus
      />
    </Confirm>
  )
}
