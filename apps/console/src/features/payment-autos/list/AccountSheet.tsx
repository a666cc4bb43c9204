import { useTranslation } from 'react-i18next'
import { say } from '../../../lib/alerts/notices.ts'
import { ActSheet } from '../../../lib/form/ActSheet.tsx'
import { BankTag } from '../../../ui/figures/BankTag.tsx'
import { Money } from '../../../ui/figures/Money.tsx'
import type { Account, AccountAct } from './account-shapes.ts'

export interface Acting {
  readonly act: AccountAct
  readonly account: Account
}

interface AccountSheetProps {
  acting: Acting
  /** What speaks against it, said before what it does. */
  warning?: string
  onClose: () => void
}

/** Stops an account or uses it again, after saying what that does. */
export function AccountSheet({ acting: { act, account }, warning, onClose }: AccountSheetProps) {
  const { t } = useTranslation('payment-autos')
  const { id, version, label, bank, accountNoMasked, balanceMinor, state } = account
  const effect = act === 'resume' && state === 'frozen' ? 'thaw' : act
  const shared = {
    onClose,
    refreshes: ['paymentAutos', 'preTransactions.accounts', 'dashboard', 'approvals'] as const,
    input: (reason: string) => ({ id, version, reason }),
    title: t(`sheet.${effect}.title`, { label }),
    submitLabel: t(`act.${act}`),
    isDanger: act === 'freeze',
    facts: [
      { label: t('field.account'), value: <BankTag code={bank}>{`${label} ${accountNoMasked}`}</BankTag> },
      ...(balanceMinor === null
        ? []
        : [{ label: t('field.balance'), value: <Money minor={balanceMinor} /> }]),
    ],
    reason: { label: t('field.reason'), isRequired: true },
    notice: [warning, t(`sheet.${effect}.effect`)].filter(Boolean).join(' '),
  }
  if (act === 'resume')
    return (
      <ActSheet
        {...shared}
        call="paymentAutos.resume"
        onDone={(answer) =>
          say(t(`sheet.resumed.${answer.state}`, { label }), answer.state === 'done' ? 'green' : 'amber')
        }
      />
    )
  const call = act === 'pause' ? 'paymentAutos.pause' : 'paymentAutos.freeze'
  return <ActSheet {...shared} call={call} onDone={() => say(t(`sheet.${act}.done`, { label }))} />
}
