import { useTranslation } from 'react-i18next'
import { formatBaht } from '@khlang/money/amount.ts'
import { useCall } from '../../lib/query.ts'
import { Confirm, type ConfirmResult } from '../../ui/Confirm.tsx'
import type { DepositMade } from './DepositResult.tsx'
import { walletMove } from './ledger-names.ts'
import type { DepositForm, DepositInput, DepositPreview } from './manual-deposit.ts'
import { bangkokInstant } from './missing-verdict.ts'

interface DepositSheetProps {
  memberId: string
  form: DepositForm
  preview: DepositPreview
  onClose: () => void
  onMade: (made: DepositMade) => void
}

/** What the deposit will do, said once more before it is done. */
export function DepositSheet({ memberId, form, preview, onClose, onMade }: DepositSheetProps) {
  const { t } = useTranslation('pre-transactions')
  const { send, canSend } = useCall('preTransactions.createDeposit', {
    refreshes: ['preTransactions', 'members'],
  })
  const { member, needsApproval, isAlone } = preview
  const amountMinor = form.amountMinor ?? 0
  const amount = formatBaht(amountMinor)
  const submit = async ({ idempotencyKey }: ConfirmResult) => {
    const { state } = await send(inputOf(memberId, form, amountMinor), { idempotencyKey })
    onMade({ state, memberId, username: member.username, amountMinor, afterMinor: preview.afterMinor })
  }
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={t('manual.deposit.sheet', { amount, name: member.username })}
      submitLabel={t(needsApproval ? 'manual.deposit.send' : 'manual.deposit.credit', { amount })}
      facts={[
        { label: t('manual.kind'), value: t(`manual.kinds.${form.kind}`) },
        { label: t('manual.reason'), value: t(`manual.reasons.${form.reasonCode}`) },
        { label: t('manual.remarkStaff'), value: form.remarkStaff },
      ]}
      {...walletMove(t, preview)}
      notice={t(needsApproval ? 'manual.noticeSecond' : isAlone ? 'manual.alone' : 'manual.noticeAlone')}
      canSubmit={canSend}
      onSubmit={submit}
    />
  )
}

function inputOf(memberId: string, form: DepositForm, amountMinor: number): DepositInput {
  const bankTime = bangkokInstant(form.on, form.clock)
  return {
    memberId,
    amountMinor,
    kind: form.kind,
    reasonCode: form.reasonCode,
    remarkStaff: form.remarkStaff.trim(),
    ...(form.accountId === '' ? {} : { accountId: form.accountId }),
    ...(bankTime === null ? {} : { bankTime }),
    ...(form.remarkMember.trim() === '' ? {} : { remarkMember: form.remarkMember.trim() }),
  }
}
