import type { auth } from '@khlang/contract/auth.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { recordActivity } from '../../platform/people/activity.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Handler } from '../../platform/call/context.ts'
import { assertPasswordQuality, hashPassword, hashCode } from '../../platform/security/passwords.ts'
import { endSessions } from '../../platform/people/sessions.ts'
import {
  assertAddressFree,
  assertOwnPassword,
  giveBackGuess,
  proveFactor,
  recordFailedSignIn,
  takeGuess,
} from './authenticate.ts'
import * as queries from './queries.ts'
import { canonicalUsername } from './rules.ts'

/**
 * Sets a password with a one-time code; wrong codes are counted like wrong passwords. Mints no token. The
 * new password is judged for whoever brought a right code: to judge it costs, and a stranger has no right
 * to it.
 */
export const redeem: Handler<typeof auth.redeem> = async ({ input, actor, services, requestId }) => {
  const { db, secrets } = services
  const username = canonicalUsername(input.username)
  const { address } = actor
  const at = { key: queries.usernameKey(secrets, username), device: 'redeem', address }
  const codeHash = hashCode(input.code)
  await assertAddressFree(db, address)
  const guess = await takeGuess(db, at)
  const person = guess.isHeld ? undefined : await queries.findCredentials(db, username, address)
  const isRight = person?.state === 'active' && (await queries.hasOneTimeCode(db, person.id, codeHash))
  if (!isRight) {
    await recordFailedSignIn(services, actor, requestId, { username, action: 'redeemFailed' })
    throw new ApiError('badCode')
  }
  await giveBackGuess(db, at, guess)
  await assertPasswordQuality(input.newPassword, [services.brand, username])
  const hash = await hashPassword(secrets, input.newPassword)
  await db.transaction().execute(async (tx) => {
    if (!(await queries.takeOneTimeCode(tx, person.id, codeHash))) throw new ApiError('badCode')
    await queries.storePassword(tx, person.id, hash)
    await endSessions(tx, { employeeId: person.id }, 'reset')
    await recordActivity(tx, actor, requestId, {
      entity: 'employee',
      entityId: encodeId('employee', person.id),
      action: 'passwordSetByCode',
      detail: { username },
    })
  })
  return {}
}

/** Needs the current password and, where enrolled, a code; every other session ends. */
export const changePassword: Handler<typeof auth.changePassword> = async (context) => {
  const { input, actor, services, settings, requestId } = context
  await assertPasswordQuality(input.newPassword, [services.brand, actor.username])
  const proving = { services, actor, requestId, call: 'changePassword' }
  await assertOwnPassword(proving, input.currentPassword)
  if (actor.isEnrolled) await proveFactor(proving, { code: input.code }, settings.acceptsPreviousOtpStep)
  const hash = await hashPassword(services.secrets, input.newPassword)
  await services.db.transaction().execute(async (tx) => {
    await queries.storePassword(tx, actor.id, hash)
    await endSessions(tx, { employeeId: actor.id, except: actor.session.id }, 'passwordChange')
    await recordActivity(tx, actor, requestId, {
      entity: 'employee',
      entityId: encodeId('employee', actor.id),
      action: 'passwordChanged',
    })
  })
  return {}
}
