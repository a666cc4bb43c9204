import { preTransactionMatching } from '@khlang/contract/pre-transactions/matching.ts'
import { requestUpdate } from '@khlang/contract/pre-transactions/shapes.ts'
import { preTransactionTakeBack } from '@khlang/contract/pre-transactions/take-back.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { defineApproval } from '../../platform/approvals/approval-kinds.ts'
import { isOwnMember } from '../../platform/approvals/approval-levels.ts'
import type { Reader } from '../../platform/db/db.ts'
import { outsideIdSchema, uuidOf } from '../../platform/db/outside-ids.ts'
import type { OutsideId } from '@khlang/contract/values/id-kinds.ts'
import { lockLineFor } from '../bank-lines/line-locks.ts'
import { lockDepositOfLine, reopenLine, reverseOwing, shortfallOf } from './link-reversal.ts'
import { lockPart, reopenPart } from './part-reversal.ts'
import { OrderReversalDocument, ReversalDocument, reverseNow, type AnyReversal } from './reverse-typed.ts'

interface Taken {
  readonly memberId: OutsideId<'member'>
  readonly amountMinor: number
}

const isTheirOwn = (actor: EmployeeActor) => isOwnMember(actor, sql`a.document ->> 'memberId'`)

/** What the wallet would be, and what the member would owe, as things stand. */
async function walletAfter(db: Reader, { memberId, amountMinor }: Taken) {
  const wallet = await shortfallOf(db, uuidOf('member', memberId), amountMinor)
  const { balanceMinor: before, shortfallMinor } = wallet
  return [
    { field: 'balanceMinor', before, after: before + shortfallMinor - amountMinor },
    ...(shortfallMinor > 0 ? [{ field: 'owedMinor', before: 0, after: shortfallMinor }] : []),
  ]
}

/** Alike for every credit that goes back by itself. */
const ofCredit = {
  requires: preTransactionTakeBack.askReversal.requires,
  alsoNeeds: requestUpdate,
  concerns: isTheirOwn,
  before: z.null(),
  amountMinor: ({ amountMinor }: AnyReversal) => amountMinor,
}

/** What people typed is taken back. */
export const manualCreditReversal = defineApproval({
  ...ofCredit,
  kind: 'manualCreditReversal',
  document: ReversalDocument,
  subject: ({ kind, id }) => ({ entity: kind === 'realDeposit' ? 'deposit' : 'adjustment', id }),
  log: { asked: 'creditReversalAsked' },
  differences: async (db, { document }) => [
    { field: 'kind', before: document.kind, after: null },
    ...(await walletAfter(db, document)),
  ],
  execute: (context, { document, ...request }) => reverseNow(context, document, request),
})

/** A gateway gave an order's money back, or its payer's bank took it: the member's credit goes back. */
export const gatewayCreditReversal = defineApproval({
  ...ofCredit,
  kind: 'gatewayCreditReversal',
  document: OrderReversalDocument,
  subject: ({ id }) => ({ entity: 'deposit', id }),
  differences: async (db, { document }) => walletAfter(db, document),
  execute: (context, { document, ...request }) => reverseNow(context, document, request),
})

/** Lines that credited somebody. */
export const unlinkable = ['autoMatched', 'manualMatched']

/** A credited line is taken from its member. */
export const depositUnlink = defineApproval({
  kind: 'depositUnlink',
  requires: preTransactionMatching.askUnlink.requires,
  concerns: isTheirOwn,
  document: z.strictObject({
    lineId: outsideIdSchema('statementLine'),
    /** The line as it was asked for: whatever changes it voids the request. */
    lineVersion: z.int(),
    state: z.string(),
    depositId: outsideIdSchema('deposit'),
    memberId: outsideIdSchema('member'),
    amountMinor: z.int(),
    /** For people who read of it: the deposit's number and whose it is. */
    name: z.string(),
  }),
  before: z.null(),
  subject: ({ lineId }) => ({ entity: 'statementLine', id: lineId }),
  amountMinor: ({ amountMinor }) => amountMinor,
  differences: async (db, { document }) => [
    { field: 'lineState', before: document.state, after: 'unmatched' },
    ...(await walletAfter(db, document)),
  ],
  execute: async (context, { document, id: approvalId, askedBy, reason }) => {
    const { tx } = context
    const asked = { id: uuidOf('statementLine', document.lineId), version: document.lineVersion }
    const { line } = await lockLineFor(tx, asked, unlinkable)
    const detail = { approvalId: encodeId('approval', approvalId), askedBy }
    const part = await lockPart(tx, line.id, uuidOf('deposit', document.depositId))
    if (part) {
      await reopenPart(context, { line, part }, { action: 'depositUnlinked', reason, approvalId, detail })
      await reverseOwing(context, { line: { ...line, amount_minor: part.amountMinor }, deposit: part })
      return
    }
    const link = { line, deposit: await lockDepositOfLine(tx, line.id) }
    await reopenLine(context, link, { action: 'depositUnlinked', reason, approvalId, detail })
    await reverseOwing(context, link)
  },
})
