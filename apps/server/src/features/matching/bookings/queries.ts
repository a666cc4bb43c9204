import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { preTransactionBookings } from '@khlang/contract/pre-transactions/bookings.ts'
import type { BookingCategory } from '@khlang/contract/pre-transactions/booking-words.ts'
import type { LineHandling } from '@khlang/contract/pre-transactions/line-handling.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Reader, Tx } from '../../../platform/db/db.ts'

type Shown = NonNullable<z.output<typeof LineHandling>['booking']>
type Rule = HandlerOutput<typeof preTransactionBookings.bookingRules>['records'][number]

/** More rules than anybody reads through. */
export const rulesMax = 200

/** The newest booking of a line. */
export async function bookingOf(db: Reader, lineId: string): Promise<Shown | null> {
  const { rows } = await sql<Shown>`
    select b.category, m.display_name as by, c.display_name as checker, b.reason, b.booked_at as "bookedAt",
           b.reversed_at as "reversedAt", case when r.id is not null
             then json_build_object('id', r.id, 'name', r.name) end as rule
      from line_bookings b left join employees m on m.id = b.maker_id
      left join approvals a on a.id = b.approval_id left join employees c on c.id = a.checker_id
      left join booking_rules r on r.id = b.rule_id
     where b.line_id = ${lineId} order by b.id desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** What a line is booked as, held; undefined for one that is not. */
export async function standingBooking(tx: Tx, lineId: string): Promise<BookingCategory | undefined> {
  const { rows } = await sql<{ category: BookingCategory }>`
    select category from line_bookings where line_id = ${lineId} and reversed_at is null
       for update`.execute(tx)
  return rows[0]?.category
}

/** Whether this person books so much of this category alone. */
export async function booksAlone(
  db: Reader,
  employeeId: string,
  category: BookingCategory,
  amountMinor: number,
): Promise<boolean> {
  const { rows } = await sql<{ may: boolean | null }>`
    select books_alone(${employeeId}, ${category}, ${amountMinor}::bigint) as may`.execute(db)
  return rows[0]?.may === true
}

/** Those in force first, the newest of each first. */
export async function allRules(db: Reader): Promise<Rule[]> {
  const { rows } = await sql<Rule>`
    select r.id, r.name, r.direction, r.category, r.texts, r.channel, r.bank, r.amount_minor as "amountMinor",
           r.max_minor as "maxMinor", case when o.id is not null
             then json_build_object('id', o.id, 'label', o.label) end as account,
           r.state, m.display_name as maker, c.display_name as checker, r.approved_at as "approvedAt",
           r.off_at as "offAt", f.display_name as "offBy", r.off_reason as "offReason",
           b.count as "bookedCount", b.amount as "bookedMinor", b.last as "lastAt", r.version
      from booking_rules r join employees m on m.id = r.maker_id join approvals a on a.id = r.approval_id
      left join employees c on c.id = a.checker_id left join employees f on f.id = r.off_by
      left join bank_accounts o on o.id = r.bank_account_id
      cross join lateral (select count(*)::int as count, coalesce(sum(x.amount_minor), 0)::bigint as amount,
          max(x.booked_at) as last from line_bookings x
         where x.rule_id = r.id and x.reversed_at is null
           and x.booked_at > now() - interval '30 days') b
     order by r.state, r.approved_at desc, r.id desc limit ${sql.lit(rulesMax)}`.execute(db)
  return rows
}
