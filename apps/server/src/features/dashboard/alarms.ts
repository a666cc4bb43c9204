import { dashboard } from '@khlang/contract/dashboard.ts'
import { encodeId } from '@khlang/contract/values.ts'
import type { EmployeeActor } from '../../platform/actor.ts'
import { payoutFuse } from '../../platform/alarms.ts'
import { ApiError } from '../../platform/api-error.ts'
import { requestApproval, settleApproval } from '../../platform/approvals.ts'
import type { Context, Handlers } from '../../platform/context.ts'
import { seesBrand } from '../../platform/visibility.ts'
import { accountsOfAlarms } from './alarm-accounts.ts'
import * as queries from './alarm-queries.ts'

const { requires } = dashboard.resumePayouts

/** Alarms are the brand's own: a seller or an agent has none in sight. */
function assertBrand(actor: EmployeeActor): void {
  if (!seesBrand(actor)) throw new ApiError('forbidden')
}

/** The first person asks, the second agrees; the maker himself, or one without the rights, does not. */
async function agreeToResume(
  { tx, actor, input }: Context<typeof dashboard.resumePayouts>,
  alarm: queries.OpenAlarm,
  approvalId: string | null,
) {
  if (approvalId !== null) {
    const needs = { kinds: [payoutFuse], requires }
    const comment = input.reason
    const settled = await settleApproval(tx, { id: approvalId, actor, isApproved: true, comment, needs })
    return { id: settled.id, isDone: true, makerId: settled.makerId, isSoleOwner: false }
  }
  const asked = await requestApproval(tx, {
    kind: payoutFuse,
    entity: 'alarm',
    entityId: encodeId('alarm', alarm.id),
    document: { alarmId: encodeId('alarm', alarm.id), detail: alarm.detail },
    reason: input.reason,
    actor,
    requires,
  })
  const isDone = asked.state === 'approved'
  return { id: asked.id, isDone, makerId: actor.id, isSoleOwner: asked.isSoleOwner }
}

export const alarmHandlers: Pick<
  Handlers<typeof dashboard>,
  'alarms' | 'acknowledgeAlarm' | 'resumePayouts'
> = {
  alarms: async ({ db, actor }) => {
    assertBrand(actor)
    const rows = await queries.openAlarms(db)
    const accounts = await accountsOfAlarms(db, rows)
    const fuse = rows.find((row) => row.code === payoutFuse)
    const asked = fuse && (await queries.pendingResume(db, encodeId('alarm', fuse.id)))
    return {
      records: rows.map((row) => {
        const isFuse = row.code === payoutFuse
        const request = isFuse ? asked : undefined
        const isAskedByMe = request?.makerId === actor.id
        const endedBy = isFuse ? 'resumePayouts' : 'acknowledge'
        const account = accounts.get(row.id) ?? null
        return { ...row, account, endedBy, askedBy: request?.maker ?? null, isAskedByMe }
      }),
    }
  },

  acknowledgeAlarm: async ({ tx, input, actor, services, record }) => {
    assertBrand(actor)
    const alarm = await queries.lockAlarm(tx, input.alarmId)
    if (!alarm) throw new ApiError('notFound')
    if (alarm.clearedAt !== null) throw new ApiError('alreadyHandled', { details: { at: alarm.clearedAt } })
    if (alarm.code === payoutFuse) throw new ApiError('stateRefused', { details: { reason: 'twoPeople' } })
    await queries.endAlarm(tx, alarm.id, services.now())
    await record({
      entity: 'alarm',
      entityId: encodeId('alarm', alarm.id),
      action: 'acknowledged',
      reason: input.reason,
      detail: { code: alarm.code, about: alarm.entityId, ...alarm.detail },
    })
    return {}
  },

  resumePayouts: async (context) => {
    const { tx, input, actor, services, record } = context
    assertBrand(actor)
    const alarm = await queries.lockFuse(tx)
    if (!alarm) throw new ApiError('stateRefused', { details: { reason: 'notStopped' } })
    const entityId = encodeId('alarm', alarm.id)
    const pending = await queries.pendingResume(tx, entityId)
    const { id, isDone, makerId, isSoleOwner } = await agreeToResume(context, alarm, pending?.id ?? null)
    if (isDone) await queries.endAlarm(tx, alarm.id, services.now())
    await record({
      entity: 'alarm',
      entityId,
      action: isDone ? 'payoutsResumed' : 'askPayoutsResumed',
      reason: input.reason,
      detail: { ...alarm.detail, approvalId: id, makerId, soleOwner: isSoleOwner },
    })
    return { state: isDone ? 'resumed' : 'awaitingSecond' }
  },
}
