import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { transferTemplates } from '@khlang/contract/payments/transfer-templates.ts'
import type { scheduleSkips, transferPurposes } from '@khlang/contract/values/value-lists.ts'
import { sql } from 'kysely'
import { ApiError } from '../../../platform/api-error.ts'
import type { Reader, Tx } from '../../../platform/db/db.ts'

type Row = HandlerOutput<typeof transferTemplates.templates>['records'][number]
export type Skip = (typeof scheduleSkips)[number]

/** More saved forms than anybody reads. */
export const templatesMax = 50

/** The saved forms, by name, each with what became of it the last time that it was due. */
export async function listTemplates(db: Reader): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select p.id, p.name, p.from_account_id as "fromId", p.to_account_id as "toId",
           p.amount_minor as "amountMinor", p.keep_minor as "keepMinor", p.purpose, p.reason,
           m.display_name as by, p.version,
           case when p.schedule_at is not null then json_build_object(
             'at', to_char(p.schedule_at, 'HH24:MI'), 'days', p.schedule_days, 'by', s.display_name) end
             as schedule,
           case when u.due_on is not null then json_build_object(
             'on', u.due_on, 'at', to_char(u.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
             'skipped', u.skipped, 'transferId', u.own_transfer_id, 'reference', t.reference) end as last
      from transfer_templates p join employees m on m.id = p.created_by
      left join employees s on s.id = p.scheduled_by
      left join lateral (select * from transfer_template_runs r where r.template_id = p.id
        order by r.due_on desc limit 1) u on true
      left join own_transfers t on t.id = u.own_transfer_id
     where p.removed_at is null order by lower(p.name)`.execute(db)
  return rows
}

export interface Template {
  readonly id: string
  readonly name: string
  readonly fromId: string
  readonly toId: string
  readonly amountMinor: number | null
  readonly keepMinor: number | null
  readonly purpose: (typeof transferPurposes)[number]
  readonly reason: string
  /** `HH:MM`, with the three below; null where it is asked for by hand alone. */
  readonly at: string | null
  readonly days: number[] | null
  readonly scheduledBy: string | null
  readonly scheduledAtMs: number | null
  readonly version: number
}

const columns = sql`p.id, p.name, p.from_account_id as "fromId", p.to_account_id as "toId",
    p.amount_minor as "amountMinor", p.keep_minor as "keepMinor", p.purpose, p.reason,
    to_char(p.schedule_at, 'HH24:MI') as at, p.schedule_days as days, p.scheduled_by as "scheduledBy",
    floor(extract(epoch from p.scheduled_at) * 1000)::bigint as "scheduledAtMs", p.version`

/** A template on the list, held. @throws notFound */
export async function lockTemplate(tx: Tx, id: string): Promise<Template> {
  const { rows } = await sql<Template>`select ${columns} from transfer_templates p
    where p.id = ${id} and p.removed_at is null for update`.execute(tx)
  if (!rows[0]) throw new ApiError('notFound')
  return rows[0]
}

/** One with a time, and the last day of which it is known what became of it. */
export type Scheduled = Template & { readonly lastOn: string | null }

/** Those that are asked for by time; there are `templatesMax` at most. */
export async function scheduledTemplates(db: Reader, only?: string): Promise<Scheduled[]> {
  const { rows } = await sql<Scheduled>`select ${columns},
      (select max(u.due_on)::text from transfer_template_runs u where u.template_id = p.id) as "lastOn"
    from transfer_templates p where p.schedule_at is not null and p.removed_at is null
      and ${only === undefined ? sql`true` : sql`p.id = ${only}::uuid`}
    order by p.schedule_at, p.id`.execute(db)
  return rows
}

/** The same of one, held: whoever was faster has kept what became of its day. */
export async function holdScheduled(tx: Tx, id: string): Promise<Scheduled | undefined> {
  await sql`select from transfer_templates where id = ${id} for update`.execute(tx)
  return (await scheduledTemplates(tx, id))[0]
}

export const keepRun = (
  tx: Tx,
  run: { templateId: string; on: string; transferId: string | null; skipped: Skip | null },
) =>
  tx
    .insertInto('transfer_template_runs')
    .values({
      template_id: run.templateId,
      due_on: run.on,
      own_transfer_id: run.transferId,
      skipped: run.skipped,
    })
    .execute()

/** Whether a transfer between these two accounts waits for a person or for the banks. */
export async function isOpenBetween(tx: Tx, fromId: string, toId: string): Promise<boolean> {
  const { rows } = await sql`select from own_transfers where from_account_id = ${fromId}
    and to_account_id = ${toId} and state in ('asked', 'approved') limit 1`.execute(tx)
  return rows.length > 0
}
