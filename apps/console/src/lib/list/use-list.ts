import type { CallOf } from '@khlang/contract/calls.ts'
import type { InputOf } from '@khlang/contract/kit/define.ts'
import { useCallback, useState } from 'react'
import type { SearchValues } from '../address/navigation.tsx'
import { useQueryCall } from '../call/query.ts'
import { useScreenSearch } from '../address/search.ts'
import type { AnswerOf, ListCall, ListState, RowOf } from './list-spec.ts'
import type { Made } from './made.ts'
import { filterIn, firstPage, pageIn } from './question.ts'
import { useWords } from './use-words.ts'

const none: readonly never[] = []

type Change = ListState<ListCall>['change']

/** Where the list stands: in the address, or in the screen for a second list of it. */
function usePlace<N extends ListCall, P>({ spec, read }: Made<N, P>): readonly [SearchValues, Change] {
  const [local, setLocal] = useState(() => read({}))
  const inAddress = useScreenSearch(read, !spec.isLocal)
  const changeLocal = useCallback<Change>(
    (changes) => setLocal((before) => ({ ...before, ...changes })),
    [],
  )
  return spec.isLocal ? [local, changeLocal] : inAddress
}

/** Reads one list as its spec says. */
export function useList<N extends ListCall, P>(made: Made<N, P>, props: P): ListState<N, P> {
  const { spec, asking, openKey, read, rowsIn } = made
  const [search, change] = usePlace(made)
  const words = useWords(spec.area)
  const filter = { ...filterIn(search, asking), ...spec.fixed?.(props) } as Partial<InputOf<CallOf<N>>>
  const question = { ...filter, ...pageIn(search, asking) } as InputOf<CallOf<N>>
  const query = typeof spec.query === 'function' ? spec.query(search) : spec.query
  const list = useQueryCall(spec.call, question, { keepsPrevious: true, ...query })
  const sums = useQueryCall(spec.totals?.call ?? spec.call, filter as never, {
    keepsPrevious: true,
    ...query,
    isEnabled: spec.totals !== undefined,
    isTracked: false,
  })
  const filterBy = useCallback(
    (changes: SearchValues) =>
      change({ ...changes, ...firstPage, [openKey]: undefined }, { replace: true }),
    [change, openKey],
  )
  const { size } = search
  const filterByOnly = useCallback(
    (changes: SearchValues) => change({ ...read({}), size, ...changes }),
    [change, read, size],
  )
  const answer: AnswerOf<N> | undefined = list.data
  const rows: readonly RowOf<N>[] = answer?.records ?? none
  return {
    props,
    search,
    change,
    filterBy,
    filterByOnly,
    filter,
    answer,
    rows: rowsIn(rows, words),
    isPending: list.isPending,
    isFetching: list.isFetching,
    answeredAtMs: list.dataUpdatedAt,
    error: list.error,
    refetch: () => void list.refetch(),
    totals: spec.totals ? sums.data : undefined,
    words,
  }
}
