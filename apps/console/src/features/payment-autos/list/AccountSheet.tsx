import { useTranslation } from 'react-i18next'
import { say } from '../../../lib/alerts/notices.ts'
import { isRefusal } from '../../../lib/call/call.ts'
import { useFailure } from '../../../lib/call/failure.ts'
import { ActSheet } from '../../../lib/form/ActSheet.tsx'
import { BankTag } from '../../../ui/figures/BankTag.tsx'
import { Money } from '../../../ui/figures/Money.tsx'
import { isSwitchAct, type Account, type AccountAct, type SwitchAct } from './account-shapes.ts'
import { EditSheet } from './EditSheet.tsx'
import { SwitchSheet } from './SwitchSheet.tsx'

export interface Acting {
  readonly act: AccountAct | SwitchAct
  readonly account: Account
}

interface AccountSheetProps {
  acting: Acting
  /** Where what lies above may go; none where the account cannot be changed from here. */
  others?: readonly Account[]
  /** What speaks against it, said before what it does. */
  warning?: string
  onClose: () => void
}

/** Changes an account, stops it or uses it again, after saying what that does. */
export function AccountSheet({ acting, others = [], ...props }: AccountSheetProps) {
  const { act, account } = acting
  if (act === 'edit') return <EditSheet account={account} others={others} onClose={props.onClose} />
  if (isSwitchAct(act)) return <SwitchSheet act={act} account={account} onClose={props.onClose} />
  return <StateSheet {...props} act={act} account={account} />
}

type StateSheetProps = Omit<AccountSheetProps, 'acting' | 'others'> & {
  act: Exclude<AccountAct, 'edit'>
  account: Account
}

function StateSheet({ act, account, warning, onClose }: StateSheetProps) {
  const { t } = useTranslation('payment-autos')
  const failure = useFailure()
  const { id, version, label, bank, accountNoMasked, balanceMinor, state } = account
  const effect = act === 'resume' && state === 'frozen' ? 'thaw' : act
  const shared = {
    onClose,
    refreshes: ['paymentAutos', 'preTransactions.accounts', 'dashboard', 'approvals'] as const,
    input: (reason: string) => ({ id, version, reason }),
    title: t(`sheet.${effect}.title`, { label }),
    submitLabel: t(`act.${act}`),
    isDanger: act === 'freeze' || act === 'close',
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
  if (act === 'close')
    return (
      <ActSheet
        {...shared}
        call="paymentAutos.close"
        worded={(thrown) => {
          const why =
            isRefusal(thrown, 'paymentAutos.close') && thrown.code === 'accountNotEmpty'
              ? thrown.details?.reason
              : undefined
          return why === undefined ? failure(thrown) : { message: t(`notEmpty.${why}`) }
        }}
        onDone={(answer) =>
          say(t(`sheet.closed.${answer.state}`, { label }), answer.state === 'done' ? 'green' : 'amber')
        }
      />
    )
  const call = act === 'pause' ? 'paymentAutos.pause' : 'paymentAutos.freeze'
  return <ActSheet {...shared} call={call} onDone={() => say(t(`sheet.${act}.done`, { label }))} />
}
