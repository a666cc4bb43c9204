import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadChunk } from '../../../lib/chunks.ts'
import { useFailure } from '../../../lib/call/failure.ts'
import { ActSheet } from '../../../lib/form/ActSheet.tsx'
import { say } from '../../../lib/alerts/notices.ts'
import { useProfile } from '../../../lib/person/profile.ts'
import { useQueryCall } from '../../../lib/call/query.ts'
import { openSettling } from '../../../lib/call/settling.ts'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import { Deadline } from '../Deadline.tsx'
import type { MemberDetail, PendingChange } from '../member-shapes.ts'
import { Difference, RevealButton } from './PendingDifference.tsx'
import { usePendingProof } from './use-pending-proof.ts'
import { useReveal, type Revealed } from '../use-reveal.tsx'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../Members.module.css'

const EvidencePicture = lazy(async () => ({
  default: (await loadChunk('evidence', () => import('../../../ui/form/EvidencePicture.tsx')))
    .EvidencePicture,
}))

/**
 * The change of bank account that waits: old → new, who asked and why, and for a second person the way
 * to decide it.
 */
export function PendingAccount({ member }: { member: Pick<MemberDetail, 'id' | 'username'> }) {
  const { t } = useTranslation('members')
  const memberId = member.id
  const failure = useFailure()
  const query = useQueryCall(
    'members.accountChange',
    { id: memberId },
    { isTracked: false, live: 'member' },
  )
  const proof = usePendingProof(query.data?.pending?.id)
  const [isWithdrawing, setWithdrawing] = useState(false)
  const isStaff = useProfile().type === 'staff'
  const reveal = useReveal(memberId, member.username)
  const error = failure(query.error)
  if (error) return <ErrorState error={error} isInline onRetry={() => void query.refetch()} />
  if (!query.data?.pending) return null
  const { pending, holdHours } = query.data
  const { revealed } = reveal
  return (
    <section className={blocks['card']} aria-label={t('pending.title')}>
      <div className={blocks['warn']}>
        <h2>{t('pending.title')}</h2>
        <p>
          {t('pending.by', { maker: pending.maker })} · <Time at={pending.createdAt} />
        </p>
        <p>
          {t('pending.expires')} <Deadline at={pending.expiresAt} />
        </p>
        <p>{t('pending.reason', { reason: pending.reason })}</p>
      </div>
      <Difference pending={pending} revealed={proof.numbers ?? revealed} />
      {proof.numbers === null && <RevealButton reveal={reveal} />}
      {proof.hasEvidence && (
        <Suspense fallback={null}>
          <EvidencePicture of="approvals.evidence" id={pending.id} />
        </Suspense>
      )}
      {pending.isOwn ? (
        <>
          <p className={classes['body']}>{t('pending.own')}</p>
          <div className={blocks['buttons']}>
            <Button variant="default" onClick={() => setWithdrawing(true)}>
              {t('pending.withdraw')}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className={classes['body']}>
            {t('pending.approveEffect')}
            {holdHours > 0 && ` ${t('pending.approveHold', { count: holdHours })}`}
          </p>
          {isStaff && (
            <div className={blocks['buttons']}>
              <Button onClick={() => openSettling(pending.id)}>{t('pending.settle')}</Button>
            </div>
          )}
        </>
      )}
      {isWithdrawing && (
        <WithdrawSheet pending={pending} revealed={revealed} onClose={() => setWithdrawing(false)} />
      )}
    </section>
  )
}

interface SheetProps {
  pending: PendingChange
  revealed: Pick<Revealed, 'pending'> | null
  onClose: () => void
}

/** The maker takes their request back; why is theirs to say or not. */
function WithdrawSheet({ pending, revealed, onClose }: SheetProps) {
  const { t } = useTranslation('members')
  return (
    <ActSheet
      call="approvals.cancel"
      input={(reason) => ({ id: pending.id, ...(reason === '' ? {} : { comment: reason }) })}
      refreshes={['approvals', 'members', 'dashboard']}
      onDone={() => say(t('pending.withdrawDone'))}
      onClose={onClose}
      title={t('pending.withdrawTitle')}
      submitLabel={t('pending.withdraw')}
      isDanger
      reason={{ label: t('pending.withdrawReason'), isRequired: false, description: t('optionalReason') }}
      notice={t('pending.withdrawEffect')}
    >
      <Difference pending={pending} revealed={revealed} />
    </ActSheet>
  )
}
