import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import { viewScopes } from '@khlang/contract/values/value-lists.ts'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { sameLayout, type TableLayout } from '../../ui/table/table-layout.ts'
import { bangkokDateOn } from '../words/formats.ts'
import { useListViewsCall } from './list-layouts.ts'
import { searchText } from '../address/navigation.tsx'
import { readings, readSearch } from '../address/search.ts'
import { useStore } from '../store.ts'
import { filtersOf, fromKept, sameFilters, shownView, type ViewFilters } from './view-filters.ts'

export type ListView = OutputOf<CallOf<'listViews.list'>>['views'][number]

/** The columns of the table that a view belongs to; `fit` brings a kept layout to today's columns. */
export interface ViewColumns {
  readonly layout: TableLayout
  readonly fit: (layout: TableLayout) => TableLayout
  readonly onLayout: (layout: TableLayout) => void
}

/** Who sees a view, from few to all. */
export const scopes: readonly ListView['scope'][] = viewScopes
const noViews: readonly ListView[] = []

/** What the address filters by, and the way to filter otherwise: from the first page on. */
function useAddressFilters() {
  const router = useRouter()
  const text = useRouterState({ select: (state) => state.location.searchStr })
  const reading = useStore(readings)
  const filters = useMemo(() => filtersOf(readSearch(text), reading), [text, reading])
  const show = useCallback(
    (next: ViewFilters) => {
      const { pathname, search } = router.history.location
      const { size } = readSearch(search)
      router.history.push(`${pathname}${searchText({ ...next, ...(size ? { size } : {}) })}`)
    },
    [router],
  )
  return { filters, show }
}

/** The saved views of a list: which there are, which one is shown, and the way to another. */
export function useListViews(listId: string, columns: ViewColumns | null) {
  const { data, refetch } = useListViewsCall(listId)
  const { filters, show } = useAddressFilters()
  const [pickedId, setPicked] = useState<string | null>(null)
  const views = data?.views ?? noViews
  const todayOn = bangkokDateOn(Date.now())
  const shown = shownView(views, pickedId, filters, todayOn)
  const isSame = shown === undefined || sameFilters(fromKept(shown.filters, todayOn), filters)
  const hasColumns =
    !shown?.layout || columns === null || sameLayout(columns.fit(shown.layout), columns.layout)
  const isBare = Object.keys(filters).length === 0
  const wasShown = useRef(false)
  // A view that was found by its filters stays while they are changed.
  if (pickedId === null && shown) setPicked(shown.id)
  // Who takes every filter out again has left the view.
  useEffect(() => {
    if (pickedId === null) wasShown.current = false
    else if (isSame) wasShown.current = true
    else if (isBare && wasShown.current) setPicked(null)
  }, [pickedId, isSame, isBare])
  const pick = (view: ListView | null) => {
    wasShown.current = false
    setPicked(view?.id ?? null)
    show(view === null ? {} : fromKept(view.filters, todayOn))
    if (view?.layout) columns?.onLayout(view.layout)
  }
  return {
    views,
    mayShare: data?.mayShare ?? false,
    refetch,
    filters,
    todayOn,
    shown,
    isChanged: !isSame || !hasColumns,
    isBare,
    pick,
    /** A view that was just saved is the one that is shown. */
    onSaved: setPicked,
  }
}

export type ListViewsState = ReturnType<typeof useListViews>
