import type { members } from '@khlang/contract/members.ts'
import type { Handlers } from '../../platform/context.ts'
import { encodeId } from '@khlang/contract/values.ts'
import { ApiError } from '../../platform/api-error.ts'
import { requestApproval } from '../../platform/approvals.ts'
import { attachToApproval, keepPicture, takeUnused } from '../../platform/private-files.ts'
import { nameSimilarity } from '../../platform/names.ts'
import { assertUsable, changeNow, masked, type AccountChange } from './approval-kinds.ts'
import * as queries from './queries.ts'
import { assertBank, assertMayChangeAgain, nextChangeFrom } from './rules.ts'
import { accountChangeKind, neededToSettle } from './waiting-changes.ts'

type Care = typeof members

export const accountChangeHandlers: Pick<
  Handlers<Care>,
  'changeAccount' | 'accountChange' | 'uploadEvidence'
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
    const wanted = { id: input.evidenceId ?? '', purpose: 'accountChange', uploadedBy: actor.id } as const
    if (input.evidenceId === undefined && settings.accountChangeEvidence === 'required')
      throw new ApiError('requiredField', { field: 'evidenceId' })
    const evidence = input.evidenceId === undefined ? null : await takeUnused(tx, wanted, 'evidenceId')
    const change: AccountChange = { bank, accountNo, accountName, nameSimilarityBps, evidence }
    const now = (await queries.accountsOf(tx, id)).find((account) => account.state === 'primary')
    const before = now && { bank: now.bank, accountNo: now.account_no, accountName: now.account_name }
    const asked = await requestApproval(tx, {
      kind: accountChangeKind,
      entity: 'member',
      entityId: encodeId('member', id),
      document: change,
      before: before ?? null,
      reason,
      actor,
      settings,
      requires: neededToSettle,
    })
    if (evidence) await attachToApproval(tx, evidence, asked.id)
    await record({
      entity: 'member',
      entityId: encodeId('member', id),
      action: 'accountChangeAsked',
      reason,
      before: before ? masked(before) : null,
      after: masked(change),
      detail: {
        approvalId: encodeId('approval', asked.id),
        isSoleOwner: asked.isSoleOwner,
        evidenceSha256: evidence?.sha256 ?? null,
      },
    })
    if (asked.state === 'approved')
      await changeNow(context, id, { approvalId: asked.id, askedBy: actor.username }, change)
    else await announce('member', encodeId('member', id), member.version)
    return { approvalId: asked.id, state: asked.state, nameSimilarityBps }
  },

  uploadEvidence: async ({ input, actor, tx, services, picture, record }) => {
    const kept = await keepPicture(tx, services, {
      purpose: 'accountChange',
      picture,
      uploadedBy: actor.id,
    })
    const { width, height } = picture
    await record({
      entity: 'member',
      entityId: encodeId('member', input.id),
      action: 'evidenceUploaded',
      detail: { file: encodeId('privateFile', kept.id), sha256: kept.sha256, width, height },
    })
    return { ...kept, width, height }
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
      needsEvidence: settings.accountChangeEvidence === 'required',
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
