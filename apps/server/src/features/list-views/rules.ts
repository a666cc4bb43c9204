import { isDeepStrictEqual } from 'node:util'
import type { HandlerInput } from '@khlang/contract/kit/define.ts'
import type { listViews } from '@khlang/contract/list-views.ts'
import type { viewScopes } from '@khlang/contract/values/value-lists.ts'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { sharedListsOf } from '../../platform/people/shared-lists.ts'
import { seesBrand } from '../../platform/people/visibility.ts'

export type ViewScope = (typeof viewScopes)[number]

export const viewsPerListMax = 50
export const viewsMax = 500
export const layoutsMax = 100

/** Who shapes roles says what a role, or everyone, finds above a list that they may open themselves. Pure. */
export const mayShare = (actor: EmployeeActor, list: string): boolean =>
  seesBrand(actor) && actor.permissions.roleManagement.isUpdate && sharedListsOf(actor).includes(list)

/** A view goes with its owner; what others see, an admin takes away too. Pure. */
export const mayDelete = (actor: EmployeeActor, ownerId: string): boolean =>
  actor.id === ownerId || actor.role.isAdmin

type Layout = NonNullable<HandlerInput<typeof listViews.create>['layout']>

/** The parts of a layout that differ from the one before it, as each was and is. Pure. */
export function layoutChange(
  stored: Layout | null,
  layout: Layout,
): { before: Partial<Layout> | null; after: Partial<Layout> } {
  const parts = ['order', 'hidden', 'widths', 'density'] as const
  const changed = parts.filter((part) => !isDeepStrictEqual(stored?.[part], layout[part]))
  const only = (of: Layout) => Object.fromEntries(changed.map((part) => [part, of[part]]))
  return { before: stored && only(stored), after: only(layout) }
}
