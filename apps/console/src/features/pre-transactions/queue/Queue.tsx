import { lazy, Suspense, useCallback, useMemo, useState, type ComponentProps, type Dispatch } from 'react'
import { useTranslation } from 'react-i18next'
import { loadScreen } from '../../../lib/chunks.ts'
import { besideOf } from '../../../lib/list/beside.ts'
import { useScreenSearch } from '../../../lib/address/search.ts'
import { Page } from '../../../ui/page/Page.tsx'
import { PanelBones } from '../../../ui/sheet/PanelBones.tsx'
import type { Quick } from '../decision/DecisionActions.tsx'
import {
  clearedPlace,
  parseQueue,
  shownSearch,
  type QueueSearch,
  type ShownSearch,
} from './queue-search.ts'
import { isDecidable } from '../rows/queue-shapes.ts'
import type { Pressed } from '../decision/pressed.ts'
import { QueueActions } from './QueueActions.tsx'
import { QueueAccounts, QueueFilters, QueueTabs } from './QueueFrame.tsx'
import { QueueList } from './QueueList.tsx'
import { Split } from '../rows/Split.tsx'
import { useDecider } from '../decision/use-decider.ts'
import { useOwnAccounts, useQueue, useQueueList } from './use-queue.ts'
import classes from '../rows/Queue.module.css'

const QueueDrawer = lazy(() =>
  loadScreen('queue-drawer', 'pre-transactions-checks', () => import('./QueueDrawer.tsx')),
)
const DecisionSheet = lazy(() =>
  loadScreen('decision-sheet', 'pre-transactions-checks', () => import('../decision/DecisionSheet.tsx')),
)

/** The rows: the one part of the screen that is drawn anew when they come. */
function Rows(props: Omit<ComponentProps<typeof QueueList>, 'queue'>) {
  return <QueueList {...props} queue={useQueue(props.search)} />
}

/** `/pre-transaction/deposit-withdraw`: every deposit and withdrawal, live. */
export default function Queue() {
  const { t } = useTranslation('pre-transactions-queue')
  const [asked, change] = useScreenSearch(parseQueue)
  const { mayDecide } = useDecider()
  const search = useMemo(() => shownSearch(asked, mayDecide), [asked, mayDecide])
  const [pressed, setPressed] = useState<Pressed | null>(null)
  const quickOf = (id: string) => (pressed?.id === id ? pressed.quick : undefined)
  const refilter = useCallback(
    (changes: { [K in keyof QueueSearch]?: QueueSearch[K] | undefined }) =>
      change({ tab: search.tab, ...(changes as Partial<QueueSearch>), ...clearedPlace }, { replace: true }),
    [change, search.tab],
  )
  const { decide, open } = search
  return (
    <Page title={t('title')} actions={<QueueActions />}>
      <Split
        aside={
          decide === undefined ? null : (
            <Decide id={decide} search={search} quick={quickOf(decide)} onShown={setPressed} />
          )
        }
      >
        <div className={classes['tight']}>
          <QueueAccounts search={search} refilter={refilter} />
          <QueueTabs search={search} refilter={refilter}>
            <div className={classes['filters']}>
              <QueueFilters search={search} refilter={refilter} />
            </div>
            <Rows search={search} change={change} onPressed={setPressed} />
          </QueueTabs>
        </div>
      </Split>
      <Suspense fallback={<PanelBones />}>
        {open !== undefined && <Opened key={open} id={open} search={search} quick={quickOf(open)} />}
      </Suspense>
    </Page>
  )
}

interface OpenedProps {
  id: string
  search: ShownSearch
  quick: Quick | undefined
}

/** The drawer of one row, with the ways to those around it. */
function Opened({ id, search, quick }: OpenedProps) {
  const [, change] = useScreenSearch(parseQueue)
  const { rows } = useQueueList(search)
  const { accounts } = useOwnAccounts()
  const show = (next: string | undefined) => change({ open: next }, { replace: true })
  return (
    <QueueDrawer
      {...besideOf(rows, id, (row) => row.id, show)}
      accounts={accounts}
      quick={quick}
      change={change}
    />
  )
}

/** The decision sheet beside the queue; after an act the next withdrawal that needs one comes up. */
function Decide({ id, search, quick, onShown }: OpenedProps & { onShown: Dispatch<Pressed | null> }) {
  const [, change] = useScreenSearch(parseQueue)
  const { rows } = useQueueList(search)
  const others = useMemo(() => rows.filter(isDecidable), [rows])
  return (
    <Suspense>
      <DecisionSheet
        key={`${id}:${quick}`}
        id={id}
        rows={others}
        quick={quick}
        onShow={(next) => {
          onShown(null)
          change({ decide: next ?? undefined }, { replace: true })
        }}
      />
    </Suspense>
  )
}
