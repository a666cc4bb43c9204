import { z } from 'zod'
import { defineCalls } from './kit/define.ts'
import {
  CreditedAs,
  Handled,
  Holder,
  Limit,
  LineNow,
  LinkBlocked,
  Listed,
  Missing,
  NotAsAsked,
  StateNow,
  Stops,
  none,
  reason,
} from './kit/error-details.ts'
import { cursorList, cursorPage } from './kit/paging.ts'
import { WinningsSpent } from './play/bet-acts.ts'
import { approvalStates } from './values/value-lists.ts'
import { Instant, Remark, SignedMinor, idOf, text } from './values/values.ts'

const id = idOf('approval')

const ApprovalRow = z.strictObject({
  id,
  /** `employeeRole`, `roleChange`, `memberAccountChange` …: the kind of act. */
  kind: z.string(),
  entity: z.string(),
  /** As the outside knows it, for the link to its page. */
  entityId: z.string(),
  entityName: z.string(),
  amountMinor: SignedMinor.nullable(),
  reason: z.string(),
  maker: z.string(),
  isOwn: z.boolean(),
  /** Whether this reader may decide it by what holds now: the call judges again. */
  mayDecide: z.boolean(),
  state: z.enum(approvalStates),
  checker: z.string().nullable(),
  comment: z.string().nullable(),
  isSoleOwner: z.boolean(),
  /** Two for big amounts: one of them an admin. */
  checkersNeeded: z.int(),
  /** Who has approved already, while a second is waited for. */
  checks: z.array(z.strictObject({ by: z.string(), at: Instant, comment: z.string() })),
  createdAt: Instant,
  expiresAt: Instant,
  settledAt: Instant.nullable(),
})

/** One thing that differs: what it is, before, after. Texts are masked where the reader may not see more. */
const Difference = z.strictObject({
  field: z.string(),
  before: z.unknown(),
  after: z.unknown(),
})

/** Acts that need a second person. One way to decide them all. */
export const approvals = defineCalls({
  list: {
    method: 'GET',
    path: '/api/v2/approval/list',
    requires: 'token',
    scope: 'what the person asked for or may decide',
    summary: 'What waits for me, what I asked for, and what became of it; newest first.',
    input: z.strictObject({
      scope: z.enum(['toSettle', 'own', 'settled']).default('toSettle'),
      ...cursorPage,
    }),
    output: cursorList(ApprovalRow),
  },
  count: {
    method: 'GET',
    path: '/api/v2/approval/count',
    requires: 'token',
    scope: 'what the person may decide',
    summary: 'How much waits for me.',
    input: z.strictObject({}),
    output: z.strictObject({ toSettle: z.int(), own: z.int() }),
  },
  get: {
    method: 'GET',
    path: '/api/v2/approval/get/{id}',
    requires: 'token',
    scope: 'what the person asked for or may decide',
    subject: 'approval',
    summary: 'One request: the frozen document as a difference, and the hash that deciding names.',
    input: z.strictObject({ id }),
    output: z.strictObject({
      ...ApprovalRow.shape,
      documentHash: z.string(),
      differences: z.array(Difference),
      /** Some of the texts are masked, and `reveal` shows them whole to this reader. */
      mayReveal: z.boolean(),
      /** The hash of the picture that proves it, as the document has it; `evidence` answers the picture. */
      evidenceSha256: z.string().nullable(),
      /** While it waits: the roles whose people may decide it now, the maker left out. */
      approverRoles: z.array(z.string()),
    }),
  },
  reveal: {
    method: 'POST',
    path: '/api/v1/approval/reveal/{id}',
    requires: 'token',
    scope: 'what the person may decide',
    subject: 'approval',
    summary:
      'The differences of a request with nothing masked, for who may decide it; every look is logged.',
    input: z.strictObject({ id }),
    output: z.strictObject({ differences: z.array(Difference) }),
    errors: { notFound: none, tooManyRequests: none },
  },
  evidence: {
    method: 'POST',
    path: '/api/v1/approval/evidence/{id}',
    requires: 'token',
    scope: 'what the person asked for, or whose flags they hold',
    subject: 'approval',
    file: 'image/jpeg',
    summary: 'The picture that proves a request; every look is logged.',
    input: z.strictObject({ id }),
    output: z.strictObject({}),
    errors: { notFound: none },
  },
  decide: {
    method: 'POST',
    path: '/api/v1/approval/decide/{id}',
    requires: 'token',
    scope: 'the flags of the call it was asked for with; never the maker',
    subject: 'approval',
    money: 'checker',
    idempotent: true,
    summary: 'Approves or rejects, with a second factor for exactly this document.',
    input: z.strictObject({
      id,
      isApproved: z.boolean(),
      comment: Remark,
      /** As read: what is approved is what was shown. */
      documentHash: z.string().regex(/^[0-9a-f]{64}$/, 'invalidFormat'),
      code: z
        .string()
        .regex(/^[0-9]{6}$/, 'invalidFormat')
        .optional(),
      /** Of a person who has no authenticator (possible in the sandbox only). */
      password: z.string().min(1).max(1024).optional(),
    }),
    output: z.strictObject({ state: z.enum(['approved', 'rejected', 'awaitingSecond']) }),
    errors: {
      fourEyes: none,
      alreadyHandled: Handled,
      overApprovalLimit: Limit,
      badOtp: none,
      badCredentials: none,
      conflict: reason('documentChanged', 'walletMoved', 'betMoved'),
      stateRefused: NotAsAsked.optional(),
      stale: LineNow,
      alreadyMatched: z.union([LineNow, CreditedAs]).optional(),
      memberNotActive: StateNow.optional(),
      winningsSpent: WinningsSpent.optional(),
      bankAccountInUse: none,
      blacklisted: Listed,
      forbidden: reason('adminNeeded').optional(),
      lineNotOpen: LineNow,
      blocked: z.union([LinkBlocked, Stops]),
      claimedByOther: Holder,
      beyondOwnRights: Missing,
      roleNameInUse: none,
      notEnrolled: none,
      lastAdmin: none,
      memberNotFound: none,
      otpSetupExpired: none,
    },
  },
  cancel: {
    method: 'POST',
    path: '/api/v1/approval/cancel/{id}',
    requires: 'token',
    scope: 'own requests',
    subject: 'approval',
    summary: 'Takes back what I asked for while it waits.',
    input: z.strictObject({ id, comment: text(200).optional() }),
    output: z.strictObject({ state: z.literal('withdrawn') }),
    errors: {
      alreadyHandled: Handled,
      forbidden: none,
    },
  },
})
