import type { CallName, CallOf } from '@khlang/contract/calls.ts'
import type { InputOf, OutputOf } from '@khlang/contract/kit/define.ts'
import type { Requires } from '@khlang/contract/kit/permissions.ts'
import type { RoutePath } from '@khlang/contract/routes.ts'
import type { ComponentType, ReactNode } from 'react'
import type { Column } from '../../ui/table/table-columns.ts'
import type { DataTableProps } from '../../ui/table/table-props.ts'
import type { CallError } from '../call/call.ts'
import type { SearchValues } from '../address/navigation.tsx'
import type { QueryCallOptions } from '../call/query.ts'
import type { useExport } from './use-export.ts'
import type { ColumnMaker, ColumnSpec, Words } from './columns.tsx'
import type { Filter, FilterMaker } from './filters.ts'

/** Calls that answer rows: a page of them, or all that there are. */
export type ListCall = {
  [N in CallName]: OutputOf<CallOf<N>> extends { records: readonly object[] } ? N : never
}[CallName]
export type AnswerOf<N extends ListCall> = OutputOf<CallOf<N>>
export type RowOf<N extends ListCall> = AnswerOf<N>['records'][number]
type InputFor<N extends ListCall> = InputOf<CallOf<N>>
type Asked<N extends ListCall> = Readonly<Partial<InputFor<N>>>

/** How a call pages: by number, by place in the order, or not at all. */
type PagingOf<N extends ListCall> =
  AnswerOf<N> extends { totalPages: number }
    ? 'numbered'
    : AnswerOf<N> extends { hasAfter: boolean }
      ? 'keyset'
      : 'none'

/** What the parts of a list screen know: the address, the question, the answer. */
export interface ListState<N extends ListCall, P = object> {
  readonly props: P
  readonly search: SearchValues
  readonly change: (changes: SearchValues, options?: { replace?: boolean }) => void
  /** Filters anew, from the first page on; the row beside the list is closed. */
  readonly filterBy: (changes: SearchValues) => void
  /** Filters by this alone. */
  readonly filterByOnly: (changes: SearchValues) => void
  /** What is asked, without the place in the list. */
  readonly filter: Asked<N>
  readonly answer: AnswerOf<N> | undefined
  readonly rows: readonly RowOf<N>[]
  readonly isPending: boolean
  readonly isFetching: boolean
  /** When the answer came, in milliseconds; 0 before the first. */
  readonly answeredAtMs: number
  readonly error: CallError | null
  readonly refetch: () => void
  /** What `totals` answered. */
  readonly totals: unknown
  readonly words: Words
}

export interface PanelProps<Row> {
  readonly id: string
  /** Undefined where the row is not on this page. */
  readonly row: Row | undefined
  readonly onClose: () => void
  readonly onPrevious: (() => void) | undefined
  readonly onNext: (() => void) | undefined
  /** Opens another row in its place. */
  readonly onShow: (id: string) => void
  /** Filters the list behind the panel by this alone. */
  readonly onOnly: (filter: SearchValues) => void
}

interface PanelSpec<Row> {
  readonly Panel: ComponentType<PanelProps<Row>>
  /** Search parameter that names the row. Default `open`. */
  readonly key?: 'open' | 'entry' | 'line'
  /** What an id looks like: the prefix of outside ids, or a pattern. */
  readonly is: string | RegExp
}

/** Sums of a column: of the rows of this page, and of the whole filter by the `totals` call. */
export interface SumSpec {
  /** Field of the rows. */
  readonly row: string
  /** Field of the totals. Default: the same. */
  readonly all?: string
  readonly isSigned?: true
}

/** The way to the form of a new one. */
export interface AddSpec {
  readonly to: RoutePath
  readonly requires?: Requires | undefined
  /** For the staff alone. */
  readonly isOfStaff?: true
  readonly icon?: ReactNode
}

/** A list, said once. */
export interface ListSpec<N extends ListCall, P = object> {
  readonly call: N
  readonly area: string
  readonly paging: PagingOf<N>
  /** Texts of the area: `<texts>.title`, `.lead`, `.add`, `.empty`, `.emptyHint`. Default `list`. */
  readonly texts?: string
  /** Under what columns and views are remembered. Default: the call. */
  readonly listId?: string
  /** Rows of a page where the address names none. Default 25. */
  readonly size?: number
  readonly rowId?: (row: RowOf<N>) => string
  /** What a row is called aloud. */
  readonly name?: (row: RowOf<N>, words: Words) => string
  /** Rows in the order in which the person reads them, where the server's is another. */
  readonly useRows?: (rows: readonly RowOf<N>[], words: Words) => readonly RowOf<N>[]
  readonly filters?: (filter: FilterMaker<InputFor<N>>) => readonly Filter[]
  readonly columns: (column: ColumnMaker<RowOf<N>>) => readonly ColumnSpec<RowOf<N>>[]
  /** The second line of a card on a phone, by ids of columns. Default: the first two that are free. */
  readonly card?: readonly string[]
  /** What the screen around it settles of the question. */
  readonly fixed?: (props: P) => Asked<N>
  /** Search parameters that stand in the address as they are: the tab that the list is in. */
  readonly keeps?: Readonly<Record<string, string>>
  /** The place in the list is not in the address: a second list of a screen. */
  readonly isLocal?: true
  readonly query?: QueryCallOptions | ((search: SearchValues) => QueryCallOptions)
  readonly sort?: {
    readonly known: readonly string[]
    readonly usual: string
    /** The order of what is searched by text, until a column is chosen. */
    readonly match?: string
  }
  readonly totals?: { readonly call: CallName; readonly sums: Readonly<Record<string, SumSpec>> }
  readonly exports?: {
    readonly call: Parameters<typeof useExport>[0]
    readonly columns: readonly string[]
  }
  /** The drawer of one row. */
  readonly panel?: PanelSpec<RowOf<N>>
  /** The screen of one row, for whom may open it. */
  readonly opens?: {
    readonly href: (row: RowOf<N>, filter: Asked<N>) => string
    readonly requires?: Requires
  }
  readonly add?: AddSpec
  /** Beside the title. */
  readonly Acts?: ComponentType<ListState<N, P>>
  /** Between the filters and the rows: a chart, sums by kind. */
  readonly Above?: ComponentType<ListState<N, P>>
  /** Behind the list: the dialogs that its acts open. */
  readonly Beside?: ComponentType<ListState<N, P>>
  /** Below the title in place of `<texts>.lead`. */
  readonly Lead?: ComponentType
  /** What the table needs beside: ticks, keys of a row, what is beside it. */
  readonly useTable?: (
    state: ListState<N, P>,
    columns: readonly Column<RowOf<N>>[],
  ) => Partial<DataTableProps<RowOf<N>>>
}
