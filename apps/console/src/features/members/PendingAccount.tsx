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
import { changesOf } from './activity-diff.ts'
import { ChangeTable } from './ChangeTable.tsx'
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
  const [decision, setDecision] = useState<'approve' | 'reject' | null>(null)
  const error = failure(query.error)
  if (error) return <ErrorState error={error} isInline onRetry={() => void query.refetch()} />
  const pending = query.data?.pending
  if (!pending) return null
  return (
    <section className={classes['card']} aria-label={t('pending.title')}>
      <div className={classes['warn']}>
        <h2>{t('pending.title')}</h2>
        <p>
          {t('pending.by', { maker: pending.maker })} · <Time at={pending.createdAt} /> ·{' '}
          {t('pending.expires')} <Time at={pending.expiresAt} />
        </p>
        <p>{t('pending.reason', { reason: pending.reason })}</p>
      </div>
      <Difference pending={pending} />
      {pending.isOwn ? (
        <p className={classes['body']}>{t('pending.own')}</p>
      ) : (
        <div className={classes['buttons']}>
          <Button onClick={() => setDecision('approve')}>{t('pending.approve')}</Button>
          <Button variant="default" onClick={() => setDecision('reject')}>
            {t('pending.reject')}
          </Button>
        </div>
      )}
      {decision && (
        <SettleSheet
          memberId={memberId}
          pending={pending}
          decision={decision}
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

interface SettleSheetProps {
  memberId: string
  pending: PendingChange
  decision: 'approve' | 'reject'
  onClose: () => void
}

function SettleSheet({ memberId, pending, decision, onClose }: SettleSheetProps) {
  const { t } = useTranslation('members')
  const worded = useWorded()
  const settle = useCall('members.settleAccountChange', { refreshes: ['members'] })
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={t(`pending.${decision}Title`)}
      submitLabel={t(`pending.${decision}`)}
      isDanger={decision === 'reject'}
      reason={{ label: t('pending.comment'), isRequired: true, description: t('reasonHint') }}
      notice={t(`pending.${decision}Effect`)}
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
