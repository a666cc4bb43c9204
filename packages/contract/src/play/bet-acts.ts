import { z } from 'zod'
import { defineCalls } from '../kit/define.ts'
import { AskedAlready, Version, none, reason } from '../kit/error-details.ts'
import { AskAnswer } from '../values/ask-answer.ts'
import { betStates, roundAnswers } from '../values/play-values.ts'
import { Instant, Remark, SignedMinor, idOf } from '../values/values.ts'

const id = idOf('bet')

/** What a wallet has, of what a bet paid and would give back. */
export const WinningsSpent = z.strictObject({ leftMinor: SignedMinor, missingMinor: SignedMinor })

/** Why no two people can say of a bet that it never was. */
export const notVoidable = ['alreadyVoid', 'walletElsewhere', 'nothingMoved'] as const
const NotVoidable = reason(...notVoidable)

/** A bet as one of the two has it. */
export const BetSums = z.strictObject({
  state: z.enum(betStates),
  stakeMinor: SignedMinor,
  payoutMinor: SignedMinor,
})

/** What a provider said of a round, beside what stands here. */
const Answer = z.strictObject({
  answer: z.enum(roundAnswers),
  /** Null where it said nothing of it. */
  theirs: BetSums.nullable(),
  ours: BetSums,
  /** Words of its own that never came and that the wallet can take as they are. */
  missing: z.array(
    z.strictObject({
      kind: z.enum(['settle', 'jackpot', 'round', 'feed']),
      transactionRef: z.string(),
      amountMinor: SignedMinor,
    }),
  ),
  /** What is taken is what was shown; null where there is nothing to take. */
  digest: z.string().nullable(),
  /** The time of whose records it was asked. */
  from: Instant,
  until: Instant,
})

const asking = {
  method: 'POST',
  requires: { betReport: ['isRead', 'isUpdate'] },
  isOfStaff: true,
  subject: 'bet',
  ownTransaction: true,
} as const
const notAskable = reason('noAddress', 'ofNoRound')

/** What people do about one bet. */
export const betActs = defineCalls({
  askVoid: {
    method: 'POST',
    path: '/api/v1/bet-report/void/{id}',
    requires: { betReport: ['isRead', 'isUpdate'] },
    isOfStaff: true,
    subject: 'bet',
    idempotent: true,
    money: 'maker',
    stepUp: 'recent',
    input: z.strictObject({ id, version: z.int(), reason: Remark }),
    summary:
      'Asks that a bet be void: its stake goes back and what it paid is taken; a second person decides it.',
    output: AskAnswer,
    errors: {
      notFound: none,
      stale: Version,
      stateRefused: NotVoidable,
      winningsSpent: WinningsSpent,
      conflict: AskedAlready,
      stepUpRequired: none,
    },
  },
  askProvider: {
    ...asking,
    path: '/api/v1/bet-report/ask-provider/{id}',
    input: z.strictObject({ id }),
    summary: 'Asks the provider about one bet, and tells what differs. Nothing is changed.',
    output: Answer,
    errors: { notFound: none, stateRefused: notAskable },
  },
  takeAnswer: {
    ...asking,
    path: '/api/v1/bet-report/take-answer/{id}',
    stepUp: 'recent',
    input: z.strictObject({ id, digest: z.string().regex(/^[0-9a-f]{64}$/, 'invalidFormat') }),
    summary:
      'Asks again, and takes the words of the provider that never came, as if it had told them; only those ' +
      'that were shown.',
    output: z.strictObject({
      /** Whether the wallet took each word: one that it refuses stands with the bet. */
      taken: z.array(z.strictObject({ transactionRef: z.string(), isTaken: z.boolean() })),
      now: BetSums,
    }),
    errors: {
      notFound: none,
      stateRefused: notAskable,
      conflict: reason('answerChanged'),
      stepUpRequired: none,
    },
  },
})
