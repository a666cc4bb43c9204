import { z } from 'zod'
import { defineCalls } from '../kit/define.ts'
import { AskedAlready, Version, none, reason } from '../kit/error-details.ts'
import { AskAnswer } from '../values/ask-answer.ts'
import { Remark, SignedMinor, idOf } from '../values/values.ts'

const id = idOf('bet')

/** What a wallet has, of what a bet paid and would give back. */
export const WinningsSpent = z.strictObject({ leftMinor: SignedMinor, missingMinor: SignedMinor })

/** Why no two people can say of a bet that it never was. */
export const notVoidable = ['alreadyVoid', 'walletElsewhere', 'nothingMoved'] as const
const NotVoidable = reason(...notVoidable)

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
})
