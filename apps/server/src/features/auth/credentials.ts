import type { auth } from '@khlang/contract/auth.ts'
import { recordActivity } from '../../platform/activity.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Handler } from '../../platform/context.ts'
import { assertPasswordQuality, hashPassword } from '../../platform/passwords.ts'
import { endSessions } from '../../platform/sessions.ts'
import { assertAddressFree, assertOwnPassword, proveFactor, recordFailedSignIn } from './authenticate.ts'
import * as queries from './queries.ts'
import { canonicalUsername, hashCode } from './rules.ts'

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

/** Needs the current password and, where enrolled, a code; every other session ends. */
export const changePassword: Handler<typeof auth.changePassword> = async (context) => {
  const { input, actor, services, settings, requestId } = context
  assertPasswordQuality(input.newPassword, [services.brand, actor.username])
  const proving = { services, actor, requestId, call: 'changePassword' }
  await assertOwnPassword(proving, input.currentPassword)
  if (actor.isEnrolled) await proveFactor(proving, { code: input.code }, settings.acceptsPreviousOtpStep)
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
