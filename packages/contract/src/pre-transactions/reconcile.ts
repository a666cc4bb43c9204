import { z } from 'zod'
import { defineCalls, type Call, type CallTable } from '../kit/define.ts'
import {
  CreditedAs,
  LineNow,
  LinkBlocked,
  LinkWaiting,
  StateAllowed,
  StateNow,
  WithdrawalNow,
  none,
  reason,
} from '../kit/error-details.ts'
import { cursorList, cursorPage } from '../kit/paging.ts'
import type { ResourceRequires } from '../kit/permissions.ts'
import { compareDecisions } from '../values/value-lists.ts'
import { DateOn, idOf, text } from '../values/values.ts'
import {
  Account,
  CompareRow,
  DayTotals,
  Facts,
  RowDetail,
  RowId,
  SheetRow,
  day,
  filter,
} from './reconcile-shapes.ts'

// Both sides have the same calls, each under flags of its own; both screens are one kit.

/** What a person of one side reads. */
const readsOf = <const P extends string, const Read extends ResourceRequires>(path: P, read: Read) =>
  ({
    accounts: {
      method: 'GET',
      path: `/api/v2/pre-transaction/${path}/accounts`,
      requires: read,
      isOfStaff: true,
      summary: 'Our accounts that can be compared, those of this side first.',
      input: z.strictObject({}),
      output: z.strictObject({ records: z.array(Account) }),
    },
    list: {
      method: 'GET',
      path: `/api/v2/pre-transaction/${path}/list`,
      requires: read,
      isOfStaff: true,
      summary:
        'One account and day: statement lines beside our records, with the class of each; newest first.',
      input: z.strictObject({ ...day, ...filter, ...cursorPage }),
      output: cursorList(CompareRow),
      errors: { notFound: none },
    },
    totals: {
      method: 'GET',
      path: `/api/v2/pre-transaction/${path}/totals`,
      requires: read,
      isOfStaff: true,
      summary: 'Count and sums of each class, both sides and the difference, of one account and day.',
      input: z.strictObject({ ...day, ...filter }),
      output: DayTotals,
      errors: { notFound: none },
    },
    row: {
      method: 'GET',
      path: `/api/v2/pre-transaction/${path}/row`,
      requires: read,
      isOfStaff: true,
      summary: 'One row with its evidence: raw messages, what else it may be, and its history.',
      input: z.strictObject({ ...day, id: RowId }),
      output: RowDetail,
      errors: { notFound: none },
    },
  }) as const satisfies CallTable

/** The rows as a spreadsheet, and what one that came back would do. */
const sheetsOf = <
  const P extends string,
  const Read extends ResourceRequires,
  const Update extends ResourceRequires,
>(
  path: P,
  read: Read,
  update: Update,
) =>
  ({
    sheet: {
      method: 'POST',
      path: `/api/v1/pre-transaction/${path}/sheet`,
      requires: read,
      isOfStaff: true,
      rate: 'export',
      stepUp: 'recent',
      summary: 'The rows of a filter as a spreadsheet with a column for decisions, to be sent back.',
      input: z.strictObject({ ...day, ...filter }),
      output: z.strictObject({
        fileName: z.string(),
        mimeType: z.string(),
        base64: z.string(),
        rows: z.int(),
      }),
      errors: { notFound: none, forbidden: none, tooManyRequests: none, stepUpRequired: none },
    },
    preview: {
      method: 'POST',
      path: `/api/v1/pre-transaction/${path}/preview`,
      requires: update,
      isOfStaff: true,
      isRead: true,
      rate: 'write',
      summary: 'What each row of a spreadsheet that came back would do, and what is wrong with it.',
      input: z.strictObject({
        accountId: idOf('bankAccount'),
        on: DateOn,
        base64: z.base64().max(80_000),
      }),
      output: z.strictObject({ records: z.array(SheetRow) }),
      errors: { notFound: none, sheetUnreadable: none },
    },
  }) as const satisfies CallTable

/** One decision on one row. */
const decideOf = <const P extends string, const Update extends ResourceRequires>(path: P, update: Update) =>
  ({
    method: 'POST',
    path: `/api/v1/pre-transaction/${path}/decide`,
    requires: update,
    isOfStaff: true,
    idempotent: true,
    money: 'maker',
    stepUp: 'recent',
    summary:
      'Decides one row: a note, setting its line aside, tying line and record, or signing the difference ' +
      'as explained. Each by the act of its own screen; what takes two becomes a request.',
    input: z.strictObject({
      accountId: idOf('bankAccount'),
      on: DateOn,
      id: RowId,
      facts: Facts,
      decision: z.enum(compareDecisions),
      remark: text(200, 3),
    }),
    output: z.strictObject({
      state: z.enum(['done', 'waiting']),
      approvalId: idOf('approval').nullable(),
    }),
    errors: {
      notFound: none,
      /** Of the row, or of its line. */
      stale: z.union([LineNow, WithdrawalNow]).optional(),
      stateRefused: z.union([StateNow, StateAllowed]).optional(),
      conflict: z.union([LinkWaiting, reason('approvalPending')]).optional(),
      lineNotOpen: z.union([LineNow, reason('outgoing')]).optional(),
      alreadyMatched: z.union([LineNow, CreditedAs]),
      memberNotActive: StateNow,
      memberNotFound: none,
      blocked: LinkBlocked,
      linkNoteNeeded: none,
      fourEyes: none,
      stepUpRequired: none,
    },
  }) as const satisfies Call

const depositRead = { pretransactionReconcileDeposit: ['isRead'] } as const
const depositUpdate = { pretransactionReconcileDeposit: ['isRead', 'isUpdate'] } as const
const withdrawRead = { pretransactionReconcileWithdraw: ['isRead'] } as const
const withdrawUpdate = { pretransactionReconcileWithdraw: ['isRead', 'isUpdate'] } as const
const deposit = {
  ...readsOf('reconcile-deposit', depositRead),
  ...sheetsOf('reconcile-deposit', depositRead, depositUpdate),
  decide: decideOf('reconcile-deposit', depositUpdate),
}
const withdraw = {
  ...readsOf('reconcile-withdraw', withdrawRead),
  ...sheetsOf('reconcile-withdraw', withdrawRead, withdrawUpdate),
  decide: decideOf('reconcile-withdraw', withdrawUpdate),
}

/** The two screens that compare a day's statement with our records: what came in, what went out. */
export const preTransactionReconcile = defineCalls({
  reconcileDepositAccounts: deposit.accounts,
  reconcileDepositList: deposit.list,
  reconcileDepositTotals: deposit.totals,
  reconcileDepositRow: deposit.row,
  reconcileDepositSheet: deposit.sheet,
  reconcileDepositPreview: deposit.preview,
  reconcileDepositDecide: deposit.decide,
  reconcileWithdrawAccounts: withdraw.accounts,
  reconcileWithdrawList: withdraw.list,
  reconcileWithdrawTotals: withdraw.totals,
  reconcileWithdrawRow: withdraw.row,
  reconcileWithdrawSheet: withdraw.sheet,
  reconcileWithdrawPreview: withdraw.preview,
  reconcileWithdrawDecide: withdraw.decide,
})
