import type { preTransactionTakeBack } from '@khlang/contract/pre-transactions/take-back.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { checkerNeeds } from '../../platform/approvals/approval-kinds.ts'
import { businessOn } from '../../platform/business-day.ts'
import { rolesThatMay, wouldBeAlone } from '../../platform/approvals/checkers.ts'
import type { Handlers } from '../../platform/call/context.ts'
import type { Reader } from '../../platform/db/db.ts'
import { seesBrand } from '../../platform/people/visibility.ts'
import { isWaitingApproval } from '../../platform/waiting.ts'
import { gatewayCreditReversal, manualCreditReversal } from './approval-kinds.ts'
import { shortfallOf } from './link-reversal.ts'
import { reversalPosting, reversible } from './reverse-typed.ts'
import { holdTypedCredit, outsideOf, type TypedCredit } from '../manual-credits/typed-credits.ts'
import { legsOf } from '../withdrawals/sheet.ts'

/** Whoever decides it: the flags of the maker's call, and of the requests among which it is decided. */
const checker = checkerNeeds(manualCreditReversal)
const kindOf = ({ kind }: TypedCredit) =>
  kind === 'gatewayOrder' ? gatewayCreditReversal : manualCreditReversal

/** The words of a document about an order's credit. @throws Error where it is none of an order */
function orderOf({ id, order_id: order }: TypedCredit) {
  if (order === null) throw new Error('a credit of no order')
  return {
    id: encodeId('deposit', id),
    kind: 'gatewayOrder' as const,
    orderId: encodeId('gatewayOrder', order),
  }
}

const waitingReversal = (db: Reader, credit: TypedCredit) =>
  db
    .selectFrom('approvals as p')
    .innerJoin('employees as e', 'e.id', 'p.maker_id')
    .select(['p.id', 'p.maker_id', 'e.display_name as maker'])
    .where('p.kind', '=', kindOf(credit).kind)
    .where('p.entity_id', '=', outsideOf(credit))
    .where(isWaitingApproval('p'))
    .executeTakeFirst()

/** Taking back what people typed, or what a refunded order credited: what it would do, and asking for it. */
export const typedReversalHandlers: Handlers<typeof preTransactionTakeBack> = {
  previewReversal: async ({ db, input, actor, settings, services }) => {
    const credit = await reversible(db, actor, input.id)
    const { amount_minor: amountMinor, member_id: memberId } = credit
    const { balanceMinor, shortfallMinor } = await shortfallOf(db, memberId, amountMinor)
    const on = businessOn(settings, services.now())
    const isAlone = await wouldBeAlone(db, { kind: kindOf(credit).kind, actor, requires: checker })
    const able = { requires: checker, amountMinor, exceptId: actor.id }
    const asked = await waitingReversal(db, credit)
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
    await announce('member', memberId)
    const asked = { reason: input.reason, audit: { detail: { memberId, amountMinor } } }
    const document = { id: outsideOf(credit), memberId, amountMinor, reference, name }
    if (credit.kind !== 'gatewayOrder')
      return ask(manualCreditReversal, { ...document, kind: credit.kind }, asked)
    const order = orderOf(credit)
    await announce('gatewayOrder', order.orderId)
    return ask(gatewayCreditReversal, { ...document, ...order }, asked)
  },
}
