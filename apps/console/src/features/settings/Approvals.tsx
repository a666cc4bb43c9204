import { SegmentedControl } from '@mantine/core'
import { useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { approvalsPage } from '../../lib/approvals-page.ts'
import { useFailure } from '../../lib/failure.ts'
import { hrefOf } from '../../lib/navigation.tsx'
import { useQueryCall } from '../../lib/query.ts'
import { useScreenSearch } from '../../lib/search.ts'
import { firstPage } from '../../lib/search-values.ts'
import { useSettlingOf } from '../../lib/settling.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { KeysetPager } from '../../ui/KeysetPager.tsx'
import '../../ui/kit-later.ts'
import { Page } from '../../ui/Page.tsx'
import { useApprovalColumns } from './approval-columns.tsx'
import { parseApprovals, scopeOf, scopes, type ApprovalSearch, type Scope } from './approval-search.ts'
import { useAboutName, useKindName, type ApprovalRow } from './approval-words.ts'
import { SecondWithdrawals } from './SecondWithdrawals.tsx'
import classes from './Settings.module.css'

const noRows: readonly ApprovalRow[] = []
const rowId = (row: ApprovalRow): string => row.id

/** Awaiting approval: what waits for me, what I asked for, what became of requests. */
export default function Approvals() {
  const { t } = useTranslation('settings')
  const failure = useFailure()
  const kindName = useKindName()
  const aboutName = useAboutName()
  const [search, change] = useScreenSearch(parseApprovals)
  const { size, after, before } = search
  const keepScope = useCallback((found: Scope) => change({ scope: found }, { replace: true }), [change])
  const scope = useScope(search, keepScope)
  const list = useQueryCall(
    'approvals.list',
    { scope, size, ...(after ? { after } : {}), ...(before ? { before } : {}) },
    { keepsPrevious: true, live: 'approval', isTracked: false },
  )
  const columns = useApprovalColumns(scope)
  const close = useCallback(() => change({ open: undefined }, { replace: true }), [change])
  useSettlingOf(search.open, close)
  return (
    <Page title={t('awaiting')}>
      {scope === 'toSettle' && <SecondWithdrawals />}
      <DataTable
        key={scope}
        listId={`settings.approvals.${scope}`}
        hasViews={false}
        label={t(`scopes.${scope}`)}
        columns={columns}
        rows={list.isPlaceholderData ? noRows : (list.data?.records ?? noRows)}
        rowId={rowId}
        rowName={(row) => `${kindName(row.kind)} ${aboutName(row)}`}
        isLoading={list.isPending || list.isPlaceholderData}
        error={failure(list.error)}
        onRetry={() => void list.refetch()}
        empty={{ title: t(`empty.${scope}`), hint: t(`emptyHint.${scope}`) }}
        onOpen={(row) => change({ open: row.id })}
        href={(row) => hrefOf(approvalsPage({ scope, open: row.id }))}
        bar={<Scopes scope={scope} onChange={(next) => change({ ...cleared, scope: next })} />}
        pager={
          !list.isPending && (
            <KeysetPager
              place={{ size, after, before }}
              answer={list.data ?? null}
              onPlace={(place) => change({ ...place, after: place.after, before: place.before })}
            />
          )
        }
      />
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

const cleared = { open: undefined, ...firstPage }

function Scopes({ scope, onChange }: { scope: Scope; onChange: (scope: Scope) => void }) {
  const { t } = useTranslation('settings')
  return (
    <SegmentedControl
      className={classes['scopes'] ?? ''}
      aria-label={t('scope')}
      value={scope}
      data={scopes.map((value) => ({ value, label: t(`scopes.${value}`) }))}
      onChange={(value) => onChange(scopes.find((each) => each === value) ?? 'toSettle')}
    />
  )
}
