import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { hrefOf } from '../../../lib/address/navigation.tsx'
import { useAllows } from '../../../lib/person/permissions.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import { useNow } from '../../../ui/figures/use-now.ts'
import { reporterState, type AccountDetail } from '../list/account-shapes.ts'
import { heardBy, type StepState } from './account-steps.ts'
import { AccountStep } from './AccountStep.tsx'
import blocks from '../../../ui/Blocks.module.css'
import classes from './AccountAdd.module.css'

interface StepProps {
  state: StepState
  account: AccountDetail | undefined
}

/** Step 2: a phone gets the messages of this account's bank, and tells them to us. */
export function PhoneStep({ state, account }: StepProps) {
  const { t } = useTranslation('payment-autos')
  const mayOpen = useAllows()({ deviceManagement: ['isRead'] })
  return (
    <AccountStep number={2} title={t('setup.phone.title')} state={state}>
      {account && <Phones account={account} />}
      {state !== 'done' && <p className={blocks['note']}>{t('setup.phone.how')}</p>}
      {state !== 'done' && !mayOpen && <p className={blocks['note']}>{t('setup.phone.ask')}</p>}
      {account && mayOpen && (
        <div className={blocks['buttons']}>
          <Button
            variant={state === 'now' ? 'filled' : 'default'}
            component={AppLink}
            href={hrefOf({ to: '/device/list' })}
          >
            {t('setup.phone.open')}
          </Button>
        </div>
      )}
    </AccountStep>
  )
}

function Phones({ account }: { account: AccountDetail }) {
  const { t } = useTranslation('payment-autos')
  const now = useNow()
  return (
    <ul className={`${blocks['list']} ${classes['phones']}`}>
      {heardBy(account).map((phone) => {
        const { word, tone } = reporterState(phone, now)
        return (
          <li key={phone.name}>
            <strong>{phone.name}</strong>
            <Status tone={tone} label={t(`reporter.${word}`)} />
          </li>
        )
      })}
    </ul>
  )
}
