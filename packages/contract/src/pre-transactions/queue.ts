import { z } from 'zod'
import { defineCalls } from '../kit/define.ts'
import { DepositNow, SlipRefused, none, reason } from '../kit/error-details.ts'
import { Exported, exportChoice } from '../exports.ts'
import { cursorList, cursorPage, totals } from '../kit/paging.ts'
import {
  memberRef,
  nothing,
  version,
  AccountCard,
  QueueRow,
  queueFilter,
  Signal,
  LineRow,
  read,
} from './shapes.ts'
import { queueExportColumns } from '../values/export-columns.ts'
import { queueRowsMax, rejectDepositReasons } from '../values/value-lists.ts'
import { AmountMinor, Instant, Moment, Remark, SignedMinor, idOf, text } from '../values/values.ts'

export const preTransactionQueue = defineCalls({
  accounts: {
    method: 'GET',
    path: '/api/v2/pre-transaction/accounts',
    requires: read,
    input: nothing,
    summary: 'Our own accounts with balance, state and what moved today.',
    output: z.strictObject({ records: z.array(AccountCard) }),
  },
  queue: {
    method: 'GET',
    path: '/api/v2/pre-transaction/queue',
    requires: read,
    input: z.strictObject({ ...queueFilter, ...cursorPage }),
    summary: 'Deposits and withdrawals, newest first.',
    output: cursorList(QueueRow),
  },
  queueRow: {
    method: 'GET',
    path: '/api/v2/pre-transaction/queue-row',
    requires: read,
    input: z.strictObject({ kind: z.enum(['deposit', 'withdrawal']), id: z.string().max(40) }),
    summary: 'One row of the queue, asked for when a live event names it.',
    output: QueueRow,
    errors: { notFound: none },
  },
  queueRows: {
    method: 'POST',
    path: '/api/v2/pre-transaction/queue-rows',
    requires: read,
    isRead: true,
    input: z.strictObject({
      deposits: z.array(idOf('deposit')).max(queueRowsMax),
      withdrawals: z.array(idOf('withdrawal')).max(queueRowsMax),
    }),
    summary:
      'Rows of the queue, asked for together when live events name them; what is out of sight is left out.',
    output: z.strictObject({ records: z.array(QueueRow) }),
  },
  queueTotals: {
    method: 'GET',
    path: '/api/v2/pre-transaction/queue-totals',
    requires: read,
    input: z.strictObject(queueFilter),
    summary:
      'Counts and sums of deposits and withdrawals over the whole filter, and the count of each tab. ' +
      'Rows over without money are in no sum unless the filter asks for nothing else.',
    output: totals({
      depositCount: z.int(),
      depositMinor: SignedMinor,
      withdrawalCount: z.int(),
      withdrawalMinor: SignedMinor,
      netMinor: SignedMinor,
      notCountedCount: z.int(),
      tabs: z.record(z.string(), z.int()),
    }),
  },
  exportQueue: {
    method: 'POST',
    path: '/api/v1/pre-transaction/export',
    requires: read,
    rate: 'export',
    stepUp: 'recent',
    input: z.strictObject({
      ...queueFilter,
      ...exportChoice(queueExportColumns),
    }),
    summary: 'The queue of a filter as a file, with totals; needs exportData, is logged.',
    output: Exported,
    errors: { forbidden: none, stepUpRequired: none },
  },
  searchMember: {
    method: 'POST',
    path: '/api/v1/pre-transaction/search-member',
    requires: read,
    isRead: true,
    input: z.strictObject({ search: text(100, 1) }),
    summary: 'Members for the wizard, masked.',
    output: z.strictObject({
      records: z.array(
        memberRef.extend({
          bank: z.string().nullable(),
          accountNoMasked: z.string().nullable(),
          phoneMasked: z.string(),
        }),
      ),
    }),
  },
  findMissing: {
    method: 'POST',
    path: '/api/v1/pre-transaction/find-missing',
    requires: read,
    isRead: true,
    input: z.strictObject({
      memberId: idOf('member'),
      amountMinor: AmountMinor,
      accountId: idOf('bankAccount').optional(),
      at: Moment.optional(),
    }),
    summary:
      'Why did this money not arrive: lines within a day that may be it (any satang), ' +
      'messages not read, deposits already credited.',
    output: z.strictObject({
      verdict: z.enum([
        'alreadyCredited',
        'openLineFound',
        'creditedToOther',
        'quarantined',
        'similarLine',
        'unreadMessage',
        'feedSilent',
        'nothingFound',
      ]),
      lines: z.array(LineRow.extend({ matchScore: z.int(), signals: z.array(Signal) })),
      deposits: z.array(
        z.strictObject({
          id: idOf('deposit'),
          reference: z.string(),
          state: z.string(),
          amountMinor: SignedMinor,
          at: Instant,
        }),
      ),
      unreadMessages: z.int(),
      silentAccounts: z.array(z.string()),
    }),
    errors: {
      memberNotFound: none,
    },
  },
  createPending: {
    method: 'POST',
    path: '/api/v1/pre-transaction/create-pending',
    requires: { pretransactionDepositWithdraw: ['isRead', 'isCreate'] },
    idempotent: true,
    money: 'maker',
    input: z.strictObject({
      memberId: idOf('member'),
      amountMinor: AmountMinor,
      accountId: idOf('bankAccount').optional(),
      /** The slip that the member shows for it. */
      slipId: idOf('slip').optional(),
      remark: Remark,
    }),
    summary: 'Notes a deposit that has not arrived; it waits for its line and credits nothing by itself.',
    output: z.strictObject({ depositId: idOf('deposit'), reference: z.string() }),
    errors: {
      memberNotFound: none,
      blocked: reason('blacklisted'),
      slipRefused: SlipRefused,
    },
  },
  rejectDeposit: {
    method: 'POST',
    path: '/api/v1/pre-transaction/reject-deposit/{id}',
    requires: { pretransactionDepositWithdraw: ['isRead', 'isUpdate'] },
    subject: 'deposit',
    idempotent: true,
    money: 'checker',
    input: z.strictObject({
      id: idOf('deposit'),
      version: z.int(),
      reasonCode: z.enum(rejectDepositReasons),
      remark: Remark,
    }),
    summary: 'Refuses a deposit that waits.',
    output: version,
    errors: {
      stale: DepositNow,
      stateRefused: DepositNow,
    },
  },
})
