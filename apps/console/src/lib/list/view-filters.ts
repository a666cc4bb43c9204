import { datePresets, matchingPreset, presetRange } from '../../ui/filters/date-presets.ts'
import type { SearchValues } from '../address/navigation.tsx'
import type { RawSearch, Reading } from '../address/search.ts'

/** What an address sets, by search parameter: `{ state: ['active', 'locked'] }`. */
export type ViewFilters = Readonly<Record<string, readonly string[]>>

/** Where one stands in a list is no part of what it is filtered by. */
const places = new Set(['size', 'page', 'after', 'before', 'open', 'decide', 'entry', 'line'])
const presetMark = 'preset:'

const valuesOf = (value: SearchValues[string]): string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((one) =>
    one === undefined || one === null || one === '' ? [] : [String(one)],
  )

/** The parameters by which an address differs from the bare screen, read as the screen reads them. */
export function filtersOf(raw: RawSearch, readings: readonly Reading[]): ViewFilters {
  const read = (each: RawSearch): SearchValues =>
    Object.assign({}, ...readings.map((reading) => reading(each))) as SearchValues
  const usual = read({})
  return Object.fromEntries(
    Object.entries(read(raw)).flatMap(([name, value]) => {
      const values = valuesOf(value)
      const isUsual = values.join('\n') === valuesOf(usual[name]).join('\n')
      return places.has(name) || isUsual || values.length === 0 ? [] : [[name, values]]
    }),
  )
}

/** The same parameters with the same values, in whatever order. */
export function sameFilters(one: ViewFilters, other: ViewFilters): boolean {
  const written = (filters: ViewFilters) =>
    Object.entries(filters)
      .map(([name, values]) => [name, ...values.toSorted()].join('\n'))
      .toSorted()
      .join('\n\n')
  return written(one) === written(other)
}

/** `from` and `to`, `registeredFrom` and `registeredTo`: the other end of a range of days, or null. */
const endOf = (name: string): string | null =>
  /(?:^f|F)rom$/.test(name) ? name.replace(/from$/, 'to').replace(/From$/, 'To') : null

/** Days that are "today" or "this month" now are kept as that: a view of today is not one of the past. */
export function toKeep(filters: ViewFilters, todayOn: string): ViewFilters {
  const kept: Record<string, readonly string[]> = { ...filters }
  for (const name of Object.keys(filters)) {
    const end = endOf(name)
    const preset = end && matchingPreset(filters[name]?.[0] ?? '', filters[end]?.[0] ?? '', todayOn)
    if (!end || !preset) continue
    kept[name] = [`${presetMark}${preset}`]
    delete kept[end]
  }
  return kept
}

/** What a kept view filters by today. */
export function fromKept(kept: ViewFilters, todayOn: string): ViewFilters {
  const filters: Record<string, readonly string[]> = { ...kept }
  for (const [name, [value = '']] of Object.entries(kept)) {
    const end = endOf(name)
    const preset = datePresets.find((each) => value === `${presetMark}${each}`)
    if (!end || !preset) continue
    const { from, to } = presetRange(preset, todayOn)
    filters[name] = [from]
    filters[end] = [to]
  }
  return filters
}

interface Kept {
  readonly id: string
  readonly filters: ViewFilters
}

/**
 * The view that a list shows: the one that was picked here, else the one whose filters these are, as after
 * a reload or by a link.
 */
export function shownView<V extends Kept>(
  views: readonly V[],
  pickedId: string | null,
  filters: ViewFilters,
  todayOn: string,
): V | undefined {
  const isSame = (view: V) => sameFilters(fromKept(view.filters, todayOn), filters)
  const picked = views.find(({ id }) => id === pickedId)
  if (picked || Object.keys(filters).length === 0) return picked
  return views.find(isSame)
}
