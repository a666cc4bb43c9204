import { useEffect } from 'react'
import { setMenuCount } from '../../../lib/alerts/menu-counts.ts'
import { useQueryCall } from '../../../lib/call/query.ts'

/** A request whose time is over announces nothing. */
const askedEveryMs = 60_000

/** How many requests wait for this person: behind the menu line and on the badge. Shows nothing itself. */
export function ApprovalCounter() {
  const { data } = useQueryCall(
    'approvals.count',
    {},
    { isTracked: false, live: 'approval', refetchEveryMs: askedEveryMs },
  )
  const due = data?.toSettle ?? 0
  useEffect(() => setMenuCount('approvals', due), [due])
  return null
}
