import { useTranslation } from 'react-i18next'
import { ScreenLink } from '../../../lib/address/navigation.tsx'
import { KeyValue } from '../../../ui/figures/KeyValue.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import type { AccountDetail } from '../list/account-shapes.ts'
import { doubtOf, hasMessage, type StepState } from './account-steps.ts'
import { AccountStep } from './AccountStep.tsx'
import blocks from '../../../ui/Blocks.module.css'

interface StepProps {
  state: StepState
  account: AccountDetail | undefined
}

/** Step 3: one baht is sent to it, and its bank's message is read and follows the opening balance. */
export function MessageStep({ state, account }: StepProps) {
  const { t } = useTranslation('payment-autos')
  return (
    <AccountStep number={3} title={t('setup.message.title')} state={state} isAwaited>
      {state !== 'done' && <p className={blocks['note']}>{t('setup.message.how')}</p>}
      {account && (
        <div className={blocks['stack']} role="status">
          {hasMessage(account) ? (
            <Came account={account} />
          ) : (
            <p className={blocks['quiet']}>
              {t(state === 'now' ? 'setup.message.listening' : 'setup.message.nobody')}
            </p>
          )}
          {!hasMessage(account) && <Strangers account={account} />}
        </div>
      )}
      {account && (
        <p className={blocks['note']}>
          <ScreenLink className={blocks['wordLink']} to="/payment-auto/transactions/{id}" id={account.id}>
            {t('setup.message.open')}
          </ScreenLink>
        </p>
      )}
    </AccountStep>
  )
}

/** What wrote to its phones under a name that nobody agreed to: most often the bank, by another name. */
function Strangers({ account: { strangers } }: { account: AccountDetail }) {
  const { t } = useTranslation('payment-autos')
  return strangers.map(({ deviceId, device, sender, count, lastAt }) => (
    <div key={`${deviceId} ${sender}`} className={blocks['warn']}>
      <p>
        {t('setup.message.stranger', { device, sender, count })} <Time at={lastAt} show="both" />
      </p>
      <ScreenLink className={blocks['wordLink']} to="/device/update/{id}" id={deviceId}>
        {t('setup.message.allow', { sender })}
      </ScreenLink>
    </div>
  ))
}

/** When it was last heard of, and what is not right about it. */
function Came({ account }: { account: AccountDetail }) {
  const { t } = useTranslation('payment-autos')
  const { lastMessageAt, lastLineAt } = account
  const doubt = doubtOf(account)
  return (
    <>
      <KeyValue
        facts={[
          { label: t('field.lastMessage'), value: <Time at={lastMessageAt} show="both" /> },
          { label: t('field.lastLine'), value: <Time at={lastLineAt} show="both" /> },
        ]}
      />
      {doubt && <p className={blocks['warn']}>{t(`setup.doubt.${doubt}`)}</p>}
    </>
  )
}
