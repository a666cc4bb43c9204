import type { RawSearch } from '../../lib/search.ts'
import { idOf, oneText, wholeNumber } from '../../lib/search-values.ts'

/** What the address of the list holds. `open`: the group in the drawer. */
export type GroupSearch = ReturnType<typeof parseGroups>
export type GroupFilter = Pick<GroupSearch, 'search'>

const sizes = [10, 25, 50, 100]
const pageMax = 100_000

export function parseGroups(raw: RawSearch) {
  const page = wholeNumber(raw['page']) ?? 1
  const size = wholeNumber(raw['size']) ?? 0
  return {
    search: oneText(raw['search'])?.slice(0, 200),
    page: page >= 1 && page <= pageMax ? page : 1,
    size: sizes.includes(size) ? size : 25,
    open: idOf(raw['open'], 'grp'),
  }
}

/** The question of one page. */
export const groupsInput = ({ search, page, size }: GroupSearch) => ({ search: search ?? '', page, size })
