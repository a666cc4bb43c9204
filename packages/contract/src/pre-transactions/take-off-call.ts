import { z } from 'zod'
import { LineNow, LinkWaiting, none } from '../kit/error-details.ts'
import { AskAnswer } from '../values/ask-answer.ts'
import { Remark } from '../values/values.ts'
import { lineInput, matchingUpdate } from './shapes.ts'

/** A call that asks a second person to take off a line what it stands for. */
export const asksToTakeOff = <const P extends string>(path: P, summary: string) =>
  ({
    method: 'POST',
    path,
    requires: matchingUpdate,
    isOfStaff: true,
    subject: 'statementLine',
    idempotent: true,
    money: 'maker',
    stepUp: 'recent',
    input: z.strictObject({ ...lineInput, reason: Remark }),
    summary,
    output: AskAnswer,
    errors: {
      stale: LineNow,
      lineNotOpen: LineNow,
      alreadyMatched: LineNow,
      stateRefused: none,
      conflict: LinkWaiting,
      stepUpRequired: none,
    },
  }) as const
