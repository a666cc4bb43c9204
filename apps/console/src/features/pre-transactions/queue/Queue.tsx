import { queueTabs } from '@khlang/contract/values/value-lists.ts'
import {
  createContext,
  lazy,
  Suspense,
  use,
  useCallback,
  useMemo,
  useState,
  type ComponentProps,
  type Dispatch,
} from 'react'
import { useTranslation } from 'react-i18next'
import { loadScreen } from '../../../lib/chunks.ts'
import { besideOf } from '../../../lib/list/beside.ts'
import { useScreenSearch } from '../../../lib/address/search.ts'
import { Filters } from '../../../ui/filters/Filters.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { Tabs } from '../../../ui/page/Tabs.tsx'
import { AccountStrip } from './AccountStrip.tsx'
import type { Quick } from '../decision/DecisionActions.tsx'
import { queueFields } from './queue-fields.ts'
import { clearedPlace, parseQueue, shownSearch, type QueueSearch } from './queue-search.ts'
import { isDecidable } from '../rows/queue-shapes.ts'
import type { Pressed } from '../decision/pressed.ts'
import { QueueActions } from './QueueActions.tsx'
import { QueueList } from './QueueList.tsx'
import { Split } from '../rows/Split.tsx'
import { useDecider } from '../decision/use-decider.ts'
import { useQueue } from './use-queue.ts'
import classes from '../rows/Queue.module.css'

const QueueDrawer = lazy(() =>
  loadScreen('queue-drawer', 'pre-transactions-checks', () => import('./QueueDrawer.tsx')),
)
const DecisionSheet = lazy(() =>
  loadScreen('decision-sheet', 'pre-transactions-checks', () => import('../decision/DecisionSheet.tsx')),
)
/** Work first: what waits stands before the history. */
const tabs = queueTabs.toSorted((one, other) => Number(other === 'waiting') - Number(one === 'waiting'))

type QueueState = ReturnType<typeof useQueue>
const QueueNow = createContext<QueueState | null>(null)

/** The rows, within what stands still around them. */
function Rows(props: Omit<ComponentProps<typeof QueueList>, 'queue'>) {
  const queue = use(QueueNow)
  return queue && <QueueList {...props} queue={queue} />
}

/** `/pre-transaction/deposit-withdraw`: every deposit and withdrawal, live. */
export default function Queue() {
  const { t } = useTranslation('pre-transactions-queue')
  const [asked, change] = useScreenSearch(parseQueue)
  const { mayDecide } = useDecider()
  const search = useMemo(() => shownSearch(asked, mayDecide), [asked, mayDecide])
  const queue = useQueue(search)
  const [pressed, setPressed] = useState<Pressed | null>(null)
  const quickOf = (id: string) => (pressed?.id === id ? pressed.quick : undefined)
  const refilter = useCallback(
    // The address leaves out what is undefined, and the parser puts the default in its place.
    (changes: { [K in keyof QueueSearch]?: QueueSearch[K] | undefined }) =>
      change({ tab: search.tab, ...(changes as Partial<QueueSearch>), ...clearedPlace }, { replace: true }),
    [change, search.tab],
  )
  const ofMember = search.memberId === undefined ? undefined : queue.rows[0]?.member
  const { id: memberId, username } = ofMember ?? {}
  const fields = useMemo(
    () =>
      queueFields(
        t,
        queue.accountNames,
        memberId === undefined || username === undefined ? null : { id: memberId, username },
      ),
    [t, queue.accountNames, memberId, username],
  )
  const choose = useCallback((accountId: string | undefined) => refilter({ accountId }), [refilter])
  const counts = queue.totals?.tabs
  // Apart from the rows, which change ten times a second: neither tabs nor filters are drawn again for them.
  const body = useMemo(
    () => (
      <Tabs
        label={t('tabsLabel')}
        tabs={tabs.map((value) => ({
          value,
          label: t(`tabs.${value}`),
          count: counts?.[value],
          isDue: value === 'waiting',
        }))}
        value={search.tab}
        onChange={(value) =>
          refilter({ tab: queueTabs.find((tab) => tab === value) ?? 'all', decide: undefined })
        }
      >
        <div className={classes['filters']}>
          <Filters fields={fields} values={search} onChange={refilter} />
        </div>
        <Rows search={search} change={change} onPressed={setPressed} />
      </Tabs>
    ),
    [t, counts, search, refilter, fields, change],
  )
  const show = (id: string | undefined) => change({ open: id }, { replace: true })
  const { decide } = search
  return (
    <Page title={t('title')} actions={<QueueActions />}>
      <Split
        aside={
          decide === undefined ? null : (
            <Decide id={decide} queue={queue} quick={quickOf(decide)} onShown={setPressed} />
          )
        }
      >
        <div className={classes['tight']}>
          <AccountStrip
            accounts={queue.accounts}
            isLoading={queue.isLoadingAccounts}
            chosenId={search.accountId}
            onChoose={choose}
          />
          <QueueNow value={queue}>{body}</QueueNow>
        </div>
      </Split>
      <Suspense>
        {search.open !== undefined && (
          <QueueDrawer
            key={search.open}
            {...besideOf(queue.rows, search.open, ({ id }) => id, show)}
            accounts={queue.accounts}
            quick={quickOf(search.open)}
            change={change}
          />
        )}
      </Suspense>
    </Page>
  )
}

interface DecideProps {
  id: string
  queue: QueueState
  quick: Quick | undefined
  onShown: Dispatch<Pressed | null>
}

/** The decision sheet beside the queue; after an act the next withdrawal that needs one comes up. */
function Decide({ id, queue, quick, onShown }: DecideProps) {
  const [, change] = useScreenSearch(parseQueue)
  const others = useMemo(() => queue.rows.filter(isDecidable), [queue.rows])
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
