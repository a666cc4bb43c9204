import { lazy } from 'react'
import { Setting } from '../features/settings/Setting.tsx'
import { loadScreen } from '../lib/chunks.ts'

/** Features stand alone, so the parts of other areas are put in here. */
const given = {
  profile: lazy(() =>
    loadScreen('setting-profile', 'employees', () => import('../features/employees/OwnProfile.tsx')),
  ),
  activity: lazy(() =>
    loadScreen(
      'setting-activity',
      'activity-logs',
      () => import('../features/activity-logs/OwnActivity.tsx'),
    ),
  ),
}

export default function SettingScreen() {
  return <Setting given={given} />
}
