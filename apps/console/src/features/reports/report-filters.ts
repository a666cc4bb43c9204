import type { CallOf } from '@khlang/contract/calls.ts'
import type { InputOf } from '@khlang/contract/kit/define.ts'
import { gameTypes } from '@khlang/contract/values/play-values.ts'
import { useMemo } from 'react'
import type { SearchValues } from '../../lib/address/navigation.tsx'
import type { RawSearch } from '../../lib/address/search.ts'
import { dateOnText, someOf, wholeNumber } from '../../lib/address/search-values.ts'
import { useQueryCall } from '../../lib/call/query.ts'
import type { Filter, FilterMaker } from '../../lib/list/filters.ts'
import { useSame } from '../../lib/list/use-same.ts'
import type { Option } from '../../ui/filters/filter-fields.ts'
import { useReading } from '../../ui/use-reading.ts'

const idShape = (prefix: string) => new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`)
const shapes = { providerId: idShape('gpr'), gameId: idShape('gam'), sellerId: idShape('emp') }
type IdFilter = keyof typeof shapes

const chosenIn = (search: SearchValues, name: IdFilter): string[] => {
  const value = search[name]
  return Array.isArray(value) ? value.map(String) : []
}

/** Providers, the games of those that are chosen, and sellers. */
function useChoices(search: SearchValues, of: 'providers' | 'games' | 'sellers'): readonly Option[] {
  const { language } = useReading()
  const [providerId, gameId] = [
    useSame(chosenIn(search, 'providerId')),
    useSame(chosenIn(search, 'gameId')),
  ]
  const { data } = useQueryCall(
    'reports.choices',
    {
      ...(providerId.length > 0 ? { providerId: [...providerId] } : {}),
      ...(gameId.length > 0 ? { gameId: [...gameId] } : {}),
    },
    { isTracked: false, keepsPrevious: true, staleMs: 300_000 },
  )
  return useMemo(
    () =>
      (data?.[of] ?? []).map(({ id, name }) => ({
        value: id,
        label: typeof name === 'string' ? name : name[language],
      })),
    [data, of, language],
  )
}

type Input = InputOf<CallOf<'reports.memberGames'>>
/** What lists of play are filtered by: kinds, providers and games. */
export const gameFilters = <I extends Pick<Input, 'type' | 'providerId' | 'gameId' | 'asOf'>>(
  make: FilterMaker<I>,
): Filter[] => {
  const filter = make as unknown as FilterMaker<Input>
  return [
    filter.own({ read: { asOf: dateOnText } }),
    filter.many('type', gameTypes, { names: 'types' }),
    filter.chosen('providerId', {
      label: 'field.provider',
      isKnown: (text) => shapes.providerId.test(text),
      choices: function useProviders(search) {
        return useChoices(search, 'providers')
      },
    }),
    filter.chosen('gameId', {
      label: 'field.game',
      isMore: true,
      isKnown: (text) => shapes.gameId.test(text),
      choices: function useGames(search) {
        return useChoices(search, 'games')
      },
    }),
  ]
}

const mostLevel = 99

type Whose = Pick<InputOf<CallOf<'reports.users'>>, 'sellerId' | 'level'>
/** Whose play a report is of. */
export const whoseFilters = <I extends Whose>(make: FilterMaker<I>): Filter[] => {
  const filter = make as unknown as FilterMaker<Whose>
  return [
    filter.chosen('sellerId', {
      label: 'field.seller',
      isMore: true,
      isKnown: (text) => shapes.sellerId.test(text),
      choices: function useSellers(search) {
        return useChoices(search, 'sellers')
      },
    }),
    filter.whole('level', { max: mostLevel, isMore: true }),
  ]
}

const idsOf = (raw: RawSearch[string] | undefined, name: IdFilter): string[] | undefined => {
  const given = raw === undefined ? [] : typeof raw === 'string' ? [raw] : [...raw]
  const found = given.filter((text) => shapes[name].test(text))
  return found.length === 0 ? undefined : found
}

/** Whether the address asks for some members alone. */
export const isOfSome = (raw: RawSearch): boolean =>
  idsOf(raw['sellerId'], 'sellerId') !== undefined ||
  (wholeNumber(raw['level']) ?? mostLevel + 1) <= mostLevel

/** The period and games that the address names: what the parts of a report ask alike. */
export const reportSearch = (raw: RawSearch) => ({
  from: dateOnText(raw['from']),
  to: dateOnText(raw['to']),
  asOf: dateOnText(raw['asOf']),
  type: someOf(raw['type'], gameTypes),
  providerId: idsOf(raw['providerId'], 'providerId'),
  gameId: idsOf(raw['gameId'], 'gameId'),
})
