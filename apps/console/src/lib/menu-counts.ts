import type { RoutePath } from '@khlang/contract/routes.ts'
import { createStore, useStore } from './store.ts'

export type MenuCounts = Readonly<Partial<Record<RoutePath, number>>>

const counts = createStore<MenuCounts>({})
export const useMenuCounts = (): MenuCounts => useStore(counts)

/** Says how much waits behind a menu line: `setMenuCount('/pre-transaction/request', 4)`. 0 shows nothing. */
export const setMenuCount = (path: RoutePath, count: number): void =>
  counts.set({ ...counts.get(), [path]: count })
