import { useTranslation } from 'react-i18next'
import { formatBaht } from '@khlang/money/amount.ts'
import { Confirm } from '../../../ui/sheet/Confirm.tsx'
import { walletMove } from '../ledger-names.ts'
import type { DepositForm, DepositPreview } from './manual-deposit.ts'

interface DepositSheetProps {
  draft: DepositForm
  preview: DepositPreview
  canSend: boolean
  onSend: () => Promise<void>
  onClose: () => void
}

/** What the deposit will do, said once more before it is done. */
export function DepositSheet({ draft, preview, canSend, onSend, onClose }: DepositSheetProps) {
  const { t } = useTranslation(['pre-transactions-wizard', 'pre-transactions'])
  const { member, needsApproval, isAlone } = preview
  const amount = formatBaht(draft.amountMinor ?? 0)
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={t('deposit.sheet', { amount, name: member.username })}
      submitLabel={t(needsApproval ? 'deposit.send' : 'deposit.credit', { amount })}
      facts={[
        { label: t('kind'), value: t(`pre-transactions:manual.kinds.${draft.kind}`) },
        { label: t('reason'), value: t(`reasons.${draft.reasonCode}`) },
        { label: t('remarkStaff'), value: draft.remarkStaff },
      ]}
      {...walletMove(t, preview)}
      notice={t(needsApproval ? 'noticeSecond' : isAlone ? 'pre-transactions:manual.alone' : 'noticeAlone')}
      canSubmit={canSend}
      onSubmit={() => onSend()}
    />
  )
}
