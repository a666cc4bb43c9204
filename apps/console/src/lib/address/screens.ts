import type { Requires } from '@khlang/contract/kit/permissions.ts'
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

/** Any of the 91 screens, built or not, whoever may open it. Its name: `ui:routes.<path>`. */
export interface ConsoleScreen {
  readonly path: RoutePath
  /** Group of the menu (`ui:groups.<name>`); null for what is open to everybody in the world. */
  readonly group: string | null
  readonly requires: Requires
  readonly isBuilt: boolean
  /** False for what is reached from another screen only. */
  readonly isInMenu: boolean
}

/** The layout fills it, in the order of the menu. */
export const AllScreens = createContext<readonly ConsoleScreen[]>([])

/** Every screen there is and what opens it: for those who give rights to others. */
export const useAllScreens = (): readonly ConsoleScreen[] => useContext(AllScreens)
