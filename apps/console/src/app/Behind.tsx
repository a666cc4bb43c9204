import { lazy, Suspense } from 'react'
import { MenuCounters } from '../features/pre-transactions/MenuCounters.tsx'
import { ApprovalCounter } from '../features/settings/ApprovalCounter.tsx'
import { isAnyOn, useAlerts } from '../lib/alerts.ts'
import { loadChunk } from '../lib/chunks.ts'
import { endSettling, useSettling } from '../lib/settling.ts'
import { QuietBoundary } from './QuietBoundary.tsx'

const SettlePanel = lazy(() =>
  loadChunk('settle-panel', () => import('../features/settings/SettlePanel.tsx')),
)

const AlertCallers = lazy(() => loadChunk('alert-callers', () => import('./AlertCallers.tsx')))

/** What runs behind every screen: the numbers of what waits, and the panel that settles requests. */
export default function Behind() {
  const settling = useSettling()
  const calls = isAnyOn(useAlerts())
  return (
    <>
      <MenuCounters />
      <ApprovalCounter />
      <QuietBoundary>
        <Suspense>{calls && <AlertCallers />}</Suspense>
      </QuietBoundary>
      <QuietBoundary>
        <Suspense>
          {settling && <SettlePanel key={settling.id} id={settling.id} onClose={endSettling} />}
        </Suspense>
      </QuietBoundary>
    </>
  )
}
