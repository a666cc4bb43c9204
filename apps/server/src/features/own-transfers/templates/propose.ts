import { ownTransfers } from '@khlang/contract/payments/own-transfers.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { askerOf } from '../../../platform/approvals/ask-approval.ts'
import { checkerNeeds } from '../../../platform/approvals/approval-kinds.ts'
import { wouldBeAlone } from '../../../platform/approvals/checkers.ts'
import { businessOn } from '../../../platform/business-day.ts'
import type { Services } from '../../../platform/call/context.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { heldRestore } from '../../../platform/db/restored.ts'
import { announce } from '../../../platform/live/live.ts'
import { recordActivity, type Activity } from '../../../platform/people/activity.ts'
import { mayCall } from '../../../platform/people/actor.ts'
import { findAbsentActor } from '../../../platform/people/sessions.ts'
import { seesBalances } from '../../../platform/people/visibility.ts'
import type { PeriodicWork } from '../../../platform/work/periodic.ts'
import { lockAccounts } from '../../withdrawals/queries.ts'
import { ownTransfer } from '../approval-kinds.ts'
import { askTransfer } from '../ask-transfer.ts'
import { sourcesOf } from '../queries.ts'
import { ofTemplates } from './handlers.ts'
import * as queries from './queries.ts'
import { dueOf, proposalOf } from './schedule.ts'

/**
 * Asks for what a template says, in the name of whoever set its time: they are its maker, and never agree to
 * it. Nothing is done at once, even where nobody else could agree.
 * @returns the transfer, or why there is none
 */
async function propose(
  tx: Tx,
  template: queries.Template,
  { settings: cache, now }: Services,
): Promise<{ transferId: string } | { skipped: queries.Skip }> {
  const { fromId, toId, keepMinor, scheduledBy, name } = template
  const actor = await findAbsentActor(tx, {
    employeeId: scheduledBy ?? '',
    sessionId: '',
    address: '',
    device: '',
  })
  if (actor === null || !mayCall(actor, ownTransfers.create.requires)) return { skipped: 'makerGone' }
  if (keepMinor !== null && !seesBalances(actor)) return { skipped: 'makerGone' }
  const { kind } = ownTransfer
  if (await wouldBeAlone(tx, { kind, actor, requires: checkerNeeds(ownTransfer) }))
    return { skipped: 'nobodyElse' }
  await lockAccounts(tx, [fromId, toId])
  const settings = await cache.get()
  const on = businessOn(settings, now())
  const sources = await sourcesOf(tx, on)
  const proposal = proposalOf(template, sources)
  if ('skipped' in proposal) return proposal
  if (await queries.isOpenBetween(tx, fromId, toId)) return { skipped: 'open' }
  const record = (activity: Activity) =>
    recordActivity(tx, 'system', null, {
      ...activity,
      detail: { ...(activity.detail as object), template: name, maker: actor.username },
    })
  const tell = (topic: string, entityId: string, version?: number) => announce(tx, topic, entityId, version)
  const services = { now, settings: cache }
  const ask = askerOf({ tx, actor, services, settings, requestId: '', record, announce: tell })
  const asker = { tx, makerId: actor.id, on, ask, announce: tell }
  const { id } = await askTransfer(asker, { ...template, ...proposal }, sources)
  return { transferId: id }
}

/** One template whose time has come: what becomes of the day is written once, with what was asked for. */
async function run(tx: Tx, services: Services, id: string): Promise<void> {
  const template = await queries.holdScheduled(tx, id)
  const due = template && dueOf(template, services.now())
  if (!template || !due) return
  const became = due.isMissed ? { skipped: 'missed' as const } : await propose(tx, template, services)
  const [transferId, skipped] =
    'skipped' in became ? [null, became.skipped] : ([became.transferId, null] as const)
  await queries.keepRun(tx, { templateId: id, on: due.on, transferId, skipped })
  if (skipped === null) return
  await recordActivity(tx, 'system', null, {
    ...ofTemplates,
    action: 'transferTemplateSkipped',
    result: 'refused',
    after: { name: template.name, skipped },
    detail: { templateId: encodeId('transferTemplate', id), on: due.on },
  })
}

/**
 * Asks for the transfers whose time has come. Repeating is harmless, in any process: the template is held,
 * and a day of it has one outcome. One that fails keeps no other waiting; it is tried again.
 */
export async function proposeDue(services: Services): Promise<void> {
  const { db, now } = services
  if ((await heldRestore(db)) !== null) return
  const due = (await queries.scheduledTemplates(db)).filter((each) => dueOf(each, now()) !== null)
  const failed: unknown[] = []
  for (const { id } of due)
    await db
      .transaction()
      .execute((tx) => run(tx, services, id))
      .catch((error: unknown) => failed.push(error))
  if (failed.length > 0) throw new AggregateError(failed, 'transfers that were due could not be asked for')
}

export const templateWork: PeriodicWork = { name: 'transferTemplates', everyMs: 5000, run: proposeDue }
