import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import type { preTransactionLinks } from '@khlang/contract/pre-transactions/links.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql, type RawBuilder } from 'kysely'
import { raiseAlarm } from '../../../platform/db/alarms.ts'
import { assertDateRange, businessOn } from '../../../platform/business-day.ts'
import type { Handlers } from '../../../platform/call/context.ts'
import { keysetOf } from '../../../platform/db/cursor.ts'
import type { Reader, Tx } from '../../../platform/db/db.ts'

type Links = typeof preTransactionLinks

interface Days {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** The days of a report; without a beginning, those of one day. */
function daysOf({ from, to }: Days, today: string): RawBuilder<boolean> {
  assertDateRange(from, to)
  const last = to ?? (from === undefined || from <= today ? today : from)
  return sql<boolean>`h.business_on between ${from ?? last} and ${last}`
}

async function linkDays(db: Reader, days: RawBuilder<boolean>) {
  const { rows } = await sql<{
    employeeId: string
    name: string
    on: string
    count: number
    amountMinor: number
    lowScore: number
    contradicted: number
    old: number
    undone: number
    checked: number
  }>`
    select h.employee_id as "employeeId", e.display_name as name, h.business_on as on, count(*) as count,
           coalesce(sum(h.amount_minor) filter (where h.undone_at is null), 0)::bigint as "amountMinor",
           count(*) filter (where 'lowScore' = any(h.reasons)) as "lowScore",
           count(*) filter (where 'contradicted' = any(h.reasons)) as contradicted,
           count(*) filter (where 'old' = any(h.reasons)) as old,
           count(*) filter (where h.undone_at is not null) as undone,
           count(*) filter (where h.approval_id is not null or h.split_id is not null) as checked
      from hand_links h join employees e on e.id = h.employee_id
     where ${days} group by h.employee_id, e.display_name, h.business_on
     order by h.business_on desc, "amountMinor" desc, h.employee_id limit 1000`.execute(db)
  return rows
}

/** The links by hand of a report, newest first. */
const columns = sql`h.deposit_id as id, h.statement_line_id as "lineId", d.reference,
  e.display_name as employee, json_build_object('id', m.id, 'username', m.username,
    'name', m.first_name || ' ' || m.last_name, 'state', m.state) as member,
  h.amount_minor as "amountMinor", h.score, h.reasons,
  h.approval_id is not null or h.split_id is not null as "isChecked",
  h.linked_at as "linkedAt", h.undone_at as "undoneAt"`

type HandLink = Awaited<ReturnType<Handlers<Links>['handLinks']>>['records'][number]

export const linkReportHandlers: Pick<Handlers<Links>, 'linkReport' | 'handLinks'> = {
  linkReport: async ({ db, input, settings, services }) => {
    return { records: await linkDays(db, daysOf(input, businessOn(settings, services.now()))) }
  },

  handLinks: async ({ db, input, actor, settings, services }) => {
    const days = daysOf(input, businessOn(settings, services.now()))
    const keyset = keysetOf({
      list: 'handLinks',
      sort: [
        { by: sql.ref('h.business_on'), type: 'date' },
        { by: sql.ref('h.linked_at'), type: 'timestamptz' },
        { by: sql.ref('h.deposit_id'), type: 'uuid' },
      ],
      input,
      actor,
      secrets: services.secrets,
    })
    const { employeeId } = input
    const { rows } = await sql<HandLink & { keysetKey: string[] }>`
      select ${columns}, ${keyset.key} as "keysetKey"
        from hand_links h join deposits d on d.id = h.deposit_id join members m on m.id = h.member_id
        join employees e on e.id = h.employee_id
       where ${days} and ${employeeId === undefined ? sql`true` : sql`h.employee_id = ${employeeId}`}
         and ${keyset.where ?? sql`true`}
       order by ${keyset.orderBy} limit ${sql.lit(keyset.limit)}`.execute(db)
    return keyset.pageOf(rows)
  },
}

/** The alarm of a person who links much, or much that looks wrong (decisions 42). */
const manyLinksAlarm = 'link.manyByHand'

/** Raises the alarm where a person's links of today are over the brand's limits; call after the row. */
export async function watchLinks(tx: Tx, employeeId: string, settings: BrandSettings): Promise<void> {
  const { rows } = await sql<{ name: string; low: number; sum: number }>`
    select e.display_name as name, count(*) filter (where 'lowScore' = any(h.reasons)) as low,
           coalesce(sum(h.amount_minor), 0)::bigint as sum
      from hand_links h join employees e on e.id = h.employee_id
     where h.employee_id = ${employeeId} and h.business_on = brand_day() and h.undone_at is null
     group by e.display_name`.execute(tx)
  const today = rows[0]
  if (!today) return
  const { linkAlarmLowCount: lowMax, linkAlarmDayMinor: dayMinor } = settings
  if (today.low <= lowMax && today.sum <= dayMinor) return
  await raiseAlarm(tx, {
    code: manyLinksAlarm,
    entity: 'employee',
    entityId: encodeId('employee', employeeId),
    detail: { person: today.name, lowCount: today.low, linkedMinor: today.sum, lowMax, dayMinor },
  })
}
