import { z } from 'zod'
import { idOf } from './values.ts'

/** What became of asking for an act that takes two: done at once where nobody else could agree. */
const askStates = ['done', 'waiting'] as const

export const AskAnswer = z.strictObject({ state: z.enum(askStates), approvalId: idOf('approval') })

/** The same of a call whose act one person may do at times: then there is no request. */
export const MayAskAnswer = z.strictObject({
  state: z.enum(askStates),
  approvalId: idOf('approval').nullable(),
})
