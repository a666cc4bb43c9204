import { useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useQueryCall } from '../../../lib/call/query.ts'
import { useScreenSearch } from '../../../lib/address/search.ts'
import '../../../ui/kit-later.ts'
import { Page } from '../../../ui/page/Page.tsx'
import { approvalList } from './approval-list.tsx'
import { parseApprovals, scopeOf, type ApprovalSearch, type Scope } from './approval-search.ts'

const lists = {
  toSettle: approvalList('toSettle'),
  own: approvalList('own'),
  settled: approvalList('settled'),
} as const

/** Awaiting approval: what waits for me, what I asked for, what became of requests. */
export default function Approvals() {
  const { t } = useTranslation('settings')
  const [search, change] = useScreenSearch(parseApprovals)
  const keepScope = useCallback((found: Scope) => change({ scope: found }, { replace: true }), [change])
  const scope = useScope(search, keepScope)
  const List = lists[scope]
  return (
    <Page title={t('awaiting')}>
      <List key={scope} />
    </Page>
  )
}

/** The list that is chosen; where the address names a request alone, the one in which it stands. */
function useScope({ scope, open }: ApprovalSearch, onFound: (scope: Scope) => void): Scope {
  const isAsked = scope === undefined && open !== undefined
  // The panel reads the same answer.
  const { data } = useQueryCall(
    'approvals.get',
    { id: open ?? '' },
    { isEnabled: isAsked, isTracked: false },
  )
  const found = isAsked && data ? scopeOf(data) : undefined
  useEffect(() => {
    if (found !== undefined) onFound(found)
  }, [found, onFound])
  return scope ?? found ?? 'toSettle'
}
