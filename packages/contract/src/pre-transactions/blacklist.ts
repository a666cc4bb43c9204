import { z } from 'zod'
import { Exported, exportChoice } from '../exports.ts'
import { defineCalls } from '../kit/define.ts'
import { none, reason } from '../kit/error-details.ts'
import { cursorList, cursorPage } from '../kit/paging.ts'
import { AskAnswer } from '../values/ask-answer.ts'
import { blacklistExportColumns } from '../values/export-columns.ts'
import { Instant, Moment, Remark, Search, idOf, line } from '../values/values.ts'
import {
  blacklistKinds,
  blacklistReasons,
  blacklistSources,
  importMax,
  typedKinds,
} from './blacklist-words.ts'
import { matchingRead, matchingUpdate } from './shapes.ts'

const entry = {
  source: z.enum(blacklistSources),
  reasonCode: z.enum(blacklistReasons),
  reason: Remark,
  /** It ends by itself then; left out: never. */
  expiresAt: Moment.optional(),
}

const listed = {
  search: Search.optional(),
  kind: z.array(z.enum(blacklistKinds)).max(10).optional(),
  /** `all`: with those that were taken off or have ended. */
  scope: z.enum(['active', 'all']).default('active'),
}

/** Those whom we do not serve: who is added acts at once, who is taken off takes two people. */
export const preTransactionBlacklist = defineCalls({
  blacklist: {
    method: 'GET',
    path: '/api/v2/pre-transaction/blacklist/list',
    requires: matchingRead,
    isOfStaff: true,
    input: z.strictObject({ ...listed, ...cursorPage }),
    summary: 'Entries of the blacklist, newest first; numbers whole for who may see personal data.',
    output: cursorList(
      z.strictObject({
        id: idOf('blacklistEntry'),
        kind: z.enum(blacklistKinds),
        value: z.string(),
        reasonCode: z.string(),
        reason: z.string(),
        source: z.enum(blacklistSources),
        by: z.string().nullable(),
        createdAt: Instant,
        expiresAt: Instant.nullable(),
        state: z.enum(['active', 'ended', 'removed']),
        removedAt: Instant.nullable(),
        removedBy: z.string().nullable(),
        removedReason: z.string().nullable(),
        /** That it is taken off waits for a second person. */
        isRemovalAsked: z.boolean(),
      }),
    ),
  },
  exportBlacklist: {
    method: 'POST',
    path: '/api/v1/pre-transaction/blacklist/export',
    requires: matchingRead,
    isOfStaff: true,
    rate: 'export',
    stepUp: 'recent',
    summary: 'The blacklist of a filter as a file; needs exportData, is logged.',
    input: z.strictObject({ ...listed, ...exportChoice(blacklistExportColumns) }),
    output: Exported,
    errors: { forbidden: none, stepUpRequired: none },
  },
  addToBlacklist: {
    method: 'POST',
    path: '/api/v1/pre-transaction/blacklist/create',
    requires: matchingUpdate,
    isOfStaff: true,
    idempotent: true,
    input: z.strictObject({ kind: z.enum(typedKinds), value: line(160, 2), ...entry }),
    summary:
      'Adds one entry, or lets it act for longer; it acts at once on withdrawals, matching and members.',
    output: z.strictObject({ id: idOf('blacklistEntry') }),
    errors: { invalidFormat: none, blacklistRefused: reason('listedAlready') },
  },
  importBlacklist: {
    method: 'POST',
    path: '/api/v1/pre-transaction/blacklist/import',
    requires: matchingUpdate,
    isOfStaff: true,
    idempotent: true,
    input: z.strictObject({
      kind: z.enum(typedKinds),
      values: z.array(line(160)).min(1).max(importMax),
      ...entry,
    }),
    summary: 'Adds many entries, one value a line; what is listed as long already stays as it is.',
    output: z.strictObject({
      added: z.int(),
      known: z.int(),
      /** Lines that are no such value, counted from 1; nothing of them is added. */
      unread: z.array(z.int()),
    }),
  },
  askUnlist: {
    method: 'POST',
    path: '/api/v1/pre-transaction/blacklist/{id}/remove',
    requires: matchingUpdate,
    isOfStaff: true,
    subject: 'blacklistEntry',
    idempotent: true,
    input: z.strictObject({ id: idOf('blacklistEntry'), reason: Remark }),
    summary: 'Asks a second person that an entry is taken off the list.',
    output: AskAnswer,
    errors: { stateRefused: none, conflict: reason('approvalPending') },
  },
})
