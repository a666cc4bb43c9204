import { lazy, Suspense } from 'react'
import ApprovalCaller from '../features/settings/approvals/ApprovalCaller.tsx'
import CriticalCaller from '../features/notifications/CriticalCaller.tsx'
import { useCallsHere } from '../lib/alerts/calling.ts'
import { loadScreen } from '../lib/chunks.ts'

const QueueCaller = lazy(() =>
  loadScreen(
    'queue-caller',
    'pre-transactions-queue',
    () => import('../features/pre-transactions/queue/QueueCaller.tsx'),
  ),
)

/** Everything that calls a person by sound or on the desktop: one tab of the browser runs it. */
export default function AlertCallers() {
  if (!useCallsHere()) return null
  return (
    <>
      <ApprovalCaller />
      <CriticalCaller />
      <Suspense>
        <QueueCaller />
      </Suspense>
    </>
  )
}
