import { rejectDepositReasons } from '@khlang/contract/values/value-lists.ts'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../lib/words/formats.ts'
import { say } from '../../../lib/alerts/notices.ts'
import { useCall } from '../../../lib/call/query.ts'
import { Confirm } from '../../../ui/sheet/Confirm.tsx'
import { Money } from '../../../ui/figures/Money.tsx'
import type { QueueRow } from '../rows/queue-shapes.ts'
import { titleWords } from '../rows/sheet-words.tsx'

type Reason = (typeof rejectDepositReasons)[number]

interface DepositRejectProps {
  row: QueueRow
  isOpen: boolean
  onClose: () => void
  onDone?: () => void
}

/** Refuses a deposit that waits. It credited nothing, so no money moves. */
export function DepositReject({ row, isOpen, onClose, onDone }: DepositRejectProps) {
  const { t } = useTranslation('pre-transactions')
  const [reasonCode, setReason] = useState<Reason>('noMoneyFound')
  const { send, canSend } = useCall('preTransactions.rejectDeposit', { refreshes: ['preTransactions'] })
  const words = { reference: row.reference, amount: formatMoney(row.amountMinor) }
  return (
    <Confirm
      isOpen={isOpen}
      onClose={onClose}
      title={t('request.titles.rejectDeposit', titleWords(row))}
      submitLabel={t('request.rejectAmount', words)}
      isDanger
      canSubmit={canSend}
      facts={[
        { label: t('queue.columns.reference'), value: row.reference },
        { label: t('queue.columns.member'), value: row.member.username },
        { label: t('queue.columns.amount'), value: <Money minor={row.amountMinor} /> },
      ]}
      reason={{
        label: t('request.remarkStaff'),
        isRequired: true,
        description: t('request.remarkHint'),
        missing: t('request.missing.remark'),
      }}
      onSubmit={async ({ reason, idempotencyKey }) => {
        await send({ id: row.id, version: row.version, reasonCode, remark: reason }, { idempotencyKey })
        say(t('request.done.depositRejected', words))
        onDone?.()
      }}
    >
      <NativeSelect
        label={t('request.reason')}
        value={reasonCode}
        data={rejectDepositReasons.map((value) => ({ value, label: t(`reasons.${value}`) }))}
        onChange={(event) =>
          setReason(rejectDepositReasons.find((each) => each === event.currentTarget.value) ?? 'other')
        }
        data-autofocus
      />
    </Confirm>
  )
}
