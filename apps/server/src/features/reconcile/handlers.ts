import type { reconcile } from '@khlang/contract/reconcile.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { ApiError } from '../../platform/api-error.ts'
import { assertDateRange } from '../../platform/business-day.ts'
import type { Handlers } from '../../platform/call/context.ts'
import { seesBalances } from '../../platform/people/visibility.ts'
import { dayClose, dayReopen } from './approval-kinds.ts'
import { freezeDay, lockDay, standingOf } from './close-day.ts'
import { totalsOf } from './day-facts.ts'
import { readDay } from './read-day.ts'
import { packHandlers } from './pack/handlers.ts'
import { daysBetween, oldestOpen } from './queries.ts'
import { shiftHandlers } from './shifts/handlers.ts'

export const reconcileHandlers: Handlers<typeof reconcile> = {
  ...shiftHandlers,
  ...packHandlers,

  days: async ({ db, input }) => {
    assertDateRange(input.from, input.to)
    return { records: await daysBetween(db, input.from, input.to), oldestOpenOn: await oldestOpen(db) }
  },

  day: async ({ db, input, actor, services }) => {
    const maySee = seesBalances(actor)
    return services.reads.read(`reconcile ${input.on} ${maySee}`, () => readDay(db, input.on, maySee))
  },

  explain: async ({ tx, input, actor, record, announce }) => {
    const day = await lockDay(tx, input.on)
    if (day.state === 'closed') throw new ApiError('stateRefused', { details: { state: day.state } })
    const { items } = await standingOf(tx, day)
    const item = items.find(({ key }) => key === input.key)
    if (item?.amountMinor !== input.amountMinor) throw new ApiError('stale')
    const { reasonCode, note, amountMinor, key } = input
    await tx
      .insertInto('reconcile_explanations')
      .values({
        business_on: input.on,
        item_key: key,
        amount_minor: amountMinor,
        reason_code: reasonCode,
        note,
        employee_id: actor.id,
      })
      .execute()
    const entityId = encodeId('reconcileDay', day.id)
    await record({
      entity: 'reconcileDay',
      entityId,
      action: 'differenceExplained',
      reason: note,
      after: { amountMinor, reasonCode },
      detail: { key, kind: item.kind },
    })
    await announce('reconcileDay', entityId, day.version)
    return {}
  },

  close: async (context) => {
    const { tx, input, actor, record, announce, ask } = context
    const day = await lockDay(tx, input.on)
    if (day.state === 'closed') throw new ApiError('stateRefused', { details: { state: day.state } })
    const standing = await standingOf(tx, day)
    if (standing.hash !== input.factsHash) throw new ApiError('stale')
    const { items, hash } = standing
    const { differenceCount, differenceMinor, netMinor, openCount } = totalsOf(items)
    if (openCount > 0) throw new ApiError('stateRefused', { details: { reason: 'notExplained' } })
    const reason = input.comment ?? ''
    if (differenceCount === 0) {
      const closing = { tx, actor, record, announce, closedById: actor.id, approvalId: null }
      await freezeDay({ ...closing, reason: reason === '' ? null : reason }, standing)
      return { state: 'done', approvalId: null }
    }
    const document = {
      dayId: encodeId('reconcileDay', day.id),
      businessOn: day.businessOn,
      round: day.round + 1,
      factsHash: hash,
      differenceCount,
      differenceMinor,
      netMinor,
      explained: items.flatMap(({ kind, label, reference, amountMinor, explanation }) =>
        explanation === null
          ? []
          : [
              {
                kind,
                label: [label, reference].filter(Boolean).join(' · '),
                amountMinor,
                reasonCode: explanation.reasonCode,
                note: explanation.note,
                by: explanation.by,
              },
            ],
      ),
    }
    return ask(dayClose, document, { reason, version: day.version })
  },

  reopen: async ({ tx, input, ask }) => {
    const day = await lockDay(tx, input.on)
    if (day.state !== 'closed') throw new ApiError('stateRefused', { details: { state: day.state } })
    const dayId = encodeId('reconcileDay', day.id)
    const document = { dayId, businessOn: day.businessOn, round: day.round }
    return ask(dayReopen, document, { reason: input.reason, version: day.version })
  },
}
