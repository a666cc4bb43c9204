import { queueTabs } from '@khlang/contract/values/value-lists.ts'
import type { RawSearch } from '../../../lib/address/search.ts'
import { dateOnText, idOf, oneText } from '../../../lib/address/search-values.ts'
import { queueStates, type QueueFilter, type QueueTab } from '../rows/queue-shapes.ts'

/** What the address of the queue holds. `open`: the row in the drawer; `decide`: the one on the sheet. */
export interface QueueSearch extends Record<string, string | number | boolean | string[] | undefined> {
  /** Undefined: the address chooses none, `shownSearch` does. */
  tab: QueueTab | undefined
  search: string | undefined
  accountId: string | undefined
  memberId: string | undefined
  state: string[] | undefined
  from: string | undefined
  to: string | undefined
  amountMinMinor: number | undefined
  amountMaxMinor: number | undefined
  size: number
  after: string | undefined
  before: string | undefined
  open: string | undefined
  decide: string | undefined
}

const sizes = [25, 50, 100]

const minorOf = (value: RawSearch[string] | undefined): number | undefined => {
  const minor = Number(oneText(value) ?? Number.NaN)
  return Number.isSafeInteger(minor) && minor >= 0 ? minor : undefined
}
export const sizeOf = (value: RawSearch[string] | undefined, usual: number): number => {
  const size = Number(oneText(value))
  return sizes.includes(size) ? size : usual
}

/** The search parameters of the queue; a value that is none becomes its default. */
export function parseQueue(raw: RawSearch): QueueSearch {
  const states = [raw['state'] ?? []].flat().filter((each) => queueStates.some((state) => state === each))
  return {
    tab: queueTabs.find((tab) => tab === oneText(raw['tab'])),
    search: oneText(raw['search']),
    accountId: idOf(raw['accountId'], 'oba'),
    memberId: idOf(raw['memberId'], 'mbr'),
    state: states.length > 0 ? states : undefined,
    from: dateOnText(raw['from']),
    to: dateOnText(raw['to']),
    amountMinMinor: minorOf(raw['amountMinMinor']),
    amountMaxMinor: minorOf(raw['amountMaxMinor']),
    size: sizeOf(raw['size'], 50),
    after: oneText(raw['after']),
    before: oneText(raw['before']),
    open: idOf(raw['open'], 'dep') ?? idOf(raw['open'], 'wdr'),
    decide: idOf(raw['decide'], 'wdr'),
  }
}

/** What a queue is narrowed by besides its tab. */
const narrowing = [
  'search',
  'accountId',
  'memberId',
  'state',
  'from',
  'to',
  'amountMinMinor',
  'amountMaxMinor',
] as const satisfies readonly (keyof QueueSearch)[]

export type ShownSearch = QueueSearch & { tab: QueueTab }

/**
 * The tab where the address names none: what waits, for whoever may decide it; everything for others, and
 * where something is looked for, which may be over. Pure.
 */
export function shownSearch(search: QueueSearch, mayDecide: boolean): ShownSearch {
  const isNarrowed = narrowing.some((name) => search[name] !== undefined)
  return { ...search, tab: search.tab ?? (mayDecide && !isNarrowed ? 'waiting' : 'all') }
}

/** The filter of the calls; what is not set is left out. */
export function filterOf(search: ShownSearch): QueueFilter {
  const { tab, accountId, memberId, state, from, to, amountMinMinor, amountMaxMinor } = search
  return {
    tab,
    ...(search.search === undefined ? {} : { search: search.search }),
    ...(accountId === undefined ? {} : { accountId }),
    ...(memberId === undefined ? {} : { memberId }),
    ...(state === undefined ? {} : { state }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(amountMinMinor === undefined ? {} : { amountMinMinor }),
    ...(amountMaxMinor === undefined ? {} : { amountMaxMinor }),
  }
}

/** After a change of filter: the first page, and nothing open that the list may not show. */
export const clearedPlace = { after: undefined, before: undefined, open: undefined } as const
