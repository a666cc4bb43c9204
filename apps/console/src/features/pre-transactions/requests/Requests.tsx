import { lazy, Suspense, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadChunk } from '../../../lib/chunks.ts'
import { useScreenSearch } from '../../../lib/address/search.ts'
import { Page } from '../../../ui/page/Page.tsx'
import { Tabs } from '../../../ui/page/Tabs.tsx'
import type { Quick } from '../decision/DecisionActions.tsx'
import type { Pressed } from '../decision/pressed.ts'
import { RequestList } from './RequestList.tsx'
import { parseRequests, requestTabs } from './requests-search.ts'
import type { QueueRow } from '../rows/queue-shapes.ts'
import { Split } from '../rows/Split.tsx'
import { useRequests } from './use-requests.ts'

const Approvals = lazy(() => loadChunk('approvals', () => import('./Approvals.tsx')))
const DepositRequest = lazy(() => loadChunk('deposit-request', () => import('./DepositRequest.tsx')))
const DecisionSheet = lazy(() => loadChunk('decision-sheet', () => import('../decision/DecisionSheet.tsx')))

/** `/pre-transaction/request`: only what needs a person, by deadline. */
export default function Requests() {
  const { t } = useTranslation('pre-transactions')
  const [search, change] = useScreenSearch(parseRequests)
  const state = useRequests(search)
  const { rows, requests } = state
  const isMore = requests.data?.hasAfter === true || requests.data?.hasBefore === true
  const [pressed, setPressed] = useState<Pressed | null>(null)
  const show = useCallback(
    (id: string | null) => {
      setPressed(null)
      change({ open: id ?? undefined }, { replace: true })
    },
    [change],
  )
  const counts = {
    requests: isMore ? (requests.data?.totalCount ?? undefined) : requests.data?.records.length,
    approvals: state.approvals.data?.records.length,
  }
  return (
    <Page title={t('request.title')} description={t('request.lead')}>
      <Split
        aside={
          search.tab === 'approvals' || search.open === undefined ? null : (
            <Aside
              id={search.open}
              rows={rows}
              quick={pressed?.id === search.open ? pressed.quick : undefined}
              show={show}
            />
          )
        }
      >
        <Tabs
          label={t('request.title')}
          tabs={requestTabs.map((value) => ({
            value,
            label: t(`request.tabs.${value}`),
            count: counts[value],
            isDue: true,
          }))}
          value={search.tab}
          onChange={(value) =>
            change({
              tab: requestTabs.find((tab) => tab === value) ?? 'requests',
              open: undefined,
              after: undefined,
              before: undefined,
            })
          }
        >
          {search.tab === 'approvals' ? (
            <Suspense>
              <Approvals />
            </Suspense>
          ) : (
            <RequestList onPressed={setPressed} />
          )}
        </Tabs>
      </Split>
    </Page>
  )
}

interface AsideProps {
  id: string
  rows: readonly QueueRow[]
  quick: Quick | undefined
  show: (id: string | null) => void
}

function Aside({ id, rows, quick, show }: AsideProps) {
  const key = `${id}:${quick}`
  return (
    <Suspense>
      {id.startsWith('dep_') ? (
        <DepositRequest key={key} id={id} rows={rows} isRejecting={quick === 'reject'} onShow={show} />
      ) : (
        <DecisionSheet key={key} id={id} rows={rows} quick={quick} onShow={show} />
      )}
    </Suspense>
  )
}
