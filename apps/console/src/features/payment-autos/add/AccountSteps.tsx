import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../../../lib/address/page.ts'
import { Failed } from '../../../lib/call/Asked.tsx'
import { accountTones } from '../../../lib/words/account-tones.ts'
import { BankTag } from '../../../ui/figures/BankTag.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { AccountSheet } from '../list/AccountSheet.tsx'
import type { AccountDetail } from '../list/account-shapes.ts'
import { doubtOf, labelIn, stepsOf } from './account-steps.ts'
import { AgreedStep } from './AgreedStep.tsx'
import { MessageStep } from './MessageStep.tsx'
import { PhoneStep } from './PhoneStep.tsx'
import { UseStep } from './UseStep.tsx'
import { useNewAccount } from './use-new-account.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from './AccountAdd.module.css'

interface AccountStepsProps {
  id: string
  /** The request that a second person decides, where the address names it. */
  requestId: string | undefined
}

/** What is left to do until a new account is used: each step with how it stands, as it happens. */
export function AccountSteps({ id, requestId }: AccountStepsProps) {
  const { t } = useTranslation('payment-autos')
  const { query, isAwaited, request } = useNewAccount(id, requestId)
  const [isStarting, setStarting] = useState(false)
  const account = query.data
  const label = account?.label ?? labelIn(request)
  usePageTitle(label)
  const states = stepsOf(account)
  const doubt = account ? doubtOf(account) : null
  const isKnown = account !== undefined || isAwaited
  return (
    <Page
      title={label ?? t('setup.title')}
      description={t('setup.lead')}
      actions={account && <Standing account={account} />}
    >
      <div className={blocks['reading']}>
        {!isAwaited && <Failed query={query} isInline={account !== undefined} />}
        {account && (
          <p className={blocks['note']}>
            <BankTag code={account.bank}>
              {`${account.accountNoMasked} · ${account.accountName} · ${t(`role.${account.role}`)}`}
            </BankTag>
          </p>
        )}
        {!isKnown && !query.error && <Skeleton height={320} />}
        {isKnown && (
          <ol className={classes['steps']}>
            <AgreedStep state={states.agreed} request={request} requestId={requestId} />
            <PhoneStep state={states.phone} account={account} />
            <MessageStep state={states.message} account={account} />
            <UseStep state={states.use} account={account} onStart={() => setStarting(true)} />
          </ol>
        )}
      </div>
      {account && isStarting && (
        <AccountSheet
          acting={{ act: 'resume', account }}
          {...(doubt ? { warning: t(`setup.doubt.${doubt}`) } : {})}
          onClose={() => setStarting(false)}
        />
      )}
    </Page>
  )
}

function Standing({ account: { state } }: { account: AccountDetail }) {
  const { t } = useTranslation('payment-autos')
  return <Status tone={accountTones[state]} label={t(`state.${state}`)} title={t(`stateHint.${state}`)} />
}
