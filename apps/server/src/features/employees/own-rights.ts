import type { EmployeeActor } from '../../platform/people/actor.ts'
import type { Rights } from './rights.ts'

/** What a person holds at this moment, their own limits counted. */
export const ownRights = ({ role, permissions }: EmployeeActor): Rights => ({
  isAdmin: role.isAdmin,
  permission: permissions,
  abilities: role.abilities,
})
