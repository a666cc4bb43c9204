import type { CallOf } from '@khlang/contract/calls.ts'
import type { InputOf } from '@khlang/contract/kit/define.ts'
import { activityResults } from '@khlang/contract/values/value-lists.ts'
import { useMemo } from 'react'
import { typedInstead, type Filter, type FilterMaker } from '../../lib/list/filters.ts'
import { useSame } from '../../lib/list/use-same.ts'
import type { SearchValues } from '../../lib/address/navigation.tsx'
import { useAllows } from '../../lib/person/permissions.ts'
import { useQueryCall } from '../../lib/call/query.ts'
import type { RawSearch } from '../../lib/address/search.ts'
import type { Option } from '../../ui/filters/filter-fields.ts'
import type { ActivityInput, ActivityOf } from './activity-shapes.ts'
import { useActivityWords } from './use-activity-words.ts'

const once = { isKept: true, isTracked: false } as const
const none: readonly string[] = []
/** More people than this are typed, not chosen. */
const peopleMax = 100

/** Options by their words; what is chosen stays an option though the server does not name it. */
function optionsOf(
  known: readonly string[],
  chosen: readonly string[] | undefined,
  word: (code: string) => string | null,
): Option[] {
  return [...new Set([...known, ...(chosen ?? none)])]
    .map((value) => ({ value, label: word(value) ?? value }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
}

/** People to choose from; `typedInstead` for whom may not see them, and where there are too many. */
function usePeople(wanted: readonly string[]): readonly Option[] {
  const chosen = useSame(wanted)
  const mayPick = useAllows()({ employeeManagement: ['isRead'] })
  const people = useQueryCall('employees.list', { size: peopleMax }, { isEnabled: mayPick, ...once })
  return useMemo(() => {
    // A box from the first moment on: the fields beside it stay where they are.
    if (mayPick && people.isPending) return optionsOf(none, chosen, (username) => username)
    if (!people.data || people.data.hasAfter) return typedInstead
    const names = new Map(people.data.records.map((each) => [each.username, each.displayName]))
    return optionsOf([...names.keys()], chosen, (username) => {
      const name = names.get(username)
      return name === undefined || name === '' ? username : `${name} (${username})`
    })
  }, [mayPick, people.isPending, people.data, chosen])
}

/** Several values, each in a parameter of its own or, as people type them, divided by commas. */
function texts(value: RawSearch[string] | undefined, max: number, shape: RegExp): string[] | undefined {
  const given: readonly string[] = value === undefined ? [] : typeof value === 'string' ? [value] : value
  const found = given
    .flatMap((each) => each.split(','))
    .map((each) => each.trim())
    .filter((each) => shape.test(each))
  return found.length === 0 ? undefined : [...new Set(found)].slice(0, max)
}

const chosenIn = (search: SearchValues, name: string): readonly string[] => {
  const value = search[name]
  return Array.isArray(value) ? value.map(String) : none
}

const useKnown = () => ({
  entities: useQueryCall('activityLogs.listEntities', {}, once),
  actions: useQueryCall('activityLogs.listActions', {}, once),
})

/** The failure of what the filters' choices are made of, and the way to ask for them again. */
export function useChoicesFailure() {
  const failed = Object.values(useKnown()).filter((query) => query.error !== null)
  return {
    error: failed[0]?.error ?? null,
    retry: () => failed.forEach((query) => void query.refetch()),
  }
}

/** Who did it: chosen, or typed where they are too many. */
const who: Filter = {
  read: { admins: (raw) => texts(raw, 20, /^\S{1,64}$/u)?.map((each) => each.toLowerCase()) },
  field: (t, options) =>
    options === typedInstead
      ? { kind: 'text', name: 'admins', label: t('field.who'), placeholder: t('filter.adminHint') }
      : { kind: 'multi', name: 'admins', label: t('field.who'), options },
  choices: function useWho(search) {
    return usePeople(chosenIn(search, 'admins'))
  },
}

/** Codes of one sort that the log has held, by their words. */
const codes = (name: 'entities' | 'actions', max: number, shape: RegExp): Filter => {
  const of = name === 'entities' ? 'entity' : 'action'
  return {
    read: { [name]: (raw) => texts(raw, max, shape) },
    field: (t, options) => ({ kind: 'multi', name, label: t(`field.${of}`), options }),
    choices: function useCodes(search) {
      const words = useActivityWords()
      const { entities: things, actions: acts } = useKnown()
      const held = name === 'entities' ? things.data?.entities : acts.data?.actions
      const chosen = useSame(chosenIn(search, name))
      return useMemo(() => optionsOf(held ?? none, chosen, words[of]), [held, chosen, words])
    },
  }
}
const entities = codes('entities', 40, /^\w{1,40}$/)
const actions = codes('actions', 100, /^\w{1,60}$/)

type Maker = FilterMaker<ActivityInput>
const results = (filter: Maker, isMore: boolean) =>
  filter.many('results', activityResults, { label: 'field.result', names: 'results', isMore })
const dates = (filter: Maker) => filter.dates('from', 'to', { label: 'field.dates' })

/** What the log is filtered by: the people first where it is theirs. */
export const activityFilters = (of: ActivityOf) => (filter: Maker) => [
  ...(of === 'staff' ? [filter.own(who)] : []),
  dates(filter),
  filter.own(entities),
  filter.own(actions),
  ...(of === 'staff' ? [] : [filter.own(who)]),
  results(filter, true),
  filter.text('entityId', { max: 80, label: 'filter.thing', isMore: true }),
  filter.text('address', { max: 64, isMore: true }),
  filter.text('requestId', { max: 80, isMore: true }),
]

/** What one's own log is filtered by. */
export const ownFilters = (filter: FilterMaker<InputOf<CallOf<'activityLogs.mine'>>>) => [
  filter.dates('from', 'to', { label: 'field.dates' }),
  filter.many('results', activityResults, { label: 'field.result', names: 'results' }),
]
