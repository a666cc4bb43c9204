import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { Setting } from '../features/settings/Setting.tsx'
import { loadChunk, loadScreen } from '../lib/chunks.ts'
import { useIsApprovals } from './menu/menu-lines.ts'

/** Features stand alone, so the parts of other areas are put in here. */
const given = {
  profile: lazy(() =>
    loadScreen('setting-profile', 'employees', () => import('../features/employees/people/OwnProfile.tsx')),
  ),
  activity: lazy(() =>
    loadScreen(
      'setting-activity',
      'activity-logs',
      () => import('../features/activity-logs/OwnActivity.tsx'),
    ),
  ),
  shift: lazy(() =>
    loadScreen('setting-shift', 'reconcile', () => import('../features/reconcile/shifts/OwnShifts.tsx')),
  ),
}

const Approvals = lazy(() =>
  loadChunk('approvals', () => import('../features/settings/approvals/Approvals.tsx')),
)

/** `/setting`: what is one's own, or what waits for a second person, which has a line of the menu itself. */
export default function SettingScreen() {
  if (!useIsApprovals()) return <Setting given={given} />
  return (
    <Suspense fallback={<Skeleton height={240} />}>
      <Approvals />
    </Suspense>
  )
}
