import type { Profile, PreOtpProfile } from '@khlang/contract/auth.ts'
import type { z } from 'zod'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { roleTemplates } from '../employees/role-templates.ts'

const common = (actor: EmployeeActor) => ({
  id: actor.id,
  username: actor.username,
  displayName: actor.displayName,
  type: actor.type,
  roleName: actor.role.name,
  // The credit pool of an agent or a seller; those areas do not exist yet, and staff have none.
  wallet: null,
  permissions: actor.permissions,
  otpEnable: actor.isEnrolled,
})

/** The template of a role that still has its seeded name: a name that an owner gave is shown as typed. */
const seededAs = ({ name, template }: EmployeeActor['role']): string | null =>
  roleTemplates.some((each) => each.template === template && each.name === name) ? template : null

/** The own profile as the specification lists it. */
export function profileOf(actor: EmployeeActor): z.output<typeof Profile> {
  const { role, session } = actor
  return {
    ...common(actor),
    role: {
      _id: role.id,
      roleName: role.name,
      template: seededAs(role),
      isAdmin: role.isAdmin,
      permission: role.stored,
      abilities: role.abilities,
    },
    session: {
      id: session.id,
      idleTimeoutMs: session.idleTimeoutMs,
      expiresAt: session.expiresAt,
      stepUpUntil: session.stepUpUntil,
    },
  }
}

export function preOtpProfileOf(actor: EmployeeActor): z.output<typeof PreOtpProfile> {
  const { role } = actor
  return {
    ...common(actor),
    role: { roleName: role.name, isAdmin: role.isAdmin, permissions: role.stored },
  }
}
