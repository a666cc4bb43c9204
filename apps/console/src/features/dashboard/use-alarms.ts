import { useMemo } from 'react'
import { useProfile } from '../../lib/person/profile.ts'
import { useQueryCall } from '../../lib/call/query.ts'
import { inOrder } from './alarm-facts.ts'
import { isOfPlay } from './play-alarms.ts'

/** Some alarms come from the clock and announce nothing: a phone that fell silent, a line that never came. */
const askedEveryMs = 30_000

/**
 * Open alarms in the order they matter: all of them for who looks after money, those of play and of game
 * providers for who looks after bets alone. They are the brand's own: sellers and agents have none in sight.
 */
export function useAlarms({ isForMoney, isForBets }: { isForMoney: boolean; isForBets: boolean }) {
  const isEnabled = useProfile().type === 'staff' && (isForMoney || isForBets)
  const query = useQueryCall(
    'dashboard.alarms',
    {},
    { isEnabled, isTracked: false, live: 'approval', staleMs: 0, refetchEveryMs: askedEveryMs },
  )
  const records = query.data?.records
  const alarms = useMemo(
    () => records && inOrder(isForMoney ? records : records.filter(isOfPlay)),
    [records, isForMoney],
  )
  return { isEnabled, alarms, error: query.error, retry: () => void query.refetch() }
}
