import type { preTransactionManual } from '@khlang/contract/pre-transactions/manual.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { memberCash } from '@khlang/ledger/accounts.ts'
import { withdrawHold } from '@khlang/ledger/withdrawals.ts'
import { ApiError } from '../../platform/api-error.ts'
import { checkerNeeds } from '../../platform/approvals/approval-kinds.ts'
import { businessOn } from '../../platform/business-day.ts'
import type { Handlers } from '../../platform/call/context.ts'
import { rolesThatMay, wouldBeAlone } from '../../platform/approvals/checkers.ts'
import { balancesOf } from '../../platform/posting/ledger-store.ts'
import { maskAccountNo } from '../../platform/people/masks.ts'
import { seesBrand } from '../../platform/people/visibility.ts'
import { manualCredit, manualDeposit } from './approval-kinds.ts'
import { creditByHand, manualPosting, type ManualDocument } from './manual-credit.ts'
import * as queries from './queries.ts'
import { isOverDayLimit, needsSecondPerson, typedMaxMinor, type ManualKind } from './rules.ts'
import { takeSlip } from '../slips/take-slip.ts'
import { judgeRequest, requestWithdrawal } from '../withdrawals/request.ts'
import { legsOf } from '../withdrawals/sheet.ts'

/** Whoever decides it: the flags of the maker's call, and of the requests among which it is decided. */
const checker = checkerNeeds(manualDeposit)
const approvalOf = (kind: ManualKind) => (kind === 'realDeposit' ? manualDeposit : manualCredit)
const cashOf = (memberId: string): string => memberCash(encodeId('member', memberId)).code

/** Deposits and withdrawals typed by people, and the approvals they wait for. */
export const manualHandlers: Handlers<typeof preTransactionManual> = {
  previewDeposit: async ({ db, input, actor, settings, services }) => {
    const nowMs = services.now()
    const now = new Date(nowMs).toISOString()
    const on = businessOn(settings, nowMs)
    const { kind, amountMinor, accountId, memberId } = input
    const { isOwn, ...member } = await queries.manualMember(db, actor, memberId)
    const cash = cashOf(memberId)
    const [balances, dayMinor, linkedMinor, doubles, accounts] = await Promise.all([
      balancesOf(db, [cash]),
      queries.creditedByMaker(db, actor.id, on),
      queries.linkedByMaker(db, actor.id, on),
      queries.doublesOf(db, { memberId, amountMinor, at: now }),
      seesBrand(actor) ? queries.depositAccounts(db) : [],
    ])
    const fitting =
      kind === 'realDeposit' && seesBrand(actor)
        ? await queries.fittingLine(
            db,
            { memberId, amountMinor, accountId, now },
            settings.matchSuggestScore,
          )
        : null
    const beforeMinor = balances.get(cash) ?? 0
    const bank = accountId ?? accounts[0]?.id
    const document: ManualDocument = {
      memberId: encodeId('member', memberId),
      amountMinor,
      kind,
      accountId: bank === undefined ? null : encodeId('bankAccount', bank),
      bankTime: null,
      reasonCode: '',
      remarkMember: null,
      remarkStaff: '',
    }
    const isWanted = needsSecondPerson({ kind, amountMinor, dayMinor, isOwn }, settings)
    const act = { kind: approvalOf(kind).kind, actor, requires: checker }
    const isAlone = isWanted && (await wouldBeAlone(db, act))
    const able = { requires: checker, amountMinor, exceptId: actor.id }
    const limitMinor = actor.role.abilities.adjustmentPerDayMinor
    const countedMinor = dayMinor + linkedMinor
    const isOverDay = isOverDayLimit({ kind, amountMinor, dayMinor: countedMinor }, limitMinor)
    const isPostable = kind !== 'realDeposit' || document.accountId !== null
    return {
      beforeMinor,
      afterMinor: beforeMinor + amountMinor,
      legs: isPostable ? legsOf([manualPosting(document, 'preview', on)]) : [],
      fittingLine: fitting?.line ?? null,
      fittingScore: fitting?.score ?? null,
      doubles,
      needsApproval: isWanted && !isAlone,
      overDay:
        isOverDay && limitMinor !== null
          ? { limitMinor, leftMinor: Math.max(0, limitMinor - countedMinor) }
          : null,
      checkers: isWanted && !isAlone && seesBrand(actor) ? await rolesThatMay(db, able) : [],
      isAlone,
      member,
      accounts,
    }
  },

  createDeposit: async ({ tx, input, actor, settings, services, record, announce, ask }) => {
    const nowMs = services.now()
    const { kind, amountMinor, accountId } = input
    if (amountMinor > typedMaxMinor) throw new ApiError('amountLimit', { field: 'amountMinor' })
    if (kind === 'realDeposit' && accountId === undefined) {
      throw new ApiError('requiredField', { field: 'accountId' })
    }
    const { isOwn, ...member } = await queries.manualMember(tx, actor, input.memberId)
    if (member.state !== 'active') throw new ApiError('memberNotActive')
    const known = seesBrand(actor) ? await queries.depositAccounts(tx) : []
    if (accountId !== undefined && !known.some(({ id }) => id === accountId)) {
      throw new ApiError('invalidValue', { field: 'accountId' })
    }
    await queries.lockMaker(tx, actor.id)
    const on = businessOn(settings, nowMs)
    const dayMinor = await queries.creditedByMaker(tx, actor.id, on)
    const countedMinor = dayMinor + (await queries.linkedByMaker(tx, actor.id, on))
    const limitMinor = actor.role.abilities.adjustmentPerDayMinor
    if (limitMinor !== null && isOverDayLimit({ kind, amountMinor, dayMinor: countedMinor }, limitMinor)) {
      const details = { limitMinor, dayMinor: countedMinor }
      throw new ApiError('overDayLimit', { field: 'amountMinor', details })
    }
    const { slipId, memberId } = input
    if (slipId !== undefined && kind !== 'realDeposit')
      throw new ApiError('invalidValue', { field: 'slipId' })
    const slip = slipId === undefined ? null : await takeSlip(tx, { slipId, memberId, amountMinor, nowMs })
    const entityId = encodeId('member', memberId)
    const document: ManualDocument = {
      memberId: entityId,
      amountMinor,
      kind,
      accountId: accountId === undefined ? null : encodeId('bankAccount', accountId),
      bankTime: input.bankTime ?? null,
      reasonCode: input.reasonCode,
      remarkMember: input.remarkMember ?? null,
      remarkStaff: input.remarkStaff,
      ...(slip && {
        slip: { slipId: encodeId('slip', slip.id), id: slip.fileId, sha256: slip.sha256 },
      }),
    }
    const reason = input.remarkStaff
    if (needsSecondPerson({ kind, amountMinor, dayMinor, isOwn }, settings)) {
      const asking = { reason, before: { memberUuid: input.memberId }, audit: { after: document } }
      const answer = await ask(approvalOf(kind), document, asking)
      const { state, approvalId } = answer
      return { ...answer, depositId: state === 'done' ? await queries.depositOf(tx, approvalId) : null }
    }
    const about = { entity: 'member', entityId } as const
    const detail = { approvalId: null, soleOwner: false }
    await record({ ...about, action: 'manualDeposit', reason, after: document, detail })
    await announce('member', entityId)
    const by = { makerId: actor.id, checkerId: null, approvalId: null, settings, nowMs }
    const { depositId } = await creditByHand(tx, document, by)
    return { state: 'done', depositId, approvalId: null }
  },

  previewWithdrawal: async ({ db, input, actor, settings, services }) => {
    const nowMs = services.now()
    const { isOwn: _, ...member } = await queries.manualMember(db, actor, input.memberId)
    const cash = cashOf(input.memberId)
    const beforeMinor = (await balancesOf(db, [cash])).get(cash) ?? 0
    const amountMinor = input.amountMinor ?? beforeMinor
    const request = { memberId: input.memberId, amountMinor, requestedBy: actor.id, settings, nowMs }
    const { facts, checks, band } = await judgeRequest(db, request, false)
    const hold = withdrawHold({
      sourceId: 'preview',
      memberId: encodeId('member', input.memberId),
      amountMinor,
      businessOn: businessOn(settings, nowMs),
    })
    return {
      member,
      beforeMinor,
      afterMinor: beforeMinor - amountMinor,
      checks,
      band,
      toBank: facts.account?.bank ?? null,
      toAccountMasked: facts.account ? maskAccountNo(facts.account.accountNo) : null,
      toAccountName: facts.account?.accountName ?? null,
      legs: legsOf([hold]),
    }
  },

  createWithdrawal: async ({ tx, input, actor, settings, services, idempotencyKey, record, announce }) => {
    await queries.manualMember(tx, actor, input.memberId)
    const taken = await requestWithdrawal(tx, {
      memberId: input.memberId,
      amountMinor: input.amountMinor,
      requestKey: `phone:${actor.id}:${idempotencyKey ?? ''}`,
      requestedBy: actor.id,
      remarkStaff: input.remark,
      settings,
      nowMs: services.now(),
    })
    const entityId = encodeId('withdrawal', taken.id)
    await record({
      entity: 'withdrawal',
      entityId,
      action: 'createByPhone',
      reason: input.remark,
      after: { reference: taken.reference, state: taken.state, amountMinor: taken.amountMinor },
      detail: { band: taken.band, checks: taken.checks },
    })
    await announce('withdrawal', entityId, 1)
    return { withdrawalId: taken.id, reference: taken.reference, state: taken.state }
  },

  approvals: async ({ db, actor }) => ({ records: await queries.pendingManual(db, actor) }),
}
