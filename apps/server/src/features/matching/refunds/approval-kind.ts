import { sql } from 'kysely'
import type { EmployeeActor } from '../../../platform/people/actor.ts'
import { assertNotTypedSince } from '../credit-line.ts'
import { preTransactionRefunds } from '@khlang/contract/pre-transactions/refunds.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { z } from 'zod'
import { ApiError } from '../../../platform/api-error.ts'
import { defineApproval } from '../../../platform/approvals/approval-kinds.ts'
import { businessOn } from '../../../platform/business-day.ts'
import { outsideIdSchema, uuidOf } from '../../../platform/db/outside-ids.ts'
import { writeRow } from '../../../platform/db/write-together.ts'
import { maskAccountNo } from '../../../platform/people/masks.ts'
import { plainOutcome } from '../../bank-lines/decide-line.ts'
import { updateLine } from '../../bank-lines/intake/intake-queries.ts'
import { lockLineFor } from '../../bank-lines/line-locks.ts'
import { lockAccounts } from '../../withdrawals/queries.ts'
import { freeStates } from '../free-line.ts'
import { sourceOf } from './queries.ts'
import { whyNotFrom } from './rules.ts'

/** Money that goes to an account of their own member is not theirs to decide, nor to ask for. */
const isTheirOwn = (actor: EmployeeActor) => sql<boolean>`exists (
  select from member_bank_accounts b where b.account_no = a.document ->> 'toAccountNo'
     and b.member_id in (select own_members(${actor.id}::uuid)))`

/** The money of a line goes back to who paid it. */
export const lineRefund = defineApproval({
  kind: 'lineRefund',
  requires: preTransactionRefunds.askRefund.requires,
  document: z.strictObject({
    lineId: outsideIdSchema('statementLine'),
    /** The line as it was asked for: whatever changes it voids the request. */
    lineVersion: z.int(),
    accountId: outsideIdSchema('bankAccount'),
    /** What our account is called, as it was when this was asked for. */
    from: z.string(),
    amountMinor: z.int(),
    toBank: z.string(),
    toAccountNo: z.string(),
    toName: z.string(),
    /** What the bank printed of the payer; empty where it printed nothing. */
    payer: z.string(),
    isPossibleDouble: z.boolean(),
  }),
  before: z.null(),
  concerns: isTheirOwn,
  subject: ({ lineId }) => ({ entity: 'statementLine', id: lineId }),
  amountMinor: ({ amountMinor }) => amountMinor,
  differences: async (_db, { document }) => [
    { field: 'lineState', before: 'unmatched', after: 'refundPending' },
    { field: 'amountMinor', before: null, after: document.amountMinor },
    { field: 'from', before: null, after: document.from },
    { field: 'account', before: null, after: payeeOf(document, 'accountNoMasked') },
    { field: 'printedPayer', before: null, after: document.payer },
    ...(document.isPossibleDouble ? [{ field: 'isPossibleDouble', before: null, after: true }] : []),
  ],
  clear: ({ document }) => [{ field: 'account', before: null, after: payeeOf(document, 'accountNo') }],
  execute: async (context, { document, ...request }) => {
    const { tx, services, settings, record, announce } = context
    const id = uuidOf('statementLine', document.lineId)
    const { line } = await lockLineFor(tx, { id, version: document.lineVersion }, freeStates)
    await assertNotTypedSince(tx, line, request.id)
    await lockAccounts(tx, [line.bank_account_id])
    const on = businessOn(settings, services.now())
    if (whyNotFrom(await sourceOf(tx, line.bank_account_id, on), line.amount_minor) !== null)
      throw new ApiError('stateRefused', { details: { reason: 'sourceCannotPay' } })
    await tx
      .insertInto('line_refunds')
      .values({
        line_id: line.id,
        bank_account_id: line.bank_account_id,
        amount_minor: line.amount_minor,
        to_bank: document.toBank,
        to_account_no: document.toAccountNo,
        to_name: document.toName,
        reason: request.reason,
        maker_id: request.makerId,
        approval_id: request.id,
        business_on: on,
      })
      .execute()
    const outcome = { ...plainOutcome(line, 'refundPending', null), handledBy: request.makerId }
    await writeRow(tx, updateLine(line, outcome))
    await record({
      entity: 'statementLine',
      entityId: document.lineId,
      action: 'refundAgreed',
      reason: request.comment ?? request.reason,
      before: { state: line.state },
      after: { state: 'refundPending' },
      detail: {
        amountMinor: line.amount_minor,
        approvalId: encodeId('approval', request.id),
        askedBy: request.askedBy,
      },
    })
    await announce('statementLine', document.lineId, line.version + 1)
  },
})

interface Payee {
  readonly toBank: string
  readonly toAccountNo: string
  readonly toName: string
}

const payeeOf = ({ toBank, toAccountNo, toName }: Payee, as: 'accountNoMasked' | 'accountNo') => ({
  bank: toBank,
  [as]: as === 'accountNo' ? toAccountNo : maskAccountNo(toAccountNo),
  accountName: toName,
})
