import { preTransactionMatching } from '@khlang/contract/pre-transactions/matching.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { defineApproval } from '../../platform/approvals/approval-kinds.ts'
import { isOwnMember } from '../../platform/approvals/approval-levels.ts'
import { linkAgreed } from './links/link-agreed.ts'
import { LinkDocument, linkDifferences, linkKind } from './links/link-approval.ts'

/** A line is linked by hand in spite of what speaks against it; whoever agrees sees the evidence. */
export const lineLink = defineApproval({
  kind: linkKind,
  requires: preTransactionMatching.link.requires,
  concerns: (actor) => isOwnMember(actor, sql`a.document ->> 'memberId'`),
  document: LinkDocument,
  before: z.null(),
  // Requests of before links could clear suspense clear none.
  former: (stored) => ({ clearsId: null, ...stored }),
  subject: ({ lineId }) => ({ entity: 'statementLine', id: lineId }),
  amountMinor: ({ amountMinor }) => amountMinor,
  differences: (db, { document }) => linkDifferences(db, document),
  execute: linkAgreed,
})
