import { dashboard } from '@khlang/contract/dashboard.ts'
import { encodeId } from '@khlang/contract/values.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { FormerKind } from '../../platform/former-kinds.ts'
import * as queries from './alarm-queries.ts'

interface Resuming {
  /** As the outside knows it. */
  readonly alarmId: string
  /** What made the fuse blow, in satang: `sentMinor`, `amountMinor`, `limitMinor`. */
  readonly detail: Readonly<Record<string, unknown>>
}

/** Payouts go on after the hourly fuse. */
export const payoutFuse: FormerKind = {
  requires: dashboard.resumePayouts.requires,
  differences: async (_db, { document }) => {
    const facts = Object.entries((document as Resuming).detail)
    return [
      { field: 'payouts', before: 'stopped', after: 'running' },
      ...facts.map(([field, value]) => ({ field, before: null, after: value })),
    ]
  },
  carryOut: async ({ tx, services, record }, { id, makerId, document, comment }) => {
    const alarm = await queries.lockFuse(tx)
    if (!alarm || encodeId('alarm', alarm.id) !== (document as Resuming).alarmId)
      throw new ApiError('stateRefused', { details: { reason: 'notStopped' } })
    await queries.endAlarm(tx, alarm.id, services.now())
    await record({
      entity: 'alarm',
      entityId: encodeId('alarm', alarm.id),
      action: 'payoutsResumed',
      reason: comment,
      detail: { ...alarm.detail, approvalId: encodeId('approval', id), makerId, soleOwner: false },
    })
  },
}
