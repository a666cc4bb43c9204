import type { roles } from '@khlang/contract/roles.ts'
import { actions, resources } from '@khlang/contract/kit/permissions.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Handlers } from '../../platform/call/context.ts'
import { numberedPageOf } from '../../platform/db/numbered-page.ts'
import { assertBrand } from '../../platform/people/visibility.ts'
import { roleChange } from './approval-kinds.ts'
import { ownRights } from './own-rights.ts'
import { assertWithin, beyond, common, isSame, type Rights } from './rights.ts'
import * as queries from './role-queries.ts'
import { whoAgreesAboutRole } from './who-agrees.ts'

type Row = Awaited<ReturnType<typeof queries.findRole>>

const shown = (row: Row) => ({
  _id: row.id,
  roleName: row.name,
  description: row.description,
  template: row.template,
  isAdmin: row.is_admin,
  abilities: queries.abilitiesOf(row),
  flagCount: row.is_admin ? resources.length * actions.length : flagCount(queries.rightsOf(row)),
  memberCount: row.memberCount,
  clonedFrom: row.clonedFrom,
  updatedAt: row.updated_at,
  version: row.version,
  pending: row.pending,
})

const flagCount = ({ permission }: Rights): number =>
  resources.reduce(
    (sum, resource) => sum + actions.filter((action) => permission[resource][action]).length,
    0,
  )

export const roleHandlers: Handlers<typeof roles> = {
  options: ({ db, input, actor }) => queries.roleNames(db, actor, input),

  list: async ({ db, input, actor }) => {
    const { records, totalRecords } = await queries.listRoles(db, actor, input)
    return numberedPageOf(input, records.map(shown), totalRecords)
  },

  get: async ({ db, input, actor }) => {
    const row = await queries.findRole(db, input.id, actor.id)
    const rights = queries.rightsOf(row)
    const mayChange = actor.role.id !== row.id && beyond(rights, ownRights(actor)).length === 0
    return {
      ...shown(row),
      permission: rights.permission,
      isOwn: actor.role.id === row.id,
      mayChange,
      second: await whoAgreesAboutRole(db, { actor, id: input.id, mayChange }),
      members: await queries.holdersOf(db, input.id),
    }
  },

  viewAs: async ({ tx, input, actor, record }) => {
    const role = await queries.findRights(tx, input.id)
    if (!role) throw new ApiError('notFound')
    const { name: roleName, ...rights } = role
    const own = ownRights(actor)
    const isNarrowed = beyond(rights, own).length > 0
    const entityId = encodeId('role', input.id)
    await record({ entity: 'role', entityId, action: 'roleViewed', detail: { roleName, isNarrowed } })
    return { _id: input.id, roleName, ...common(rights, own), isNarrowed }
  },

  create: async ({ tx, input, actor, record }) => {
    assertBrand(actor)
    const { roleName, description, clonedFrom, ...rights } = input
    assertWithin(rights, ownRights(actor))
    if (clonedFrom !== undefined && !(await queries.findRights(tx, clonedFrom)))
      throw new ApiError('invalidValue', { field: 'clonedFrom' })
    const made = await tx
      .insertInto('roles')
      .values({
        name: roleName,
        description,
        cloned_from: clonedFrom ?? null,
        ...queries.rightsValues(rights),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const entityId = encodeId('role', made.id)
    await record({ entity: 'role', entityId, action: 'roleCreated', after: { roleName, ...rights } })
    return { _id: made.id }
  },

  update: async ({ tx, input, actor, ask }) => {
    const { id, version, roleName, description, reason, ...rights } = input
    if (actor.role.id === id) throw new ApiError('ownRights')
    const role = await queries.lockRole(tx, id)
    if (role.version !== version) throw new ApiError('stale', { details: { version: role.version } })
    assertWithin(role.rights, ownRights(actor))
    assertWithin(rights, ownRights(actor))
    const before = { roleName: role.name, description: role.description, ...role.rights }
    const after = { roleName, description, ...rights }
    const isRenamed = roleName !== role.name || description !== role.description
    if (!isRenamed && isSame(role.rights, rights)) return { state: 'done', approvalId: null }
    await queries.assertNameFree(tx, roleName, id)
    return ask(roleChange, { roleId: id, ...after }, { reason, before, audit: { before, after } })
  },
}
