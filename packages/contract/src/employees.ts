import { z } from 'zod'
import { AskAnswer, MayAskAnswer } from './values/ask-answer.ts'
import { defineCalls } from './kit/define.ts'
import { Missing, StateNow, Version, AskedAlready, none, reason } from './kit/error-details.ts'
import {
  EmployeeDetail,
  EmployeeRow,
  EmployeeUsername,
  OneTimeCode,
  employeeFilter,
  employeeInput,
} from './employees/shapes.ts'
import { cursorList, cursorPage, numberedList, numberedPage } from './kit/paging.ts'
import { employeeTypes } from './values/value-lists.ts'
import { Remark, idOf } from './values/values.ts'

const id = idOf('employee')
const changes = {
  requires: { employeeManagement: ['isRead', 'isUpdate'] },
  subject: 'employee',
  stepUp: 'recent',
} as const

/** The people who work here. Harmful changes answer `pending` and wait for a second person. */
export const employees = defineCalls({
  listNumbered: {
    method: 'POST',
    path: '/api/v1/admin/list',
    requires: { employeeManagement: ['isRead'] },
    isRead: true,
    summary: 'The people by user name, in numbered pages.',
    input: z.strictObject({ ...numberedPage, username: employeeFilter.username }),
    output: numberedList(EmployeeRow),
  },
  list: {
    method: 'GET',
    path: '/api/v2/admin/list',
    requires: { employeeManagement: ['isRead'] },
    summary: 'The people by filter, the newest first.',
    input: z.strictObject({ ...employeeFilter, ...cursorPage }),
    output: cursorList(EmployeeRow),
  },
  get: {
    method: 'GET',
    path: '/api/v2/admin/get/{id}',
    requires: { employeeManagement: ['isRead'] },
    subject: 'employee',
    summary: 'One person whole: role, limits, addresses, open sessions, the change that waits.',
    input: z.strictObject({ id }),
    output: EmployeeDetail,
  },
  create: {
    method: 'POST',
    path: '/api/v1/admin/create',
    requires: { employeeManagement: ['isCreate'] },
    idempotent: true,
    stepUp: 'recent',
    summary:
      'Hires a person into a role that goes no further than the own rights. Answers a one-time code.',
    input: z.strictObject({
      username: EmployeeUsername,
      roleId: idOf('role'),
      type: z.enum(employeeTypes).default('staff'),
      ...employeeInput,
    }),
    output: z.strictObject({ id, username: z.string(), ...OneTimeCode.shape }),
    errors: {
      usernameInUse: none,
      beyondOwnRights: Missing,
      stepUpRequired: none,
    },
  },
  update: {
    method: 'POST',
    path: '/api/v1/admin/update/{id}',
    ...changes,
    idempotent: 'whenGiven',
    summary:
      'Changes name, phone, shift and allowed addresses of a person at once; other own limits wait for a ' +
      'second person.',
    input: z.strictObject({ id, version: z.int(), ...employeeInput, reason: Remark }),
    output: z.strictObject({ version: z.int(), ...MayAskAnswer.shape }),
    errors: {
      stale: Version,
      beyondOwnRights: Missing,
      ownRights: none,
      conflict: AskedAlready,
      stepUpRequired: none,
      stateRefused: StateNow,
    },
  },
  setRole: {
    method: 'PUT',
    path: '/api/v1/admin/list/{id}/role',
    requires: { employeeManagement: ['isUpdate'] },
    subject: 'employee',
    idempotent: 'whenGiven',
    summary: 'Gives a person another role; waits for a second person.',
    input: z.strictObject({ id, roleId: idOf('role'), reason: Remark.optional() }),
    output: MayAskAnswer,
    errors: {
      beyondOwnRights: Missing,
      ownRights: none,
      conflict: AskedAlready,
      stepUpRequired: none,
      stateRefused: z.union([StateNow, reason('roleChanged')]),
      lastAdmin: none,
    },
  },
  setState: {
    method: 'POST',
    path: '/api/v1/admin/set-state/{id}',
    ...changes,
    idempotent: 'whenGiven',
    summary:
      'Locks a person out, lets one in again, or notes that one has left. Their sessions end at once.',
    input: z.strictObject({
      id,
      version: z.int(),
      state: z.enum(['active', 'locked', 'left']),
      reason: Remark,
    }),
    output: z.strictObject({ version: z.int(), releasedClaims: z.int() }),
    errors: {
      stale: Version,
      stateRefused: StateNow,
      beyondOwnRights: Missing,
      ownRights: none,
      lastAdmin: none,
      stepUpRequired: none,
    },
  },
  endSessions: {
    method: 'POST',
    path: '/api/v1/admin/end-sessions/{id}',
    ...changes,
    summary: 'Ends every open session of a person.',
    input: z.strictObject({ id, reason: Remark }),
    output: z.strictObject({ ended: z.int() }),
    errors: {
      beyondOwnRights: Missing,
      stepUpRequired: none,
      ownRights: none,
    },
  },
  confirm: {
    method: 'POST',
    path: '/api/v1/admin/confirm/{id}',
    ...changes,
    summary:
      'Says that somebody else sits behind an account than who made it or was handed its code; until then ' +
      'they count as one person in approvals. Never by one of them.',
    input: z.strictObject({ id, lastLink: z.int(), reason: Remark }),
    output: z.strictObject({}),
    errors: {
      stale: z.strictObject({ lastLink: z.int() }),
      fourEyes: none,
      stateRefused: reason('alreadyConfirmed', 'inactive', 'noPassword', 'codeOpen'),
      stepUpRequired: none,
    },
  },
  resetPassword: {
    method: 'POST',
    path: '/api/v1/admin/reset-password/{id}',
    ...changes,
    idempotent: true,
    summary: 'Answers a one-time code by which the person sets a new password. The second factor stays.',
    input: z.strictObject({ id, reason: Remark }),
    output: OneTimeCode,
    errors: {
      beyondOwnRights: Missing,
      ownRights: none,
      stateRefused: StateNow,
      stepUpRequired: none,
    },
  },
  resetOtp: {
    method: 'POST',
    path: '/api/v1/admin/reset-otp/{id}',
    ...changes,
    summary: 'Takes a lost authenticator off a person; waits for a second person.',
    input: z.strictObject({ id, reason: Remark }),
    output: AskAnswer,
    errors: {
      beyondOwnRights: Missing,
      ownRights: none,
      notEnrolled: none,
      conflict: AskedAlready,
      stepUpRequired: none,
    },
  },
})
