import type { shiftCalls } from '@khlang/contract/reconcile/shifts.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { ApiError } from '../../../platform/api-error.ts'
import { businessOn } from '../../../platform/business-day.ts'
import type { Handlers } from '../../../platform/call/context.ts'
import { figuresBetween, lastEnd, ownShifts, shiftsOfDay } from './queries.ts'

/** Longer than anybody works: what lies further back is no part of this shift. */
const longestMs = 36 * 3_600_000

/** @throws stateRefused for a shift that has not begun, or that began too long ago */
function assertSpan(startedAt: string, nowMs: number): void {
  const ms = nowMs - Date.parse(startedAt)
  if (ms <= 0 || ms > longestMs) throw new ApiError('stateRefused', { details: { state: 'span' } })
}

export const shiftHandlers: Handlers<typeof shiftCalls> = {
  shiftNow: async ({ db, input, actor, services }) => {
    const nowMs = services.now()
    const now = new Date(nowMs).toISOString()
    const begun = input.startedAt ?? (await lastEnd(db, actor.id, now))
    assertSpan(begun, nowMs)
    return { startedAt: begun, now, figures: await figuresBetween(db, actor.id, begun, now) }
  },

  shifts: async ({ db, input, actor }) => ({ records: await shiftsOfDay(db, input.on, actor.id) }),

  ownShifts: async ({ db, actor }) => ({ records: await ownShifts(db, actor.id) }),

  closeShift: async ({ tx, input, actor, services, settings, record }) => {
    const nowMs = services.now()
    const { startedAt, note } = input
    assertSpan(startedAt, nowMs)
    const endedAt = new Date(nowMs).toISOString()
    const figures = await figuresBetween(tx, actor.id, startedAt, endedAt)
    const on = businessOn(settings, nowMs)
    const { id } = await tx
      .insertInto('shifts')
      .values({
        employee_id: actor.id,
        started_at: startedAt,
        ended_at: endedAt,
        business_on: on,
        figures: JSON.stringify(figures),
        note,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await record({
      entity: 'shift',
      entityId: encodeId('shift', id),
      action: 'shiftClosed',
      reason: note,
      after: { businessOn: on },
      detail: figures,
    })
    return { id }
  },

  takeShift: async ({ tx, input, actor, record }) => {
    const { rows } = await sql<{ employeeId: string; takenAt: string | null }>`
      select employee_id as "employeeId", acknowledged_at as "takenAt" from shifts
       where id = ${input.id} for update`.execute(tx)
    const [shift] = rows
    if (!shift) throw new ApiError('notFound')
    if (shift.employeeId === actor.id) throw new ApiError('fourEyes')
    if (shift.takenAt !== null) throw new ApiError('stateRefused', { details: { state: 'taken' } })
    await tx
      .updateTable('shifts')
      .set({ acknowledged_by: actor.id, acknowledged_at: sql`now()` })
      .where('id', '=', input.id)
      .execute()
    await record({ entity: 'shift', entityId: encodeId('shift', input.id), action: 'shiftTaken' })
    return {}
  },
}
