import { z } from 'zod'
import { defineCalls } from './kit/define.ts'
import { none } from './kit/error-details.ts'
import { Exported, exportChoice } from './exports.ts'
import { cursorList, cursorPage } from './kit/paging.ts'
import { activityExportColumns } from './values/export-columns.ts'
import { activityResults } from './values/value-lists.ts'
import { DateOn, Instant, idOf, line } from './values/values.ts'

const read = { adminLog: ['isRead'] } as const

const filter = {
  /** User names: what they did, and every sign-in as them. */
  admins: z.array(line(64)).max(20).optional(),
  /** True: only what people of the staff did, and sign-ins as them. */
  isByStaff: z.boolean().optional(),
  entities: z.array(line(40)).max(40).optional(),
  actions: z.array(line(60)).max(100).optional(),
  /** As the list shows it. */
  entityId: line(80).optional(),
  requestId: line(80).optional(),
  address: line(64).optional(),
  results: z.array(z.enum(activityResults)).max(3).optional(),
  from: DateOn.optional(),
  to: DateOn.optional(),
}

const ActivityRow = z.strictObject({
  /** Its number in the sealed chain. */
  seq: z.int(),
  at: Instant,
  actorKind: z.string(),
  /** Of a sign-in whom it let in. */
  actorName: z.string().nullable(),
  roleName: z.string().nullable(),
  entity: z.string(),
  /** The id as its own pages know it; of a session the person's. */
  entityId: z.string().nullable(),
  /** How people call it: user name, reference, name or label; null where it has none. */
  entityName: z.string().nullable(),
  action: z.string(),
  result: z.enum(activityResults),
  reason: z.string().nullable(),
  /** What differed, masked when it was written. */
  before: z.unknown(),
  after: z.unknown(),
  detail: z.unknown(),
  address: z.string().nullable(),
  device: z.string().nullable(),
  requestId: z.string().nullable(),
  /** The request that two people decided, where the act belongs to one. */
  approvalId: idOf('approval').nullable(),
})

/** What everybody did. The list is at most two seconds behind: a row shows once it is sealed. */
export const activityLogs = defineCalls({
  list: {
    method: 'GET',
    path: '/api/v2/activity/list',
    requires: read,
    summary: 'What was done, newest first, by who, what, when, from where and with which result.',
    input: z.strictObject({ ...filter, ...cursorPage }),
    output: cursorList(ActivityRow),
    errors: { dateRange: none, invalidCursor: none },
  },
  mine: {
    method: 'GET',
    path: '/api/v2/activity/mine',
    requires: 'token',
    scope: 'own acts',
    summary:
      'What the caller themselves did and the sign-ins under their name, newest first; needs no right.',
    input: z.strictObject({ results: filter.results, from: filter.from, to: filter.to, ...cursorPage }),
    output: cursorList(ActivityRow),
    errors: { dateRange: none, invalidCursor: none },
  },
  listEntities: {
    method: 'POST',
    path: '/api/v1/activity/list-entities',
    requires: read,
    isRead: true,
    summary: 'The kinds of things that acts are about.',
    input: z.strictObject({}),
    output: z.strictObject({ entities: z.array(z.string()) }),
  },
  listActions: {
    method: 'POST',
    path: '/api/v1/activity/list-actions',
    requires: read,
    isRead: true,
    summary: 'The acts that the log knows.',
    input: z.strictObject({}),
    output: z.strictObject({ actions: z.array(z.string()) }),
  },
  chain: {
    method: 'GET',
    path: '/api/v2/activity/chain',
    requires: read,
    summary: 'How far the log is sealed and signed.',
    input: z.strictObject({}),
    output: z.strictObject({
      sealedCount: z.int(),
      sealedAt: Instant.nullable(),
      checkpointSeq: z.int(),
      checkpointAt: Instant.nullable(),
      isBroken: z.boolean(),
      /** When a program apart from the server last went through the whole chain, and found it as sealed. */
      verifiedAt: Instant.nullable(),
      verifiedCount: z.int(),
    }),
  },
  exportList: {
    method: 'POST',
    path: '/api/v1/activity/export',
    requires: read,
    rate: 'export',
    stepUp: 'recent',
    input: z.strictObject({ ...filter, ...exportChoice(activityExportColumns) }),
    summary: 'The filter’s rows as a file; needs exportData, is logged.',
    output: Exported,
    errors: { forbidden: none, stepUpRequired: none, dateRange: none },
  },
})
