import { decodeId } from '@khlang/contract/values/values.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../platform/db/db.ts'
import type { Happened } from './happened.ts'

/**
 * Accounts that were made, or whose one-time code was handed to somebody, of which the administrators were
 * not told yet. Read from the links themselves: one that is told late is told all the same.
 */
export async function codesHanded(tx: Tx): Promise<Happened[]> {
  const { rows } = await sql<{ link: number; id: string; about: string; actor: string }>`
    select max(l.id) as link, outside_id('emp', e.id) as id, e.username as about, m.username as actor
      from open_links l join employees e on e.id = l.employee_id join employees m on m.id = l.linked_to
     where not exists (select from employee_link_tellings t where t.link_id = l.id)
     group by e.id, e.username, m.id, m.username order by link`.execute(tx)
  return rows.map(({ link, id, about, actor }) => ({
    code: 'account.code_handed',
    entity: 'employee',
    entityId: id,
    occurrence: String(link),
    detail: { about, actor },
    amountMinor: null,
  }))
}

/** All administrators there are. */
export const administrators: RawBuilder<string> = sql`select e.id from employees e
  join roles r on r.id = e.role_id where r.is_admin and e.type = 'staff' and e.state = 'active'`

/** Keeps that a notification told of a link and of those before it between the same two. */
export async function noteTelling(
  tx: Tx,
  { entityId, occurrence }: Happened,
  notificationId: string,
): Promise<void> {
  await sql`
    insert into employee_link_tellings (link_id, notification_id)
    select l.id, ${notificationId} from employee_links l
      join employee_links last on last.id = ${Number(occurrence)} and last.linked_to = l.linked_to
     where l.employee_id = ${decodeId('employee', entityId)} and l.id <= last.id
    on conflict do nothing`.execute(tx)
}
