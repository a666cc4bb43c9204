import { useRouter } from '@tanstack/react-router'
import { Suspense, useCallback, useMemo } from 'react'
import { PanelBones } from '../../ui/sheet/PanelBones.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { ExportButton } from '../../ui/table/tools/ExportButton.tsx'
import { Filters } from '../../ui/filters/Filters.tsx'
import type { FilterField } from '../../ui/filters/filter-fields.ts'
import type { Column } from '../../ui/table/table-columns.ts'
import { useFailure } from '../call/failure.ts'
import { searchText, type SearchValues } from '../address/navigation.tsx'
import { besideOf } from './beside.ts'
import { useExport } from './use-export.ts'
import { noChoices } from './filters.ts'
import { ListPager } from './ListPager.tsx'
import { countOf, useTotals } from './ListTotals.tsx'
import type { ListCall, ListState, RowOf } from './list-spec.ts'
import type { Made } from './made.ts'
import { isFiltered } from './question.ts'
import { sorting } from './sorting.ts'
import { useSame } from './use-same.ts'

export interface ListTableProps<N extends ListCall, P> {
  made: Made<N, P>
  state: ListState<N, P>
}

/** The rows of a list with all that stands around them. */
export function ListTable<N extends ListCall, P>({ made, state }: ListTableProps<N, P>) {
  const { spec, texts, rowId, openKey } = made
  const { search, change, rows, words } = state
  const { t } = words
  const failure = useFailure()
  const columns = useColumns(made, state)
  const fields = useFields(made, state)
  const totals = useTotals(made, state)
  const nameOf = useMemo(() => {
    const { name } = spec
    return name && ((row: RowOf<N>) => name(row, words))
  }, [spec, words])
  const { Above } = spec
  return (
    <>
      {Above && <Above {...state} />}
      <DataTable
        listId={made.listId}
        label={t(`${texts}.title`)}
        columns={columns}
        rows={rows}
        rowId={rowId}
        rowName={nameOf}
        isLoading={state.isPending}
        error={failure(state.error)}
        onRetry={state.refetch}
        empty={emptyText(made, state)}
        {...sorting(made, state)}
        totals={totals}
        hasPageKeys={!spec.isLocal}
        hasViews={fields.length > 0}
        height={spec.isLocal ? 'content' : 'page'}
        bar={fields.length > 0 && <Filters fields={fields} values={search} onChange={state.filterBy} />}
        tools={spec.exports && <Exported made={made} state={state} columns={columns} />}
        pager={
          <ListPager
            paging={spec.paging}
            search={search}
            answer={state.answer}
            count={countOf(made, state)}
            onPlace={(changes) => change({ ...changes, [openKey]: undefined })}
          />
        }
        {...useOpening(made, state)}
        {...made.tableOf(state, columns)}
      />
      <Drawer made={made} state={state} />
    </>
  )
}

/** What stands in place of rows: a list may say apart that its filter alone finds none. */
function emptyText<N extends ListCall, P>(
  { asking, texts }: Made<N, P>,
  { search, words: { t } }: ListState<N, P>,
) {
  const empty = { title: t(`${texts}.empty`), hint: t(`${texts}.emptyHint`, { defaultValue: '' }) }
  if (!isFiltered(search, asking)) return empty
  return {
    title: t(`${texts}.notFound`, { defaultValue: empty.title }),
    hint: t(`${texts}.notFoundHint`, { defaultValue: empty.hint }),
  }
}

/** What a press on a row does: its own screen for whom may, else the drawer. */
function useOpening<N extends ListCall, P>(
  { spec, rowId, openKey }: Made<N, P>,
  { change, filter, words: { allows } }: ListState<N, P>,
) {
  type Row = RowOf<N>
  const { history } = useRouter()
  const { opens, panel } = spec
  if (opens && allows(opens.requires)) {
    const href = (row: Row) => opens.href(row, filter)
    return { href, onOpen: (row: Row) => history.push(href(row)) }
  }
  if (!panel) return {}
  return {
    href: (row: Row) =>
      `${history.location.pathname}${searchText({ ...spec.keeps, [openKey]: rowId(row) })}`,
    onOpen: (row: Row) => change({ [openKey]: rowId(row) }),
  }
}

/** The row that the address names, beside its list. */
function Drawer<N extends ListCall, P>({ made, state }: ListTableProps<N, P>) {
  const { spec, rowId, openKey } = made
  const { search, change, rows } = state
  const open = search[openKey]
  const show = useCallback(
    (id: string | undefined) => change({ [openKey]: id }, { replace: true }),
    [change, openKey],
  )
  if (!spec.panel || typeof open !== 'string') return null
  const { Panel } = spec.panel
  return (
    <Suspense fallback={<PanelBones />}>
      <Panel {...besideOf(rows, open, rowId, show)} onShow={show} onOnly={state.filterByOnly} />
    </Suspense>
  )
}

const isAlwaysShown = () => true

/** Headings in the person's language; a column that they may not see is none. */
function useColumns<N extends ListCall, P>(
  { columns, spec }: Made<N, P>,
  { words }: ListState<N, P>,
): readonly Column<RowOf<N>>[] {
  // One letter a column: equal while the person has the same ones.
  const shown = columns.map(({ isShown = isAlwaysShown }) => (isShown() ? 'y' : 'n')).join('')
  return useMemo(
    () =>
      columns
        .filter((_, at) => shown[at] === 'y')
        .map(({ heading, draw, ...column }) => ({
          ...column,
          ...(spec.card?.includes(column.id) ? { card: 'line' as const } : {}),
          header: words.t(heading ?? `field.${column.id}`),
          cell: (row: RowOf<N>) => draw(row, words),
        })),
    [columns, spec, words, shown],
  )
}

/** The filter bar: the same fields while texts and choices are the same. */
function useFields<N extends ListCall, P>(
  { asking }: Made<N, P>,
  { words: { t }, search }: ListState<N, P>,
): readonly FilterField<SearchValues>[] {
  const options = useSame(asking.filters.map(({ choices = noChoices }) => choices(search)))
  return useMemo(
    () => asking.filters.flatMap(({ field }, at) => field?.(t, options[at] ?? []) ?? []),
    [asking, t, options],
  )
}

/** What saves the list as a file, for whom the role lets export. */
function Exported<N extends ListCall, P>({
  made,
  state,
  columns,
}: ListTableProps<N, P> & { columns: readonly Column<RowOf<N>>[] }) {
  const { exports } = made.spec
  const exported = useExport(exports?.call ?? 'members.exportList', {
    filter: state.filter as never,
    listId: made.listId,
    columns: columns as readonly Column<never>[],
    inFile: (exports?.columns ?? []) as readonly never[],
  })
  return exported && <ExportButton {...exported} />
}
