import { useTranslation } from 'react-i18next'
import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import { formatBaht } from '@khlang/money/amount.ts'
import { Confirm } from '../../../ui/sheet/Confirm.tsx'
import { walletMove } from '../ledger-names.ts'

export type WithdrawalPreview = OutputOf<CallOf<'preTransactions.previewWithdrawal'>>

interface WithdrawalSheetProps {
  amountMinor: number
  remark: string
  preview: WithdrawalPreview
  canSend: boolean
  onSend: () => Promise<void>
  onClose: () => void
}

/** What the withdrawal will do first: hold the money, and wait for its approval. */
export function WithdrawalSheet(props: WithdrawalSheetProps) {
  const { amountMinor, remark, preview, canSend, onSend, onClose } = props
  const { t } = useTranslation('pre-transactions-wizard')
  const { member } = preview
  const amount = formatBaht(amountMinor)
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={t('withdrawal.sheet', { amount, name: member.username })}
      submitLabel={t('withdrawal.submit', { amount })}
      facts={[
        {
          label: t('toAccount'),
          value: [preview.toBank, preview.toAccountMasked].filter(Boolean).join(' '),
        },
        { label: t('accountName'), value: preview.toAccountName },
        { label: t('withdrawal.remark'), value: remark },
      ]}
      {...walletMove(t, preview)}
      notice={t('withdrawal.notice')}
      canSubmit={canSend}
      onSubmit={() => onSend()}
    />
  )
}
