import { z } from 'zod'
import { MayAskAnswer } from '../values/ask-answer.ts'
import { defineCalls } from '../kit/define.ts'
import { OverDay, Stops, AskedAlready, SlipRefused, none } from '../kit/error-details.ts'
import { memberRef, nothing, LineRow, Check, requestRead } from './shapes.ts'
import { manualDepositReasons } from '../values/value-lists.ts'
import { AmountMinor, Instant, Moment, Remark, SignedMinor, idOf, text } from '../values/values.ts'

export const preTransactionManual = defineCalls({
  previewDeposit: {
    method: 'POST',
    path: '/api/v1/pre-transaction/preview-deposit',
    requires: { memberManagement: ['isCreate'] },
    isRead: true,
    input: z.strictObject({
      memberId: idOf('member'),
      amountMinor: AmountMinor,
      accountId: idOf('bankAccount').optional(),
      kind: z.enum(['realDeposit', 'goodwill', 'correction']),
    }),
    summary:
      'What a manual deposit would do: balances, ledger lines, a fitting open line, ' +
      'likely doubles, whether a second person is needed.',
    output: z.strictObject({
      beforeMinor: SignedMinor,
      afterMinor: SignedMinor,
      legs: z.array(z.strictObject({ from: z.string(), to: z.string(), amountMinor: SignedMinor })),
      fittingLine: LineRow.nullable(),
      fittingScore: z.int().nullable(),
      doubles: z.array(z.strictObject({ reference: z.string(), at: Instant, amountMinor: SignedMinor })),
      needsApproval: z.boolean(),
      /** It goes over the own limit of the day, of which `leftMinor` is left: refused whoever approves. */
      overDay: z.strictObject({ limitMinor: SignedMinor, leftMinor: SignedMinor }).nullable(),
      /** The roles whose people may approve this amount; empty: nobody can, as things are. */
      checkers: z.array(z.string()),
      /** A second person is wanted and there is none at all: it is done at once, and marked. */
      isAlone: z.boolean(),
      member: memberRef,
      accounts: z.array(z.strictObject({ id: idOf('bankAccount'), label: z.string(), bank: z.string() })),
    }),
    errors: {
      memberNotFound: none,
    },
  },
  createDeposit: {
    method: 'POST',
    path: '/api/v1/pre-transaction/create-deposit',
    requires: { memberManagement: ['isCreate'] },
    idempotent: true,
    money: 'maker',
    stepUp: 'recent',
    input: z.strictObject({
      memberId: idOf('member'),
      amountMinor: AmountMinor,
      kind: z.enum(['realDeposit', 'goodwill', 'correction']),
      accountId: idOf('bankAccount').optional(),
      bankTime: Moment.optional(),
      /** The slip that the member shows for it: of real money alone. */
      slipId: idOf('slip').optional(),
      reasonCode: z.enum(manualDepositReasons),
      remarkMember: text(200).optional(),
      remarkStaff: Remark,
    }),
    summary:
      'A deposit typed by a person. Real money without a line, and sums above the limit, ' +
      'wait for a second person.',
    output: z.strictObject({ ...MayAskAnswer.shape, depositId: idOf('deposit').nullable() }),
    errors: {
      memberNotActive: none,
      amountLimit: none,
      overDayLimit: OverDay,
      slipRefused: SlipRefused,
      stepUpRequired: none,
      conflict: AskedAlready,
      memberNotFound: none,
    },
  },
  previewWithdrawal: {
    method: 'POST',
    path: '/api/v1/pre-transaction/preview-withdrawal',
    requires: { memberManagement: ['isCreate'] },
    isRead: true,
    input: z.strictObject({ memberId: idOf('member'), amountMinor: AmountMinor.optional() }),
    summary: 'Runs the withdrawal checks for a member now.',
    output: z.strictObject({
      member: memberRef,
      beforeMinor: SignedMinor,
      afterMinor: SignedMinor,
      checks: z.array(Check),
      band: z.string(),
      toBank: z.string().nullable(),
      toAccountMasked: z.string().nullable(),
      toAccountName: z.string().nullable(),
      legs: z.array(z.strictObject({ from: z.string(), to: z.string(), amountMinor: SignedMinor })),
    }),
    errors: {
      memberNotFound: none,
    },
  },
  createWithdrawal: {
    method: 'POST',
    path: '/api/v1/pre-transaction/create-withdrawal',
    requires: { memberManagement: ['isCreate'] },
    idempotent: true,
    money: 'maker',
    stepUp: 'recent',
    input: z.strictObject({ memberId: idOf('member'), amountMinor: AmountMinor, remark: Remark }),
    summary:
      'A withdrawal a member asked for by phone; it goes the same way as their own, ' +
      'never approved by its maker.',
    output: z.strictObject({ withdrawalId: idOf('withdrawal'), reference: z.string(), state: z.string() }),
    errors: {
      insufficientFunds: Stops.optional(),
      openWithdrawalExists: Stops.optional(),
      memberNotActive: Stops,
      blocked: Stops,
      amountLimit: Stops,
      stepUpRequired: none,
      brandSwitchOff: Stops,
      memberNotFound: none,
    },
  },
  approvals: {
    method: 'GET',
    path: '/api/v2/pre-transaction/approvals',
    requires: requestRead,
    input: nothing,
    summary: 'Manual deposits that wait for a second person.',
    output: z.strictObject({
      records: z.array(
        z.strictObject({
          id: idOf('approval'),
          kind: z.string(),
          maker: z.string(),
          isOwn: z.boolean(),
          amountMinor: SignedMinor,
          reason: z.string(),
          createdAt: Instant,
          expiresAt: Instant,
          member: memberRef,
          document: z.record(z.string(), z.unknown()),
        }),
      ),
    }),
  },
})
