import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFailure, useWorded } from '../../lib/failure.ts'
import { formatBps } from '../../lib/formats.ts'
import { say } from '../../lib/notices.ts'
import { useCall, useQueryCall } from '../../lib/query.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Time } from '../../ui/Time.tsx'
import { changesOf } from '../../lib/activity-diff.ts'
import { ChangeTable } from './ChangeTable.tsx'
import { Deadline } from './Deadline.tsx'
import type { PendingChange } from './member-shapes.ts'
import classes from './Members.module.css'

/**
 * The change of bank account that waits: old → new, who asked and why, and for a second person its
 * settling.
 */
export function PendingAccount({ memberId }: { memberId: string }) {
  const { t } = useTranslation('members')
  const failure = useFailure()
  const query = useQueryCall(
    'members.accountChange',
    { id: memberId },
    { isTracked: false, live: 'member' },
  )
  const [decision, setDecision] = useState<'approve' | 'reject' | 'withdraw' | null>(null)
  const error = failure(query.error)
  if (error) return <ErrorState error={error} isInline onRetry={() => void query.refetch()} />
  if (!query.data?.pending) return null
  const { pending, holdHours } = query.data
  return (
    <section className={classes['card']} aria-label={t('pending.title')}>
      <div className={classes['warn']}>
        <h2>{t('pending.title')}</h2>
        <p>
          {t('pending.by', { maker: pending.maker })} · <Time at={pending.createdAt} />
        </p>
        <p>
          {t('pending.expires')} <Deadline at={pending.expiresAt} />
        </p>
        <p>{t('pending.reason', { reason: pending.reason })}</p>
      </div>
      <Difference pending={pending} />
      {pending.isOwn ? (
        <>
          <p className={classes['body']}>{t('pending.own')}</p>
          <div className={classes['buttons']}>
            <Button variant="default" onClick={() => setDecision('withdraw')}>
              {t('pending.withdraw')}
            </Button>
          </div>
        </>
      ) : (
        <div className={classes['buttons']}>
          <Button onClick={() => setDecision('approve')}>{t('pending.approve')}</Button>
          <Button variant="default" onClick={() => setDecision('reject')}>
            {t('pending.reject')}
          </Button>
        </div>
      )}
      {decision === 'withdraw' && (
        <WithdrawSheet memberId={memberId} pending={pending} onClose={() => setDecision(null)} />
      )}
      {decision && decision !== 'withdraw' && (
        <SettleSheet
          memberId={memberId}
          pending={pending}
          decision={decision}
          holdHours={holdHours}
          onClose={() => setDecision(null)}
        />
      )}
    </section>
  )
}

function Difference({ pending }: { pending: PendingChange }) {
  const { t } = useTranslation('members')
  return (
    <>
      <ChangeTable changes={changesOf(pending.before, pending.after)} label={t('pending.difference')} />
      {pending.nameSimilarityBps !== null && (
        <p className={classes['body']}>
          {t('pending.similarity', { percent: formatBps(pending.nameSimilarityBps) })}
        </p>
      )}
    </>
  )
}

interface SheetProps {
  memberId: string
  pending: PendingChange
  onClose: () => void
}

/** The maker takes his request back; why is his to say or not. */
function WithdrawSheet({ memberId, pending, onClose }: SheetProps) {
  const { t } = useTranslation('members')
  const worded = useWorded()
  const withdraw = useCall('members.withdrawAccountChange', { refreshes: ['members', 'dashboard'] })
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={t('pending.withdrawTitle')}
      submitLabel={t('pending.withdraw')}
      isDanger
      reason={{ label: t('pending.withdrawReason'), isRequired: false, description: t('optionalReason') }}
      notice={t('pending.withdrawEffect')}
      canSubmit={withdraw.canSend}
      onSubmit={async ({ reason, idempotencyKey }) => {
        const input = { id: memberId, approvalId: pending.id, ...(reason === '' ? {} : { reason }) }
        await worded(() => withdraw.send(input, { idempotencyKey }))
        say(t('pending.withdrawDone'))
      }}
    >
      <Difference pending={pending} />
    </Confirm>
  )
}

interface SettleSheetProps extends SheetProps {
  decision: 'approve' | 'reject'
  holdHours: number
}

function SettleSheet({ memberId, pending, decision, holdHours, onClose }: SettleSheetProps) {
  const { t } = useTranslation('members')
  const worded = useWorded()
  const settle = useCall('members.settleAccountChange', { refreshes: ['members', 'dashboard'] })
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={t(`pending.${decision}Title`)}
      submitLabel={t(`pending.${decision}`)}
      isDanger={decision === 'reject'}
      reason={{ label: t('pending.comment'), isRequired: true, description: t('reasonHint') }}
      notice={
        decision === 'approve' && holdHours > 0
          ? `${t('pending.approveEffect')} ${t('pending.approveHold', { count: holdHours })}`
          : t(`pending.${decision}Effect`)
      }
      canSubmit={settle.canSend}
      onSubmit={async ({ reason, idempotencyKey }) => {
        const input = {
          id: memberId,
          approvalId: pending.id,
          isApproved: decision === 'approve',
          comment: reason,
        }
        await worded(() => settle.send(input, { idempotencyKey }))
        say(t(`pending.${decision}Done`))
      }}
    >
      <Difference pending={pending} />
    </Confirm>
  )
}
