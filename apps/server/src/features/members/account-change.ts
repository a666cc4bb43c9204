import type { members } from '@khlang/contract/members.ts'
import type { Handlers } from '../../platform/call/context.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { ApiError } from '../../platform/api-error.ts'
import { attachToApproval, keepPicture, takeUnused } from '../../platform/files/private-files.ts'
import { nameSimilarity } from '../../platform/people/names.ts'
import { assertUsable, masked, memberAccountChange } from './approval-kinds.ts'
import * as queries from './queries.ts'
import { assertBank, assertMayChangeAgain, nextChangeFrom } from './rules.ts'

type Care = typeof members

export const accountChangeHandlers: Pick<
  Handlers<Care>,
  'changeAccount' | 'accountChange' | 'uploadEvidence'
> = {
  changeAccount: async ({ input, actor, tx, settings, services, ask }) => {
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
    const now = (await queries.accountsOf(tx, id)).find((account) => account.state === 'primary')
    const before = now ? { bank: now.bank, accountNo: now.account_no, accountName: now.account_name } : null
    const change = { bank, accountNo, accountName, nameSimilarityBps, evidence }
    const answer = await ask(
      memberAccountChange,
      { memberId: encodeId('member', id), ...change },
      {
        reason,
        version: member.version,
        before,
        audit: {
          before: before && masked(before),
          after: masked(change),
          detail: { evidenceSha256: evidence?.sha256 ?? null },
        },
      },
    )
    if (evidence) await attachToApproval(tx, evidence, answer.approvalId)
    return { ...answer, nameSimilarityBps }
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
    const { document: after, before } = memberAccountChange.frozen(row)
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
