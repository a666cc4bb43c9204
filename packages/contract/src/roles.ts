import { z } from 'zod'
import { MayAskAnswer } from './values/ask-answer.ts'
import { defineCalls } from './kit/define.ts'
import { Missing, Version, AskedAlready, none } from './kit/error-details.ts'
import { PendingRight, SecondPerson } from './employees/shapes.ts'
import { Abilities, PermissionMap } from './kit/permissions.ts'
import { numberedList, numberedPage } from './kit/paging.ts'
import { employeeStates } from './values/value-lists.ts'
import { Instant, Remark, Search, idOf, line, text } from './values/values.ts'

const id = idOf('role')

/** Latin beside Greek or Cyrillic letters that look the same would be another role under a known name. */
const RoleName = line(60, 1).refine(
  (name) => !(/\p{Script=Latin}/u.test(name) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(name)),
  'invalidText',
)

const roleInput = {
  roleName: RoleName,
  description: text(300),
  isAdmin: z.boolean(),
  permission: PermissionMap,
  abilities: Abilities,
}

const RoleRow = z.strictObject({
  _id: id,
  roleName: z.string(),
  description: z.string(),
  /** Of a role that came with the product: the name of its template, by which a console may translate it. */
  template: z.string().nullable(),
  isAdmin: z.boolean(),
  abilities: Abilities,
  flagCount: z.int(),
  /** Active people who hold it. */
  memberCount: z.int(),
  clonedFrom: z.string().nullable(),
  updatedAt: Instant,
  version: z.int(),
  pending: PendingRight.nullable(),
})

/** Roles: 32 resources × 4 flags, abilities and limits. */
export const roles = defineCalls({
  options: {
    method: 'POST',
    path: '/api/v1/role/list',
    requires: 'token',
    scope: 'names only; of a seller and an agent their own role alone',
    isRead: true,
    summary: 'Every role by name, to choose from; a page of them where a size is given.',
    input: z.strictObject({
      page: numberedPage.page,
      size: z.int().min(1).max(100).optional(),
      search: Search.default(''),
    }),
    output: z.array(z.strictObject({ _id: id, roleName: z.string() })),
  },
  list: {
    method: 'POST',
    path: '/api/v1/role/list-details',
    requires: { roleManagement: ['isRead'] },
    isRead: true,
    summary: 'Roles with their limits and how many people hold them.',
    input: z.strictObject({ ...numberedPage, search: Search.default('') }),
    output: numberedList(RoleRow),
  },
  get: {
    method: 'GET',
    path: '/api/v2/role/get/{id}',
    requires: { roleManagement: ['isRead'] },
    subject: 'role',
    summary: 'One role whole, with the people who hold it.',
    input: z.strictObject({ id }),
    output: z.strictObject({
      ...RoleRow.shape,
      permission: PermissionMap,
      isOwn: z.boolean(),
      /** False where the role goes further than the reader's own rights: they may read it only. */
      mayChange: z.boolean(),
      /** Who must agree to a change of its rights. */
      second: SecondPerson,
      members: z.array(
        z.strictObject({
          id: idOf('employee'),
          username: z.string(),
          displayName: z.string(),
          state: z.enum(employeeStates),
        }),
      ),
    }),
  },
  viewAs: {
    method: 'POST',
    path: '/api/v1/role/view-as/{id}',
    requires: { roleManagement: ['isRead'] },
    subject: 'role',
    summary:
      'What of a role the caller holds themselves, so that a console may show itself as to that role. ' +
      'Changes no right: every call is still judged by who makes it. Is logged.',
    input: z.strictObject({ id }),
    output: z.strictObject({
      _id: id,
      roleName: z.string(),
      isAdmin: z.boolean(),
      permission: PermissionMap,
      abilities: Abilities,
      /** The role goes further than the caller, who is shown less of it. */
      isNarrowed: z.boolean(),
    }),
  },
  create: {
    method: 'POST',
    path: '/api/v1/role/create',
    requires: { roleManagement: ['isCreate'] },
    idempotent: true,
    stepUp: 'recent',
    summary: 'Makes a role within the own rights.',
    input: z.strictObject({ ...roleInput, clonedFrom: id.optional() }),
    output: z.strictObject({ _id: id }),
    errors: {
      roleNameInUse: none,
      beyondOwnRights: Missing,
      stepUpRequired: none,
    },
  },
  update: {
    method: 'POST',
    path: '/api/v1/role/update/{id}',
    requires: { roleManagement: ['isRead', 'isUpdate'] },
    subject: 'role',
    stepUp: 'recent',
    idempotent: 'whenGiven',
    summary: 'Changes a role: its name, its description, its rights; waits for a second person.',
    input: z.strictObject({ id, version: z.int(), ...roleInput, reason: Remark }),
    output: MayAskAnswer,
    errors: {
      stale: Version,
      roleNameInUse: none,
      beyondOwnRights: Missing,
      ownRights: none,
      lastAdmin: none,
      conflict: AskedAlready,
      stepUpRequired: none,
    },
  },
})
