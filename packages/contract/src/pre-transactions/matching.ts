import { z } from 'zod'
import { AskAnswer, MayAskAnswer } from '../values/ask-answer.ts'
import { defineCalls } from '../kit/define.ts'
import {
  CreditedAs,
  LineNow,
  LinkBlocked,
  LinkWaiting,
  StateNow,
  none,
  reason,
} from '../kit/error-details.ts'
import { cursorList, cursorPage, totals } from '../kit/paging.ts'
import {
  memberRef,
  version,
  Suggestion,
  LineRow,
  LinkReason,
  Contradiction,
  lineFilter,
  matchingRead,
  matchingUpdate,
  lineInput,
} from './shapes.ts'
import { LineHandling } from './line-handling.ts'
import { lineStates } from '../values/value-lists.ts'
import { Instant, Remark, SignedMinor, idOf, text } from '../values/values.ts'

export const preTransactionMatching = defineCalls({
  lines: {
    method: 'GET',
    path: '/api/v2/pre-transaction/lines',
    requires: matchingRead,
    isOfStaff: true,
    input: z.strictObject({
      ...lineFilter,
      /** `handled`: by when each was settled, or came where nobody touched it. Newest first in any order. */
      order: z.enum(['received', 'handled']).optional(),
      ...cursorPage,
    }),
    summary: 'Statement lines, open ones by default.',
    output: cursorList(LineRow),
  },
  lineTotals: {
    method: 'GET',
    path: '/api/v2/pre-transaction/line-totals',
    requires: matchingRead,
    isOfStaff: true,
    input: z.strictObject(lineFilter),
    summary: 'Count, sum and ageing of the lines of a filter.',
    output: totals({
      amountMinor: SignedMinor,
      ages: z.record(z.string(), z.strictObject({ count: z.int(), amountMinor: SignedMinor })),
    }),
  },
  line: {
    method: 'GET',
    path: '/api/v2/pre-transaction/line/{id}',
    requires: matchingRead,
    subject: 'statementLine',
    input: z.strictObject({ id: idOf('statementLine') }),
    summary: 'One line with every candidate, its score and reasons, and the messages it was read from.',
    output: z.strictObject({
      line: LineRow,
      suggestions: z.array(Suggestion),
      decision: z.unknown(),
      canUndoUntil: Instant.nullable(),
      /** The line before it that may be the same movement said twice: a link of it must be confirmed. */
      possibleDoubleOf: z
        .strictObject({ id: idOf('statementLine'), receivedAt: Instant, state: z.enum(lineStates) })
        .nullable(),
      /** The format that people taught and that read it; absent where the bank's own shapes did. */
      taughtFormat: z
        .strictObject({
          id: idOf('taughtFormat'),
          name: z.string(),
          number: z.int(),
          confirmedCount: z.int(),
        })
        .optional(),
      /** Whether its credit can be taken back with a second person, once undoing is over. */
      canAskUnlink: z.boolean(),
      /** The request to take it back that waits. */
      unlinkAsked: z
        .strictObject({ id: idOf('approval'), maker: z.string(), isOwn: z.boolean() })
        .nullable(),
      /** The request to link it that waits; nobody links it otherwise meanwhile. */
      linkAsked: z
        .strictObject({
          id: idOf('approval'),
          maker: z.string(),
          isOwn: z.boolean(),
          member: memberRef,
          reason: z.string(),
          reasons: z.array(LinkReason),
        })
        .nullable(),
      /** What else was done or asked for with it. */
      handling: LineHandling,
      messages: z.array(
        z.strictObject({
          id: idOf('message'),
          source: z.string(),
          sender: z.string(),
          text: z.string(),
          receivedAt: Instant,
          /** It came with a double of this line. */
          isOfDouble: z.boolean(),
        }),
      ),
    }),
  },
  searchMembers: {
    method: 'POST',
    path: '/api/v1/pre-transaction/search-members',
    requires: matchingRead,
    isRead: true,
    input: z.strictObject({ search: text(100, 1), lineId: idOf('statementLine').optional() }),
    summary: 'Members by user name, phone, name or account tail, masked, with their score against a line.',
    output: z.strictObject({ records: z.array(Suggestion) }),
  },
  previewLink: {
    method: 'POST',
    path: '/api/v1/pre-transaction/preview-link/{id}',
    requires: matchingUpdate,
    subject: 'statementLine',
    isRead: true,
    input: z.strictObject({ id: idOf('statementLine'), memberId: idOf('member') }),
    summary:
      'What a link would do to the wallet, whether it needs a note, and deposits that people credited ' +
      'before their line came, which this line may be the money of.',
    output: z.strictObject({
      beforeMinor: SignedMinor,
      afterMinor: SignedMinor,
      /** Something speaks against this member: the link is refused without a remark that says why. */
      needsNote: z.boolean(),
      score: z.int(),
      contradictions: z.array(Contradiction),
      /** Why a second person must agree; empty where the link credits at once. */
      reasons: z.array(LinkReason),
      needsApproval: z.boolean(),
      /** Nobody else could agree: the link is done at once, and the log says so. */
      isAlone: z.boolean(),
      /** The names of the roles whose people may agree. */
      checkers: z.array(z.string()),
      /** It is the reader's own wallet, which they never credit. */
      isOwnMember: z.boolean(),
      creditedBefore: z.array(
        z.strictObject({ id: idOf('deposit'), reference: z.string(), at: Instant, member: memberRef }),
      ),
    }),
    errors: { notFound: none, memberNotFound: none },
  },
  link: {
    method: 'POST',
    path: '/api/v1/pre-transaction/link/{id}',
    requires: matchingUpdate,
    subject: 'statementLine',
    idempotent: true,
    money: 'checker',
    input: z.strictObject({
      ...lineInput,
      memberId: idOf('member'),
      depositId: idOf('deposit').optional(),
      remark: text(200).optional(),
      isConfirmed: z.boolean().default(false),
      /** Said by a person of a line that may be the money of a deposit credited before it came. */
      isOtherMoney: z.boolean().default(false),
    }),
    summary:
      'Links an open incoming line to a member and credits the wallet in the same transaction; with a ' +
      'deposit credited before its line came, clears suspense and credits nobody again. A low score, a ' +
      'payer who contradicts, a line that was held, is old or above the person’s limits needs a remark, ' +
      'and waits for a second person.',
    output: z.strictObject({
      ...MayAskAnswer.shape,
      depositId: idOf('deposit').nullable(),
      reference: z.string().nullable(),
      creditAfterMinor: SignedMinor.nullable(),
      undoUntil: Instant.nullable(),
    }),
    errors: {
      stale: LineNow,
      lineNotOpen: z.union([LineNow, reason('outgoing')]),
      alreadyMatched: z.union([LineNow, CreditedAs]),
      memberNotActive: StateNow,
      blocked: LinkBlocked,
      linkNoteNeeded: none,
      conflict: LinkWaiting,
      fourEyes: none,
      stateRefused: StateNow,
      memberNotFound: none,
    },
  },
  undoLink: {
    method: 'POST',
    path: '/api/v1/pre-transaction/undo-link/{id}',
    requires: matchingUpdate,
    subject: 'statementLine',
    idempotent: true,
    money: 'checker',
    input: z.strictObject({ ...lineInput, reason: Remark }),
    summary: 'Takes one’s own link back within ten minutes while nothing has left the wallet.',
    output: version,
    errors: {
      stale: LineNow,
      undoTooLate: reason('time'),
      memberSpent: z.strictObject({ leftMinor: SignedMinor }),
      forbidden: LineNow.optional(),
      lineNotOpen: LineNow,
      stateRefused: none,
    },
  },
  askUnlink: {
    method: 'POST',
    path: '/api/v1/pre-transaction/unlink/{id}',
    requires: matchingUpdate,
    subject: 'statementLine',
    idempotent: true,
    money: 'maker',
    stepUp: 'recent',
    input: z.strictObject({ ...lineInput, reason: Remark }),
    summary:
      'Asks that a credited line be taken from its member; a second person decides it, and what the ' +
      'wallet lacks by then the member owes.',
    output: AskAnswer,
    errors: {
      stale: LineNow,
      stateRefused: none,
      conflict: reason('approvalPending', 'walletMoved'),
      stepUpRequired: none,
      lineNotOpen: LineNow,
      alreadyMatched: LineNow,
    },
  },
  ignoreLine: {
    method: 'POST',
    path: '/api/v1/pre-transaction/ignore/{id}',
    requires: matchingUpdate,
    subject: 'statementLine',
    idempotent: true,
    money: 'checker',
    input: z.strictObject({ ...lineInput, reason: Remark }),
    summary: 'Sets a line aside, with a reason.',
    output: version,
    errors: {
      stale: LineNow,
      lineNotOpen: LineNow,
      alreadyMatched: LineNow,
    },
  },
  reopenLine: {
    method: 'POST',
    path: '/api/v1/pre-transaction/reopen/{id}',
    requires: matchingUpdate,
    subject: 'statementLine',
    idempotent: true,
    money: 'checker',
    input: z.strictObject({ ...lineInput, reason: Remark }),
    summary: 'Takes a line that was set aside, or a quarantined one, back to the open lines.',
    output: version,
    errors: {
      stale: LineNow,
      stateRefused: LineNow,
    },
  },
  internalTransfer: {
    method: 'POST',
    path: '/api/v1/pre-transaction/internal-transfer/{id}',
    requires: matchingUpdate,
    subject: 'statementLine',
    idempotent: true,
    money: 'checker',
    input: z.strictObject({ ...lineInput, oppositeId: idOf('statementLine') }),
    summary: 'Closes two lines of two own accounts as one transfer between them.',
    output: version,
    errors: {
      stale: LineNow,
      lineNotOpen: LineNow,
      stateRefused: reason('notOpposite'),
      alreadyMatched: LineNow,
    },
  },
  oppositeLines: {
    method: 'GET',
    path: '/api/v2/pre-transaction/opposite-lines/{id}',
    requires: matchingRead,
    subject: 'statementLine',
    input: z.strictObject({ id: idOf('statementLine') }),
    summary: 'Lines of other own accounts that may be the other half of a transfer.',
    output: z.strictObject({ records: z.array(LineRow) }),
  },
})
