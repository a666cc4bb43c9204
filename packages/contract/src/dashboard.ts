import { z } from 'zod'
import { AskAnswer } from './values/ask-answer.ts'
import { defineCalls } from './kit/define.ts'
import { AskedAlready, PayoutsOpen, none, reason } from './kit/error-details.ts'
import { proofCalls } from './dashboard/proof.ts'
import { DateOn, Instant, Remark, SignedMinor, idOf } from './values/values.ts'

const Figure = z.strictObject({ count: z.int(), amountMinor: SignedMinor })
const Waiting = Figure.extend({ oldestAt: Instant.nullable() })

export const dashboard = defineCalls({
  ...proofCalls,
  now: {
    method: 'GET',
    path: '/api/v2/dashboard/now',
    requires: { dashboard: ['isRead'] },
    input: z.strictObject({}),
    summary: 'Money now: what waits, what our accounts hold, what we owe members.',
    output: z.strictObject({
      at: Instant,
      businessOn: DateOn,
      waitingDeposits: Waiting,
      waitingWithdrawals: Waiting,
      unmatchedLines: Waiting,
      unreadMessages: z.int(),
      /**
       * Changes of members' bank accounts that wait for this person, and their own; null without the right.
       */
      waitingAccountChanges: z
        .strictObject({ toSettle: z.int(), asked: z.int(), oldestAt: Instant.nullable() })
        .nullable(),
      accounts: z
        .array(
          z.strictObject({
            id: idOf('bankAccount'),
            label: z.string(),
            bank: z.string(),
            balanceMinor: SignedMinor,
            state: z.string(),
            lastMessageAt: Instant.nullable(),
          }),
        )
        .nullable(),
      ownMinor: SignedMinor.nullable(),
      memberLiabilityMinor: SignedMinor.nullable(),
      coverBps: z.int().nullable(),
      alarms: z.array(
        z.strictObject({ code: z.string(), entity: z.string(), entityId: z.string(), raisedAt: Instant }),
      ),
    }),
  },
  day: {
    method: 'GET',
    path: '/api/v2/dashboard/day',
    requires: { dashboard: ['isRead'] },
    input: z.strictObject({ on: DateOn.optional() }),
    summary: 'Counters of a business day and of the day before.',
    output: z.strictObject({
      businessOn: DateOn,
      deposits: Figure,
      withdrawals: Figure,
      netMinor: SignedMinor,
      autoCredited: Figure,
      manualCredited: Figure,
      registered: z.int(),
      firstDeposits: Figure,
      autoMatchBps: z.int().nullable(),
      medianCreditSeconds: z.int().nullable(),
      medianWithdrawalSeconds: z.int().nullable(),
      before: z.strictObject({
        deposits: Figure,
        withdrawals: Figure,
        netMinor: SignedMinor,
        registered: z.int(),
      }),
      hours: z.array(
        z.strictObject({ hour: z.int(), depositMinor: SignedMinor, withdrawalMinor: SignedMinor }),
      ),
    }),
  },
  alarms: {
    method: 'GET',
    path: '/api/v2/dashboard/alarms',
    requires: { dashboard: ['isRead'] },
    isOfStaff: true,
    input: z.strictObject({}),
    summary: 'Open alarms, the oldest first, with what is known of each and who may end it how.',
    output: z.strictObject({
      records: z.array(
        z.strictObject({
          id: idOf('alarm'),
          code: z.string(),
          entity: z.string(),
          entityId: z.string(),
          detail: z.record(z.string(), z.unknown()),
          raisedAt: Instant,
          /** The account of ours that it is about; null where it is about none. */
          account: z
            .strictObject({
              id: idOf('bankAccount'),
              bank: z.string(),
              label: z.string(),
              accountNoMasked: z.string(),
            })
            .nullable(),
          /** `acknowledge`: one person ends it; the others: two people do, by the call of that name. */
          endedBy: z.enum(['acknowledge', 'resumePayouts', 'releaseRestored']),
          /** Whether the reader may: of play with the right over bets, of all else with that over money. */
          mayEnd: z.boolean(),
          /** Who has asked already, where two people are needed. */
          askedBy: z.string().nullable(),
          /** Whether that was the reader: then it is another one's turn. */
          isAskedByMe: z.boolean(),
          /** The request that another one decides (`approvals.decide`). */
          approvalId: idOf('approval').nullable(),
        }),
      ),
    }),
  },
  acknowledgeAlarm: {
    method: 'POST',
    path: '/api/v1/dashboard/acknowledge-alarm',
    requires: { dashboard: ['isRead'] },
    isOfStaff: true,
    input: z.strictObject({ alarmId: idOf('alarm'), reason: Remark }),
    summary:
      'Ends an alarm a person has looked into; what still stands raises it anew. What it is about decides ' +
      'which right it takes beside.',
    output: z.strictObject({}),
    errors: {
      forbidden: none,
      notFound: none,
      alreadyHandled: z.strictObject({ at: Instant }),
      stateRefused: reason('twoPeople'),
    },
  },
  menu: {
    method: 'GET',
    path: '/api/v2/dashboard/menu',
    requires: 'token',
    scope: 'what the person may see of each; null where they may not see it at all',
    summary: 'The numbers beside the entries of the menu: what waits.',
    input: z.strictObject({}),
    output: z.strictObject({
      queue: z.int().nullable(),
      requests: z.int().nullable(),
      openLines: z.int().nullable(),
      /** Changes of members' bank accounts that this person may decide. */
      accountChanges: z.int().nullable(),
    }),
  },
  restored: {
    method: 'GET',
    path: '/api/v2/dashboard/restored',
    requires: 'token',
    scope: 'whether the database was brought back to an earlier moment, the same for everybody',
    summary: 'What stands still since the database was restored; null while nothing is held.',
    input: z.strictObject({}),
    output: z.strictObject({
      held: z
        .strictObject({
          restoredTo: Instant,
          restoredAt: Instant,
          /** Payouts of before whose end the rail has not told yet. */
          openPayouts: z.int(),
          /** Outgoing lines since that belong to nothing in this book. */
          unknownOutgoing: z.int(),
        })
        .nullable(),
    }),
  },
  releaseRestored: {
    method: 'POST',
    path: '/api/v1/dashboard/release-restored',
    requires: { dashboard: ['isRead'], pretransactionRequest: ['isRead', 'isUpdate'] },
    money: 'maker',
    idempotent: true,
    stepUp: 'recent',
    input: z.strictObject({
      reason: Remark,
      /** The person says that they compared the rail's own list since that moment with this book. */
      isRailListChecked: z.literal(true),
    }),
    summary: 'Asks that payouts, automatic credits and chats go on after a restore; another decides it.',
    output: AskAnswer,
    errors: {
      stateRefused: z.union([reason('notStopped'), PayoutsOpen]),
      conflict: AskedAlready,
      stepUpRequired: none,
    },
  },
  resumePayouts: {
    method: 'POST',
    path: '/api/v1/dashboard/resume-payouts',
    requires: { dashboard: ['isRead'], pretransactionRequest: ['isRead', 'isUpdate'] },
    money: 'maker',
    idempotent: true,
    stepUp: 'recent',
    input: z.strictObject({ reason: Remark }),
    summary: 'Asks that payouts go on after the hourly circuit breaker; another person decides it.',
    output: AskAnswer,
    errors: {
      stateRefused: reason('notStopped'),
      conflict: AskedAlready,
      stepUpRequired: none,
    },
  },
})
