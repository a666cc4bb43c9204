import { members } from '@khlang/contract/members.ts'
import type { Handlers } from '../../platform/context.ts'
import { encodeId } from '@khlang/contract/values.ts'
import { ApiError } from '../../platform/api-error.ts'
import { requestApproval } from '../../platform/approvals.ts'
import { nameSimilarity } from '../pre-transactions/names.ts'
import { assertUsable, changeNow, masked, type AccountChange } from './approval-kinds.ts'
import * as queries from './queries.ts'
import { assertBank, assertMayChangeAgain, nextChangeFrom } from './rules.ts'
import { accountChangeKind } from './waiting-changes.ts'

type Care = typeof members

const requires = members.changeAccount.requires

export const accountChangeHandlers: Pick<Handlers<Care>, 'changeAccount' | 'accountChange'> = {
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
    const change: AccountChange = { bank, accountNo, accountName, nameSimilarityBps }
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
      settings,
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
      await changeNow(context, id, { approvalId: asked.id, askedBy: actor.username }, change)
    else await announce('member', encodeId('member', id), member.version)
    return { approvalId: asked.id, state: asked.state, nameSimilarityBps }
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
    const after = row.document as unknown as AccountChange
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
