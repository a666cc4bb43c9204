import type { Severity } from '@khlang/contract/values/event-codes.ts'
import { sql, type RawBuilder } from 'kysely'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import type { Reader, Tx } from '../../platform/db/db.ts'
import { seesBrand } from '../../platform/people/visibility.ts'

const kept = sql`interval '30 days'`
export const unreadMax = 100

export interface InboxRow {
  readonly id: string
  readonly code: string
  readonly severity: Severity
  readonly title: { th: string; en: string }
  readonly body: { th: string; en: string }
  readonly entity: string | null
  readonly entityId: string | null
  readonly author: string | null
  readonly createdAt: string
  readonly readAt: string | null
}

/**
 * What stands in a person's inbox, of rows aliased n: told to them or to a role of theirs, about what their
 * flags let them see, not before they came, not muted. Critical ones are never muted.
 */
function inInbox(actor: EmployeeActor): RawBuilder<boolean> {
  return sql<boolean>`(n.created_at > now() - ${kept} and ${seesBrand(actor)}::boolean
    and (n.audience = 'all' or n.audience = 'roles' and ${actor.role.id} = any(n.role_ids)
      or n.audience = 'employees' and ${actor.id} = any(n.employee_ids))
    and (${actor.role.isAdmin}::boolean or ${JSON.stringify(actor.permissions)}::jsonb @> n.requires)
    and n.created_at >= (select e.created_at from employees e where e.id = ${actor.id})
    and (n.severity = 'critical' or not exists (select from notification_mutes x
      where x.employee_id = ${actor.id} and x.code = n.code)))`
}

const isUnread = (actor: EmployeeActor) => sql<boolean>`not exists (select from notification_reads d
  where d.employee_id = ${actor.id} and d.notification_id = n.id)`

const columns = (actor: EmployeeActor) => sql`
  n.id, n.code, n.severity, n.title, n.body, n.entity, n.entity_id as "entityId", a.display_name as author,
  n.created_at as "createdAt", (select d.at from notification_reads d where d.employee_id = ${actor.id}
    and d.notification_id = n.id) as "readAt"`

interface Filter {
  readonly isUnread?: boolean | undefined
  readonly severity?: Severity | undefined
  /** In title or body, whichever language. */
  readonly search?: string | undefined
}

const filtered = (actor: EmployeeActor, filter: Filter): RawBuilder<boolean> => {
  const parts = [
    inInbox(actor),
    ...(filter.isUnread === undefined
      ? []
      : [filter.isUnread ? isUnread(actor) : sql`not (${isUnread(actor)})`]),
    ...(filter.search
      ? [
          sql`strpos(lower(concat_ws(' ', n.title ->> 'th', n.title ->> 'en',
            n.body ->> 'th', n.body ->> 'en')), lower(${filter.search})) > 0`,
        ]
      : []),
    ...(filter.severity ? [sql`n.severity = ${filter.severity}`] : []),
  ]
  return sql<boolean>`${sql.join(parts, sql` and `)}`
}

export async function inbox(
  db: Reader,
  actor: EmployeeActor,
  filter: Filter & { readonly page: number; readonly size: number },
): Promise<InboxRow[]> {
  const { rows } = await sql<InboxRow>`
    select ${columns(actor)} from notifications n left join employees a on a.id = n.author_id
     where ${filtered(actor, filter)} order by n.created_at desc, n.id desc
     limit ${filter.size} offset ${(filter.page - 1) * filter.size}`.execute(db)
  return rows
}

export async function countInbox(
  db: Reader,
  actor: EmployeeActor,
  filter: Filter,
  max: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select 1 from notifications n
      where ${filtered(actor, filter)} limit ${max}) x`.execute(db)
  return rows[0]?.count ?? 0
}

/** Marks as read what stands unread in the inbox: those named, or all of it. @returns how many */
export async function markRead(
  tx: Tx,
  actor: EmployeeActor,
  which: readonly string[] | 'all',
): Promise<number> {
  const named = which === 'all' ? sql`true` : sql`n.id = any(${[...which]}::uuid[])`
  const { rows } = await sql`
    insert into notification_reads (employee_id, notification_id)
    select ${actor.id}, n.id from notifications n where ${named} and ${inInbox(actor)}
    on conflict do nothing returning 1`.execute(tx)
  return rows.length
}

/** Of the messages named, those that stand in the inbox. */
export async function knownOf(db: Reader, actor: EmployeeActor, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from notifications n
     where n.id = any(${[...ids]}::uuid[]) and ${inInbox(actor)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Mutes a kind of event for a person, or takes that back. @returns whether that changed anything */
export async function setMute(
  tx: Tx,
  employeeId: string,
  code: string,
  isMuted: boolean,
): Promise<boolean> {
  const { rows } = isMuted
    ? await sql`insert into notification_mutes (employee_id, code) values (${employeeId}, ${code})
        on conflict do nothing returning 1`.execute(tx)
    : await sql`delete from notification_mutes where employee_id = ${employeeId} and code = ${code}
        returning 1`.execute(tx)
  return rows.length > 0
}

export const mutedBy = async (db: Reader, employeeId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('notification_mutes')
    .select('code')
    .where('employee_id', '=', employeeId)
    .orderBy('code')
    .execute()
  return rows.map(({ code }) => code)
}

/** How many of the ids exist in a table; a message to somebody unknown is a mistake. */
export async function countKnown(
  db: Reader,
  table: 'roles' | 'employees',
  ids: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where id = any(${[...ids]}::uuid[])`.execute(db)
  return rows[0]?.count ?? 0
}
