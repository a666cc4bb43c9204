import type { transferTemplates } from '@khlang/contract/payments/transfer-templates.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { ApiError } from '../../../platform/api-error.ts'
import type { Handlers } from '../../../platform/call/context.ts'
import { businessOn } from '../../../platform/business-day.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { seesBalances } from '../../../platform/people/visibility.ts'
import { sourcesOf } from '../queries.ts'
import * as queries from './queries.ts'

/** The log names templates by their screen. */
export const ofTemplates = { entity: 'list', entityId: '/payment-auto/transfer' } as const

const toAmount = ({ amountMinor, keepMinor }: Pick<queries.Template, 'amountMinor' | 'keepMinor'>) =>
  amountMinor === null ? { keepMinor } : { amountMinor }

const scheduleOf = ({ at, days }: Pick<queries.Template, 'at' | 'days'>) =>
  at === null || days === null ? null : { at, days }

/** A template that nobody has changed since it was read, held. */
async function lockedTemplate(tx: Tx, { id, version }: { id: string; version: number }) {
  const template = await queries.lockTemplate(tx, id)
  if (template.version !== version) throw new ApiError('stale', { details: { version: template.version } })
  return template
}

export const templateHandlers: Handlers<typeof transferTemplates> = {
  templates: async ({ db }) => ({ records: await queries.listTemplates(db) }),

  createTemplate: async ({ tx, input, actor, settings, services, record }) => {
    const { name, fromId, toId, amountMinor, keepMinor, purpose, reason } = input
    if (fromId === toId) throw new ApiError('transferRefused', { details: { reason: 'sameAccount' } })
    if ((amountMinor === null) === (keepMinor === null))
      throw new ApiError('invalidValue', { field: 'amountMinor' })
    if (keepMinor !== null && !seesBalances(actor))
      throw new ApiError('transferRefused', { details: { reason: 'unseen' } })
    const sources = await sourcesOf(tx, businessOn(settings, services.now()))
    const labelOf = (id: string) => sources.find((each) => each.id === id)?.label
    const [from, to] = [labelOf(fromId), labelOf(toId)]
    if (from === undefined || to === undefined) throw new ApiError('invalidValue', { field: 'fromId' })
    if ((await queries.listTemplates(tx)).length >= queries.templatesMax)
      throw new ApiError('transferRefused', { details: { reason: 'tooMany' } })
    const id = randomUUIDv7()
    await tx
      .insertInto('transfer_templates')
      .values({
        id,
        name: name.trim(),
        from_account_id: fromId,
        to_account_id: toId,
        amount_minor: amountMinor,
        keep_minor: keepMinor,
        purpose,
        reason,
        created_by: actor.id,
      })
      .execute()
    const after = { name: name.trim(), from, to, ...toAmount(input), purpose, reason }
    await record({ ...ofTemplates, action: 'transferTemplateSaved', after })
    return { id }
  },

  updateTemplate: async ({ tx, input, actor, record }) => {
    const was = await lockedTemplate(tx, input)
    const schedule = input.schedule && {
      at: input.schedule.at,
      days: [...new Set(input.schedule.days)].toSorted((a, b) => a - b),
    }
    const isSame = JSON.stringify(schedule) === JSON.stringify(scheduleOf(was))
    // By its amount a request tells its maker the balance.
    if (schedule !== null && !isSame && was.keepMinor !== null && !seesBalances(actor))
      throw new ApiError('transferRefused', { details: { reason: 'unseen' } })
    const name = input.name.trim()
    await tx
      .updateTable('transfer_templates')
      .set({
        name,
        version: was.version + 1,
        // Whoever set the time stays the maker where another person only renames it.
        ...(isSame
          ? {}
          : {
              schedule_at: schedule?.at ?? null,
              schedule_days: schedule?.days ?? null,
              scheduled_by: schedule && actor.id,
              scheduled_at: schedule && sql<string>`now()`,
            }),
      })
      .where('id', '=', was.id)
      .execute()
    const said = (of: { name: string; schedule: { at: string; days: number[] } | null }) => ({
      name: of.name,
      scheduleAt: of.schedule?.at ?? null,
      scheduleDays: of.schedule?.days.join(', ') ?? null,
    })
    await record({
      ...ofTemplates,
      action: 'transferTemplateChanged',
      before: said({ name: was.name, schedule: scheduleOf(was) }),
      after: said({ name, schedule }),
      detail: { templateId: encodeId('transferTemplate', was.id) },
    })
    return { version: was.version + 1 }
  },

  removeTemplate: async ({ tx, input, actor, record }) => {
    const { id, name, version } = await lockedTemplate(tx, input)
    await tx
      .updateTable('transfer_templates')
      .set({
        removed_at: sql`now()`,
        removed_by: actor.id,
        schedule_at: null,
        schedule_days: null,
        scheduled_by: null,
        scheduled_at: null,
        version: version + 1,
      })
      .where('id', '=', id)
      .execute()
    await record({
      ...ofTemplates,
      action: 'transferTemplateRemoved',
      reason: input.reason,
      before: { name },
    })
    return { version: version + 1 }
  },
}
