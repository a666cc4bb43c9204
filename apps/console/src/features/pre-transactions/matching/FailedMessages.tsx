import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import { teachableFailures } from '@khlang/contract/values/taught-values.ts'
import { Failed } from '../../../lib/call/Asked.tsx'
import { ActSheet } from '../../../lib/form/ActSheet.tsx'
import { ScreenLink } from '../../../lib/address/navigation.tsx'
import { useAllows } from '../../../lib/person/permissions.ts'
import { useQueryCall } from '../../../lib/call/query.ts'
import { EmptyState } from '../../../ui/page/EmptyState.tsx'
import { KeysetPager } from '../../../ui/table/tools/KeysetPager.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import type { MatchingTabProps } from './MatchingOpen.tsx'
import { useOwnAccounts } from '../own-accounts.ts'
import { useSeesBalances } from '../../../lib/person/sees-balances.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../lines/LineDetail.module.css'

type Message = OutputOf<CallOf<'preTransactions.failedMessages'>>['records'][number]

interface FailedMessagesProps extends MatchingTabProps {
  kind?: 'unreadable' | 'notMoney'
}

/** Messages no reader understood, or took for no money, so that a person can: each may hide a deposit. */
export function FailedMessages({ search, onChange, kind = 'unreadable' }: FailedMessagesProps) {
  const { t } = useTranslation('pre-transactions-matching')
  const { nameOf } = useOwnAccounts()
  const [dismissed, setDismissed] = useState<Message | null>(null)
  const mayAct = useAllows()({ pretransactionNotMatch: ['isRead', 'isUpdate'] })
  const mayTeach = useSeesBalances() && mayAct
  const { size, after, before } = search
  const page = { kind, size, ...(after ? { after } : {}), ...(before ? { before } : {}) }
  const query = useQueryCall('preTransactions.failedMessages', page, {
    live: 'message',
    keepsPrevious: true,
  })
  const { data } = query
  if (!data) return <Failed query={query} />
  if (data.records.length === 0)
    return (
      <EmptyState
        title={t(`pre-transactions-matching:${kind}.empty`)}
        hint={t(`pre-transactions-matching:${kind}.emptyHint`)}
      />
    )
  return (
    <div className={blocks.stack}>
      <p className={blocks.quiet}>{t(`pre-transactions-matching:${kind}.help`)}</p>
      <ul className={blocks.list} data-spaced>
        {data.records.map((message) => (
          <MessageCard
            key={message.id}
            message={message}
            accountName={message.accountId === null ? null : nameOf(message.accountId)}
            onDismiss={mayAct && kind === 'unreadable' ? () => setDismissed(message) : null}
            onTeach={
              mayTeach && isTeachable(message) && kind === 'unreadable'
                ? () => onChange({ teach: message.id })
                : null
            }
          />
        ))}
      </ul>
      <KeysetPager
        place={{ size, after, before }}
        answer={data}
        onPlace={(place) => onChange({ after: undefined, before: undefined, ...place })}
      />
      {dismissed && <DismissSheet message={dismissed} onClose={() => setDismissed(null)} />}
    </div>
  )
}

interface MessageCardProps {
  message: Message
  /** Null where nobody knows whose account it is about. */
  accountName: string | null
  onDismiss: (() => void) | null
  /** Null where nobody can teach it, or this person may not. */
  onTeach: (() => void) | null
}

const isTeachable = ({ failure }: Message): boolean => teachableFailures.includes(failure)

function MessageCard({ message, accountName, onDismiss, onTeach }: MessageCardProps) {
  const { t } = useTranslation(['pre-transactions-matching', 'pre-transactions-lines'])
  const amount = amountIn(message.text)
  const mayTrust = useAllows()({ deviceManagement: ['isRead', 'isUpdate'] })
  return (
    <li className={`${blocks.card} ${classes.candidate}`} data-dense>
      <div className={classes.candidateHead}>
        <div className={classes.who}>
          <b>{t([`failures.${message.failure}`, 'failures.unknown'])}</b>
          <span className={blocks.quiet}>
            <Time at={message.receivedAt} show="both" />
            {' · '}
            {[
              accountName,
              t(`pre-transactions-lines:sources.${message.source}`, { defaultValue: message.source }),
              message.sender,
              t('failed.device', { device: message.device }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </div>
        {amount !== null && (
          <ScreenLink to="/pre-transaction/matching" search={{ tab: 'open', amount }}>
            {t('failed.lookUp', { amount })}
          </ScreenLink>
        )}
        {message.failure === 'senderNotAllowed' && mayTrust && (
          <ScreenLink to="/device/update/{id}" id={message.deviceId} className={blocks.wordLink}>
            {t('failed.ours')}
          </ScreenLink>
        )}
        {onTeach && (
          <Button variant="light" size="sm" onClick={onTeach}>
            {t('failed.teach')}
          </Button>
        )}
        {onDismiss && (
          <Button variant="default" size="sm" onClick={onDismiss}>
            {t('failed.dismiss')}
          </Button>
        )}
      </div>
      <p className={classes.raw}>{message.text}</p>
    </li>
  )
}

/** The first amount that a message names, to look for it among the lines: `1,250.00`. */
function amountIn(text: string): string | null {
  return /\d{1,3}(?:,\d{3})*\.\d{2}(?!\d)|\d+\.\d{2}(?!\d)/.exec(text)?.[0] ?? null
}

function DismissSheet({ message, onClose }: { message: Message; onClose: () => void }) {
  const { t } = useTranslation(['pre-transactions-matching', 'pre-transactions-lines'])
  return (
    <ActSheet
      call="preTransactions.dismissMessage"
      input={(reason) => ({ messageId: message.id, reason })}
      refreshes={['preTransactions.failedMessages']}
      onClose={onClose}
      title={t('failed.dismissTitle')}
      submitLabel={t('failed.dismiss')}
      reason={{
        label: t('failed.reason'),
        isRequired: true,
        description: t('pre-transactions-lines:reasonHelp'),
      }}
      notice={t('failed.notice')}
    >
      <p className={classes.raw}>{message.text}</p>
    </ActSheet>
  )
}
