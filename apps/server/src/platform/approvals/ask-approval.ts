import { encodeId } from '@khlang/contract/values/values.ts'
import type { Activity } from '../people/activity.ts'
import { checkerNeeds, type Approval, type ExecutionContext } from './approval-kinds.ts'
import { requestApproval } from './approvals.ts'

/** What an asker says besides the document. */
type Asking<B> = {
  readonly reason: string
  /** Of the thing as open screens have it, where they go by it. */
  readonly version?: number
  /** What the log keeps of the asking, masked. */
  readonly audit?: Pick<Activity, 'before' | 'after' | 'reason'> & {
    readonly detail?: Readonly<Record<string, unknown>>
  }
} & (null extends B ? { readonly before?: B } : { readonly before: B })

/** What became of asking: `done` at once where nobody else could agree. */
interface AskAnswer {
  readonly state: 'done' | 'waiting'
  readonly approvalId: string
}

/** Asks a second person for an act. @throws conflict when a request of this kind waits for this thing */
export type Ask = <D extends object, B extends object | null>(
  approval: Approval<D, B>,
  document: NoInfer<D>,
  asking: Asking<NoInfer<B>>,
) => Promise<AskAnswer>

/** The one way in which anything is asked for: freezes, records, and executes or announces. */
export const askerOf =
  (context: ExecutionContext): Ask =>
  async (approval, document, { reason, version, before = null, audit = {} }) => {
    const { tx, actor, settings, record, announce } = context
    const { about, request, ...frozen } = approval.freeze(document, before)
    const asked = await requestApproval(tx, {
      ...about,
      ...frozen,
      kind: approval.kind,
      reason,
      actor,
      settings,
      requires: checkerNeeds(approval),
    })
    const isAlone = asked.isSoleOwner
    await record({
      ...about,
      action: approval.log.asked,
      reason: reason === '' ? null : reason,
      ...audit,
      detail: { ...audit.detail, approvalId: encodeId('approval', asked.id), soleOwner: isAlone },
    })
    if (!isAlone) {
      await announce(about.entity, about.entityId, version)
      return { state: 'waiting', approvalId: asked.id }
    }
    const agreement = { id: asked.id, makerId: actor.id, askedBy: actor.username }
    await request.execute(context, { ...agreement, reason, comment: null, isAlone })
    return { state: 'done', approvalId: asked.id }
  }
