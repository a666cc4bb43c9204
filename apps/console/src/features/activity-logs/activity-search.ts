import { activityResults } from '@khlang/contract/value-lists.ts'
import type { RawSearch } from '../../lib/search.ts'
import { dateOnText, listPlace, oneText, someOf, type ListPlace } from '../../lib/search-values.ts'
import type { ActivityInput, ActivityOf } from './activity-shapes.ts'

/** What the address of the log holds. `entry`: the number of the row that is open. */
export type ActivitySearch = ReturnType<typeof parseActivity>
/** The part of it that the filter bar sets. */
export type ActivityFilterValues = Omit<ActivitySearch, keyof ListPlace | 'entry'>

/** Several values, each in a parameter of its own or, as people type them, divided by commas. */
function texts(value: RawSearch[string] | undefined, max: number, shape: RegExp): string[] | undefined {
  const given: readonly string[] = value === undefined ? [] : typeof value === 'string' ? [value] : value
  const found = given
    .flatMap((each) => each.split(','))
    .map((each) => each.trim())
    .filter((each) => shape.test(each))
  return found.length === 0 ? undefined : [...new Set(found)].slice(0, max)
}

const isNumber = (text: string | undefined): boolean => text !== undefined && /^\d{1,15}$/.test(text)

/** The search parameters of the log; a value that is none filters nothing. */
export function parseActivity(raw: RawSearch) {
  const entry = oneText(raw['entry'])
  return {
    admins: texts(raw['admins'], 20, /^\S{1,64}$/u)?.map((each) => each.toLowerCase()),
    entities: texts(raw['entities'], 40, /^\w{1,40}$/),
    actions: texts(raw['actions'], 100, /^\w{1,60}$/),
    results: someOf(raw['results'], activityResults),
    from: dateOnText(raw['from']),
    to: dateOnText(raw['to']),
    entityId: oneText(raw['entityId'])?.trim().slice(0, 80),
    address: oneText(raw['address'])?.trim().slice(0, 64),
    requestId: oneText(raw['requestId'])?.trim().slice(0, 80),
    entry: isNumber(entry) ? entry : undefined,
    ...listPlace(raw),
  }
}

/** The filter that list and file share. */
export function activityFilter(
  search: ActivitySearch,
  of: ActivityOf,
): Omit<ActivityInput, keyof ListPlace> {
  const { entry: _, size: __, after: ___, before: ____, ...filter } = search
  return of === 'staff' ? { ...filter, isByStaff: true } : filter
}
