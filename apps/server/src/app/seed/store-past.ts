import { sql } from 'kysely'
import { asAdministrator, insertRows } from './store.ts'

/**
 * Credited deposits of the past, which nobody judges any more: as the database's administrator, with the
 * judge of credits off in this one transaction. Links by hand stand in the report of their days; today's are
 * left out, so that nobody begins with half of their limit of the day spent.
 */
export async function storePastDeposits(
  adminUrl: string,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  await asAdministrator(adminUrl, async (db) => {
    await db.transaction().execute(async (tx) => {
      await sql`alter table deposits disable trigger guard_line_credit_inserted`.execute(tx)
      await insertRows(tx, 'deposits', rows)
      await sql`
        insert into hand_links (deposit_id, statement_line_id, employee_id, member_id, amount_minor, score,
          reasons, business_on, linked_at)
        select d.id, l.id, d.by_id, d.member_id, d.amount_minor, coalesce(l.score, 0), '{}', d.business_on,
               d.credited_at
          from deposits d join statement_lines l on l.id = d.statement_line_id
         where d.by_kind = 'employee' and d.state = 'credited' and d.business_on < brand_day()`.execute(tx)
      await sql`alter table deposits enable trigger guard_line_credit_inserted`.execute(tx)
    })
  })
}
