import { z } from 'zod'
import { banks } from './values/banks.ts'
import { defineCalls } from './kit/define.ts'
import { Version, AskedAlready, none } from './kit/error-details.ts'
import { eventCodes, groupEvents } from './values/event-codes.ts'
import { numberedList, numberedPage } from './kit/paging.ts'
import { chatChannels, chatLanguages } from './values/value-lists.ts'
import { Instant, Search, idOf, line, text } from './values/values.ts'

const id = idOf('group')
const scope = 'staff; changes by its creator or an admin'
const clock = z.string().regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, 'invalidFormat')

const groupInput = {
  name: line(60, 1),
  channel: z.enum(chatChannels),
  /** The group's, chat's or channel's id; of a webhook its https address. */
  target: line(500, 1),
  /** Another address of the channel's API; absent: the usual one. */
  baseUrl: line(200, 1).nullable().default(null),
  events: z
    .array(z.enum(eventCodes).refine((code) => groupEvents.includes(code), 'invalidValue'))
    .min(1)
    .max(eventCodes.length),
  language: z.enum(chatLanguages).default('th'),
  /** Events with an amount below it are not sent. */
  minAmountMinor: z.int().min(0).nullable().default(null),
  banks: z
    .array(z.string().refine((code) => banks.some((bank) => bank.code === code), 'invalidValue'))
    .max(30)
    .default([]),
  /** Own sentences by event, with `{{username}} {{amount}} {{reference}} {{bank}} {{label}}` … */
  templates: z
    .partialRecord(z.enum(eventCodes), z.strictObject({ th: text(500), en: text(500) }))
    .default({}),
  /** From and until, in the time of Bangkok: what happens meanwhile is sent afterwards, together. */
  quietHours: z.strictObject({ from: clock, until: clock }).nullable().default(null),
  mergeSeconds: z.int().min(0).max(3600).default(0),
}

/** Token or secret: written, never read. It goes into a header, which takes no other characters. */
const credential = z
  .string()
  .min(8)
  .max(500)
  .regex(/^[\x20-\x7e]*$/, 'invalidText')

/** Whether anything is sent there: a place outside waits for a second person; `closed` when nobody agreed. */
const place = z.enum(['open', 'waiting', 'closed'])

/** Events that the caller, or the group’s owner, may not read. */
const ClosedEvents = z.strictObject({ events: z.array(z.enum(eventCodes)) }).optional()

const GroupRow = z.strictObject({
  id,
  name: z.string(),
  channel: z.enum(chatChannels),
  eventCount: z.int(),
  isLocked: z.boolean(),
  owner: z.string(),
  mayChange: z.boolean(),
  sentToday: z.int(),
  failedToday: z.int(),
  waiting: z.int(),
  lastSentAt: Instant.nullable(),
  lastError: z.string().nullable(),
  lastErrorAt: Instant.nullable(),
  isFailing: z.boolean(),
  /** Its owner works here no more: nothing is sent until an admin saves it as their own. */
  isOrphan: z.boolean(),
  place,
  version: z.int(),
})

/** Chat groups that are told of events: LINE, Telegram, Discord, or a signed webhook. */
export const groupNotifications = defineCalls({
  list: {
    method: 'POST',
    path: '/api/v1/group/list',
    requires: 'token',
    scope,
    isRead: true,
    summary: 'The groups, by name, with what was sent today.',
    input: z.strictObject({ ...numberedPage, search: Search.default('') }),
    output: numberedList(GroupRow),
  },
  get: {
    method: 'POST',
    path: '/api/v1/group/get/{id}',
    requires: 'token',
    scope,
    subject: 'group',
    isRead: true,
    summary: 'One group whole, without its credential, and its newest deliveries.',
    input: z.strictObject({ id }),
    output: z.strictObject({
      ...GroupRow.shape,
      target: z.string(),
      baseUrl: z.string().nullable(),
      events: z.array(z.enum(eventCodes)),
      language: z.enum(chatLanguages),
      minAmountMinor: z.int().nullable(),
      banks: z.array(z.string()),
      templates: z.partialRecord(z.enum(eventCodes), z.strictObject({ th: z.string(), en: z.string() })),
      quietHours: z.strictObject({ from: z.string(), until: z.string() }).nullable(),
      mergeSeconds: z.int(),
      deliveries: z.array(
        z.strictObject({
          id: idOf('delivery'),
          state: z.string(),
          tries: z.int(),
          isTest: z.boolean(),
          eventCount: z.int(),
          /** As it went or will go out, of the events that the reader may know of; null of none. */
          text: z.string().nullable(),
          /** Events of it that are kept from the reader. */
          hiddenCount: z.int(),
          /** Events of a long message that are counted only. */
          unshownCount: z.int(),
          error: z.string().nullable(),
          createdAt: Instant,
          nextAt: Instant,
          doneAt: Instant.nullable(),
        }),
      ),
    }),
  },
  create: {
    method: 'POST',
    path: '/api/v1/group/create',
    requires: 'token',
    scope,
    idempotent: 'whenGiven',
    summary: 'Makes a group. Addresses that are not public are refused.',
    input: z.strictObject({ ...groupInput, credential }),
    output: z.strictObject({ id, place }),
    errors: {
      groupNameInUse: none,
      urlForbidden: none,
      forbidden: none,
      invalidValue: ClosedEvents,
    },
  },
  update: {
    method: 'POST',
    path: '/api/v1/group/update/{id}',
    requires: 'token',
    scope,
    idempotent: 'whenGiven',
    subject: 'group',
    summary: 'Changes a group that is not locked; without a credential the stored one stays.',
    input: z.strictObject({ id, version: z.int(), ...groupInput, credential: credential.optional() }),
    output: z.strictObject({ version: z.int(), place }),
    errors: {
      stale: Version,
      groupLocked: none,
      groupNameInUse: none,
      urlForbidden: none,
      forbidden: none,
      invalidValue: ClosedEvents,
      conflict: AskedAlready,
    },
  },
  toggleLocked: {
    method: 'POST',
    path: '/api/v1/group/toggle-locked/{id}',
    requires: 'token',
    scope,
    idempotent: 'whenGiven',
    subject: 'group',
    summary: 'Locks a group (nothing is sent, nothing changed) or opens it again.',
    input: z.strictObject({ id }),
    output: z.strictObject({ isLocked: z.boolean(), version: z.int() }),
    errors: { forbidden: none },
  },
  events: {
    method: 'POST',
    path: '/api/v1/group/notification-event-list',
    requires: 'token',
    scope,
    isRead: true,
    summary: 'The kinds of event a group can be told of.',
    input: z.strictObject({}),
    output: z.strictObject({ events: z.array(z.enum(eventCodes)) }),
  },
  test: {
    method: 'POST',
    path: '/api/v1/group/test/{id}',
    requires: 'token',
    scope,
    subject: 'group',
    ownTransaction: true,
    summary: 'Sends a test message now and tells what came of it.',
    input: z.strictObject({ id }),
    output: z.strictObject({ isSent: z.boolean(), error: z.string().nullable() }),
    errors: { groupLocked: none, forbidden: none },
  },
})
