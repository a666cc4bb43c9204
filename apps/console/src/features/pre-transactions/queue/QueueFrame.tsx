import { queueTabs } from '@khlang/contract/values/value-lists.ts'
import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Filters } from '../../../ui/filters/Filters.tsx'
import { Tabs } from '../../../ui/page/Tabs.tsx'
import { AccountStrip } from './AccountStrip.tsx'
import { queueFields } from './queue-fields.ts'
import type { QueueSearch, ShownSearch } from './queue-search.ts'
import { useOwnAccounts, useQueueList, useQueueTotals } from './use-queue.ts'

// What stands around the rows. Each part asks for its own figures: rows that come ten times a second draw
// none of it anew.

interface FrameProps {
  search: ShownSearch
  // The address leaves out what is undefined, and the parser puts the default in its place.
  refilter: (changes: { [K in keyof QueueSearch]?: QueueSearch[K] | undefined }) => void
}

/** Work first: what waits stands before the history. */
const tabs = queueTabs.toSorted((one, other) => Number(other === 'waiting') - Number(one === 'waiting'))

/** Our accounts, with what they hold; a press on one filters by it. */
export function QueueAccounts({ search, refilter }: FrameProps) {
  const { accounts, isLoading } = useOwnAccounts()
  return (
    <AccountStrip
      accounts={accounts}
      isLoading={isLoading}
      chosenId={search.accountId}
      onChoose={(accountId) => refilter({ accountId })}
    />
  )
}

/** The tabs with their counts, and the rows of the chosen one in them. */
export function QueueTabs({ search, refilter, children }: FrameProps & { children: ReactNode }) {
  const { t } = useTranslation('pre-transactions-queue')
  const counts = useQueueTotals(search)?.tabs
  return (
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
      {children}
    </Tabs>
  )
}

/** The filters; the member whom the address filters by is called as their rows call them. */
export function QueueFilters({ search, refilter }: FrameProps) {
  const { t } = useTranslation('pre-transactions-queue')
  const { accountNames } = useOwnAccounts()
  const { rows } = useQueueList(search)
  const { id, username } = (search.memberId === undefined ? undefined : rows[0]?.member) ?? {}
  const fields = useMemo(
    () =>
      queueFields(t, accountNames, id === undefined || username === undefined ? null : { id, username }),
    [t, accountNames, id, username],
  )
  return useMemo(
    () => <Filters fields={fields} values={search} onChange={refilter} />,
    [fields, search, refilter],
  )
}
