import { recordActivity } from '../../platform/activity.ts'
import type { EmployeeActor, StrangerActor } from '../../platform/actor.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Services } from '../../platform/context.ts'
import type { Reader, Tx } from '../../platform/db.ts'
import { hashPassword, verifyPassword } from '../../platform/passwords.ts'
import { matchingStep } from '../../platform/totp.ts'
import * as queries from './queries.ts'
import { canonicalUsername } from './rules.ts'

const addressFailuresMax = 20

/** Holds an address off that keeps guessing, whatever it guesses at. @throws tooManyRequests */
export async function assertAddressFree(db: Reader, address: string): Promise<void> {
  if ((await queries.readAddressFailures(db, address)) < addressFailuresMax) return
  throw new ApiError('tooManyRequests', { retryAfterS: 600 })
}

/**
 * Leaves a row of a refused sign-in. It names the person who was tried, where there is one; a name nobody
 * has is not kept, because people type passwords there.
 */
export async function recordFailedSignIn(
  { db }: Services,
  actor: StrangerActor,
  requestId: string,
  given: { readonly username: string; readonly action: 'loginFailed' | 'redeemFailed' },
): Promise<void> {
  const known = await queries.findCredentials(db, canonicalUsername(given.username), actor.address)
  await recordActivity(db, actor, requestId, {
    entity: 'session',
    entityId: known?.id ?? null,
    action: given.action,
    result: 'refused',
  })
}

/**
 * User name and password, the only way in. Counts failures on connections of their own and committed before
 * the answer; unknown, wrong, held back, locked and suspended are one and the same to the caller.
 * @throws badCredentials; tooManyRequests for an address that keeps guessing
 */
export async function authenticate(
  services: Services,
  given: { username: string; password: string; address: string; device: string },
): Promise<queries.Credentials> {
  const { db, secrets } = services
  const username = canonicalUsername(given.username)
  const key = queries.usernameKey(secrets, username)
  await assertAddressFree(db, given.address)
  const guesses = await queries.readGuesses(db, key, given.device)
  const known = await queries.findCredentials(db, username, given.address)
  const isOpen = known?.state === 'active' && known.worksFromHere && !guesses.isHeld
  const usable = isOpen ? known : undefined
  const { fits, isWeak } = await verifyPassword(secrets, given.password, usable?.password_hash ?? null)
  if (!usable || !fits) {
    await queries.countGuess(db, key, given.device)
    await queries.countAddressFailure(db, given.address)
    throw new ApiError('badCredentials')
  }
  if (guesses.failures > 0) await queries.forgetGuesses(db, key, given.device)
  if (isWeak) await queries.storePassword(db, usable.id, await hashPassword(secrets, given.password))
  return usable
}

/** A signed-in person who shows who he is, and what for: the name of the call within its area. */
export interface Proving {
  readonly services: Services
  readonly actor: EmployeeActor
  readonly requestId: string
  readonly call: string
}

/** Leaves a row of a wrong factor: which and for which call, never what was given. Source: safety.md A1. */
const recordFailedFactor = (
  { services, actor, requestId, call }: Proving,
  factor: 'otp' | 'password' | 'recoveryCode',
): Promise<void> =>
  recordActivity(services.db, actor, requestId, {
    entity: 'session',
    entityId: actor.id,
    action: 'factorFailed',
    result: 'refused',
    detail: { factor, call },
  })

/** Compares the password of a signed-in person, counted like a sign-in. @throws badCredentials */
export async function assertOwnPassword(proving: Proving, password: string): Promise<void> {
  const { services, actor } = proving
  await authenticate(services, {
    username: actor.username,
    password,
    address: actor.address,
    device: `session:${actor.session.id}`,
  }).catch(async (error: unknown) => {
    // An address that is held off is not one more failure, and must not fill the log.
    if (error instanceof ApiError && error.code === 'badCredentials')
      await recordFailedFactor(proving, 'password')
    throw error
  })
}

/**
 * Counts a wrong code on the session and on the person, and leaves a row, both outside any transaction that
 * is rolled back. A session that its failures have ended leaves no more.
 * @throws badOtp, badCode
 */
export async function refuseCode(proving: Proving, factor: 'otp' | 'recoveryCode'): Promise<never> {
  const { services, actor } = proving
  const isCounted = await queries.countOtpFailure(services.db, actor.session.id, actor.id)
  if (isCounted) await recordFailedFactor(proving, factor)
  throw new ApiError(factor === 'otp' ? 'badOtp' : 'badCode')
}

export const otpPlace = (employeeId: string): string => `employees.otp_secret.${employeeId}`

/**
 * Accepts a one-time password once, in the caller's transaction.
 * @returns false when it is wrong, old, used or the factor is locked; the caller then counts the failure
 * outside
 * @throws otpSetupExpired for a secret that was not confirmed in its time
 */
export async function acceptOtp(
  tx: Tx,
  services: Services,
  employeeId: string,
  code: string,
  acceptsPrevious: boolean,
): Promise<boolean> {
  const factor = await queries.lockSecondFactor(tx, employeeId)
  if (!factor.otp_secret || factor.otp_locked_at) return false
  if (!factor.otp_confirmed_at && !factor.isPending) throw new ApiError('otpSetupExpired')
  const secret = services.secrets.open(otpPlace(employeeId), factor.otp_secret)
  const step = matchingStep(secret, code, services.now(), acceptsPrevious)
  return step !== null && (await queries.takeOtpStep(tx, employeeId, step))
}

/**
 * Proves the second factor of a signed-in person, or the password where none is enrolled.
 * @throws badOtp, badCredentials, requiredField
 */
export async function proveFactor(
  proving: Proving,
  given: { code?: string | undefined; password?: string | undefined },
  acceptsPrevious: boolean,
): Promise<void> {
  const { services, actor } = proving
  if (!actor.isEnrolled) {
    if (given.password === undefined) throw new ApiError('requiredField', { field: 'password' })
    return assertOwnPassword(proving, given.password)
  }
  const { code } = given
  if (code === undefined) throw new ApiError('requiredField', { field: 'code' })
  const isAccepted = await services.db
    .transaction()
    .execute((tx) => acceptOtp(tx, services, actor.id, code, acceptsPrevious))
  if (!isAccepted) await refuseCode(proving, 'otp')
}
