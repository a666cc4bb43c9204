import { z } from 'zod'
import { defineCalls } from './kit/define.ts'
import { none } from './kit/error-details.ts'
import { eventCodes, severities } from './values/event-codes.ts'
import { numberedList, numberedPage } from './kit/paging.ts'
import { Instant, Search, idOf, line, text } from './values/values.ts'

const both = z.strictObject({ th: z.string(), en: z.string() })
const scope = 'own inbox'

const NotificationRow = z.strictObject({
  id: idOf('notification'),
  /** An event's code, or `broadcast`. */
  code: z.string(),
  severity: z.enum(severities),
  title: both,
  body: both,
  entity: z.string().nullable(),
  entityId: z.string().nullable(),
  author: z.string().nullable(),
  createdAt: Instant,
  readAt: Instant.nullable(),
})

/** The own inbox, and messages to the staff. It holds the last 30 days. */
export const notifications = defineCalls({
  unread: {
    method: 'POST',
    path: '/api/v1/notification/unread-notifications',
    requires: 'token',
    scope,
    isRead: true,
    summary: 'How much is unread (counted to 100), and the newest 20 of it.',
    input: z.strictObject({}),
    output: z.strictObject({ count: z.int(), notifications: z.array(NotificationRow) }),
  },
  list: {
    method: 'POST',
    path: '/api/v1/notification/list',
    requires: 'token',
    scope,
    isRead: true,
    summary: 'The inbox, newest first, in numbered pages.',
    input: z.strictObject({
      ...numberedPage,
      search: Search.default(''),
      isUnread: z.boolean().optional(),
      severity: z.enum(severities).optional(),
    }),
    output: numberedList(NotificationRow),
  },
  create: {
    method: 'POST',
    path: '/api/v1/notification/create',
    requires: 'token',
    scope: 'staff writes to staff',
    idempotent: 'whenGiven',
    summary: 'A message to everybody of the staff, to roles, or to persons.',
    input: z.strictObject({
      title: line(120, 1),
      body: text(2000).default(''),
      severity: z.enum(severities).default('info'),
      audience: z.enum(['all', 'roles', 'employees']).default('all'),
      roleIds: z.array(idOf('role')).max(50).default([]),
      employeeIds: z.array(idOf('employee')).max(200).default([]),
    }),
    output: z.strictObject({ id: idOf('notification') }),
    errors: { forbidden: none, requiredField: none, invalidValue: none },
  },
  read: {
    method: 'POST',
    path: '/api/v1/notification/read-notifications',
    requires: 'token',
    scope,
    summary: 'Marks one message, several, or `all` as read.',
    input: z.strictObject({
      notificationId: z.union([
        idOf('notification'),
        z.array(idOf('notification')).min(1).max(100),
        z.literal('all'),
      ]),
    }),
    output: z.strictObject({ count: z.int() }),
  },
  mutes: {
    method: 'POST',
    path: '/api/v1/notification/mutes',
    requires: 'token',
    scope,
    isRead: true,
    summary: 'Which kinds of event this person does not want in the inbox, and which come there at all.',
    input: z.strictObject({}),
    output: z.strictObject({
      muted: z.array(z.string()),
      /** What may come into this person's inbox, by their rights. */
      inbox: z.array(z.enum(eventCodes)),
      /** Of these, the ones that no mute keeps out. */
      critical: z.array(z.enum(eventCodes)),
    }),
  },
  mute: {
    method: 'POST',
    path: '/api/v1/notification/mute',
    requires: 'token',
    scope,
    summary:
      'Keeps a kind of event out of the own inbox, or lets it in again. A critical one always comes.',
    input: z.strictObject({ code: z.enum(eventCodes), isMuted: z.boolean() }),
    output: z.strictObject({ muted: z.array(z.string()) }),
    errors: { invalidValue: none },
  },
})
