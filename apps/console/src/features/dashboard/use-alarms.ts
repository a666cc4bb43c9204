import { useMemo } from 'react'
import { useProfile } from '../../lib/person/profile.ts'
import { useQueryCall } from '../../lib/call/query.ts'
import { inOrder } from './alarm-facts.ts'

/** Some alarms come from the clock and announce nothing: a phone that fell silent, a line that never came. */
const askedEveryMs = 30_000

/** Open alarms in the order they matter. They are the brand's own: sellers and agents have none in sight. */
export function useAlarms(isForMoney: boolean) {
  const isEnabled = useProfile().type === 'staff' && isForMoney
  const query = useQueryCall(
    'dashboard.alarms',
    {},
    { isEnabled, isTracked: false, live: 'approval', staleMs: 0, refetchEveryMs: askedEveryMs },
  )
  const records = query.data?.records
  const alarms = useMemo(() => records && inOrder(records), [records])
  return { isEnabled, alarms, error: query.error, retry: () => void query.refetch() }
}
