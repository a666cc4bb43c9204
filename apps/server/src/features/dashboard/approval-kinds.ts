import { dashboard } from '@khlang/contract/dashboard.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { z } from 'zod'
import { payoutFuse as kind } from '../../platform/db/alarms.ts'
import { ApiError } from '../../platform/api-error.ts'
import { defineApproval } from '../../platform/approvals/approval-kinds.ts'
import { outsideIdSchema } from '../../platform/db/outside-ids.ts'
import * as queries from './alarm-queries.ts'

/** Payouts go on after the hourly circuit breaker. */
export const payoutFuse = defineApproval({
  kind,
  requires: dashboard.resumePayouts.requires,
  document: z.strictObject({
    alarmId: outsideIdSchema('alarm'),
    /** What made the circuit breaker blow, in satang: `sentMinor`, `amountMinor`, `limitMinor`. */
    detail: z.record(z.string(), z.unknown()),
  }),
  before: z.null(),
  subject: ({ alarmId }) => ({ entity: 'alarm', id: alarmId }),
  log: { asked: 'askPayoutsResumed' },
  differences: async (_db, { document }) => [
    { field: 'payouts', before: 'stopped', after: 'running' },
    ...Object.entries(document.detail).map(([field, after]) => ({ field, before: null, after })),
  ],
  execute: async ({ tx, services, record }, { document, ...request }) => {
    const { id, makerId, isAlone } = request
    const alarm = await queries.lockBreaker(tx)
    if (!alarm || encodeId('alarm', alarm.id) !== document.alarmId)
      throw new ApiError('stateRefused', { details: { reason: 'notStopped' } })
    await queries.endAlarm(tx, alarm.id, services.now())
    await record({
      entity: 'alarm',
      entityId: document.alarmId,
      action: 'payoutsResumed',
      reason: request.comment ?? request.reason,
      detail: { ...alarm.detail, approvalId: encodeId('approval', id), makerId, soleOwner: isAlone },
    })
  },
})
