import type { auth } from '@khlang/contract/auth.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { recordActivity } from '../../platform/people/activity.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Handler } from '../../platform/call/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { comparePassword, hashRecoveryCode, inHashingTurn } from '../../platform/security/passwords.ts'
import { endSessions, mintSession } from '../../platform/people/sessions.ts'
import { assertOwnPassword, proveFactor, tryCode, type Proving } from './authenticate.ts'
import * as queries from './queries.ts'
import { canonicalRecoveryCode, newRecoveryCode } from './rules.ts'

const recoveryCodeCount = 10

/** Which of the person's open codes it is, in one turn, so that all ten are compared or none. */
async function openCodeOf({ services, actor }: Proving, given: string): Promise<string | undefined> {
  const { db, secrets } = services
  const code = canonicalRecoveryCode(given)
  const rows = await queries.openRecoveryCodes(db, actor.id)
  return inHashingTurn(async () => {
    for (const row of rows) if ((await comparePassword(secrets, code, row.code_hash)).fits) return row.id
    return undefined
  })
}

/**
 * Uses up one of the person's recovery codes, and does in the same transaction what it opens.
 * @throws badCode, counted like a wrong one-time password
 */
export async function spendRecoveryCode<T>(
  proving: Proving,
  given: string,
  then: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { actor, services, requestId } = proving
  const spend = async (tx: Tx, codeId: string, giveBack: (tx: Tx) => Promise<void>) => {
    // A second factor guessed at too often opens to nothing before an admin has looked (safety G3).
    const { otp_locked_at: lockedAt } = await queries.lockSecondFactor(tx, actor.id)
    if (lockedAt !== null || !(await queries.takeRecoveryCode(tx, codeId))) return null
    await giveBack(tx)
    await recordActivity(tx, actor, requestId, {
      entity: 'session',
      entityId: encodeId('employee', actor.id),
      action: 'recoveryCodeUsed',
    })
    return { answer: await then(tx) }
  }
  const { answer } = await tryCode(proving, 'recoveryCode', async (giveBack) => {
    const codeId = await openCodeOf(proving, given)
    if (codeId === undefined) return null
    return services.db.transaction().execute((tx) => spend(tx, codeId, giveBack))
  })
  return answer
}

/** Signs in with a recovery code in place of the authenticator; each works once. */
export const recover: Handler<typeof auth.recover> = async (context) => {
  const { input, actor, services, settings, requestId } = context
  const proving = { services, actor, requestId, call: 'recover' }
  return spendRecoveryCode(proving, input.code, async (tx) => {
    const ended = await endSessions(tx, { employeeId: actor.id, only: actor.session.id }, 'replaced')
    if (ended.length === 0) throw new ApiError('unauthenticated')
    const { address, device } = actor
    await queries.noteLogin(tx, actor.id, address)
    return mintSession(tx, { employeeId: actor.id, kind: 'full', address, device, settings })
  })
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
    const proving = { services, actor, requestId, call: 'recoveryCodes' }
    await assertOwnPassword(proving, password)
    await proveFactor(proving, { code }, settings.acceptsPreviousOtpStep)
  }
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
  const hashes: string[] = []
  for (const each of codes)
    hashes.push(await hashRecoveryCode(services.secrets, canonicalRecoveryCode(each)))
  await services.db.transaction().execute(async (tx) => {
    await queries.replaceRecoveryCodes(tx, actor.id, hashes)
    await recordActivity(tx, actor, requestId, {
      entity: 'employee',
      entityId: encodeId('employee', actor.id),
      action: 'recoveryCodesMade',
    })
  })
  return { codes }
}
