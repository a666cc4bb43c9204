import type { preTransactionTakeBack } from '@khlang/contract/pre-transactions/take-back.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { checkerNeeds } from '../../platform/approvals/approval-kinds.ts'
import { businessOn } from '../../platform/business-day.ts'
import { rolesThatMay, wouldBeAlone } from '../../platform/approvals/checkers.ts'
import type { Handlers } from '../../platform/call/context.ts'
import type { Reader } from '../../platform/db/db.ts'
import { seesBrand } from '../../platform/people/visibility.ts'
import { isWaitingApproval } from '../../platform/waiting.ts'
import { manualCreditReversal } from './approval-kinds.ts'
import { shortfallOf } from './link-reversal.ts'
import { reversalPosting, reversible } from './reverse-typed.ts'
import { holdTypedCredit, outsideOf } from '../manual-credits/typed-credits.ts'
import { legsOf } from '../withdrawals/sheet.ts'

const { kind } = manualCreditReversal
/** Whoever decides it: the flags of the maker's call, and of the requests among which it is decided. */
const checker = checkerNeeds(manualCreditReversal)

const waitingReversal = (db: Reader, entityId: string) =>
  db
    .selectFrom('approvals as p')
    .innerJoin('employees as e', 'e.id', 'p.maker_id')
    .select(['p.id', 'p.maker_id', 'e.display_name as maker'])
    .where('p.kind', '=', kind)
    .where('p.entity_id', '=', entityId)
    .where(isWaitingApproval('p'))
    .executeTakeFirst()

/** Taking back what people typed (decisions 33): what it would do, and asking for it. */
export const typedReversalHandlers: Handlers<typeof preTransactionTakeBack> = {
  previewReversal: async ({ db, input, actor, settings, services }) => {
    const credit = await reversible(db, actor, input.id)
    const { amount_minor: amountMinor, member_id: memberId } = credit
    const { balanceMinor, shortfallMinor } = await shortfallOf(db, memberId, amountMinor)
    const on = businessOn(settings, services.now())
    const isAlone = await wouldBeAlone(db, { kind, actor, requires: checker })
    const able = { requires: checker, amountMinor, exceptId: actor.id }
    const asked = await waitingReversal(db, outsideOf(credit))
    return {
      id: outsideOf(credit),
      reference: credit.reference,
      kind: credit.kind,
      amountMinor,
      creditedAt: credit.credited_at,
      member: {
        id: memberId,
        username: credit.username,
        name: credit.name,
        state: credit.member_state,
      },
      beforeMinor: balanceMinor,
      afterMinor: balanceMinor + shortfallMinor - amountMinor,
      shortfallMinor,
      legs: legsOf([await reversalPosting(db, credit, { on, shortfallMinor })]),
      checkers: !isAlone && seesBrand(actor) ? await rolesThatMay(db, able) : [],
      isAlone,
      asked: asked ? { id: asked.id, maker: asked.maker, isOwn: asked.maker_id === actor.id } : null,
    }
  },

  askReversal: async ({ tx, input, actor, announce, ask }) => {
    await holdTypedCredit(tx, input.id)
    const credit = await reversible(tx, actor, input.id)
    const { amount_minor: amountMinor, reference } = credit
    const memberId = encodeId('member', credit.member_id)
    const name = `${credit.username} · ${reference}`
    const id = outsideOf(credit)
    await announce('member', memberId)
    return ask(
      manualCreditReversal,
      { id, memberId, amountMinor, kind: credit.kind, reference, name },
      { reason: input.reason, audit: { detail: { memberId, amountMinor } } },
    )
  },
}
