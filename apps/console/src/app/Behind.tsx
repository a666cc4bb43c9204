import { lazy, Suspense } from 'react'
import { MenuCounters } from '../features/pre-transactions/MenuCounters.tsx'
import { ApprovalCounter } from '../features/settings/ApprovalCounter.tsx'
import { loadChunk } from '../lib/chunks.ts'
import { endSettling, useSettling } from '../lib/settling.ts'
import { QuietBoundary } from './QuietBoundary.tsx'

const SettlePanel = lazy(() =>
  loadChunk('settle-panel', () => import('../features/settings/SettlePanel.tsx')),
)

/** What runs behind every screen: the numbers of what waits, and the panel that settles requests. */
export default function Behind() {
  const settling = useSettling()
  return (
    <>
      <MenuCounters />
      <ApprovalCounter />
      <QuietBoundary>
        <Suspense>
          {settling && <SettlePanel key={settling.id} id={settling.id} onClose={endSettling} />}
        </Suspense>
      </QuietBoundary>
    </>
  )
}
