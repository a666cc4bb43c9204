import { members } from '@khlang/contract/members.ts'
import type { Handlers, Context } from '../../platform/context.ts'
import { encodeId } from '@khlang/contract/values.ts'
import { sql } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import { requestApproval, settleApproval, withdrawApproval } from '../../platform/approvals.ts'
import type { Tx } from '../../platform/db.ts'
import { maskAccountNo } from '../../platform/masks.ts'
import { nameSimilarity } from '../pre-transactions/names.ts'
import * as queries from './queries.ts'
import { assertBank, assertMayChangeAgain, nextChangeFrom } from './rules.ts'
import { accountChangeKind } from './waiting-changes.ts'

type Change = queries.BankAccount & { readonly nameSimilarityBps: number | null }
type Care = typeof members

const requires = members.changeAccount.requires
const masked = ({ bank, accountNo, accountName }: queries.BankAccount) => ({
  bank,
  accountNoMasked: maskAccountNo(accountNo),
  accountName,
})

/** @throws bankAccountInUse, blacklisted */
async function assertUsable(tx: Tx, account: queries.BankAccount): Promise<void> {
  const taken = await queries.findTaken(tx, account)
  if (taken.account) throw new ApiError('bankAccountInUse', { field: 'accountNo' })
  const listed = await queries.findBlacklisted(tx, account)
  if (listed.length > 0)
    throw new ApiError('blacklisted', { field: 'accountNo', details: { kinds: listed } })
}

/** The old account stays as an alias a payer is still known by; withdrawals are held from this moment. */
async function carryOut(
  context: Pick<Context<Care['changeAccount']>, 'tx' | 'services' | 'record' | 'announce'>,
  memberId: string,
  { approvalId, askedBy }: { readonly approvalId: string; readonly askedBy: string },
  change: Change,
): Promise<void> {
  const { tx, services, record, announce } = context
  const now = new Date(services.now())
  const old = await tx
    .updateTable('member_bank_accounts')
    .set({ state: 'alias', until: now })
    .where('member_id', '=', memberId)
    .where('state', '=', 'primary')
    .returning(['bank', 'account_no', 'account_name'])
    .executeTakeFirst()
  await queries.insertAccount(tx, memberId, change, approvalId)
  const { version } = await tx
    .updateTable('members')
    .set({ account_changed_at: now, version: sql<number>`version + 1` })
    .where('id', '=', memberId)
    .returning('version')
    .executeTakeFirstOrThrow()
  await record({
    entity: 'member',
    entityId: memberId,
    action: 'accountChanged',
    before: old
      ? masked({ bank: old.bank, accountNo: old.account_no, accountName: old.account_name })
      : null,
    after: masked(change),
    detail: { approvalId: encodeId('approval', approvalId), askedBy },
  })
  await announce('member', encodeId('member', memberId), version)
}

export const accountChangeHandlers: Pick<
  Handlers<Care>,
  'changeAccount' | 'settleAccountChange' | 'withdrawAccountChange' | 'accountChange'
> = {
  changeAccount: async (context) => {
    const { input, actor, tx, settings, services, record, announce } = context
    const { id, reason, bank, accountNo, accountName } = input
    assertBank(bank)
    const member = await queries.lockMember(tx, id)
    if (member.state === 'closed') throw new ApiError('stateRefused', { details: { state: member.state } })
    assertMayChangeAgain(member.account_changed_at, settings, services.now())
    await assertUsable(tx, { bank, accountNo, accountName })
    const likeness = nameSimilarity(accountName, `${member.first_name} ${member.last_name}`)
    const nameSimilarityBps = likeness === null ? null : Math.round(likeness * 10_000)
    const change: Change = { bank, accountNo, accountName, nameSimilarityBps }
    const now = (await queries.accountsOf(tx, id)).find((account) => account.state === 'primary')
    const before = now && { bank: now.bank, accountNo: now.account_no, accountName: now.account_name }
    const asked = await requestApproval(tx, {
      kind: accountChangeKind,
      entity: 'member',
      entityId: id,
      document: change,
      before: before ?? null,
      reason,
      actor,
      requires,
    })
    await record({
      entity: 'member',
      entityId: id,
      action: 'accountChangeAsked',
      reason,
      before: before ? masked(before) : null,
      after: masked(change),
      detail: { approvalId: encodeId('approval', asked.id), isSoleOwner: asked.isSoleOwner },
    })
    if (asked.state === 'approved')
      await carryOut(context, id, { approvalId: asked.id, askedBy: actor.username }, change)
    else await announce('member', encodeId('member', id), member.version)
    return { approvalId: asked.id, state: asked.state, nameSimilarityBps }
  },

  settleAccountChange: async (context) => {
    const { input, actor, tx, record, announce } = context
    const { id, approvalId, isApproved, comment } = input
    const member = await queries.lockMember(tx, id)
    const kinds = [accountChangeKind]
    const settled = await settleApproval(tx, {
      id: approvalId,
      actor,
      isApproved,
      comment,
      needs: { kinds, requires },
    })
    if (settled.entityId !== id) throw new ApiError('notFound')
    await record({
      entity: 'member',
      entityId: id,
      reason: comment,
      action: isApproved ? 'accountChangeApproved' : 'accountChangeRejected',
      detail: { approvalId: encodeId('approval', approvalId) },
    })
    if (isApproved) {
      const change = settled.document as Change
      await assertUsable(tx, change)
      const askedBy = await queries.usernameOf(tx, settled.makerId)
      await carryOut(context, id, { approvalId, askedBy }, change)
    } else {
      await announce('member', encodeId('member', id), member.version)
    }
    return { state: settled.state }
  },

  withdrawAccountChange: async ({ input, actor, tx, record, announce }) => {
    const { id, approvalId, reason = null } = input
    const member = await queries.lockMember(tx, id)
    const kinds = [accountChangeKind]
    const taken = await withdrawApproval(tx, { id: approvalId, actor, kinds, comment: reason })
    if (taken.entityId !== id) throw new ApiError('notFound')
    await record({
      entity: 'member',
      entityId: id,
      action: 'accountChangeWithdrawn',
      reason,
      detail: { approvalId: encodeId('approval', approvalId) },
    })
    await announce('member', encodeId('member', id), member.version)
    return { state: 'withdrawn' }
  },

  accountChange: async ({ input, actor, db, settings, services }) => {
    const [row, changedAt] = await Promise.all([
      queries.pendingChangeOf(db, input.id),
      queries.accountChangedAt(db, input.id),
    ])
    const rules = {
      holdHours: settings.accountChangeHoldHours,
      everyDays: settings.accountChangeEveryDays,
      possibleFrom: nextChangeFrom(changedAt, settings, services.now()),
    }
    if (!row) return { ...rules, pending: null }
    const after = row.document as unknown as Change
    const before = row.before as unknown as queries.BankAccount | null
    return {
      ...rules,
      pending: {
        id: row.id,
        maker: row.maker,
        isOwn: row.maker_id === actor.id,
        reason: row.reason,
        createdAt: row.created_at,
        expiresAt: row.expires_at,
        before: before && masked(before),
        after: masked(after),
        nameSimilarityBps: after.nameSimilarityBps,
      },
    }
  },
}
