import { encodeId } from '@khlang/contract/values/values.ts'
import { recordActivity } from '../../platform/people/activity.ts'
import type { EmployeeActor, StrangerActor } from '../../platform/people/actor.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Services } from '../../platform/call/context.ts'
import type { Reader, Tx } from '../../platform/db/db.ts'
import { comparePassword, hashPassword, inHashingTurn } from '../../platform/security/passwords.ts'
import { matchingStep } from '../../platform/security/totp.ts'
import * as guesses from './guess-queries.ts'
import * as queries from './queries.ts'
import { canonicalUsername } from './rules.ts'

const heldOff = () => new ApiError('tooManyRequests', { retryAfterS: 600 })

/** Holds an address off that keeps guessing, whatever it guesses at. @throws tooManyRequests */
export async function assertAddressFree(db: Reader, address: string): Promise<void> {
  if (!(await guesses.isAddressFree(db, address))) throw heldOff()
}

/** What is guessed at, and from where. */
interface Guessing {
  readonly key: string
  readonly device: string
  readonly address: string
}

/** Counts a guess before anything is compared. @throws tooManyRequests for an address without one left */
export async function takeGuess(db: Reader, at: Guessing): Promise<guesses.Guess> {
  if (!(await guesses.takeAddressGuess(db, at.address))) throw heldOff()
  return guesses.takeGuess(db, at.key, at.device)
}

export async function giveBackGuess(db: Reader, at: Guessing, guess: guesses.Guess): Promise<void> {
  await guesses.giveBackGuess(db, at.key, at.device, guess)
  await guesses.giveBackAddressGuess(db, at.address)
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
    entityId: known ? encodeId('employee', known.id) : null,
    action: given.action,
    result: 'refused',
  })
}

/**
 * User name and password, the only way in. Unknown, wrong, held back, locked and suspended are one and the
 * same to the caller, and cost the same. Whoever waits to be compared is not counted yet, so that people who
 * sign in at once do not hold each other off; the count is committed before the comparison, over connections
 * that nobody keeps while waiting for a turn.
 * @throws badCredentials; tooManyRequests for an address that keeps guessing
 */
export async function authenticate(
  services: Services,
  given: { username: string; password: string; address: string; device: string },
): Promise<queries.Credentials> {
  const { db, machineDb, secrets } = services
  const { password, address, device } = given
  const username = canonicalUsername(given.username)
  const at = { key: queries.usernameKey(secrets, username), device, address }
  await assertAddressFree(db, address)
  const known = await queries.findCredentials(db, username, address)
  const isOpen = known?.state === 'active' && known.worksFromHere
  const person = await inHashingTurn(async () => {
    const guess = await takeGuess(machineDb, at)
    const usable = isOpen && !guess.isHeld ? known : undefined
    const { fits, isWeak } = await comparePassword(secrets, password, usable?.password_hash ?? null)
    if (!usable || !fits) return null
    await giveBackGuess(machineDb, at, guess)
    return { ...usable, isWeak }
  })
  if (person === null) throw new ApiError('badCredentials')
  if (person.isWeak) await queries.storePassword(db, person.id, await hashPassword(secrets, password))
  return person
}

/** A signed-in person who shows who they are, and what for: the name of the call within its area. */
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
    entityId: encodeId('employee', actor.id),
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
 * One try at a code of a signed-in person, counted and committed before it is compared. A wrong one leaves a
 * row outside any transaction that is rolled back; a session that its tries have ended leaves no more.
 * @param compare null for a wrong code; what a right one opens, in a transaction that gives the try back
 * @throws badOtp, badCode, and what `compare` throws: an error of ours there is no wrong code
 */
export async function tryCode<T>(
  proving: Proving,
  factor: 'otp' | 'recoveryCode',
  compare: (giveBack: (tx: Tx) => Promise<void>) => Promise<T | null>,
): Promise<T> {
  const { services, actor } = proving
  const { db } = services
  const of = { sessionId: actor.session.id, employeeId: actor.id }
  const taken = await guesses.takeCodeTry(db, of.sessionId, of.employeeId)
  if (taken.isOpen) {
    const answer = await compare((tx) => guesses.giveBackTry(tx, of, taken.inRow)).catch(
      async (error: unknown) => {
        if (error instanceof ApiError)
          await db.transaction().execute((tx) => guesses.giveBackTry(tx, of, 1))
        throw error
      },
    )
    if (answer !== null) return answer
  }
  await guesses.endSpentTries(db, of.sessionId, of.employeeId)
  if (taken.isCounted) await recordFailedFactor(proving, factor)
  throw new ApiError(factor === 'otp' ? 'badOtp' : 'badCode')
}

export const otpPlace = (employeeId: string): string => `employees.otp_secret.${employeeId}`

/**
 * Accepts a one-time password once, in the caller's transaction; the try was counted before (`tryCode`).
 * @returns false when it is wrong, old, used or the factor is locked
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
  await tryCode(proving, 'otp', (giveBack) =>
    services.db.transaction().execute(async (tx) => {
      if (!(await acceptOtp(tx, services, actor.id, code, acceptsPrevious))) return null
      await giveBack(tx)
      return true
    }),
  )
}
