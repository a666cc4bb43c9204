import type { auth } from '@khlang/contract/auth.ts'
import { recordActivity } from '../../platform/activity.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Handler } from '../../platform/context.ts'
import { assertPasswordQuality, hashPassword, verifyPassword } from '../../platform/passwords.ts'
import { endSessions, mintSession } from '../../platform/sessions.ts'
import {
  assertAddressFree,
  assertOwnPassword,
  authenticate,
  proveFactor,
  recordFailedSignIn,
} from './authenticate.ts'
import * as queries from './queries.ts'
import { canonicalRecoveryCode, canonicalUsername, hashCode, newRecoveryCode } from './rules.ts'

const recoveryCodeCount = 10

/** Sets a password with a one-time code; wrong codes are counted like wrong passwords. Mints no token. */
export const redeem: Handler<typeof auth.redeem> = async ({ input, actor, services, requestId }) => {
  const { db, secrets } = services
  const username = canonicalUsername(input.username)
  const key = queries.usernameKey(secrets, username)
  await assertAddressFree(db, actor.address)
  const guesses = await queries.readGuesses(db, key, 'redeem')
  const person = guesses.isHeld ? undefined : await queries.findCredentials(db, username, actor.address)
  assertPasswordQuality(input.newPassword, [services.brand, username])
  const hash = await hashPassword(secrets, input.newPassword)
  const isDone = await db.transaction().execute(async (tx) => {
    if (person?.state !== 'active' || !(await queries.takeOneTimeCode(tx, person.id, hashCode(input.code))))
      return false
    await queries.storePassword(tx, person.id, hash)
    await endSessions(tx, { employeeId: person.id }, 'reset')
    await recordActivity(tx, actor, requestId, {
      entity: 'employee',
      entityId: person.id,
      action: 'passwordSetByCode',
      detail: { username },
    })
    return true
  })
  if (isDone) return {}
  await queries.countGuess(db, key, 'redeem')
  await queries.countAddressFailure(db, actor.address)
  await recordFailedSignIn(services, actor, requestId, { username, action: 'redeemFailed' })
  throw new ApiError('badCode')
}

/** Signs in with a recovery code in place of the authenticator; each works once. */
export const recover: Handler<typeof auth.recover> = async ({
  input,
  actor,
  services,
  settings,
  requestId,
}) => {
  const { db, secrets } = services
  const code = canonicalRecoveryCode(input.code)
  for (const row of await queries.openRecoveryCodes(db, actor.id)) {
    const { fits } = await verifyPassword(secrets, code, row.code_hash)
    if (!fits) continue
    return db.transaction().execute(async (tx) => {
      // A second factor guessed at too often opens to nothing before an admin has looked (safety G3).
      const { otp_locked_at: lockedAt } = await queries.lockSecondFactor(tx, actor.id)
      if (lockedAt !== null || !(await queries.takeRecoveryCode(tx, row.id))) throw new ApiError('badCode')
      const ended = await endSessions(tx, { employeeId: actor.id, only: actor.session.id }, 'replaced')
      if (ended.length === 0) throw new ApiError('unauthenticated')
      await recordActivity(tx, actor, requestId, {
        entity: 'session',
        entityId: actor.id,
        action: 'recoveryCodeUsed',
      })
      const { address, device } = actor
      return mintSession(tx, { employeeId: actor.id, kind: 'full', address, device, settings })
    })
  }
  await queries.countOtpFailure(db, actor.session.id, actor.id)
  throw new ApiError('badCode')
}

/**
 * Makes ten new recovery codes, shown once; needs both factors. The first ones need no more than the
 * enrolment: its session has just given both.
 */
export const recoveryCodes: Handler<typeof auth.recoveryCodes> = async (context) => {
  const { input, actor, services, settings, requestId } = context
  if (!actor.isEnrolled) throw new ApiError('notEnrolled')
  const { password, code, isFirst } = input
  if (isFirst) {
    if (!(await queries.hasJustEnrolled(services.db, actor.session.id, settings.stepUpMinutes)))
      throw new ApiError('forbidden')
  } else {
    if (password === undefined || code === undefined)
      throw new ApiError('requiredField', { field: password === undefined ? 'password' : 'code' })
    await assertOwnPassword(services, actor, password)
    await proveFactor(services, actor, { code }, settings.acceptsPreviousOtpStep)
  }
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
  const hashes: string[] = []
  for (const each of codes) hashes.push(await hashPassword(services.secrets, canonicalRecoveryCode(each)))
  await services.db.transaction().execute(async (tx) => {
    await queries.replaceRecoveryCodes(tx, actor.id, hashes)
    await recordActivity(tx, actor, requestId, {
      entity: 'employee',
      entityId: actor.id,
      action: 'recoveryCodesMade',
    })
  })
  return { codes }
}

/** Needs the current password and, where enrolled, a code; every other session ends. */
export const changePassword: Handler<typeof auth.changePassword> = async (context) => {
  const { input, actor, services, settings, requestId } = context
  assertPasswordQuality(input.newPassword, [services.brand, actor.username])
  const device = `session:${actor.session.id}`
  await authenticate(services, {
    username: actor.username,
    password: input.currentPassword,
    address: actor.address,
    device,
  })
  if (actor.isEnrolled)
    await proveFactor(services, actor, { code: input.code }, settings.acceptsPreviousOtpStep)
  const hash = await hashPassword(services.secrets, input.newPassword)
  await services.db.transaction().execute(async (tx) => {
    await queries.storePassword(tx, actor.id, hash)
    await endSessions(tx, { employeeId: actor.id, except: actor.session.id }, 'passwordChange')
    await recordActivity(tx, actor, requestId, {
      entity: 'employee',
      entityId: actor.id,
      action: 'passwordChanged',
    })
  })
  return {}
}
