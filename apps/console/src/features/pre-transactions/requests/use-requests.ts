import { useQueryClient } from '@tanstack/react-query'
import { useLive } from '../../../lib/call/live.ts'
import { useQueryCall } from '../../../lib/call/query.ts'
import { refreshSoon } from '../../../lib/call/refresh.ts'
import type { Approval, QueueRow } from '../rows/queue-shapes.ts'
import type { RequestsSearch } from './requests-search.ts'
import { useThrottled } from '../use-throttled.ts'

const noRows: readonly QueueRow[] = []
const noApprovals: readonly Approval[] = []
const refreshEveryMs = 300

/** What waits for a person: the list by deadline, and the manual deposits that wait for a second one. */
export function useRequests({ search, size, after, before }: RequestsSearch) {
  const client = useQueryClient()
  const requests = useQueryCall(
    'preTransactions.requests',
    {
      size,
      ...(search === undefined ? {} : { search }),
      ...(after === undefined ? {} : { after }),
      ...(before === undefined ? {} : { before }),
    },
    { keepsPrevious: true },
  )
  const approvals = useQueryCall('preTransactions.approvals', {}, { keepsPrevious: true })
  // The order follows from deadlines only the server knows, so the short list is read again whole.
  const refresh = useThrottled(() => {
    refreshSoon(client, ['preTransactions', 'requests'])
    refreshSoon(client, ['preTransactions', 'approvals'])
  }, refreshEveryMs)
  useLive('withdrawal', refresh)
  useLive('deposit', refresh)
  useLive('approval', refresh)
  return {
    requests,
    approvals,
    rows: requests.data?.records ?? noRows,
    waiting: approvals.data?.records ?? noApprovals,
  }
}
