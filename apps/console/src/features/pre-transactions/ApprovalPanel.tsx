import { Button } from '@mantine/core'
import { formatBaht } from '@khlang/money/amount.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsAway } from '../../lib/connection.ts'
import { formatDateTime, formatMoney } from '../../lib/formats.ts'
import { say } from '../../lib/notices.ts'
import { useAllows } from '../../lib/permissions.ts'
import { useCall } from '../../lib/query.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { DetailPanel } from '../../ui/DetailPanel.tsx'
import { KeyValue, type Fact } from '../../ui/KeyValue.tsx'
import { Money } from '../../ui/Money.tsx'
import { Time } from '../../ui/Time.tsx'
import { useReading } from '../../ui/use-reading.ts'
import type { Approval } from './queue-shapes.ts'
import { MemberCell } from './RowCells.tsx'
import { useStepUpNote } from './sheet-words.tsx'
import { useAct } from './use-act.ts'
import classes from './Sheet.module.css'

/** The frozen document as facts: what is empty or only an inner id is left out. */
function useDocumentFacts(document: Approval['document']): Fact[] {
  const { t } = useTranslation('pre-transactions')
  const reading = useReading()
  const shown = (name: string, value: unknown): string | null => {
    if (value === null || value === undefined || value === '' || typeof value === 'object') return null
    if (name.endsWith('Id')) return null
    if (typeof value === 'number') return name.endsWith('Minor') ? formatBaht(value) : String(value)
    const text = String(value)
    if (/^\d{4}-\d\d-\d\dT/.test(text)) return formatDateTime(text, reading)
    return name === 'reasonCode' || name === 'kind'
      ? t([`reasons.${text}`, `request.approvalKinds.${text}`], { defaultValue: text })
      : text
  }
  return Object.entries(document).flatMap(([name, value]) => {
    const text = shown(name, value)
    return text === null
      ? []
      : [{ label: t(`request.document.${name}`, { defaultValue: name }), value: text }]
  })
}

/** One manual deposit that waits for a second person: what was asked for, and the two answers. */
export function ApprovalPanel({ approval, onClose }: { approval: Approval; onClose: () => void }) {
  const { t } = useTranslation('pre-transactions')
  const [answer, setAnswer] = useState<'approve' | 'reject' | null>(null)
  const isAway = useIsAway()
  const facts = useDocumentFacts(approval.document)
  const mayAct = useAllows()({
    pretransactionRequest: ['isRead', 'isUpdate'],
    memberManagement: ['isCreate'],
  })
  const note = approval.isOwn ? t('request.cannot.ownRequest') : mayAct ? null : t('request.noRight')
  return (
    <DetailPanel
      isOpen
      onClose={onClose}
      title={t('request.approvalTitle', { name: approval.member.username })}
      actions={
        note === null ? (
          <>
            <Button disabled={isAway} onClick={() => setAnswer('approve')}>
              {t('request.acts.approve')}
            </Button>
            <Button variant="default" disabled={isAway} onClick={() => setAnswer('reject')}>
              {t('request.acts.reject')}
            </Button>
          </>
        ) : (
          <span className={classes['quiet']}>{note}</span>
        )
      }
    >
      <p className={classes['amount']}>
        <Money minor={approval.amountMinor} /> <span className={classes['quiet']}>{t('request.baht')}</span>
      </p>
      <KeyValue
        facts={[
          { label: t('queue.columns.member'), value: <MemberCell member={approval.member} /> },
          { label: t('request.maker'), value: approval.maker },
          { label: t('request.askedAt'), value: <Time at={approval.createdAt} show="both" /> },
          { label: t('request.expiresAt'), value: <Time at={approval.expiresAt} show="both" /> },
          ...facts,
        ]}
      />
      <Settle approval={approval} answer={answer} onClose={() => setAnswer(null)} onDone={onClose} />
    </DetailPanel>
  )
}

// A refusal may be mended in the dialog; the list behind it refreshes by itself.
const noRefresh = (): void => {}

interface SettleProps {
  approval: Approval
  answer: 'approve' | 'reject' | null
  onClose: () => void
  onDone: () => void
}

function Settle({ approval, answer, onClose, onDone }: SettleProps) {
  const { t } = useTranslation('pre-transactions')
  const { send, canSend } = useCall('preTransactions.settleApproval', { refreshes: ['preTransactions'] })
  const act = useAct(noRefresh)
  const stepUpNote = useStepUpNote()
  const isApproved = answer === 'approve'
  const words = { reference: approval.member.username, amount: formatMoney(approval.amountMinor) }
  return (
    <Confirm
      isOpen={answer !== null}
      onClose={onClose}
      title={t(isApproved ? 'request.acts.approve' : 'request.acts.reject')}
      submitLabel={t(isApproved ? 'request.approveAmount' : 'request.rejectAmount', words)}
      isDanger={!isApproved}
      canSubmit={canSend}
      facts={[
        { label: t('queue.columns.member'), value: `${approval.member.username} ${approval.member.name}` },
        { label: t('queue.columns.amount'), value: <Money minor={approval.amountMinor} /> },
        { label: t('request.maker'), value: approval.maker },
      ]}
      reason={{
        label: t('request.comment'),
        isRequired: true,
        description: t('request.remarkHint'),
        missing: t('request.missing.comment'),
      }}
      notice={stepUpNote ?? undefined}
      onSubmit={({ reason, idempotencyKey }) =>
        act(async () => {
          const { state } = await send(
            { approvalId: approval.id, isApproved, comment: reason },
            { idempotencyKey },
          )
          say(t(`request.done.deposit.${state}`, words))
          onDone()
        })
      }
    />
  )
}
