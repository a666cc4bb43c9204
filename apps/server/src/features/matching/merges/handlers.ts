import type { preTransactionMerges } from '@khlang/contract/pre-transactions/merges.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Handlers } from '../../../platform/call/context.ts'
import { seesBalances } from '../../../platform/people/visibility.ts'
import { lockLineFor } from '../../bank-lines/line-locks.ts'
import type { StoredLine } from '../../bank-lines/stored-line.ts'
import { assertNothingWaits } from '../asked-lines.ts'
import { freeStates, printedPayer } from '../free-line.ts'
import { lineMerge, lineUnmerge } from './approval-kinds.ts'
import { lockInto } from './lock-pair.ts'
import { candidatesOf, judgeMerge, standingMerge } from './queries.ts'

/** When a line's money moved, as far as it says; else when it came. */
const momentOf = ({
  bank_time: at,
  bank_time_precision: precision,
  received_at: came,
}: StoredLine): string =>
  new Date(at !== null && (precision === 'minute' || precision === 'second') ? at : came).toISOString()

/** Both lines as they stand, for the second person. */
const pairOf = (line: StoredLine, into: StoredLine) => ({
  lineId: encodeId('statementLine', line.id),
  lineVersion: line.version,
  intoId: encodeId('statementLine', into.id),
  intoVersion: into.version,
  lineAt: momentOf(line),
  intoAt: momentOf(into),
  state: line.state,
  amountMinor: line.amount_minor,
})

/** Two lines that tell of one movement. */
export const mergeHandlers: Handlers<typeof preTransactionMerges> = {
  mergeCandidates: async ({ db, input, actor }) => {
    const found = await candidatesOf(db, input.id, seesBalances(actor))
    if (!found) throw new ApiError('notFound')
    return found
  },

  askMerge: async ({ tx, input, ask }) => {
    const { line } = await lockLineFor(tx, input, freeStates)
    await assertNothingWaits(tx, line.id)
    const into = await lockInto(tx, input.intoId, input.intoVersion)
    const judged = await judgeMerge(tx, line.id, into.id)
    if (!judged) throw new ApiError('notFound', { field: 'intoId' })
    if (judged.refusal !== null) throw new ApiError('mergeRefused', { details: { reason: judged.refusal } })
    const pair = pairOf(line, into)
    const more = { intoState: into.state, signs: judged.signs, payer: printedPayer(line) }
    const document = { ...pair, ...more }
    const audit = { detail: { amountMinor: pair.amountMinor, intoId: pair.intoId } }
    return ask(lineMerge, document, { reason: input.reason, version: line.version, audit })
  },

  askUnmerge: async ({ tx, input, ask }) => {
    const { line } = await lockLineFor(tx, input, ['duplicate'])
    await assertNothingWaits(tx, line.id)
    const standing = await standingMerge(tx, line.id)
    if (standing === undefined) throw new ApiError('stateRefused')
    const into = await lockInto(tx, standing.intoId)
    const document = pairOf(line, into)
    const audit = { detail: { amountMinor: document.amountMinor, intoId: document.intoId } }
    return ask(lineUnmerge, document, { reason: input.reason, version: line.version, audit })
  },
}
