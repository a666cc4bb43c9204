import type { preTransactionLinks } from '@khlang/contract/pre-transactions/links.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { depositReversed } from '@khlang/ledger/deposits.ts'
import { businessOn } from '../../platform/business-day.ts'
import { ApiError } from '../../platform/api-error.ts'
import { rolesThatMay, wouldBeAlone } from '../../platform/approvals/checkers.ts'
import type { Handlers } from '../../platform/call/context.ts'
import { seesBrand } from '../../platform/people/visibility.ts'
import { findLine } from '../bank-lines/intake/intake-queries.ts'
import { depositUnlink } from './approval-kinds.ts'
import { creditOf, depositOfLine, shortfallOf } from './link-reversal.ts'
import * as queries from './queries.ts'
import { legsOf } from '../withdrawals/sheet.ts'

/** What taking a credit back would do; it changes nothing. */
export const takeBackHandlers: Pick<Handlers<typeof preTransactionLinks>, 'previewTakeBack'> = {
  previewTakeBack: async ({ db, input, actor, settings, services }) => {
    const line = await findLine(db, input.id)
    if (!line) throw new ApiError('notFound')
    const deposit = await depositOfLine(db, line.id)
    const member = deposit && (await queries.memberOf(db, deposit.member_id))
    if (!deposit || !member) throw new ApiError('stateRefused')
    const { id, from, to, amount, currency } = await creditOf(db, deposit)
    const { balanceMinor: beforeMinor, shortfallMinor } = await shortfallOf(
      db,
      member.id,
      line.amount_minor,
    )
    const reversal = depositReversed({
      sourceId: encodeId('deposit', deposit.id),
      occurrence: deposit.credits,
      memberId: encodeId('member', member.id),
      businessOn: businessOn(settings, services.now()),
      valueOn: line.value_on,
      credited: { legs: [{ from, to, amountMinor: amount, currency }], transferIds: [id] },
      shortfallMinor,
    })
    const afterMinor = beforeMinor + shortfallMinor - line.amount_minor
    const { kind, requires } = depositUnlink
    const isAlone = await wouldBeAlone(db, { kind, actor, requires })
    const able = { requires, amountMinor: line.amount_minor, exceptId: actor.id }
    const checkers = !isAlone && seesBrand(actor) ? await rolesThatMay(db, able) : []
    const legs = legsOf([reversal])
    return { member, beforeMinor, afterMinor, shortfallMinor, legs, checkers, isAlone }
  },
}
