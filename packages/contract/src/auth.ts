import { z } from 'zod'
import { defineCalls } from './kit/define.ts'
import { none } from './kit/error-details.ts'
import { ownLimits } from './employees/shapes.ts'
import { Abilities, PermissionMap } from './kit/permissions.ts'
import { Instant, SignedMinor, idOf } from './values/values.ts'
import * as limits from './values/sign-in-limits.ts'

/** Of an authenticator: six digits. */
const otpCode = z.string().regex(new RegExp(`^[0-9]{${limits.otpDigits}}$`), 'invalidFormat')

const profile = {
  id: idOf('employee'),
  username: z.string(),
  displayName: z.string(),
  type: z.enum(['staff', 'agent', 'seller']),
  roleName: z.string(),
  wallet: SignedMinor.nullable(),
}

/** The own profile. `role.permission` is the stored map, `permissions` the effective one. */
export const Profile = z.strictObject({
  ...profile,
  role: z.strictObject({
    _id: idOf('role'),
    roleName: z.string(),
    /** The seeded role it still bears the name of, for a name in the reader's language; null for own ones. */
    template: z.string().nullable(),
    isAdmin: z.boolean(),
    permission: PermissionMap,
    abilities: Abilities,
  }),
  permissions: PermissionMap,
  otpEnable: z.boolean(),
  session: z.strictObject({
    id: idOf('session'),
    idleTimeoutMs: z.int(),
    expiresAt: Instant,
    stepUpUntil: Instant.nullable(),
  }),
})

/** The same before the second factor: the map is called `permissions` inside the role. */
export const PreOtpProfile = z.strictObject({
  ...profile,
  role: z.strictObject({ roleName: z.string(), isAdmin: z.boolean(), permissions: PermissionMap }),
  permissions: PermissionMap,
  otpEnable: z.boolean(),
})

const SessionRow = z.strictObject({
  id: idOf('session'),
  createdAt: Instant,
  lastSeenAt: Instant,
  address: z.string(),
  device: z.string(),
  isCurrent: z.boolean(),
})

/** What the profile leaves out: what others set for this person, and what their safety hangs on. */
const OwnAccount = z.strictObject({
  phone: z.string(),
  shift: z.string(),
  /** Their own limits, satang; null leaves it to the role. */
  ...ownLimits,
  /** Where they may sign in from; empty: anywhere. */
  addresses: z.array(z.string()),
  /** The sign-in before this one. */
  signedInBefore: z.strictObject({ at: Instant, address: z.string(), device: z.string() }).nullable(),
  /** Recovery codes that still work. */
  recoveryCodesLeft: z.int(),
})

const username = z.string().min(1).max(limits.usernameMax)
/** Longer ones are refused before they are hashed. */
const passwordBytesMax = 1024
const password = z
  .string()
  .min(1)
  .refine((value) => new TextEncoder().encode(value).length <= passwordBytesMax, 'textTooLong')
/** Why a new password is refused; the length, or one it is guessed by. */
const passwordErrors = {
  passwordTooShort: none,
  passwordTooWeak: none,
  passwordTooCommon: none,
  passwordHoldsName: none,
}
const nothing = z.strictObject({})

export const auth = defineCalls({
  login: {
    method: 'POST',
    path: '/api/v1/authorization/login',
    requires: 'public',
    rate: 'login',
    ownTransaction: true,
    summary:
      'Sign in with user name and password. Answers a full token, or a pre-OTP token where a code is due.',
    input: z.strictObject({ username, password }),
    output: z.string(),
    errors: { badCredentials: none, tooManyRequests: none },
  },
  self: {
    method: 'GET',
    path: '/api/v1/authorization/self',
    requires: 'token',
    scope: 'self',
    summary: 'The own profile with stored and effective permissions.',
    input: nothing,
    output: Profile,
  },
  account: {
    method: 'GET',
    path: '/api/v1/authorization/account',
    requires: 'token',
    scope: 'self',
    summary:
      'The own limits and addresses, the sign-in before this one, and how many recovery codes are left.',
    input: nothing,
    output: OwnAccount,
  },
  selfPreOtp: {
    method: 'GET',
    path: '/api/v1/authorization/self-pre-otp',
    requires: 'preOtp',
    scope: 'self',
    summary: 'The own profile, readable before the one-time password too.',
    input: nothing,
    output: PreOtpProfile,
  },
  otpCreate: {
    method: 'POST',
    path: '/api/v1/otp/admin/create',
    requires: 'preOtp',
    scope: 'self',
    rate: 'login',
    summary: 'Begin enrolling an authenticator. Answers the otpauth:// address, once.',
    input: nothing,
    output: z.string(),
    errors: { alreadyEnrolled: none, otpSetupExpired: none },
  },
  otpVerify: {
    method: 'POST',
    path: '/api/v1/otp/admin/verify',
    requires: 'preOtp',
    scope: 'self',
    rate: 'login',
    ownTransaction: true,
    summary: 'Confirm a one-time password. Answers the full token; the one it was called with dies.',
    input: z.strictObject({ token: otpCode }),
    output: z.string(),
    errors: { badOtp: none, notEnrolled: none, otpSetupExpired: none },
  },
  logout: {
    method: 'POST',
    path: '/api/v1/authorization/logout',
    requires: 'preOtp',
    scope: 'self',
    summary: 'End this session.',
    input: nothing,
    output: nothing,
  },
  redeem: {
    method: 'POST',
    path: '/api/v1/authorization/redeem',
    requires: 'public',
    rate: 'login',
    ownTransaction: true,
    summary: 'Set a password with a one-time code (first admin, new employee, reset). Mints no token.',
    input: z.strictObject({
      username,
      code: z.string().min(1).max(limits.oneTimeCodeMax),
      newPassword: password,
    }),
    output: nothing,
    errors: { badCode: none, ...passwordErrors },
  },
  touch: {
    method: 'POST',
    path: '/api/v1/authorization/touch',
    requires: 'token',
    scope: 'self',
    summary: 'A person is there: extend the idle time of this session.',
    input: nothing,
    output: z.strictObject({ idleEndsAt: Instant }),
  },
  stepUp: {
    method: 'POST',
    path: '/api/v1/authorization/step-up',
    requires: 'token',
    scope: 'self',
    rate: 'login',
    ownTransaction: true,
    summary: 'Prove the second factor (or the password, where none is enrolled) for the next 15 minutes.',
    input: z.strictObject({
      code: otpCode.optional(),
      password: password.optional(),
    }),
    output: z.strictObject({ stepUpUntil: Instant }),
    errors: { badOtp: none, badCredentials: none },
  },
  sessions: {
    method: 'POST',
    path: '/api/v1/authorization/sessions',
    requires: 'token',
    scope: 'self',
    isRead: true,
    summary: 'The own open sessions.',
    input: nothing,
    output: z.strictObject({ records: z.array(SessionRow) }),
  },
  endSession: {
    method: 'POST',
    path: '/api/v1/authorization/end-session/{id}',
    requires: 'token',
    scope: 'self',
    subject: 'session',
    summary: 'End one of the own sessions.',
    input: z.strictObject({ id: idOf('session') }),
    output: nothing,
  },
  changePassword: {
    method: 'POST',
    path: '/api/v1/authorization/change-password',
    requires: 'token',
    scope: 'self',
    rate: 'login',
    ownTransaction: true,
    summary:
      'Change the own password with the current one and, where enrolled, a code. Ends all other sessions.',
    input: z.strictObject({
      currentPassword: password,
      newPassword: password,
      code: otpCode.optional(),
    }),
    output: nothing,
    errors: { badCredentials: none, badOtp: none, ...passwordErrors },
  },
  recoveryCodes: {
    method: 'POST',
    path: '/api/v1/otp/admin/recovery-codes',
    requires: 'token',
    scope: 'self',
    rate: 'login',
    ownTransaction: true,
    summary:
      'Make ten new recovery codes, shown once; needs password and code. The first ones of an ' +
      'authenticator are made without, in the session that has just enrolled it.',
    input: z.strictObject({
      password: password.optional(),
      code: otpCode.optional(),
      /** The first ones: neither password nor code is given. */
      isFirst: z.boolean().default(false),
    }),
    output: z.strictObject({ codes: z.array(z.string()) }),
    errors: { badCredentials: none, badOtp: none, notEnrolled: none },
  },
  replaceOtp: {
    method: 'POST',
    path: '/api/v1/otp/admin/replace',
    requires: 'token',
    scope: 'self',
    rate: 'login',
    ownTransaction: true,
    summary:
      'Begin moving the authenticator to another device, with the password and a code of the present one ' +
      'or a recovery code. The present one stays valid. Answers the new otpauth:// address, once.',
    input: z.strictObject({
      password,
      code: otpCode.optional(),
      recoveryCode: z.string().min(limits.recoveryCodeMin).max(limits.recoveryCodeMax).optional(),
    }),
    output: z.string(),
    errors: { badCredentials: none, badOtp: none, badCode: none, notEnrolled: none },
  },
  confirmOtp: {
    method: 'POST',
    path: '/api/v1/otp/admin/replace-confirm',
    requires: 'token',
    scope: 'self',
    rate: 'login',
    ownTransaction: true,
    summary: 'Prove the new authenticator by its first code; the one before and all other sessions end.',
    input: z.strictObject({ code: otpCode }),
    output: nothing,
    errors: { badOtp: none, notEnrolled: none, otpSetupExpired: none },
  },
  recover: {
    method: 'POST',
    path: '/api/v1/otp/admin/recover',
    requires: 'preOtp',
    scope: 'self',
    rate: 'login',
    ownTransaction: true,
    summary: 'Use a recovery code instead of a one-time password. Answers the full token.',
    input: z.strictObject({ code: z.string().min(limits.recoveryCodeMin).max(limits.recoveryCodeMax) }),
    output: z.string(),
    errors: { badCode: none },
  },
})
