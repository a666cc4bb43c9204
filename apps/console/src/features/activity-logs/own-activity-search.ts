import { activityResults } from '@khlang/contract/value-lists.ts'
import type { RawSearch } from '../../lib/search.ts'
import { dateOnText, listPlace, oneText, someOf } from '../../lib/search-values.ts'

/** What the address of one's own log holds. `entry`: the number of the row that is open. */
export type OwnActivitySearch = ReturnType<typeof parseOwnActivity>
export type OwnActivityFilter = Pick<OwnActivitySearch, 'results' | 'from' | 'to'>

/** It stands in a tab of one's own settings, whose name is kept. A value that is none filters nothing. */
export function parseOwnActivity(raw: RawSearch) {
  const entry = oneText(raw['entry'])
  return {
    tab: 'activity' as const,
    results: someOf(raw['results'], activityResults),
    from: dateOnText(raw['from']),
    to: dateOnText(raw['to']),
    entry: /^\d{1,15}$/.test(entry ?? '') ? entry : undefined,
    ...listPlace(raw),
  }
}
