import { useMemo } from 'react'
import type { SearchValues } from '../../lib/address/navigation.tsx'
import { idOf } from '../../lib/address/search-values.ts'
import { useQueryCall } from '../../lib/call/query.ts'
import type { Filter } from '../../lib/list/filters.ts'
import { formatDateTime } from '../../lib/words/formats.ts'
import type { Option } from '../../ui/filters/filter-fields.ts'
import { useReading } from '../../ui/use-reading.ts'

// What a link to bets narrows them by: each stands among the filters by its name, and can be taken out.

type Name = 'providerId' | 'gameId' | 'memberId'
const prefixes: Readonly<Record<Name, string>> = { providerId: 'gpr', gameId: 'gam', memberId: 'mbr' }

/** The beginning of an hour, as sums by hour name it. */
const hour = /^\d{4}-\d\d-\d\dT\d\d:00:00\.000Z$/

const textIn = (search: SearchValues, name: string): string | undefined => {
  const value = search[name]
  return typeof value === 'string' ? value : undefined
}

/** Providers, games or the member by their names; one that is chosen is an option before its name is here. */
function useNamed(search: SearchValues, name: Name): readonly Option[] {
  const { language } = useReading()
  const [providerId, gameId, memberId] = [
    textIn(search, 'providerId'),
    textIn(search, 'gameId'),
    textIn(search, 'memberId'),
  ]
  const { data } = useQueryCall(
    'betReports.choices',
    {
      ...(providerId === undefined ? {} : { providerId }),
      ...(gameId === undefined ? {} : { gameId }),
      ...(memberId === undefined ? {} : { memberId }),
    },
    { isTracked: false, keepsPrevious: true, staleMs: 300_000 },
  )
  const chosen = { providerId, gameId, memberId }[name]
  return useMemo(() => {
    const named = { providerId: data?.providers, gameId: data?.games, memberId: undefined }[name] ?? []
    const options = named.map(({ id, name: words }) => ({ value: id, label: words[language] }))
    if (name === 'memberId' && data?.member)
      options.push({ value: data.member.id, label: data.member.username })
    const isNamed = chosen === undefined || options.some(({ value }) => value === chosen)
    return isNamed ? options : [...options, { value: chosen, label: '…' }]
  }, [data, name, language, chosen])
}

const byName = (name: Name): Filter => ({
  read: { [name]: (raw) => idOf(raw, prefixes[name]) },
  // Games are those of a provider, and a member is chosen elsewhere: without them there is no such choice.
  field: (t, options) =>
    options.length === 0
      ? null
      : { kind: 'select', name, label: t(`field.${name}`), options, isMore: true },
  choices: function useChoices(search) {
    return useNamed(search, name)
  },
})

/** An hour is chosen in the sums by hour alone. */
const byHour: Filter = {
  read: {
    settledHour: (raw) => (raw !== undefined && hour.test(String(raw)) ? String(raw) : undefined),
  },
  field: (t, options) =>
    options.length === 0
      ? null
      : { kind: 'select', name: 'settledHour', label: t('field.settledHour'), options, isMore: true },
  choices: function useHour(search) {
    const reading = useReading()
    const value = textIn(search, 'settledHour')
    return useMemo(
      () => (value === undefined ? [] : [{ value, label: formatDateTime(value, reading, false) }]),
      [value, reading],
    )
  },
}

export const namedFilters: readonly Filter[] = [
  byName('providerId'),
  byName('gameId'),
  byName('memberId'),
  byHour,
]
