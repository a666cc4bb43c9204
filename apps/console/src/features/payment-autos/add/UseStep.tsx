import { Button } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { hrefOf } from '../../../lib/address/navigation.tsx'
import { useQueryCall } from '../../../lib/call/query.ts'
import { useAllows } from '../../../lib/person/permissions.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import type { AccountDetail } from '../list/account-shapes.ts'
import { shownBefore } from './account-draft.ts'
import { doubtOf, type StepState } from './account-steps.ts'
import { AccountStep } from './AccountStep.tsx'
import { refetchEveryMs } from './use-new-account.ts'
import blocks from '../../../ui/Blocks.module.css'

interface UseStepProps {
  state: StepState
  account: AccountDetail | undefined
  onStart: () => void
}

/** Step 4: somebody takes it out of its pause, and members or payouts may use it. */
export function UseStep({ state, account, onStart }: UseStepProps) {
  const { t } = useTranslation('payment-autos')
  return (
    <AccountStep number={4} title={t('setup.use.title')} state={state}>
      {!account && <p className={blocks['note']}>{t('setup.use.later')}</p>}
      {account?.state === 'paused' && <Start account={account} onStart={onStart} />}
      {account?.state === 'frozen' && <p className={blocks['warn']}>{t('stateHint.frozen')}</p>}
      {account?.state === 'active' && <InUse account={account} />}
      {account && account.state !== 'paused' && <Further account={account} />}
    </AccountStep>
  )
}

/** Possible at any time: a bank that sends no message cannot keep its account back. */
function Start({ account, onStart }: { account: AccountDetail; onStart: () => void }) {
  const { t } = useTranslation('payment-autos')
  const mayUse = useAllows()({ paymentAuto: ['isUpdate'] })
  const doubt = doubtOf(account)
  const advice = doubt === null ? 'ready' : doubt === 'unheard' ? 'early' : 'doubtful'
  return (
    <>
      <p className={blocks['note']}>{t(`setup.use.${advice}`)}</p>
      {!mayUse && <p className={blocks['note']}>{t('setup.use.ask')}</p>}
      {mayUse && (
        <div className={blocks['buttons']}>
          <Button
            variant={doubt === null ? 'filled' : 'default'}
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            onClick={onStart}
          >
            {t('setup.use.start')}
          </Button>
        </div>
      )}
    </>
  )
}

/** In use; a deposit account that others come before is not shown to members, and that is said. */
function InUse({ account }: { account: AccountDetail }) {
  const { t } = useTranslation('payment-autos')
  const isDeposit = account.role === 'deposit'
  const { data, isPending } = useQueryCall(
    'paymentAutos.list',
    {},
    { isEnabled: isDeposit, refetchEveryMs },
  )
  const before = isDeposit ? shownBefore(account, data?.records ?? []) : []
  if (isDeposit && isPending) return null
  return (
    <p className={blocks['warn']} data-tone={before.length > 0 ? 'amber' : 'green'}>
      {before.length > 0
        ? t('setup.use.behind', { names: before.map(({ label }) => label).join(', ') })
        : t(`setup.use.done.${account.role}`)}
    </p>
  )
}

function Further({ account: { id } }: { account: AccountDetail }) {
  const { t } = useTranslation('payment-autos')
  return (
    <div className={blocks['buttons']}>
      <Button component={AppLink} variant="default" href={hrefOf({ to: '/payment-auto/list' })}>
        {t('setup.use.toList')}
      </Button>
      <Button
        component={AppLink}
        variant="default"
        href={hrefOf({ to: '/payment-auto/transactions/{id}', id })}
      >
        {t('act.statement')}
      </Button>
    </div>
  )
}
