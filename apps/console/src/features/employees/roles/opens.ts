import type { Resource } from '@khlang/contract/kit/permissions.ts'
import { abilityOf, allows } from '../../../lib/person/permissions.ts'
import type { ConsoleScreen } from '../../../lib/address/screens.ts'
import type { Rights } from './rights.ts'

interface OpenGroup {
  readonly group: string
  /** Screens that are there, and those that the product has not built yet. */
  readonly built: readonly ConsoleScreen[]
  readonly later: readonly ConsoleScreen[]
}

export interface Opens {
  readonly groups: readonly OpenGroup[]
  readonly count: number
  readonly builtCount: number
  /** Guarded screens there are. What is open to everybody in the world is not counted. */
  readonly total: number
}

/** What people with these rights can open, by the table of routes alone: the built screens first. Pure. */
export function opensOf({ isAdmin, permission }: Rights, screens: readonly ConsoleScreen[]): Opens {
  const ability = abilityOf({ permissions: permission, isAdmin })
  const guarded = screens.filter(({ group }) => group !== null)
  const open = guarded.filter(({ requires }) => allows(ability, requires))
  const names = [...new Set(guarded.map(({ group }) => group ?? ''))]
  const groups = names.map((group) => {
    const inGroup = open.filter((screen) => screen.group === group)
    return {
      group,
      built: inGroup.filter(({ isBuilt }) => isBuilt),
      later: inGroup.filter(({ isBuilt }) => !isBuilt),
    }
  })
  return {
    groups: groups
      .filter(({ built, later }) => built.length + later.length > 0)
      .toSorted((one, other) => Number(other.built.length > 0) - Number(one.built.length > 0)),
    count: open.length,
    builtCount: open.filter(({ isBuilt }) => isBuilt).length,
    total: guarded.length,
  }
}

/** Resources that only screens ask for which the product has not built yet. Pure. */
export function unusedResources(screens: readonly ConsoleScreen[]): ReadonlySet<Resource> {
  const asked = (isBuilt: boolean) =>
    screens.flatMap((screen) =>
      screen.isBuilt !== isBuilt || typeof screen.requires === 'string'
        ? []
        : (Object.keys(screen.requires) as Resource[]),
    )
  const used = new Set(asked(true))
  return new Set(asked(false).filter((resource) => !used.has(resource)))
}
