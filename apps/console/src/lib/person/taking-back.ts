import { useAllows } from './permissions.ts'
import { createStore, useStore } from '../store.ts'

/** A credit that is to be taken back: `dep_…` or `adj_…`, and its bank line where it came by one. */
export interface TakingBack {
  readonly id: string
  readonly lineId: string | null
}
/** How a row says that its credit can be taken back; null where it cannot. */
type Way = { readonly lineId: string | null } | null

const takingBack = createStore<TakingBack | null>(null)

/** What the sheet of the shell is about, or null. */
export const useTakingBack = (): TakingBack | null => useStore(takingBack)

/** Closes the sheet. */
export const endTakingBack = (): void => takingBack.set(null)

/**
 * Opens the one sheet in which a credit is taken back, above any screen: `open(id, way)`. Null where there is
 * nothing to take back, or nothing that this person may.
 */
export function useTakeBack(): (id: string, way: Way) => (() => void) | null {
  const allowed = useAllows()
  const mayUnlink = allowed({ pretransactionNotMatch: ['isRead', 'isUpdate'] })
  const mayReverse = allowed({ memberManagement: ['isCreate'] })
  return (id, way) => {
    if (way === null || !(way.lineId === null ? mayReverse : mayUnlink)) return null
    return () => takingBack.set({ id, lineId: way.lineId })
  }
}
