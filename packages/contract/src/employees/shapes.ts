import { z } from 'zod'
import { isNetwork } from '../values/networks.ts'
import { Abilities, PermissionMap } from '../kit/permissions.ts'
import { employeeStates, employeeTypes } from '../values/value-lists.ts'
import { Instant, idOf, line } from '../values/values.ts'

/** Of each of an admin's limits: satang; null leaves it to the role. The smaller of the two counts. */
export const ownLimits = {
  approvalLimitMinor: z.int().min(0).nullable(),
  adjustmentPerDayMinor: z.int().min(0).nullable(),
}

/** An address or a network in CIDR notation, of either family: `203.0.113.7`, `203.0.113.0/24`. */
const Network = z.string().max(50).refine(isNetwork, { error: 'invalidFormat' })

/** 3 to 32 of `a-z 0-9 . _ @ -`; capitals are read as small letters. */
export const EmployeeUsername = z
  .string()
  .max(64)
  .transform((value) => value.normalize('NFKC').trim().toLowerCase())
  .pipe(z.string().regex(/^[a-z0-9._@-]{3,32}$/, 'invalidFormat'))

export const employeeInput = {
  displayName: line(60, 1),
  phone: z.string().regex(/^$|^[0-9]{9,15}$/, 'invalidFormat'),
  shift: line(40),
  ...ownLimits,
  addresses: z.array(Network).max(20),
}

/** A change of a person's or a role's rights that waits for a second person. */
export const PendingRight = z.strictObject({
  id: idOf('approval'),
  kind: z.string(),
  maker: z.string(),
  isOwn: z.boolean(),
  createdAt: Instant,
  expiresAt: Instant,
})

/** Whether an act waits for a second person, as it stands now; the call judges it again. */
export const SecondPerson = z.strictObject({
  /** Nobody else could agree to it: it is done at once. */
  isAlone: z.boolean(),
  /** The names of the roles whose people may agree to it. Empty: nobody may yet. */
  checkers: z.array(z.string()),
})

/** Whether an account counts as a person of its own wherever two must decide. */
const Standing = z.strictObject({
  /** Who made it, or was handed its code, and so may sit behind it. Empty: it counts as its own. */
  links: z.array(z.strictObject({ why: z.enum(['created', 'code']), by: z.string(), at: Instant })),
  /** The number of the newest of them, sent back by whoever confirms. */
  lastLink: z.int().nullable(),
  /** The user names of other accounts that count as the same person now. */
  same: z.array(z.string()),
  /** The last time it was confirmed: by a person, at the upgrade, or by time where nobody else could. */
  confirmed: z
    .strictObject({ how: z.enum(['person', 'upgrade', 'time']), by: z.string().nullable(), at: Instant })
    .nullable(),
  /** The names of the roles whose people may confirm it. */
  confirmers: z.array(z.string()),
  /** Where nobody may: from when it counts by itself, once its authenticator stands and admins were told. */
  aloneFrom: Instant.nullable(),
  /** Why this reader cannot confirm it now; null: they can, if they hold the right. */
  blocked: z.enum(['linked', 'inactive', 'noPassword', 'codeOpen']).nullable(),
})

export const EmployeeRow = z.strictObject({
  id: idOf('employee'),
  username: z.string(),
  displayName: z.string(),
  type: z.enum(employeeTypes),
  state: z.enum(employeeStates),
  roleId: idOf('role'),
  roleName: z.string(),
  isAdmin: z.boolean(),
  isOnline: z.boolean(),
  otpEnable: z.boolean(),
  lastLoginAt: Instant.nullable(),
  lastLoginAddress: z.string().nullable(),
  createdAt: Instant,
  createdBy: z.string().nullable(),
  version: z.int(),
  pending: PendingRight.nullable(),
})

export const EmployeeDetail = z.strictObject({
  ...EmployeeRow.shape,
  phone: z.string(),
  shift: z.string(),
  ...ownLimits,
  addresses: z.array(z.string()),
  stateReason: z.string().nullable(),
  stateAt: Instant.nullable(),
  /** The role whole, to be read beside the person. */
  role: z.strictObject({ permission: PermissionMap, abilities: Abilities }),
  sessions: z.array(
    z.strictObject({
      id: idOf('session'),
      createdAt: Instant,
      lastSeenAt: Instant,
      address: z.string(),
      device: z.string(),
    }),
  ),
  /** Every change of this person that waits for a second person; `pending` is the first of them. */
  pendings: z.array(PendingRight),
  /** What this reader may do to this person now; each call judges it again. */
  may: z.strictObject({ change: z.boolean(), lock: z.boolean(), reset: z.boolean() }),
  standing: Standing,
  /** Who must agree to another role, to other limits and to the reset of the authenticator. */
  second: z.strictObject({ role: SecondPerson, limits: SecondPerson, otp: SecondPerson }),
})

export const employeeFilter = {
  username: line(64).default(''),
  roleIds: z.array(idOf('role')).max(100).optional(),
  states: z.array(z.enum(employeeStates)).max(10).optional(),
  types: z.array(z.enum(employeeTypes)).max(10).optional(),
  isOnline: z.boolean().optional(),
}

/** A code shown once, by which the person sets their own password within 30 minutes. */
export const OneTimeCode = z.strictObject({ code: z.string(), expiresAt: Instant })
