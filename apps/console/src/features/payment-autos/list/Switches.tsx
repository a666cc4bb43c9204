import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAllows } from '../../../lib/person/permissions.ts'
import { accountTones } from '../../../lib/words/account-tones.ts'
import { CardLine } from '../../../ui/figures/CardLine.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import { switchesOf, type Account, type SwitchAct } from './account-shapes.ts'
import cards from '../../../ui/Cards.module.css'

interface SwitchesProps {
  account: Account
  onAct: (act: SwitchAct) => void
}

/** The two ways of an account: whether members pay in, whether money leaves; each with its switch. */
export function Switches({ account, onAct }: SwitchesProps) {
  const { t } = useTranslation('payment-autos')
  const mayAct = useAllows()({ paymentAuto: ['isUpdate'] })
  return (
    <div className={cards['lines']}>
      {switchesOf(account).map(({ way, isOn, isIdle, act }) => (
        <CardLine key={way} label={t(`ways.${way}`)}>
          {isIdle ? (
            <Status
              tone={accountTones[account.state]}
              label={t(`ways.idle.${way}`, { state: t(`state.${account.state}`) })}
            />
          ) : (
            <Status tone={isOn ? 'green' : 'amber'} label={t(isOn ? 'ways.on' : 'ways.off')} />
          )}{' '}
          {mayAct && act !== null && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => onAct(act)}
              aria-label={t(`act.${act}Of`, { label: account.label })}
            >
              {t(isOn ? 'ways.switchOff' : 'ways.switchOn')}
            </Button>
          )}
        </CardLine>
      ))}
    </div>
  )
}
