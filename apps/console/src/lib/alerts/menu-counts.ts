import type { RoutePath } from '@khlang/contract/routes.ts'
import { createStore, useStore } from '../store.ts'

/** A screen, or the page of approvals, which is a tab of one. */
export type MenuLineId = RoutePath | 'approvals'
export type MenuCounts = Readonly<Partial<Record<MenuLineId, number>>>

const counts = createStore<MenuCounts>({})
export const useMenuCounts = (): MenuCounts => useStore(counts)

/** Says how much waits behind a menu line: `setMenuCount('/pre-transaction/request', 4)`. 0 shows nothing. */
export const setMenuCount = (line: MenuLineId, count: number): void =>
  counts.set({ ...counts.get(), [line]: count })
