import type { Sort } from '../../ui/table/table-columns.ts'
import type { ListCall, ListState } from './list-spec.ts'
import type { Made } from './made.ts'
import { firstPage } from './question.ts'

/** The order that the rows stand in, and the way to another; nothing for a list with one order. */
export function sorting<N extends ListCall, P>({ spec }: Made<N, P>, { search, change }: ListState<N, P>) {
  const { sort } = spec
  if (!sort) return {}
  const chosen = typeof search['sort'] === 'string' ? search['sort'] : undefined
  const isByMatch = sort.match !== undefined && Boolean(search['search']) && chosen === undefined
  return {
    // What is searched stands in the order of the match until a column is chosen.
    sort: isByMatch
      ? null
      : { columnId: chosen ?? sort.usual, isDescending: search['isAscending'] !== true },
    onSort: (next: Sort | null) => {
      const known = sort.known.find((each) => each === next?.columnId)
      change({
        sort: known,
        isAscending: known !== undefined && next ? !next.isDescending : undefined,
        ...firstPage,
      })
    },
  }
}
