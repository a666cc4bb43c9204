import { preTransactionTakeBack } from '@khlang/contract/pre-transaction-take-back.ts'
import { requestUpdate } from '@khlang/contract/pre-transaction-shapes.ts'
import { decodeId, encodeId } from '@khlang/contract/values.ts'
import { memberCash, receivable } from '@khlang/ledger/accounts.ts'
import { depositReversed } from '@khlang/ledger/deposits.ts'
import type { Posting } from '@khlang/ledger/posting.ts'
import { creditReversed } from '@khlang/ledger/wallet.ts'
import { sql } from 'kysely'
import type { EmployeeActor } from '../../platform/actor.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Carrying, FormerKind } from '../../platform/former-kinds.ts'
import { isOwnMember } from '../../platform/approval-tiers.ts'
import { requestApproval } from '../../platform/approvals.ts'
import type { SettledApproval } from '../../platform/former-kinds.ts'
import { businessOn } from '../../platform/business-day.ts'
import { rolesThatMay, wouldBeAlone } from '../../platform/checkers.ts'
import type { Handlers } from '../../platform/context.ts'
import type { Reader } from '../../platform/db.ts'
import { openAccounts, postStrict } from '../../platform/ledger-store.ts'
import { seesBrand } from '../../platform/visibility.ts'
import { isWaitingApproval } from '../../platform/waiting.ts'
import { shortfallOf } from './link-reversal.ts'
import {
  creditPosting,
  holdTypedCredit,
  markReversed,
  outsideOf,
  typedCredit,
  type TypedCredit,
} from '../manual-credits/typed-credits.ts'
import { legsOf } from '../withdrawals/sheet.ts'

/** A typed credit that is to be taken back, frozen; ids as the outside sees them. */
interface ReversalDocument {
  readonly id: string
  readonly memberId: string
  readonly amountMinor: number
  readonly kind: TypedCredit['kind']
  readonly reference: string
  /** For people who read of it: the credit's number and whose it is. */
  readonly name: string
}

const reversalKind = 'manualCreditReversal'
const { requires } = preTransactionTakeBack.askReversal
/** Whoever settles it: the flags of the maker's call, and of the requests among which it is settled. */
const checker = { ...requires, ...requestUpdate }

/** @throws notFound out of sight, stateRefused with why it cannot go back this way */
async function reversible(db: Reader, actor: EmployeeActor, id: string): Promise<TypedCredit> {
  const credit = await typedCredit(db, actor, id)
  if (!credit) throw new ApiError('notFound')
  if (credit.refused !== null) throw new ApiError('stateRefused', { details: { reason: credit.refused } })
  return credit
}

/** The posting of the credit turned, with what the wallet lacks booked as owed. */
async function reversalPosting(
  db: Reader,
  credit: TypedCredit,
  { on, shortfallMinor }: { on: string; shortfallMinor: number },
): Promise<Posting> {
  const input = {
    sourceId: outsideOf(credit),
    memberId: encodeId('member', credit.member_id),
    businessOn: on,
    valueOn: credit.value_on,
    credited: await creditPosting(db, credit),
    shortfallMinor,
  }
  return credit.kind === 'realDeposit' ? depositReversed(input) : creditReversed(input)
}

const waitingReversal = (db: Reader, entityId: string) =>
  db
    .selectFrom('approvals as p')
    .innerJoin('employees as e', 'e.id', 'p.maker_id')
    .select(['p.id', 'p.maker_id', 'e.display_name as maker'])
    .where('p.kind', '=', reversalKind)
    .where('p.entity_id', '=', entityId)
    .where(isWaitingApproval('p'))
    .executeTakeFirst()

/** `entity` and `entityId` of what the log and the approval speak of. */
const thingOf = ({ kind, id }: TypedCredit) =>
  kind === 'realDeposit'
    ? { entity: 'deposit' as const, entityId: encodeId('deposit', id) }
    : { entity: 'adjustment' as const, entityId: encodeId('adjustment', id) }

/** Taking back what people typed (decisions 33): what it would do, and asking for it. */
export const typedReversalHandlers: Handlers<typeof preTransactionTakeBack> = {
  previewReversal: async ({ db, input, actor, settings, services }) => {
    const credit = await reversible(db, actor, input.id)
    const { amount_minor: amountMinor, member_id: memberId } = credit
    const { balanceMinor, shortfallMinor } = await shortfallOf(db, memberId, amountMinor)
    const on = businessOn(settings, services.now())
    const isAlone = await wouldBeAlone(db, { kind: reversalKind, actor, requires })
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

  askReversal: async (context) => {
    const { tx, input, actor, settings, record, announce } = context
    await holdTypedCredit(tx, input.id)
    const credit = await reversible(tx, actor, input.id)
    const thing = thingOf(credit)
    const document: ReversalDocument = {
      id: thing.entityId,
      memberId: encodeId('member', credit.member_id),
      amountMinor: credit.amount_minor,
      kind: credit.kind,
      reference: credit.reference,
      name: `${credit.username} · ${credit.reference}`,
    }
    const asked = await requestApproval(tx, {
      ...thing,
      kind: reversalKind,
      document,
      amountMinor: credit.amount_minor,
      reason: input.reason,
      actor,
      settings,
      requires: checker,
    })
    const { memberId, amountMinor } = document
    const approvalId = encodeId('approval', asked.id)
    await record({
      ...thing,
      action: 'creditReversalAsked',
      reason: input.reason,
      detail: { approvalId, memberId, amountMinor, isSoleOwner: asked.isSoleOwner },
    })
    await announce('member', memberId)
    if (asked.state === 'approved') {
      const by = { approvalId: asked.id, askedBy: actor.username, reason: input.reason }
      await reverseNow(context, document, by)
    }
    return { approvalId: asked.id, state: asked.state }
  },
}

/**
 * The row first, which the database judges by its approval; the money last.
 * @throws stateRefused when it went back meanwhile or its line came; conflict when the wallet moved just now
 */
async function reverseNow(
  carrying: Carrying,
  document: ReversalDocument,
  { approvalId, askedBy, reason }: { approvalId: string; askedBy: string; reason: string },
): Promise<void> {
  const { tx, actor, settings, services, record, announce } = carrying
  await holdTypedCredit(tx, document.id)
  const credit = await reversible(tx, actor, document.id)
  const { memberId, amountMinor, id } = document
  const { shortfallMinor } = await shortfallOf(tx, credit.member_id, amountMinor)
  await markReversed(tx, credit, approvalId)
  await record({
    ...thingOf(credit),
    action: 'creditReversed',
    reason,
    detail: {
      approvalId: encodeId('approval', approvalId),
      askedBy,
      memberId,
      amountMinor,
      shortfallMinor,
    },
  })
  if (credit.kind === 'realDeposit') await announce('deposit', id)
  await announce('member', memberId)
  await announce('transfer', id)
  if (shortfallMinor > 0) await openAccounts(tx, [receivable(memberId)])
  const on = businessOn(settings, services.now())
  const [result] = await postStrict(tx, [await reversalPosting(tx, credit, { on, shortfallMinor })])
  const after = result?.balancesAfter.findLast(({ code }) => code === memberCash(memberId).code)
  // Money that came in between the two statements would be left in the wallet of one who owes it.
  if (shortfallMinor > 0 && after?.balanceMinor !== 0)
    throw new ApiError('conflict', { details: { reason: 'walletMoved' } })
}

/** What people typed is taken back; the differences tell what the member would owe as things stand. */
export const manualCreditReversal: FormerKind = {
  requires,
  alsoNeeds: requestUpdate,
  concerns: (actor) => isOwnMember(actor, sql`a.document ->> 'memberId'`),
  differences: async (db, { document }) => {
    const { memberId, amountMinor, kind } = document as ReversalDocument
    const wallet = await shortfallOf(db, decodeId('member', memberId) ?? '', amountMinor)
    const { balanceMinor: before, shortfallMinor } = wallet
    return [
      { field: 'kind', before: kind, after: null },
      { field: 'balanceMinor', before, after: before + shortfallMinor - amountMinor },
      ...(shortfallMinor > 0 ? [{ field: 'owedMinor', before: 0, after: shortfallMinor }] : []),
    ]
  },
  carryOut: async (carrying, settled: SettledApproval) => {
    const { id: approvalId, askedBy, reason } = settled
    await reverseNow(carrying, settled.document as ReversalDocument, { approvalId, askedBy, reason })
  },
}
