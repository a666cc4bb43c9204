import { activityResults } from '@khlang/contract/value-lists.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAllows } from '../../lib/permissions.ts'
import { useQueryCall } from '../../lib/query.ts'
import type { FilterField, Option } from '../../ui/filter-fields.ts'
import type { ActivityFilterValues } from './activity-search.ts'
import type { ActivityOf } from './activity-shapes.ts'
import { useActivityWords } from './use-activity-words.ts'

type Field = FilterField<ActivityFilterValues>

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

/** People to choose from; null for whom may not see them, and where there are too many. */
function usePeople(chosen: readonly string[] | undefined): Option[] | null {
  const mayPick = useAllows()({ employeeManagement: ['isRead'] })
  const people = useQueryCall('employees.list', { size: peopleMax }, { isEnabled: mayPick, ...once })
  return useMemo(() => {
    // A box from the first moment on: the fields beside it stay where they are.
    if (mayPick && people.isPending) return optionsOf(none, chosen, (username) => username)
    if (!people.data || people.data.hasAfter) return null
    const names = new Map(people.data.records.map((each) => [each.username, each.displayName]))
    return optionsOf([...names.keys()], chosen, (username) => {
      const name = names.get(username)
      return name === undefined || name === '' ? username : `${name} (${username})`
    })
  }, [mayPick, people.isPending, people.data, chosen])
}

/** The filter of the log, and the failure of what its choices are made of. */
export function useActivityFields(values: ActivityFilterValues, of: ActivityOf) {
  const { t } = useTranslation('activity-logs')
  const words = useActivityWords()
  const entities = useQueryCall('activityLogs.listEntities', {}, once)
  const actions = useQueryCall('activityLogs.listActions', {}, once)
  const people = usePeople(values.admins)
  const { entities: chosenEntities, actions: chosenActions } = values
  const fields = useMemo((): readonly Field[] => {
    const admin: Field = people
      ? { kind: 'multi', name: 'admins', label: t('field.who'), options: people }
      : { kind: 'text', name: 'admins', label: t('field.who'), placeholder: t('filter.adminHint') }
    const what: Field[] = [
      {
        kind: 'multi',
        name: 'entities',
        label: t('field.entity'),
        options: optionsOf(entities.data?.entities ?? none, chosenEntities, words.entity),
      },
      {
        kind: 'multi',
        name: 'actions',
        label: t('field.action'),
        options: optionsOf(actions.data?.actions ?? none, chosenActions, words.action),
      },
    ]
    const result: Field = {
      kind: 'multi',
      name: 'results',
      label: t('field.result'),
      options: activityResults.map((value) => ({ value, label: t(`results.${value}`) })),
    }
    return [
      ...(of === 'staff' ? [admin] : []),
      { kind: 'dateRange', fromName: 'from', toName: 'to', label: t('field.dates') },
      ...what,
      ...(of === 'staff' ? [] : [admin]),
      { ...result, isMore: true },
      { kind: 'text', name: 'entityId', label: t('filter.thing'), isMore: true },
      { kind: 'text', name: 'address', label: t('field.address'), isMore: true },
      { kind: 'text', name: 'requestId', label: t('field.requestId'), isMore: true },
    ]
  }, [t, of, words, people, entities.data, actions.data, chosenEntities, chosenActions])
  const failed = [entities, actions].filter((query) => query.error !== null)
  return {
    fields,
    error: failed[0]?.error ?? null,
    retry: () => failed.forEach((query) => void query.refetch()),
  }
}
