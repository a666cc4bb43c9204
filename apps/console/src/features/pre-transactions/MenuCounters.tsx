import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useLive } from '../../lib/call/live.ts'
import { setMenuCount } from '../../lib/alerts/menu-counts.ts'
import { useQueryCall } from '../../lib/call/query.ts'
import { refreshSoon } from '../../lib/call/refresh.ts'
import { useThrottled } from './use-throttled.ts'

const refreshEveryMs = 5_000

/** What waits behind the menu lines of money and members, on every screen. Shows nothing itself. */
export function MenuCounters() {
  const client = useQueryClient()
  const { data } = useQueryCall('dashboard.menu', {}, { isTracked: false, staleMs: refreshEveryMs })
  const refresh = useThrottled(() => refreshSoon(client, ['dashboard', 'menu']), refreshEveryMs)
  useLive('deposit', refresh)
  useLive('withdrawal', refresh)
  useLive('statementLine', refresh)
  useLive('member', refresh)
  useLive('approval', refresh)
  useEffect(() => {
    setMenuCount('/pre-transaction/deposit-withdraw', data?.queue ?? 0)
    setMenuCount('/pre-transaction/request', data?.requests ?? 0)
    setMenuCount('/pre-transaction/matching', data?.openLines ?? 0)
    setMenuCount('/member/member-management', data?.accountChanges ?? 0)
  }, [data])
  return null
}
