import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useLive } from '../../lib/live.ts'
import { setMenuCount } from '../../lib/menu-counts.ts'
import { useAllows } from '../../lib/permissions.ts'
import { useQueryCall } from '../../lib/query.ts'
import { refreshSoon } from '../../lib/refresh.ts'
import { useThrottled } from './use-throttled.ts'

const refreshEveryMs = 5_000
const toSettle = { accountChange: 'toSettle' } as const
const openLines = { scope: 'open' } as const

/** What waits behind the menu lines of money and members, on every screen. Shows nothing itself. */
export function MenuCounters() {
  const allowed = useAllows()
  const client = useQueryClient()
  const mayQueue = allowed({ pretransactionDepositWithdraw: ['isRead'] })
  const mayDecide = allowed({ pretransactionRequest: ['isRead'] })
  const quiet = { isTracked: false, staleMs: refreshEveryMs }
  const totals = useQueryCall('preTransactions.queueTotals', {}, { ...quiet, isEnabled: mayQueue })
  const requests = useQueryCall('preTransactions.requestCount', {}, { ...quiet, isEnabled: mayDecide })
  const mayMatch = allowed({ pretransactionNotMatch: ['isRead'] })
  const lines = useQueryCall('preTransactions.lineTotals', openLines, { ...quiet, isEnabled: mayMatch })
  const unmatched = lines.data?.count ?? 0
  const refreshLines = useThrottled(() => {
    refreshSoon(client, ['preTransactions', 'lineTotals', openLines])
  }, refreshEveryMs)
  useLive(mayMatch ? 'statementLine' : null, refreshLines)
  useEffect(() => setMenuCount('/pre-transaction/matching', unmatched), [unmatched])
  const maySettle = allowed({ memberManagement: ['isRead', 'isUpdate'] })
  const changes = useQueryCall('members.totals', toSettle, { ...quiet, isEnabled: maySettle })
  const refreshChanges = useThrottled(() => {
    refreshSoon(client, ['members', 'totals', toSettle])
  }, refreshEveryMs)
  useLive(maySettle ? 'member' : null, refreshChanges)
  const changesDue = changes.data?.count ?? 0
  useEffect(() => setMenuCount('/member/member-management', changesDue), [changesDue])
  const refresh = useThrottled(() => {
    refreshSoon(client, ['preTransactions', 'queueTotals', {}])
    refreshSoon(client, ['preTransactions', 'requestCount'])
  }, refreshEveryMs)
  useLive(mayQueue ? 'deposit' : null, refresh)
  useLive(mayQueue || mayDecide ? 'withdrawal' : null, refresh)
  const waiting = totals.data?.tabs['waiting'] ?? 0
  const due = requests.data?.count ?? 0
  useEffect(() => setMenuCount('/pre-transaction/deposit-withdraw', waiting), [waiting])
  useEffect(() => setMenuCount('/pre-transaction/request', due), [due])
  return null
}
