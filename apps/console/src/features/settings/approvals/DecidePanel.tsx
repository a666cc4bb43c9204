import { Button, Skeleton } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFailure } from '../../../lib/call/failure.ts'
import { say } from '../../../lib/alerts/notices.ts'
import { useQueryCall } from '../../../lib/call/query.ts'
import { useRoleName } from '../../../lib/person/right-words.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { Confirm } from '../../../ui/sheet/Confirm.tsx'
import { DetailPanel } from '../../../ui/sheet/DetailPanel.tsx'
import { EmptyState } from '../../../ui/page/EmptyState.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { EvidencePicture } from '../../../ui/form/EvidencePicture.tsx'
import { KeyValue, type Fact } from '../../../ui/figures/KeyValue.tsx'
import { Money } from '../../../ui/figures/Money.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import type { Approval } from './approval-words.ts'
import { stateTones, useAboutLink, useAboutName, useComment, useKindName } from './approval-words.ts'
import { useUnmasked } from './use-unmasked.ts'
import { Checks } from './Checks.tsx'
import { Differences } from './Differences.tsx'
import { DecideForm } from './DecideForm.tsx'
import { TimeLeft } from './TimeLeft.tsx'
import { useRefusalText, useDecide } from './use-decide.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../Settings.module.css'

/** What a request rests on, where another area knows more of it than its document says. */
export type EvidenceOf = (approval: Pick<Approval, 'kind' | 'entityId'>) => ReactNode

interface DecidePanelProps {
  id: string
  onClose: () => void
  evidenceOf: EvidenceOf
}

/** One request that needs a second person: what it changes, why, and the answer where it is one's to give. */
export default function DecidePanel({ id, onClose, evidenceOf }: DecidePanelProps) {
  const { t } = useTranslation('settings')
  const kindName = useKindName()
  const failure = useFailure()
  const { data, error, refetch } = useQueryCall(
    'approvals.get',
    { id },
    { live: 'approval', isTracked: false, staleMs: 0 },
  )
  const shown = failure(error)
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  return (
    <DetailPanel
      isOpen
      onClose={onClose}
      title={data ? kindName(data.kind) : t('panel.title')}
      aside={data && <Status tone={stateTones[data.state]} label={t(`states.${data.state}`)} />}
      // The form puts its two answers there: in sight, however much there is to read above it.
      actions={mayAnswer(data) && <div ref={setFoot} className={blocks['buttons']} />}
    >
      {data && (
        <Whole
          key={data.documentHash}
          approval={data}
          evidence={evidenceOf(data)}
          foot={foot}
          onDone={onClose}
        />
      )}
      {!data && !shown && <Skeleton height={240} />}
      {!data && error?.code === 'notFound' && (
        <EmptyState title={t('panel.gone')} hint={t('panel.goneHint')} />
      )}
      {!data && shown && error?.code !== 'notFound' && (
        <ErrorState error={shown} onRetry={() => void refetch()} />
      )}
    </DetailPanel>
  )
}

const mayAnswer = (approval: Approval | undefined): boolean =>
  approval?.state === 'pending' && approval.mayDecide

interface WholeProps {
  approval: Approval
  evidence: ReactNode
  foot: HTMLElement | null
  onDone: () => void
}

function Whole({ approval, evidence, foot, onDone }: WholeProps) {
  const { t, i18n } = useTranslation('settings')
  const facts = useFacts(approval, onDone)
  const isPending = approval.state === 'pending'
  const failure = useFailure()
  const { shown, error } = useUnmasked(approval)
  const masked = failure(error)
  const effect = `approvals:effects.${approval.kind}`
  return (
    <div className={blocks['stack']}>
      {approval.amountMinor !== null && (
        <p className={classes['amount']}>
          <Money minor={approval.amountMinor} unit={t('baht')} />
        </p>
      )}
      <KeyValue facts={facts} />
      <Differences differences={shown} kind={approval.kind} />
      {masked && <ErrorState error={masked} isInline />}
      {approval.evidenceSha256 !== null && <EvidencePicture of="approvals.evidence" id={approval.id} />}
      {evidence}
      {isPending && i18n.exists(effect) && <p className={blocks['note']}>{t(effect)}</p>}
      {mayAnswer(approval) && <DecideForm approval={approval} foot={foot} onDone={onDone} />}
      {isPending && approval.isOwn && <TakeBack approval={approval} onDone={onDone} />}
      {isPending && !approval.mayDecide && !approval.isOwn && (
        <p className={blocks['warn']}>{t('panel.notYours')}</p>
      )}
    </div>
  )
}

/** `onLeave`: the panel stands above every screen, so it goes before one leaves for another. */
function useFacts(approval: Approval, onLeave: () => void): Fact[] {
  const { t } = useTranslation('settings')
  const roleName = useRoleName()
  const href = useAboutLink()(approval)
  const name = useAboutName()(approval)
  const said = useComment()
  const about =
    href === undefined ? (
      name
    ) : (
      <AppLink href={href} onClick={onLeave}>
        {name}
      </AppLink>
    )
  const { maker, isOwn, checker, settledAt, comment } = approval
  const isPending = approval.state === 'pending'
  const approvers = approval.approverRoles.map(roleName).join(', ') || t('noApprover')
  return [
    { label: t('field.about'), value: about },
    { label: t('field.maker'), value: isOwn ? t('own') : maker },
    { label: t('field.askedAt'), value: <Time at={approval.createdAt} show="both" /> },
    ...(approval.checkersNeeded > 1
      ? [{ label: t('field.checkers'), value: <Checks approval={approval} /> }]
      : []),
    ...(isPending
      ? [
          { label: t('field.approvers'), value: approvers },
          { label: t('field.left'), value: <TimeLeft until={approval.expiresAt} /> },
        ]
      : [
          { label: t('field.checker'), value: approval.isSoleOwner ? t('soleOwner') : checker },
          {
            label: t('field.settledAt'),
            value: <Time at={settledAt ?? approval.expiresAt} show="both" />,
          },
          { label: t('field.comment'), value: said(comment) },
        ]),
    { label: t('field.reason'), value: approval.reason || '–' },
  ]
}

/** The maker takes their request back; why is theirs to say or not. */
function TakeBack({ approval, onDone }: { approval: Approval; onDone: () => void }) {
  const { t } = useTranslation('settings')
  const [isOpen, setOpen] = useState(false)
  const { withdraw } = useDecide()
  const refusalText = useRefusalText()
  return (
    <>
      <p className={blocks['warn']}>{t('panel.own')}</p>
      <div className={blocks['buttons']}>
        <Button variant="default" onClick={() => setOpen(true)}>
          {t('takeBack.button')}
        </Button>
      </div>
      <Confirm
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t('takeBack.title')}
        submitLabel={t('takeBack.button')}
        isDanger
        reason={{ label: t('takeBack.reason'), isRequired: false, description: t('takeBack.reasonHint') }}
        notice={t('takeBack.effect')}
        canSubmit={withdraw.canSend}
        onSubmit={async ({ reason }) => {
          const input = { id: approval.id, ...(reason === '' ? {} : { comment: reason }) }
          await withdraw.send(input).catch((thrown: unknown) => {
            throw new Error(refusalText(thrown), { cause: thrown })
          })
          say(t('done.withdrawn'))
          onDone()
        }}
      />
    </>
  )
}
