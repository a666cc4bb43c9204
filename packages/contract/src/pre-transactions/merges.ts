import { z } from 'zod'
import { defineCalls } from '../kit/define.ts'
import { LineNow, LinkWaiting, none, reason } from '../kit/error-details.ts'
import { AskAnswer } from '../values/ask-answer.ts'
import { Instant, Remark, idOf } from '../values/values.ts'
import { mergeRefusals, mergeSigns } from './merge-words.ts'
import { LineRow, lineInput, matchingRead, matchingUpdate } from './shapes.ts'
import { asksToTakeOff } from './take-off-call.ts'

/** A line as it is laid beside another one. */
const Side = z.strictObject({
  line: LineRow,
  ref: z.string().nullable(),
  source: z.string(),
  messages: z.array(
    z.strictObject({
      id: idOf('message'),
      source: z.string(),
      sender: z.string(),
      text: z.string(),
      receivedAt: Instant,
    }),
  ),
})

/** Two lines that tell of one movement. */
export const preTransactionMerges = defineCalls({
  mergeCandidates: {
    method: 'GET',
    path: '/api/v2/pre-transaction/merge-candidates/{id}',
    requires: matchingRead,
    isOfStaff: true,
    subject: 'statementLine',
    input: z.strictObject({ id: idOf('statementLine') }),
    summary:
      'Lines of the same account, direction and amount, of a day before to a day after, that a line may be ' +
      'the same movement as: the likeliest first, each with what speaks for and against.',
    output: z.strictObject({
      double: Side,
      records: z.array(
        z.strictObject({
          ...Side.shape,
          signs: z.array(z.enum(mergeSigns)),
          /** Why the line may not end as its double; null where it may. */
          refusal: z.enum(mergeRefusals).nullable(),
        }),
      ),
    }),
  },
  askMerge: {
    method: 'POST',
    path: '/api/v1/pre-transaction/merge/{id}',
    requires: matchingUpdate,
    isOfStaff: true,
    subject: 'statementLine',
    idempotent: true,
    money: 'maker',
    stepUp: 'recent',
    input: z.strictObject({
      ...lineInput,
      /** The line that stays, as it was shown. */
      intoId: idOf('statementLine'),
      intoVersion: z.int(),
      reason: Remark,
    }),
    summary:
      'Asks that an open line ends as a double of another one, which stays. A second person decides; what ' +
      'was booked as received by the double is then taken back.',
    output: AskAnswer,
    errors: {
      stale: LineNow,
      lineNotOpen: LineNow,
      alreadyMatched: LineNow,
      notFound: none,
      conflict: LinkWaiting,
      mergeRefused: reason(...mergeRefusals),
      stepUpRequired: none,
    },
  },
  askUnmerge: asksToTakeOff(
    '/api/v1/pre-transaction/unmerge/{id}',
    'Asks that a double is a line of its own again, open, and its money received.',
  ),
})
