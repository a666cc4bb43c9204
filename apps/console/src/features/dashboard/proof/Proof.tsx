import { useTranslation } from 'react-i18next'
import { Failed } from '../../../lib/call/Asked.tsx'
import { useQueryCall } from '../../../lib/call/query.ts'
import { useAllows } from '../../../lib/person/permissions.ts'
import { formatBps } from '../../../lib/words/formats.ts'
import { CopyText } from '../../../ui/figures/CopyText.tsx'
import { KeyValue } from '../../../ui/figures/KeyValue.tsx'
import { Money } from '../../../ui/figures/Money.tsx'
import { StatCard } from '../../../ui/figures/StatCard.tsx'
import { DateOn, Time } from '../../../ui/figures/Time.tsx'
import { Card } from '../../../ui/page/Card.tsx'
import { BalanceAt } from './BalanceAt.tsx'
import { FaultRuns } from './FaultRuns.tsx'
import { ProofBones } from './ProofBones.tsx'
import { ProofChecks } from './ProofChecks.tsx'
import { SettingsAt } from './SettingsAt.tsx'
import type { ProofAnswer } from './proof-shapes.ts'
import classes from './Proof.module.css'

const refetchEveryMs = 30_000

/** The tab of the dashboard that an owner proves the book with; only `Dashboard` loads it. */
export default function Proof() {
  const query = useQueryCall('dashboard.proof', {}, { refetchEveryMs })
  const seesSettings = useAllows()({ websiteConfigAndCoreSystem: ['isRead'] })
  const { data: proof, error } = query
  return (
    <>
      <Failed query={query} isInline={proof !== undefined} />
      {!proof && !error && <ProofBones />}
      {proof && (
        <div className={classes['proof']}>
          <Cover proof={proof} />
          <ProofChecks checks={proof.checks} />
          <div className={classes['pair']}>
            <Sealed proof={proof} />
            <Kept proof={proof} />
          </div>
          <FaultRuns runs={proof.faultRuns} />
          <BalanceAt accounts={proof.accounts} shared={proof.shared} />
          {seesSettings && <SettingsAt />}
        </div>
      )}
    </>
  )
}

/** Our money beside what members may ask for. */
function Cover({ proof: { cover } }: { proof: ProofAnswer }) {
  const { t } = useTranslation('dashboard')
  if (cover === null) return null
  const { ownMinor, owedMinor, coverBps } = cover
  const isCovered = coverBps === null || coverBps >= 10_000
  return (
    <div className={classes['figures']}>
      <StatCard
        label={t('proof.cover')}
        value={coverBps === null ? '–' : formatBps(coverBps)}
        tone={isCovered ? 'green' : 'red'}
        note={t(isCovered ? 'proof.covered' : 'proof.notCovered')}
      />
      <StatCard label={t('proof.own')} value={<Money minor={ownMinor} />} />
      <StatCard label={t('proof.owed')} value={<Money minor={owedMinor} />} />
    </div>
  )
}

/** What is sealed: the last closed day of the ledger, and the chain of the activity log. */
function Sealed({ proof: { lastDay, chain } }: { proof: ProofAnswer }) {
  const { t } = useTranslation('dashboard')
  const hash = (text: string | null | undefined) =>
    text ? <CopyText value={text}>{`${text.slice(0, 16)}…`}</CopyText> : null
  return (
    <Card title={t('proof.sealed')}>
      <KeyValue
        facts={[
          { label: t('proof.lastDay'), value: lastDay && <DateOn on={lastDay.businessOn} /> },
          { label: t('proof.closedAt'), value: lastDay && <Time at={lastDay.closedAt} show="both" /> },
          { label: t('proof.transfers'), value: lastDay?.transferCount },
          { label: t('proof.digest'), value: hash(lastDay?.digest) },
          { label: t('proof.head'), value: hash(chain.head) },
          { label: t('proof.sealedSeq'), value: `${chain.sealedSeq} / ${chain.signedSeq}` },
          { label: t('proof.signedAt'), value: <Time at={chain.signedAt} show="both" /> },
          { label: t('proof.verifiedAt'), value: <Time at={chain.verifiedAt} show="both" /> },
          {
            label: t('proof.findings'),
            value: chain.findings === null ? t('proof.neverVerified') : chain.findings,
          },
        ]}
      />
    </Card>
  )
}

/** What is kept elsewhere, and what was brought back. */
function Kept({ proof: { archive, lastRestore } }: { proof: ProofAnswer }) {
  const { t } = useTranslation('dashboard')
  return (
    <Card title={t('proof.kept')}>
      <KeyValue
        facts={[
          { label: t('proof.archive'), value: t(`proof.archiveState.${archive.state}`) },
          { label: t('proof.lastArchived'), value: <Time at={archive.lastArchivedAt} show="both" /> },
          {
            label: t('proof.lastRestore'),
            value: lastRestore ? (
              <Time at={lastRestore.restoredAt} show="both" />
            ) : (
              t('proof.neverRestored')
            ),
          },
          ...(lastRestore
            ? [
                { label: t('proof.restoredTo'), value: <Time at={lastRestore.restoredTo} show="both" /> },
                { label: t('proof.releasedAt'), value: <Time at={lastRestore.releasedAt} show="both" /> },
              ]
            : []),
        ]}
      />
    </Card>
  )
}
