import type { auth } from '@khlang/contract/auth.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { recordActivity } from '../../platform/people/activity.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Handlers } from '../../platform/call/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { endSessions, mintSession } from '../../platform/people/sessions.ts'
import { newOtpSecret, otpAuthUrl } from '../../platform/security/totp.ts'
import {
  acceptOtp,
  authenticate,
  otpPlace,
  proveFactor,
  recordFailedSignIn,
  tryCode,
} from './authenticate.ts'
import { changePassword, redeem } from './credentials.ts'
import { recover, recoveryCodes } from './recovery-codes.ts'
import { confirmOtp, replaceOtp } from './otp-move.ts'
import { ownAccount } from './account-queries.ts'
import { preOtpProfileOf, profileOf } from './profile.ts'
import * as queries from './queries.ts'
import { deviceCookie, deviceCookieHeader, deviceOf, newDeviceMark } from './rules.ts'

export const authHandlers: Handlers<typeof auth> = {
  login: async ({ input, actor, services, settings, cookie, setHeader, requestId }) => {
    const device = deviceOf(services.secrets, cookie(deviceCookie))
    const given = { ...input, address: actor.address, device }
    const person = await authenticate(services, given).catch(async (error: unknown) => {
      // An address that is held off is not one more failure, and must not fill the log.
      if (error instanceof ApiError && error.code === 'badCredentials') {
        const { username } = given
        await recordFailedSignIn(services, actor, requestId, { username, action: 'loginFailed' })
      }
      throw error
    })
    const isEnrolled = person.otp_confirmed_at !== null
    const kind = isEnrolled || settings.isOtpRequired ? 'preOtp' : 'full'
    const token = await services.db.transaction().execute(async (tx) => {
      const { address, device: agent } = actor
      // The person's row before those of sessions, as everywhere.
      if (kind === 'full') await queries.noteLogin(tx, person.id, address)
      const minted = await mintSession(tx, {
        employeeId: person.id,
        kind,
        address,
        device: agent,
        settings,
      })
      await recordActivity(tx, actor, requestId, {
        entity: 'session',
        entityId: encodeId('employee', person.id),
        action: 'login',
        detail: { username: person.username, kind },
      })
      return minted
    })
    if (device === 'stranger') {
      setHeader(
        'set-cookie',
        deviceCookieHeader(newDeviceMark(services.secrets), services.profile === 'production'),
      )
    }
    return token
  },

  self: async ({ actor }) => profileOf(actor),
  account: async ({ actor, db }) => {
    const codes = await queries.openRecoveryCodes(db, actor.id)
    const account = await ownAccount(db, actor.id, actor.session.id)
    return { ...account, recoveryCodesLeft: codes.length }
  },
  selfPreOtp: async ({ actor }) => preOtpProfileOf(actor),

  otpCreate: async ({ actor, tx, services, record }) => {
    if (actor.isEnrolled) throw new ApiError('alreadyEnrolled')
    const secret = newOtpSecret()
    const stored = await queries.storePendingOtp(
      tx,
      actor.id,
      services.secrets.seal(otpPlace(actor.id), secret),
    )
    if (!stored) throw new ApiError('alreadyEnrolled')
    await record({
      entity: 'employee',
      entityId: encodeId('employee', actor.id),
      action: 'otpEnrolmentBegun',
    })
    return otpAuthUrl(secret, services.brand, actor.username)
  },

  otpVerify: async ({ actor, input, services, settings, requestId }) => {
    const proving = { services, actor, requestId, call: 'otpVerify' }
    const open = async (tx: Tx, giveBack: (tx: Tx) => Promise<void>) => {
      if (!(await acceptOtp(tx, services, actor.id, input.token, settings.acceptsPreviousOtpStep)))
        return null
      await giveBack(tx)
      const ended = await endSessions(tx, { employeeId: actor.id, only: actor.session.id }, 'replaced')
      if (ended.length === 0) throw new ApiError('unauthenticated')
      await queries.noteLogin(tx, actor.id, actor.address)
      await recordActivity(tx, actor, requestId, {
        entity: 'session',
        entityId: encodeId('employee', actor.id),
        action: actor.isEnrolled ? 'otpVerified' : 'otpEnrolled',
      })
      const { address, device } = actor
      return mintSession(tx, { employeeId: actor.id, kind: 'full', address, device, settings })
    }
    return tryCode(proving, 'otp', (giveBack) =>
      services.db.transaction().execute((tx) => open(tx, giveBack)),
    )
  },

  logout: async ({ actor, tx, record }) => {
    await endSessions(tx, { employeeId: actor.id, only: actor.session.id }, 'logout')
    await record({ entity: 'session', entityId: encodeId('employee', actor.id), action: 'logout' })
    return {}
  },

  redeem,
  recover,
  recoveryCodes,
  replaceOtp,
  confirmOtp,
  changePassword,

  touch: async ({ actor, tx }) => {
    const row = await queries.touchSession(tx, actor.session.id)
    return { idleEndsAt: row.idle_ends_at }
  },

  stepUp: async ({ actor, input, services, settings, requestId }) => {
    const proving = { services, actor, requestId, call: 'stepUp' }
    await proveFactor(proving, input, settings.acceptsPreviousOtpStep)
    return services.db.transaction().execute(async (tx) => {
      const row = await queries.grantStepUp(tx, actor.session.id, settings.stepUpMinutes)
      const entityId = encodeId('employee', actor.id)
      await recordActivity(tx, actor, requestId, { entity: 'session', entityId, action: 'steppedUp' })
      return { stepUpUntil: row.step_up_until ?? '' }
    })
  },

  sessions: async ({ actor, db }) => {
    const rows = await queries.listSessions(db, actor.id)
    const records = rows.map((row) => ({
      id: row.id,
      createdAt: row.created_at,
      lastSeenAt: row.last_seen_at,
      address: row.address,
      device: row.device,
      isCurrent: row.id === actor.session.id,
    }))
    return { records }
  },

  endSession: async ({ actor, input, tx, record }) => {
    await endSessions(tx, { employeeId: actor.id, only: input.id }, 'otherSession')
    await record({ entity: 'session', entityId: encodeId('employee', actor.id), action: 'sessionEnded' })
    return {}
  },
}
