import { useTranslation } from 'react-i18next'
import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/define.ts'
import { formatBaht } from '@khlang/money/amount.ts'
import { useCall } from '../../lib/query.ts'
import { Confirm, type ConfirmResult } from '../../ui/Confirm.tsx'
import { walletMove } from './ledger-names.ts'
import type { WithdrawalMade } from './WithdrawalResult.tsx'

export type WithdrawalPreview = OutputOf<CallOf<'preTransactions.previewWithdrawal'>>

interface WithdrawalSheetProps {
  memberId: string
  amountMinor: number
  remark: string
  preview: WithdrawalPreview
  onClose: () => void
  onMade: (made: WithdrawalMade) => void
}

/** What the withdrawal will do first: hold the money, and wait for its approval. */
export function WithdrawalSheet(props: WithdrawalSheetProps) {
  const { memberId, amountMinor, remark, preview, onClose, onMade } = props
  const { t } = useTranslation('pre-transactions')
  const { send, canSend } = useCall('preTransactions.createWithdrawal', {
    refreshes: ['preTransactions', 'members'],
  })
  const { member } = preview
  const amount = formatBaht(amountMinor)
  const submit = async ({ idempotencyKey }: ConfirmResult) => {
    const { reference, state } = await send({ memberId, amountMinor, remark }, { idempotencyKey })
    onMade({ reference, state, memberId, username: member.username, amountMinor })
  }
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={t('manual.withdrawal.sheet', { amount, name: member.username })}
      submitLabel={t('manual.withdrawal.submit', { amount })}
      facts={[
        {
          label: t('manual.toAccount'),
          value: [preview.toBank, preview.toAccountMasked].filter(Boolean).join(' '),
        },
        { label: t('manual.accountName'), value: preview.toAccountName },
        { label: t('manual.withdrawal.remark'), value: remark },
      ]}
      {...walletMove(t, preview)}
      notice={t('manual.withdrawal.notice')}
      canSubmit={canSend}
      onSubmit={submit}
    />
  )
}
