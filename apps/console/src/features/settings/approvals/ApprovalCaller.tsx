import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { approvalsPage } from '../../../lib/address/approvals-page.ts'
import { callFor } from '../../../lib/alerts/calling.ts'
import { useMenuCounts } from '../../../lib/alerts/menu-counts.ts'
import { useGo } from '../../../lib/address/navigation.tsx'

/** Calls a person when more requests wait for them than before. Shows nothing itself. */
export default function ApprovalCaller() {
  const { t } = useTranslation('settings')
  const go = useGo()
  const due = useMenuCounts().approvals
  const before = useRef(due)
  useEffect(() => {
    const known = before.current
    before.current = due
    // What waits at the first look is no news.
    if (known === undefined || due === undefined || due <= known) return
    callFor(['approvals'], {
      title: t('alerts.call.approvals'),
      body: t('alerts.call.approvalsDue', { count: due }),
      tag: 'approvals',
      onPress: () => go(approvalsPage()),
    })
  }, [due, go, t])
  return null
}
