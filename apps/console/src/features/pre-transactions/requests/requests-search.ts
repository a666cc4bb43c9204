import type { RawSearch } from '../../../lib/address/search.ts'
import { oneText } from '../../../lib/address/search-values.ts'
import { sizeOf } from '../queue/queue-search.ts'

export const requestTabs = ['requests', 'approvals'] as const
type RequestTab = (typeof requestTabs)[number]

/** What the address of the request list holds. `open`: the row on the sheet or in the drawer. */
export interface RequestsSearch extends Record<string, string | number | boolean | undefined> {
  tab: RequestTab
  search: string | undefined
  open: string | undefined
  size: number
  after: string | undefined
  before: string | undefined
}

export function parseRequests(raw: RawSearch): RequestsSearch {
  return {
    tab: requestTabs.find((tab) => tab === oneText(raw['tab'])) ?? 'requests',
    search: oneText(raw['search']),
    open: oneText(raw['open']),
    size: sizeOf(raw['size'], 50),
    after: oneText(raw['after']),
    before: oneText(raw['before']),
  }
}
