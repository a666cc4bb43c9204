import type { RoutePath } from '@khlang/contract/routes.ts'
import { createContext, useContext } from 'react'

/** A built screen that the signed-in person may open, with the names the menu gives it. */
export interface OpenScreen {
  readonly path: RoutePath
  readonly label: string
  readonly group: string
}

/** The layout fills it: screens may not import the table of routes. */
export const OpenScreens = createContext<readonly OpenScreen[]>([])

/** The menu as a list: what the signed-in person may open. */
export const useOpenScreens = (): readonly OpenScreen[] => useContext(OpenScreens)
