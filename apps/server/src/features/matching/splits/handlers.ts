import type { preTransactionSplits } from '@khlang/contract/pre-transactions/splits.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Handlers } from '../../../platform/call/context.ts'
import { lockLineFor } from '../../bank-lines/line-locks.ts'
import { askPartBack } from '../../reversals/unlink-part.ts'
import { assertNothingWaits } from '../asked-lines.ts'
import { assertMember, depositBefore } from '../credit-line.ts'
import { assertIncoming, assertNotDouble } from '../free-line.ts'
import { judgeLink } from '../links/link-evidence.ts'
import { lineSplit } from './approval-kind.ts'
import { openOf } from './queries.ts'
import { whyNotSplit } from './rules.ts'
import { splittable } from './split-line.ts'

/** A line that is the money of several members. */
export const splitHandlers: Handlers<typeof preTransactionSplits> = {
  askSplit: async ({ tx, input, actor, settings, services, ask }) => {
    const { parts, isConfirmed, reason } = input
    const { line } = await lockLineFor(tx, input, splittable)
    assertIncoming(line)
    await assertNothingWaits(tx, line.id)
    if (line.chain === 'hint') throw new ApiError('splitRefused', { details: { reason: 'unproven' } })
    assertNotDouble(line, isConfirmed)
    const { openMinor, isRest } = await openOf(tx, line.id)
    if (line.state === 'manualMatched' && (!isRest || openMinor === 0)) throw new ApiError('alreadyMatched')
    if (!isRest) await depositBefore(tx, line, { isOtherMoney: isConfirmed })
    const why = whyNotSplit(parts, openMinor, isRest)
    if (why !== null) throw new ApiError('splitRefused', { details: { reason: why }, field: 'parts' })
    const judgedParts = []
    // One after the other: the members are held as they are asked about, in the order of their ids.
    for (const part of parts.toSorted((a, b) => (a.memberId < b.memberId ? -1 : 1))) {
      await assertMember(tx, part.memberId, isConfirmed)
      const judged = await judgeLink(tx, line, part.memberId, { actor, settings, nowMs: services.now() })
      if (judged.isOwnMember) throw new ApiError('fourEyes')
      const { username } = await tx
        .selectFrom('members')
        .select('username')
        .where('id', '=', part.memberId)
        .executeTakeFirstOrThrow()
      judgedParts.push({
        memberId: encodeId('member', part.memberId),
        name: username,
        amountMinor: part.amountMinor,
        score: judged.score,
        doubts: [...judged.reasons, ...judged.contradictions],
      })
    }
    const document = {
      lineId: encodeId('statementLine', line.id),
      lineVersion: line.version,
      state: line.state,
      amountMinor: openMinor,
      parts: judgedParts,
      isConfirmed,
    }
    const audit = { detail: { amountMinor: openMinor, count: parts.length } }
    return ask(lineSplit, document, { reason, version: line.version, audit })
  },

  askUnlinkPart: askPartBack,
}
