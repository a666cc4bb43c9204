import type { Abilities, Action, PermissionMap, Resource } from '@khlang/contract/kit/permissions.ts'
import type { ConsoleScreen } from '../../../lib/address/screens.ts'

/** The four flags in the order of the matrix. */
export const actions = ['isRead', 'isCreate', 'isUpdate', 'isDelete'] as const satisfies readonly Action[]
export const switches = ['revealPii', 'exportData', 'seeOwnBalances'] as const
export const limits = ['approvalLimitMinor', 'adjustmentPerDayMinor'] as const

/** All that a role lets its people do. Limits in satang, null = no limit. */
export interface Rights {
  readonly isAdmin: boolean
  readonly permission: PermissionMap
  readonly abilities: Abilities
}

/** One field of the matrix. */
export interface Cell {
  readonly resource: Resource
  readonly action: Action
}

export interface ResourceGroup {
  readonly group: string
  readonly resources: readonly Resource[]
}

/** The resources as the menu has them: each in the group of the first screen that asks for it. Pure. */
export function resourceGroups(screens: readonly ConsoleScreen[]): ResourceGroup[] {
  // What is reached from elsewhere says less about where a resource belongs than a line of the menu.
  const ordered = [...screens.filter(({ isInMenu }) => isInMenu), ...screens]
  const groups = new Map<string, Resource[]>()
  const seen = new Set<string>()
  for (const { group, requires } of ordered) {
    if (group === null || typeof requires === 'string') continue
    for (const resource of Object.keys(requires) as Resource[]) {
      if (seen.has(resource)) continue
      seen.add(resource)
      groups.set(group, [...(groups.get(group) ?? []), resource])
    }
  }
  return [...groups].map(([group, resources]) => ({ group, resources }))
}

/** The fields of these resources, of these columns. */
export const cellsOf = (resources: readonly Resource[], columns: readonly Action[] = actions): Cell[] =>
  resources.flatMap((resource) => columns.map((action) => ({ resource, action })))

const isOn = (permission: PermissionMap, { resource, action }: Cell): boolean =>
  permission[resource][action]

/** How much of the fields is on. */
export function stateOf(permission: PermissionMap, cells: readonly Cell[]): 'all' | 'some' | 'none' {
  const count = cells.filter((cell) => isOn(permission, cell)).length
  return count === 0 ? 'none' : count === cells.length ? 'all' : 'some'
}

/** Whether somebody with these rights may give a flag to others. */
export const mayGrant = (own: Rights, { resource, action }: Cell): boolean =>
  own.isAdmin || own.permission[resource][action]

/**
 * One press on a field, a row, a column or a group: turns on what may be given, or, where that is all on
 * already, off. What one does not hold stays as it is. A flag that is turned on brings the one to read with
 * it, where that is held: without it no screen opens. Rows without a change keep their identity. Pure.
 */
export function toggled(permission: PermissionMap, cells: readonly Cell[], own: Rights): PermissionMap {
  const grantable = cells.filter((cell) => mayGrant(own, cell))
  const value = !grantable.every((cell) => isOn(permission, cell))
  const next = { ...permission }
  for (const cell of grantable) {
    if (isOn(next, cell) === value) continue
    const read: Cell = { resource: cell.resource, action: 'isRead' }
    const opens = value && mayGrant(own, read) ? { isRead: true } : {}
    next[cell.resource] = { ...next[cell.resource], ...opens, [cell.action]: value }
  }
  return next
}

export interface Difference {
  /** `isAdmin`, `memberManagement.isRead`, `revealPii`, `approvalLimitMinor`. */
  readonly field: string
  readonly before: boolean | number | null
  readonly after: boolean | number | null
}

const flat = ({ isAdmin, permission, abilities }: Rights): [string, boolean | number | null][] => [
  ['isAdmin', isAdmin],
  ...(Object.keys(permission) as Resource[]).flatMap((resource) =>
    actions.map((action): [string, boolean] => [`${resource}.${action}`, permission[resource][action]]),
  ),
  ...[...switches, ...limits].map((name): [string, boolean | number | null] => [name, abilities[name]]),
]

/** What differs between two rights, and nothing else. Pure. */
export function rightsDiff(before: Rights, after: Rights): Difference[] {
  const now = new Map(flat(after))
  return flat(before).flatMap(([field, was]) => {
    const is = now.get(field) ?? null
    return is === was ? [] : [{ field, before: was, after: is }]
  })
}

/** How many flags and abilities are given and taken, and how many limits are other ones. Pure. */
export function countChanges(differences: readonly Difference[]) {
  return {
    given: differences.filter(({ after }) => after === true).length,
    taken: differences.filter(({ after }) => after === false).length,
    limits: differences.filter(({ after }) => typeof after !== 'boolean').length,
  }
}

/** Null is no limit, so it goes further than every amount. */
export const isBeyondLimit = (wanted: number | null, own: number | null): boolean =>
  own !== null && (wanted === null || wanted > own)

/** What somebody with the rights `own` could not give: the fields that go further. Pure. */
export function beyond(wanted: Rights, own: Rights): string[] {
  return flat(wanted).flatMap(([field, value]) => {
    if (field === 'isAdmin') return value === true && !own.isAdmin ? [field] : []
    const limit = limits.find((name) => name === field)
    if (limit) return isBeyondLimit(wanted.abilities[limit], own.abilities[limit]) ? [field] : []
    const ability = switches.find((name) => name === field)
    if (ability) return value === true && !own.abilities[ability] ? [field] : []
    const [resource, action] = field.split('.') as [Resource, Action]
    return value === true && !mayGrant(own, { resource, action }) ? [field] : []
  })
}

const smaller = (one: number | null, other: number | null): number | null =>
  one === null ? other : other === null ? one : Math.min(one, other)

/** As much of the rights as somebody with the rights `own` may give: a clone begins with it. Pure. */
export function within(wanted: Rights, own: Rights): Rights {
  const permission = { ...wanted.permission }
  for (const cell of cellsOf(Object.keys(permission) as Resource[])) {
    if (!isOn(permission, cell) || mayGrant(own, cell)) continue
    permission[cell.resource] = { ...permission[cell.resource], [cell.action]: false }
  }
  const { abilities } = wanted
  return {
    isAdmin: wanted.isAdmin && own.isAdmin,
    permission,
    abilities: {
      revealPii: abilities.revealPii && own.abilities.revealPii,
      exportData: abilities.exportData && own.abilities.exportData,
      seeOwnBalances: abilities.seeOwnBalances && own.abilities.seeOwnBalances,
      approvalLimitMinor: smaller(abilities.approvalLimitMinor, own.abilities.approvalLimitMinor),
      adjustmentPerDayMinor: smaller(abilities.adjustmentPerDayMinor, own.abilities.adjustmentPerDayMinor),
    },
  }
}

/** Where somebody else saved meanwhile: what was typed stays, everything else is theirs. Pure. */
export function keepTyped(base: Rights, typed: Rights, now: Rights): Rights {
  const permission = { ...now.permission }
  for (const { resource, action } of cellsOf(Object.keys(permission) as Resource[])) {
    const value = typed.permission[resource][action]
    if (value === base.permission[resource][action] || value === permission[resource][action]) continue
    permission[resource] = { ...permission[resource], [action]: value }
  }
  const abilities = Object.fromEntries(
    [...switches, ...limits].map((name) => [
      name,
      (typed.abilities[name] === base.abilities[name] ? now : typed).abilities[name],
    ]),
  ) as unknown as Abilities
  return { isAdmin: (typed.isAdmin === base.isAdmin ? now : typed).isAdmin, permission, abilities }
}
