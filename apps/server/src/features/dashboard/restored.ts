import { dashboard } from '@khlang/contract/dashboard.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { clearAlarm, raiseAlarm, restoredAlarm } from '../../platform/db/alarms.ts'
import { ApiError } from '../../platform/api-error.ts'
import { defineApproval } from '../../platform/approvals/approval-kinds.ts'
import type { Handlers } from '../../platform/call/context.ts'
import type { Reader, Tx } from '../../platform/db/db.ts'
import { outsideIdSchema } from '../../platform/db/outside-ids.ts'
import { heldRestore, type HeldRestore } from '../../platform/db/restored.ts'
import { assertBrand } from '../../platform/people/visibility.ts'
import * as queries from './alarm-queries.ts'

/** The kind of approval that releases a restored database; the table's guard asks for it by this name. */
const kind = 'restoredRelease'

interface Open {
  /**
   * Payouts of before that are on their way, or were not asked about since. One that stays unknown after it
   * was asked holds nothing up: it is a matter for people as ever, and is never sent again by itself.
   */
  readonly openPayouts: number
  /** Money that left since and belongs to nothing in this book: perhaps a payout that it never heard of. */
  readonly unknownOutgoing: number
}

async function stillOpen(db: Reader, { id }: HeldRestore): Promise<Open> {
  const { rows } = await sql<Open>`
    select (select count(*)::int from payouts p where p.created_at <= r.restored_at
              and (p.state in ('sending', 'accepted')
                or p.state = 'unknown' and p.next_check_at <= r.restored_at)) as "openPayouts",
           (select count(*)::int from statement_lines l where l.direction = 'out' and l.state = 'unmatched'
              and coalesce(l.bank_time, l.received_at) > r.restored_to) as "unknownOutgoing"
      from restores r where r.id = ${id}`.execute(db)
  return rows[0] ?? { openPayouts: 0, unknownOutgoing: 0 }
}

async function release(
  tx: Tx,
  held: HeldRestore,
  approved: { readonly approvalId: string; readonly nowMs: number },
): Promise<void> {
  const { approvalId, nowMs } = approved
  await sql`update restores set released_at = ${new Date(nowMs).toISOString()}::timestamptz,
    approval_id = ${approvalId} where id = ${held.id} and released_at is null`.execute(tx)
  await clearAlarm(tx, restoredAlarm, 'brand')
}

/** The alarm that stands for it; raised anew where somebody has ended it past the calls. */
async function alarmOf(tx: Tx, restoredTo: string) {
  await raiseAlarm(tx, {
    code: restoredAlarm,
    entity: 'brand',
    entityId: 'brand',
    detail: { restoredTo },
  })
  const alarm = await queries.lockOpen(tx, restoredAlarm)
  return encodeId('alarm', alarm?.id ?? '')
}

/** @throws stateRefused where nothing is held, or a payout of before is not settled at its rail */
async function assertSettled(db: Reader): Promise<HeldRestore & Open> {
  const held = await heldRestore(db)
  if (held === null) throw new ApiError('stateRefused', { details: { reason: 'notStopped' } })
  const open = await stillOpen(db, held)
  if (open.openPayouts > 0)
    throw new ApiError('stateRefused', { details: { reason: 'payoutsOpen', count: open.openPayouts } })
  return { ...held, ...open }
}

/** Payouts, automatic credits and chats go on in a database that was brought back to an earlier moment. */
export const restoredRelease = defineApproval({
  kind,
  requires: dashboard.releaseRestored.requires,
  document: z.strictObject({
    alarmId: outsideIdSchema('alarm'),
    restoreId: z.guid(),
    restoredTo: z.string(),
  }),
  before: z.null(),
  // At first the alarm stood in the row of the request alone.
  former: (stored, alarmId) => ({ alarmId, ...stored }),
  subject: ({ alarmId }) => ({ entity: 'alarm', id: alarmId }),
  log: { asked: 'askRestoredReleased' },
  differences: async (db, { document }) => {
    const held = await heldRestore(db)
    const open = held === null ? { openPayouts: 0, unknownOutgoing: 0 } : await stillOpen(db, held)
    return [
      { field: 'payouts', before: 'stopped', after: 'running' },
      { field: 'restoredTo', before: null, after: document.restoredTo },
      { field: 'unknownOutgoing', before: null, after: open.unknownOutgoing },
    ]
  },
  execute: async ({ tx, services, record }, { document, ...request }) => {
    const { restoreId, restoredTo } = document
    const { id, makerId, isAlone } = request
    const held = await assertSettled(tx)
    if (held.id !== restoreId) throw new ApiError('stateRefused', { details: { reason: 'notStopped' } })
    await release(tx, held, { approvalId: id, nowMs: services.now() })
    services.settings.forget()
    const approvalId = encodeId('approval', id)
    await record({
      entity: 'brand',
      entityId: 'brand',
      action: 'restoredReleased',
      reason: request.comment ?? request.reason,
      detail: { restoreId, restoredTo, approvalId, makerId, soleOwner: isAlone },
    })
  },
})

export const restoredHandlers: Pick<Handlers<typeof dashboard>, 'restored' | 'releaseRestored'> = {
  restored: async ({ db }) => {
    const held = await heldRestore(db)
    if (held === null) return { held: null }
    const { restoredTo, restoredAt } = held
    return { held: { restoredTo, restoredAt, ...(await stillOpen(db, held)) } }
  },

  releaseRestored: async ({ tx, input, actor, ask }) => {
    assertBrand(actor)
    const { isRailListChecked, reason } = input
    const { id: restoreId, restoredTo, unknownOutgoing } = await assertSettled(tx)
    const alarmId = await alarmOf(tx, restoredTo)
    const detail = { restoreId, restoredTo, unknownOutgoing, isRailListChecked, makerId: actor.id }
    return ask(restoredRelease, { alarmId, restoreId, restoredTo }, { reason, audit: { detail } })
  },
}

/** The request to release that waits for a second person. */
export const pendingRelease = (db: Reader, alarmId: string) => queries.pendingOf(db, kind, alarmId)
