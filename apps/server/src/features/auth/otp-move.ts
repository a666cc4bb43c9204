import type { auth } from '@khlang/contract/auth.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { recordActivity } from '../../platform/people/activity.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Handler } from '../../platform/call/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { endSessions } from '../../platform/people/sessions.ts'
import { matchingStep, newOtpSecret, otpAuthUrl } from '../../platform/security/totp.ts'
import { lockNextOtp, storeNextOtp, takeNextOtp } from './account-queries.ts'
import { assertOwnPassword, otpPlace, proveFactor, tryCode } from './authenticate.ts'
import { spendRecoveryCode } from './recovery-codes.ts'

/** Begins a move of the authenticator. The one in force stays so until the new one gave its first code. */
export const replaceOtp: Handler<typeof auth.replaceOtp> = async (context) => {
  const { input, actor, services, settings, requestId } = context
  if (!actor.isEnrolled) throw new ApiError('notEnrolled')
  const proving = { services, actor, requestId, call: 'replaceOtp' }
  await assertOwnPassword(proving, input.password)
  // A recovery code stands in where the old device is gone, as at sign-in (safety O2).
  if (input.recoveryCode === undefined)
    await proveFactor(proving, { code: input.code }, settings.acceptsPreviousOtpStep)
  else await spendRecoveryCode(proving, input.recoveryCode, async () => {})
  const secret = newOtpSecret()
  const sealed = services.secrets.seal(otpPlace(actor.id), secret)
  await services.db.transaction().execute(async (tx) => {
    if (!(await storeNextOtp(tx, actor.id, sealed))) throw new ApiError('notEnrolled')
    await recordActivity(tx, actor, requestId, {
      entity: 'employee',
      entityId: encodeId('employee', actor.id),
      action: 'otpMoveBegun',
    })
  })
  return otpAuthUrl(secret, services.brand, actor.username)
}

/** Ends a move: from here on the new authenticator counts alone, and every other session is over. */
export const confirmOtp: Handler<typeof auth.confirmOtp> = async (context) => {
  const { input, actor, services, settings, requestId } = context
  if (!actor.isEnrolled) throw new ApiError('notEnrolled')
  const move = async (tx: Tx, giveBack: (tx: Tx) => Promise<void>) => {
    const { secret: sealed, isPending, lockedAt } = await lockNextOtp(tx, actor.id)
    if (sealed === null || !isPending) throw new ApiError('otpSetupExpired')
    const secret = services.secrets.open(otpPlace(actor.id), sealed)
    const step = matchingStep(secret, input.code, services.now(), settings.acceptsPreviousOtpStep)
    if (step === null || lockedAt !== null) return null
    await giveBack(tx)
    await takeNextOtp(tx, actor.id, step)
    await endSessions(tx, { employeeId: actor.id, except: actor.session.id }, 'otpChange')
    await recordActivity(tx, actor, requestId, {
      entity: 'employee',
      entityId: encodeId('employee', actor.id),
      action: 'otpReplaced',
    })
    return {}
  }
  return tryCode({ services, actor, requestId, call: 'confirmOtp' }, 'otp', (giveBack) =>
    services.db.transaction().execute((tx) => move(tx, giveBack)),
  )
}
