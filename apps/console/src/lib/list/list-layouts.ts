import { useEffect, useState } from 'react'
import { clampWidth, type TableLayout } from '../../ui/table/table-layout.ts'
import { call, CallError } from '../call/call.ts'
import { useQueryCall } from '../call/query.ts'
import { session } from '../call/session.ts'
import { createStore, useStore, type Store } from '../store.ts'

const saveAfterMs = 600
const tryAgainMs = 15_000
/** So long at most a table keeps its rows back for the columns of its person. */
const waitMaxMs = 600

/** What this person arranged in this tab, by list; null where nothing was touched yet. */
const arranged = new Map<string, Store<TableLayout | null>>()
const unsaved = new Map<string, ReturnType<typeof setTimeout>>()

const storeOf = (listId: string): Store<TableLayout | null> => {
  const known = arranged.get(listId) ?? createStore<TableLayout | null>(null)
  arranged.set(listId, known)
  return known
}

// Whoever signs in next never meets the columns of the person before.
let tokenBefore = session.get().token
session.subscribe(() => {
  const { token } = session.get()
  if (token === tokenBefore) return
  tokenBefore = token
  for (const timer of unsaved.values()) clearTimeout(timer)
  unsaved.clear()
  for (const store of arranged.values()) store.set(null)
})
// A tab that is closed or left takes no change with it.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') for (const listId of unsaved.keys()) void save(listId)
})

/** A layout as it travels: a dragged width can be half a pixel. */
export const wireLayout = ({ order, hidden, widths, density }: TableLayout) => ({
  order: [...order],
  hidden: [...hidden],
  widths: Object.fromEntries(Object.entries(widths).map(([id, width]) => [id, clampWidth(width)])),
  density,
})

async function save(listId: string): Promise<void> {
  clearTimeout(unsaved.get(listId))
  unsaved.delete(listId)
  const layout = storeOf(listId).get()
  if (layout === null) return
  const { token } = session.get()
  try {
    await call('listViews.saveLayout', { list: listId, layout: wireLayout(layout) }, { isTracked: false })
  } catch (thrown) {
    // A server out of reach is asked once more; a refusal stays one, and the columns stay with this tab.
    const isAway = thrown instanceof CallError && (thrown.status === 0 || thrown.status >= 500)
    if (isAway && session.get().token === token && !unsaved.has(listId)) saveIn(listId, tryAgainMs)
  }
}

function saveIn(listId: string, ms: number): void {
  clearTimeout(unsaved.get(listId))
  unsaved.set(
    listId,
    setTimeout(() => void save(listId), ms),
  )
}

/** Shows a list so from now on, and keeps it for this person, here and in any other browser. */
export function keepLayout(listId: string, layout: TableLayout): void {
  storeOf(listId).set(layout)
  saveIn(listId, saveAfterMs)
}

/** The views of a list and this person's columns, fetched once behind the screen and kept. */
export const useListViewsCall = (listId: string) =>
  useQueryCall('listViews.list', { list: listId }, { isTracked: false, isKept: true })

/** How this person arranged a list: what they just did, else what the server keeps. */
export function useKeptLayout(listId: string): TableLayout | null {
  const here = useStore(storeOf(listId))
  const { data } = useListViewsCall(listId)
  return here ?? data?.layout ?? null
}

/** True while the columns are on their way, for a moment at most: rows drawn now would be drawn twice. */
export function useIsLayoutComing(listId: string): boolean {
  const { isPending } = useListViewsCall(listId)
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isPending) return
    const timer = setTimeout(() => setLate(true), waitMaxMs)
    return () => clearTimeout(timer)
  }, [isPending])
  return isPending && !isLate
}
