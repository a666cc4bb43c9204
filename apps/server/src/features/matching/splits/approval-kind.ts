import { preTransactionSplits } from '@khlang/contract/pre-transactions/splits.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { defineApproval } from '../../../platform/approvals/approval-kinds.ts'
import { outsideIdSchema } from '../../../platform/db/outside-ids.ts'
import type { EmployeeActor } from '../../../platform/people/actor.ts'
import { splitNow } from './split-line.ts'

const SplitPart = z.strictObject({
  memberId: outsideIdSchema('member'),
  /** For people who read of it: whose money it would be. */
  name: z.string(),
  amountMinor: z.int(),
  score: z.int(),
  /** What speaks against this member, and why a link of it alone would need two. */
  doubts: z.array(z.string()),
})

/** One of the members is the reader's own. */
const isTheirOwn = (actor: EmployeeActor) =>
  sql<boolean>`exists (select from jsonb_array_elements(a.document -> 'parts') p
    where inside_id(p ->> 'memberId') in (select own_members(${actor.id}::uuid)))`

/** A line is given out to several members; whoever agrees sees what speaks for each of them. */
export const lineSplit = defineApproval({
  kind: 'lineSplit',
  requires: preTransactionSplits.askSplit.requires,
  concerns: isTheirOwn,
  document: z.strictObject({
    lineId: outsideIdSchema('statementLine'),
    /** The line as it was asked for: whatever changes it voids the request. */
    lineVersion: z.int(),
    state: z.string(),
    amountMinor: z.int(),
    parts: z.array(SplitPart).min(1),
    isConfirmed: z.boolean(),
  }),
  before: z.null(),
  subject: ({ lineId }) => ({ entity: 'statementLine', id: lineId }),
  amountMinor: ({ amountMinor }) => amountMinor,
  differences: async (_db, { document: { state, amountMinor, parts } }) => [
    ...(state === 'manualMatched' ? [] : [{ field: 'lineState', before: state, after: 'manualMatched' }]),
    { field: 'amountMinor', before: null, after: amountMinor },
    { field: 'parts', before: null, after: parts },
  ],
  execute: (context, agreed) => splitNow(context, agreed),
})
