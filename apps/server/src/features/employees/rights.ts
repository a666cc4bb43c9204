import {
  actions,
  permissionMap,
  resources,
  type Abilities,
  type Action,
  type PermissionMap,
  type Resource,
} from '@khlang/contract/kit/permissions.ts'
import { ApiError } from '../../platform/api-error.ts'

/** All that a role lets its people do. */
export interface Rights {
  readonly isAdmin: boolean
  readonly permission: PermissionMap
  readonly abilities: Abilities
}

export type Beyond = 'isAdmin' | `${Resource}.${Action}` | keyof Abilities

const switches = ['revealPii', 'exportData', 'seeOwnBalances'] as const
const limits = ['approvalLimitMinor', 'adjustmentPerDayMinor'] as const

/** Null is no limit, so it goes further than every amount. */
const isMore = (limit: number | null, than: number | null): boolean =>
  than !== null && (limit === null || limit > than)

/** What `wanted` has that `held` has not. Empty: it goes no further. Pure. */
export function beyond(wanted: Rights, held: Rights): Beyond[] {
  const flags = held.isAdmin
    ? []
    : resources.flatMap((resource) =>
        actions
          .filter((action) => wanted.permission[resource][action] && !held.permission[resource][action])
          .map((action) => `${resource}.${action}` as const),
      )
  return [
    ...(wanted.isAdmin && !held.isAdmin ? (['isAdmin'] as const) : []),
    ...flags,
    ...switches.filter((name) => wanted.abilities[name] && !held.abilities[name]),
    ...limits.filter((name) => isMore(wanted.abilities[name], held.abilities[name])),
  ]
}

/**
 * Nobody grants what they lack, nor changes what stands above them.
 * @throws beyondOwnRights with what is missing
 */
export function assertWithin(wanted: Rights, held: Rights): void {
  const missing = beyond(wanted, held)
  if (missing.length > 0) throw new ApiError('beyondOwnRights', { details: { missing } })
}

export interface OwnLimits {
  readonly approvalLimitMinor: number | null
  readonly adjustmentPerDayMinor: number | null
}

const smaller = (one: number | null, other: number | null): number | null =>
  one === null ? other : other === null ? one : Math.min(one, other)

/** What both hold: never more than either. The admin flag of one is spelt out in the other's flags. Pure. */
export function common(one: Rights, other: Rights): Rights {
  const holds = ({ isAdmin, permission }: Rights, resource: Resource, action: Action): boolean =>
    isAdmin || permission[resource][action]
  const [mine, theirs] = [one.abilities, other.abilities]
  return {
    isAdmin: one.isAdmin && other.isAdmin,
    permission: permissionMap(
      (resource, action) => holds(one, resource, action) && holds(other, resource, action),
    ),
    abilities: {
      revealPii: mine.revealPii && theirs.revealPii,
      exportData: mine.exportData && theirs.exportData,
      seeOwnBalances: mine.seeOwnBalances && theirs.seeOwnBalances,
      approvalLimitMinor: smaller(mine.approvalLimitMinor, theirs.approvalLimitMinor),
      adjustmentPerDayMinor: smaller(mine.adjustmentPerDayMinor, theirs.adjustmentPerDayMinor),
    },
  }
}

/** What a role gives a person who has limits of their own: the smaller of the two counts. Pure. */
export const narrowed = (rights: Rights, own: OwnLimits): Rights => ({
  ...rights,
  abilities: {
    ...rights.abilities,
    approvalLimitMinor: smaller(rights.abilities.approvalLimitMinor, own.approvalLimitMinor),
    adjustmentPerDayMinor: smaller(rights.abilities.adjustmentPerDayMinor, own.adjustmentPerDayMinor),
  },
})

/** Whether the rights are the same, whatever the order of their keys. Pure. */
export const isSame = (one: Rights, other: Rights): boolean =>
  one.isAdmin === other.isAdmin &&
  resources.every((resource) =>
    actions.every((action) => one.permission[resource][action] === other.permission[resource][action]),
  ) &&
  [...switches, ...limits].every((name) => one.abilities[name] === other.abilities[name])

/** What differs between two rights, for the eye of a second person: only the fields that differ. Pure. */
export function rightsDiff(
  before: Rights,
  after: Rights,
): { field: string; before: unknown; after: unknown }[] {
  const flat = (rights: Rights): [string, unknown][] => [
    ['isAdmin', rights.isAdmin],
    ...resources.flatMap((resource) =>
      actions.map((action): [string, unknown] => [
        `${resource}.${action}`,
        rights.permission[resource][action],
      ]),
    ),
    ...[...switches, ...limits].map((name): [string, unknown] => [name, rights.abilities[name]]),
  ]
  const now = flat(after)
  return flat(before).flatMap(([field, was], at) =>
    was === now[at]?.[1] ? [] : [{ field, before: was, after: now[at]?.[1] }],
  )
}
