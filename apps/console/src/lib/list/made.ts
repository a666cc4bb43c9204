import type { CallOf } from '@khlang/contract/calls.ts'
import type { InputOf } from '@khlang/contract/kit/define.ts'
import { columnsOf, type ColumnSpec } from './columns.tsx'
import { filtersOf } from './filters.ts'
import type { ListCall, ListSpec, RowOf } from './list-spec.ts'
import type { SearchValues } from '../address/navigation.tsx'
import type { RawSearch } from '../address/search.ts'
import { readingOf, type Asking } from './question.ts'

/** A spec with what follows from it once and for all. */
export interface Made<N extends ListCall, P> {
  readonly spec: ListSpec<N, P>
  readonly asking: Asking
  /** The reading of the address. */
  readonly read: (raw: RawSearch) => SearchValues
  readonly columns: readonly ColumnSpec<RowOf<N>>[]
  /** Prefix of its texts. */
  readonly texts: string
  readonly listId: string
  readonly rowId: (row: RowOf<N>) => string
  /** Hooks of the spec: the same at each drawing, for a spec is made once. */
  readonly rowsIn: NonNullable<ListSpec<N, P>['useRows']>
  readonly tableOf: NonNullable<ListSpec<N, P>['useTable']>
  /** The search parameter that names the row beside the list. */
  readonly openKey: 'open' | 'entry' | 'line'
}

export function madeOf<N extends ListCall, P>(spec: ListSpec<N, P>): Made<N, P> {
  const openKey = spec.panel?.key ?? 'open'
  const asking: Asking = {
    paging: spec.paging,
    size: spec.size ?? 25,
    filters: spec.filters?.(filtersOf<InputOf<CallOf<N>>>()) ?? [],
    keeps: spec.keeps ?? {},
    sort: spec.sort,
    panel: spec.panel && { key: openKey, is: spec.panel.is },
  }
  return {
    spec,
    asking,
    read: readingOf(asking),
    columns: spec.columns(columnsOf<RowOf<N>>()),
    texts: spec.texts ?? 'list',
    listId: spec.listId ?? spec.call,
    rowId: spec.rowId ?? ((row) => (row as { id: string }).id),
    rowsIn: spec.useRows ?? ((rows) => rows),
    tableOf: spec.useTable ?? (() => ({})),
    openKey,
  }
}
