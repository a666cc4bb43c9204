import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { MenuCounters } from '../features/pre-transactions/MenuCounters.tsx'
import { ApprovalCounter } from '../features/settings/approvals/ApprovalCounter.tsx'
import { isAnyOn, useAlerts } from '../lib/alerts/alerts.ts'
import { loadChunk, loadScreen } from '../lib/chunks.ts'
import { takeEndedView } from '../lib/person/ended-view.ts'
import { say } from '../lib/alerts/notices.ts'
import type { EvidenceOf } from '../features/settings/approvals/DecidePanel.tsx'
import { useRoleName } from '../lib/person/right-words.ts'
import { endSettling, useSettling } from '../lib/call/settling.ts'
import { endTakingBack, useTakingBack } from '../lib/person/taking-back.ts'
import { QuietBoundary } from './states/QuietBoundary.tsx'
import { PanelBones } from '../ui/sheet/PanelBones.tsx'

const DecidePanel = lazy(() =>
  loadChunk('decide-panel', () => import('../features/settings/approvals/DecidePanel.tsx')),
)

const ofLines = ['pre-transactions', 'pre-transactions-lines']
const LinkEvidence = lazy(() =>
  loadScreen('link-evidence', ofLines, () => import('../features/pre-transactions/lines/LinkEvidence.tsx')),
)

const TransferPattern = lazy(() =>
  loadScreen(
    'transfer-pattern',
    ['own-transfers'],
    () => import('../features/own-transfers/TransferPattern.tsx'),
  ),
)

const TakeBack = lazy(() =>
  loadScreen('take-back', ofLines, () => import('../features/pre-transactions/line-actions/TakeBack.tsx')),
)

const AlertCallers = lazy(() => loadChunk('alert-callers', () => import('./AlertCallers.tsx')))

/**
 * What a request rests on beside its document: of a link by hand, the line and the bank's own words; of a
 * transfer, what is usual between its accounts.
 */
const evidenceOf: EvidenceOf = ({ kind, entityId }) => {
  if (kind === 'lineLink') return <LinkEvidence lineId={entityId} />
  return kind === 'ownTransfer' ? <TransferPattern id={entityId} /> : null
}

/** What runs behind every screen: the numbers of what waits, and the panel in which requests are decided. */
export default function Behind() {
  const settling = useSettling()
  const credit = useTakingBack()
  const calls = isAnyOn(useAlerts())
  useEndedView()
  return (
    <>
      <MenuCounters />
      <ApprovalCounter />
      <QuietBoundary>
        <Suspense>{calls && <AlertCallers />}</Suspense>
      </QuietBoundary>
      <QuietBoundary>
        <Suspense fallback={<PanelBones />}>
          {settling && (
            <DecidePanel key={settling.id} id={settling.id} onClose={endSettling} evidenceOf={evidenceOf} />
          )}
        </Suspense>
      </QuietBoundary>
      <QuietBoundary>
        <Suspense>
          {credit && <TakeBack key={credit.id} credit={credit} onClose={endTakingBack} />}
        </Suspense>
      </QuietBoundary>
    </>
  )
}

/** Whoever looked as a role before the page was loaded anew is told that they do so no more. */
function useEndedView(): void {
  const { t } = useTranslation('ui')
  const nameOf = useRoleName()
  useEffect(() => {
    const role = takeEndedView()
    if (role !== null) say(t('roleView.ended', { role: nameOf(role) }), 'amber')
  }, [t, nameOf])
}
