import { Button } from '@mantine/core'
import { IconPhoto, IconRefresh } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { say } from '../../../lib/alerts/notices.ts'
import { useIsAway } from '../../../lib/call/connection.ts'
import { useErrorText } from '../../../lib/call/error-text.ts'
import { useCall, useQueryCall } from '../../../lib/call/query.ts'
import { loadChunk } from '../../../lib/chunks.ts'
import { CopyText } from '../../../ui/figures/CopyText.tsx'
import { KeyValue } from '../../../ui/figures/KeyValue.tsx'
import { Money } from '../../../ui/figures/Money.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import { isAgainst, toneOf, type Slip } from './slip-shapes.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../lines/LineDetail.module.css'

const EvidencePicture = lazy(async () => ({
  default: (await loadChunk('evidence', () => import('../../../ui/form/EvidencePicture.tsx')))
    .EvidencePicture,
}))

interface SlipCardProps {
  slip: Slip
  /** What it is shown for, while it belongs to no deposit yet. */
  amountMinor?: number | null
}

/** What a slip says, what the bank says of it, and what speaks against it. */
export function SlipCard({ slip: given, amountMinor = null }: SlipCardProps) {
  const { t } = useTranslation('pre-transactions-slips')
  const [isShown, setShown] = useState(false)
  const asked = useQueryCall(
    'preTransactions.slip',
    { id: given.id, ...(amountMinor === null ? {} : { amountMinor }) },
    { isTracked: false, live: 'slip', keepsPrevious: true },
  )
  const slip = asked.data ?? given
  const tone = toneOf(slip)
  return (
    <section className={`${blocks.card} ${classes.candidate}`} data-dense aria-label={t('title')}>
      <div className={classes.candidateHead}>
        <b>{t('title')}</b>
        <Status tone={tone} label={t(`states.${slip.state}`)} />
      </div>
      <p className={blocks.quiet}>{t(`stateHelp.${slip.state}`)}</p>
      {slip.faults.map((fault) => (
        <p key={fault} className={blocks.banner} data-tone={isAgainst(fault) ? 'red' : 'amber'}>
          {t(`faults.${fault}`)}
        </p>
      ))}
      <SlipFacts slip={slip} />
      <div className={classes.candidateHead}>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconPhoto size={16} aria-hidden />}
          aria-expanded={isShown}
          onClick={() => setShown(!isShown)}
        >
          {t(isShown ? 'hidePicture' : 'showPicture')}
        </Button>
        {slip.state !== 'verified' && <AskAgain id={slip.id} />}
      </div>
      {isShown && (
        <Suspense fallback={null}>
          <EvidencePicture of="preTransactions.slipPicture" id={slip.id} />
        </Suspense>
      )}
    </section>
  )
}

function SlipFacts({ slip: { told, sendingBank, transRef, by, createdAt, nextCheckAt } }: { slip: Slip }) {
  const { t } = useTranslation('pre-transactions-slips')
  const party = (of: NonNullable<typeof told>['sender']) =>
    [of.bank, of.account, of.name].filter(Boolean).join(' · ') || '–'
  return (
    <KeyValue
      facts={[
        ...(told
          ? [
              { label: t('amount'), value: <Money minor={told.amountMinor} /> },
              { label: t('at'), value: <Time at={told.at} show="exact" /> },
              { label: t('sender'), value: party(told.sender) },
              { label: t('receiver'), value: party(told.receiver) },
            ]
          : [{ label: t('sendingBank'), value: sendingBank }]),
        { label: t('transRef'), value: <CopyText value={transRef} /> },
        ...(nextCheckAt === null
          ? []
          : [{ label: t('nextCheck'), value: <Time at={nextCheckAt} show="both" /> }]),
        { label: t('by'), value: by ?? t('byMember') },
        { label: t('createdAt'), value: <Time at={createdAt} show="both" /> },
      ]}
    />
  )
}

function AskAgain({ id }: { id: string }) {
  const { t } = useTranslation('pre-transactions-slips')
  const errorText = useErrorText()
  const isAway = useIsAway()
  const { send, isSending } = useCall('preTransactions.checkSlip', { refreshes: ['preTransactions.slip'] })
  const ask = () =>
    send({ id }).then(
      ({ state }) => say(t(`states.${state}`)),
      (thrown: unknown) => say(errorText(thrown), 'red'),
    )
  return (
    <Button
      variant="subtle"
      size="sm"
      leftSection={<IconRefresh size={16} aria-hidden />}
      loading={isSending}
      disabled={isAway}
      onClick={() => void ask()}
    >
      {t('askAgain')}
    </Button>
  )
}
