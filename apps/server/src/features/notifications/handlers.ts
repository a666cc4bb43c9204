import { eventCodes, type EventCode } from '@khlang/contract/values/event-codes.ts'
import type { notifications } from '@khlang/contract/notifications.ts'
import { allowsAll } from '@khlang/contract/kit/permissions.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Handlers } from '../../platform/call/context.ts'
import { numberedPageOf } from '../../platform/db/numbered-page.ts'
import { seesBrand } from '../../platform/people/visibility.ts'
import { eventKinds } from './event-kinds.ts'
import * as queries from './queries.ts'

const newest = 20
const countMax = 10_000

/**
 * Which kinds may come into somebody's inbox: those that ask for flags they hold, and what they may approve.
 */
const inboxCodes = (actor: EmployeeActor): EventCode[] =>
  eventCodes.filter((code) => {
    const { inbox } = eventKinds[code]
    return inbox === undefined ? code === 'approval.waiting' : allowsAll(actor.permissions, inbox)
  })

export const notificationHandlers: Handlers<typeof notifications> = {
  unread: async ({ db, actor }) => {
    const filter = { isUnread: true }
    const [count, rows] = await Promise.all([
      queries.countInbox(db, actor, filter, queries.unreadMax),
      queries.inbox(db, actor, { ...filter, page: 1, size: newest }),
    ])
    return { count, notifications: rows }
  },

  list: async ({ db, actor, input }) => {
    const [records, total] = await Promise.all([
      queries.inbox(db, actor, input),
      queries.countInbox(db, actor, input, countMax),
    ])
    return numberedPageOf(input, records, total)
  },

  create: async ({ tx, actor, input, record, announce }) => {
    if (!seesBrand(actor)) throw new ApiError('forbidden')
    const { title, body, severity, audience } = input
    const roleIds = audience === 'roles' ? input.roleIds : []
    const employeeIds = audience === 'employees' ? input.employeeIds : []
    if (audience === 'roles' && roleIds.length === 0)
      throw new ApiError('requiredField', { field: 'roleIds' })
    if (audience === 'employees' && employeeIds.length === 0)
      throw new ApiError('requiredField', { field: 'employeeIds' })
    if ((await queries.countKnown(tx, 'roles', roleIds)) < new Set(roleIds).size)
      throw new ApiError('invalidValue', { field: 'roleIds' })
    if ((await queries.countKnown(tx, 'employees', employeeIds)) < new Set(employeeIds).size)
      throw new ApiError('invalidValue', { field: 'employeeIds' })
    const made = await tx
      .insertInto('notifications')
      .values({
        code: 'broadcast',
        severity,
        title: JSON.stringify({ th: title, en: title }),
        body: JSON.stringify({ th: body, en: body }),
        audience,
        role_ids: roleIds,
        employee_ids: employeeIds,
        author_id: actor.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const entityId = encodeId('notification', made.id)
    await record({
      entity: 'notification',
      entityId,
      action: 'notificationSent',
      after: { title, severity, audience, people: employeeIds.length, roles: roleIds.length },
    })
    await announce('notification', entityId)
    return { id: made.id }
  },

  read: async ({ tx, actor, input, record }) => {
    const { notificationId: which } = input
    const ids = typeof which === 'string' && which !== 'all' ? [which] : which
    // One that is not in the inbox is unknown, whoever else it was for; then none is marked.
    if (ids !== 'all' && (await queries.knownOf(tx, actor, ids)) < new Set(ids).size)
      throw new ApiError('notFound')
    const count = await queries.markRead(tx, actor, ids)
    const only = ids === 'all' || ids.length !== 1 ? undefined : ids[0]
    const entityId = only === undefined ? null : encodeId('notification', only)
    if (count > 0)
      await record({ entity: 'notification', entityId, action: 'notificationsRead', after: { count } })
    return { count }
  },

  mutes: async ({ db, actor }) => {
    const inbox = inboxCodes(actor)
    const critical = inbox.filter((code) => eventKinds[code].severity === 'critical')
    return { muted: await queries.mutedBy(db, actor.id), inbox, critical }
  },

  mute: async ({ tx, actor, input, record }) => {
    // A mute that would hold nothing back is not kept as if it did.
    if (input.isMuted && eventKinds[input.code].severity === 'critical')
      throw new ApiError('invalidValue', { field: 'code' })
    const { code, isMuted } = input
    if (await queries.setMute(tx, actor.id, code, isMuted))
      await record({
        entity: 'notification',
        action: isMuted ? 'notificationsMuted' : 'notificationsUnmuted',
        after: { events: [code] },
      })
    return { muted: await queries.mutedBy(tx, actor.id) }
  },
}
