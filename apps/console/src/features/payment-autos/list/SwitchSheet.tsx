import { useTranslation } from 'react-i18next'
import { say } from '../../../lib/alerts/notices.ts'
import { ActSheet } from '../../../lib/form/ActSheet.tsx'
import { BankTag } from '../../../ui/figures/BankTag.tsx'
import type { Account, SwitchAct } from './account-shapes.ts'

interface SwitchSheetProps {
  act: SwitchAct
  account: Account
  onClose: () => void
}

/** Switches one way of an account off or on, after saying what that does. */
export function SwitchSheet({ act, account, onClose }: SwitchSheetProps) {
  const { t } = useTranslation('payment-autos')
  const { id, version, label, bank, accountNoMasked } = account
  const way = act === 'inOff' || act === 'inOn' ? 'in' : 'out'
  const shared = {
    onClose,
    refreshes: ['paymentAutos', 'dashboard', 'approvals', 'ownTransfers'] as const,
    input: (reason: string) => ({ id, version, way, reason }) as const,
    title: t(`sheet.${act}.title`, { label }),
    facts: [
      { label: t('field.account'), value: <BankTag code={bank}>{`${label} ${accountNoMasked}`}</BankTag> },
    ],
    reason: { label: t('field.reason'), isRequired: true },
    notice: t(`sheet.${act}.effect`),
  }
  if (act === 'inOff' || act === 'outOff')
    return (
      <ActSheet
        {...shared}
        call="paymentAutos.switchOff"
        submitLabel={t('ways.switchOff')}
        onDone={() => say(t(`sheet.${act}.done`, { label }))}
      />
    )
  return (
    <ActSheet
      {...shared}
      call="paymentAutos.switchOn"
      submitLabel={t(act === 'inOn' ? 'ways.switchOn' : 'ways.askOn')}
      onDone={({ state }) =>
        say(t(`sheet.${act}.${state}`, { label }), state === 'done' ? 'green' : 'amber')
      }
    />
  )
}
