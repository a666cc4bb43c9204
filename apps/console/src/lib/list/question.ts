import type { SearchValues } from '../address/navigation.tsx'
import type { RawSearch } from '../address/search.ts'
import { idOf, listPlace, oneOf, oneText, wholeNumber, yesNo } from '../address/search-values.ts'
import type { Filter } from './filters.ts'

type Question = Readonly<Record<string, unknown>>

/** What of a spec decides how its address is read and what the call is asked. */
export interface Asking {
  readonly paging: 'numbered' | 'keyset' | 'none'
  readonly size: number
  readonly filters: readonly Filter[]
  readonly keeps: Readonly<Record<string, string>>
  readonly sort: { known: readonly string[]; usual: string; match?: string } | undefined
  readonly panel: { key: string; is: string | RegExp } | undefined
}

const sizes = [10, 25, 50, 100]
const pageMax = 100_000

/** Back to the first page: a cursor belongs to one filter. */
export const firstPage = { after: undefined, before: undefined, page: undefined } as const

function placeOf(raw: RawSearch, { paging, size }: Asking): SearchValues {
  if (paging === 'none') return {}
  const given = wholeNumber(raw['size']) ?? size
  if (paging === 'keyset') return { ...listPlace(raw), size: sizes.includes(given) ? given : size }
  const page = wholeNumber(raw['page']) ?? 1
  return {
    page: page >= 1 && page <= pageMax ? page : 1,
    size: sizes.includes(given) ? given : size,
  }
}

function openOf(raw: RawSearch, { panel }: Asking): SearchValues {
  if (!panel) return {}
  const { key, is } = panel
  const text = oneText(raw[key])
  if (typeof is === 'string') return { [key]: idOf(raw[key], is) }
  return { [key]: text !== undefined && is.test(text) ? text : undefined }
}

/** The reading of a list's address: anything is taken, a wrong value becomes its default. */
export function readingOf(asking: Asking): (raw: RawSearch) => SearchValues {
  const readers = asking.filters.flatMap(({ read }) => Object.entries(read))
  return (raw) => ({
    ...Object.fromEntries(readers.map(([name, read]) => [name, read(raw[name])])),
    ...(asking.sort
      ? { sort: oneOf(raw['sort'], asking.sort.known), isAscending: yesNo(raw['isAscending']) }
      : {}),
    ...placeOf(raw, asking),
    ...openOf(raw, asking),
    ...asking.keeps,
  })
}

/** What list, totals and file share: everything but the place and the order. */
export function filterIn(search: SearchValues, { filters }: Asking): Question {
  return Object.assign(
    {},
    ...filters.map(
      ({ read, ask }) =>
        ask?.(search) ?? Object.fromEntries(Object.keys(read).map((name) => [name, search[name]])),
    ),
  ) as Question
}

/** Place and order of one page. */
export function pageIn(search: SearchValues, { paging, sort }: Asking): Question {
  const { size, after, before, page } = search
  const place = { keyset: { size, after, before }, numbered: { page, size }, none: {} }[paging]
  if (!sort) return place
  const usual = sort.match !== undefined && search['search'] ? sort.match : sort.usual
  return { ...place, sort: search['sort'] ?? usual, isAscending: search['isAscending'] ?? false }
}

/** Whether the address asks for less than everything. */
export const isFiltered = (search: SearchValues, asking: Asking): boolean =>
  Object.values(filterIn(search, asking)).some((value) => value !== undefined)
