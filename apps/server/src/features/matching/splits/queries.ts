import type { LineHandling } from '@khlang/contract/pre-transactions/line-handling.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Reader } from '../../../platform/db/db.ts'

type Split = NonNullable<z.output<typeof LineHandling>['split']>

/** Who has which part of a line; null for one that was never split. */
export async function splitOf(db: Reader, lineId: string): Promise<Split | null> {
  const { rows } = await sql<Split['parts'][number] & { restMinor: number }>`
    select d.id as "depositId", d.reference, d.amount_minor as "amountMinor", d.state,
           json_build_object('id', m.id, 'username', m.username, 'state', m.state,
             'name', m.first_name || ' ' || m.last_name) as member,
           (l.amount_minor - given_of_line(l.id))::bigint as "restMinor"
      from deposits d join members m on m.id = d.member_id
      join statement_lines l on l.id = d.statement_line_id
     where d.statement_line_id = ${lineId} and d.split_id is not null order by d.id`.execute(db)
  const [first] = rows
  if (!first) return null
  return { restMinor: first.restMinor, parts: rows.map(({ restMinor: _rest, ...part }) => part) }
}

/** What of a line nobody has, and whether it is the rest of one whose other parts stand. */
export async function openOf(db: Reader, lineId: string): Promise<{ openMinor: number; isRest: boolean }> {
  const { rows } = await sql<{ openMinor: number; isRest: boolean }>`
    select (l.amount_minor - given_of_line(l.id))::bigint as "openMinor",
           exists (select from deposits d where d.statement_line_id = l.id and d.state = 'credited'
             and d.split_id is not null) as "isRest"
      from statement_lines l where l.id = ${lineId}`.execute(db)
  return rows[0] ?? { openMinor: 0, isRest: false }
}
