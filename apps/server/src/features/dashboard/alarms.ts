import type { dashboard } from '@khlang/contract/dashboard.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { payoutFuse, restoredAlarm, twoPeopleAlarms } from '../../platform/db/alarms.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Handlers } from '../../platform/call/context.ts'
import { assertBrand } from '../../platform/people/visibility.ts'
import { accountsOfAlarms } from './alarm-accounts.ts'
import * as queries from './alarm-queries.ts'
import { endings, mayEndAlarm } from './alarm-rights.ts'
import { payoutFuse as payoutFuseEnd } from './approval-kinds.ts'
import { pendingRelease } from './restored.ts'

export const alarmHandlers: Pick<
  Handlers<typeof dashboard>,
  'alarms' | 'acknowledgeAlarm' | 'resumePayouts'
> = {
  alarms: async ({ db, actor, services }) => {
    const { rows, accounts } = await services.reads.read('alarms', async () => {
      const open = await queries.openAlarms(db)
      return { rows: open, accounts: await accountsOfAlarms(db, open) }
    })
    const breaker = rows.find((row) => row.code === payoutFuse)
    const restored = rows.find((row) => row.code === restoredAlarm)
    const asked = new Map([
      [payoutFuse, breaker && (await queries.pendingResume(db, encodeId('alarm', breaker.id)))],
      [restoredAlarm, restored && (await pendingRelease(db, encodeId('alarm', restored.id)))],
    ])
    return {
      records: rows.map((row) => {
        const request = asked.get(row.code)
        const isAskedByMe = request?.makerId === actor.id
        const endedBy = endings.get(row.code) ?? 'acknowledge'
        const account = accounts.get(row.id) ?? null
        const approvalId = request?.id ?? null
        const askedBy = request?.maker ?? null
        const mayEnd = mayEndAlarm(actor, row.code)
        return { ...row, account, endedBy, mayEnd, askedBy, isAskedByMe, approvalId }
      }),
    }
  },

  acknowledgeAlarm: async ({ tx, input, actor, services, record }) => {
    const alarm = await queries.lockAlarm(tx, input.alarmId)
    if (!alarm) throw new ApiError('notFound')
    if (!mayEndAlarm(actor, alarm.code)) throw new ApiError('forbidden')
    if (alarm.clearedAt !== null) throw new ApiError('alreadyHandled', { details: { at: alarm.clearedAt } })
    if (twoPeopleAlarms.includes(alarm.code))
      throw new ApiError('stateRefused', { details: { reason: 'twoPeople' } })
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

  resumePayouts: async ({ tx, input, actor, ask }) => {
    assertBrand(actor)
    const alarm = await queries.lockBreaker(tx)
    if (!alarm) throw new ApiError('stateRefused', { details: { reason: 'notStopped' } })
    const { detail } = alarm
    const alarmId = encodeId('alarm', alarm.id)
    const audit = { detail: { ...detail, makerId: actor.id } }
    return ask(payoutFuseEnd, { alarmId, detail }, { reason: input.reason, audit })
  },
}
