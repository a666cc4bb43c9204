import type { approvals } from '@khlang/contract/approvals.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { ApprovalKinds } from '../../platform/approvals/approval-kinds.ts'
import type { Handlers } from '../../platform/call/context.ts'
import { thingOf } from '../../platform/db/outside-ids.ts'
import { openNamed } from '../../platform/files/private-files.ts'
import { cleanType } from '../../platform/security/pictures.ts'
import { assertMayReveal } from '../../platform/people/reveals.ts'
import * as queries from './queries.ts'

/** What whoever decides a request compares: whole numbers, and the picture. Every look is logged. */
export const proofHandlers = (
  kinds: ApprovalKinds,
): Pick<Handlers<typeof approvals>, 'reveal' | 'evidence'> => ({
  reveal: async ({ tx, input, actor, record }) => {
    const found = await queries.findApproval(tx, { kinds, actor }, input.id)
    const clear = found?.mayDecide ? kinds[found.kind]?.read(found).clear : null
    if (!found || !clear) throw new ApiError('notFound')
    await assertMayReveal(tx, actor.id)
    const approvalId = encodeId('approval', found.id)
    await record({
      ...thingOf(found.entity, found.entity_id),
      action: 'revealed',
      reason: found.reason,
      detail: { approvalId },
    })
    return { differences: [...clear()] }
  },

  evidence: async ({ tx, input, actor, services, record, sendFile }) => {
    const found = await queries.findApproval(tx, { kinds, actor }, input.id)
    const kind = found && kinds[found.kind]
    const named = found?.mayLook && kind ? kind.read(found).evidence : null
    if (!found || !named) throw new ApiError('notFound')
    const content = await openNamed(services, named)
    const approvalId = encodeId('approval', found.id)
    const file = { file: encodeId('privateFile', named.id), sha256: named.sha256 }
    await record({
      ...thingOf(found.entity, found.entity_id),
      action: 'evidenceSeen',
      detail: { approvalId, ...file },
    })
    sendFile({ content, name: `${approvalId}.jpg`, mimeType: cleanType })
    return {}
  },
})
