import type { BookingCategory } from '@khlang/contract/pre-transactions/booking-words.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { businessOn } from '../../../platform/business-day.ts'
import type { Services } from '../../../platform/call/context.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { heldRestore } from '../../../platform/db/restored.ts'
import { recordActivity } from '../../../platform/people/activity.ts'
import type { PeriodicWork } from '../../../platform/work/periodic.ts'
import { lockFeed, lockLine } from '../../bank-lines/intake/intake-queries.ts'
import { book, bookedState } from './book-line.ts'

/** So long a line lies open before a rule takes it: what else may explain it comes first. */
const restSeconds = 120
/** So many in one go; the next go takes the rest. */
const atOnce = 50

interface Told {
  readonly lineId: string
  readonly accountId: string
  readonly version: number
  readonly ruleId: string
  readonly name: string
  readonly category: BookingCategory
}

/**
 * Open lines that name nobody, that nothing else may explain, and that exactly one rule in force tells; what
 * was booked once and taken back is for people, and so is what a format reads that is still learnt. Looks
 * through the open lines of two days.
 */
async function toldLines(db: Reader): Promise<Told[]> {
  const { rows } = await sql<Told>`
    select l.id as "lineId", l.bank_account_id as "accountId", l.version,
           (array_agg(r.id))[1] as "ruleId", (array_agg(r.name))[1] as name,
           (array_agg(r.category))[1] as category
      from statement_lines l join booking_rules r on r.state = 'active' and r.direction = l.direction
       and l.amount_minor <= r.max_minor and l.created_at >= r.approved_at
     where l.state = 'unmatched' and l.id > (select uuidv7(interval '-2 days'))
       and l.created_at < now() - make_interval(secs => ${sql.lit(restSeconds)})
       and l.chain in ('linked', 'noBalance') and l.possible_double_of is null and l.best_member_id is null
       and l.suggestion_count = 0 and l.payer_bank is null and l.payer_mask is null and l.payer_name is null
       and rule_fits(r, l)
       and taught_may_credit(l)
       and not exists (select from line_bookings b where b.line_id = l.id)
       and not exists (select from line_doubts d where d.statement_line_id = l.id)
       and not exists (select from approvals p where p.entity = 'statementLine' and p.state = 'pending'
         and p.expires_at > now() and p.entity_id = (select outside_id('stl', l.id)))
       and not exists (select from deposits d where l.direction = 'in' and d.state in ('created', 'pending')
         and d.amount_requested_minor = l.amount_minor
         and (d.bank_account_id = l.bank_account_id or d.bank_account_id is null))
       and not exists (select from deposits d where l.direction = 'in' and d.method = 'manual'
         and d.state = 'credited' and d.statement_line_id is null and d.bank_account_id = l.bank_account_id
         and d.amount_minor = l.amount_minor)
       and not exists (select from own_transfers t where t.state = 'approved'
         and l.bank_account_id in (t.from_account_id, t.to_account_id) and t.amount_minor = l.amount_minor)
       and not exists (select from line_refunds f where f.state = 'approved'
         and f.bank_account_id = l.bank_account_id and f.amount_minor = l.amount_minor)
       and not exists (select from withdrawals w where l.direction = 'out'
         and w.bank_account_id = l.bank_account_id and w.amount_minor - w.fee_minor = l.amount_minor
         and w.settled_line_id is null and w.state in ('sending', 'unknown', 'paid'))
     group by l.id having count(*) = 1
     order by l.id limit ${sql.lit(atOnce)}`.execute(db)
  return rows
}

/** Books what the rules tell. While a restored database is held nothing is booked by itself. */
export async function bookByRule({ db, settings, now }: Services): Promise<void> {
  if ((await heldRestore(db)) !== null) return
  const on = businessOn(await settings.get(), now())
  for (const told of await toldLines(db))
    await db.transaction().execute(async (tx) => {
      await lockFeed(tx, told.accountId)
      const line = await lockLine(tx, told.lineId)
      const { rows } = await sql`select from booking_rules where id = ${told.ruleId} and state = 'active'
        for share`.execute(tx)
      if (line?.state !== 'unmatched' || line.version !== told.version || rows.length === 0) return
      const { ruleId, category } = told
      await recordActivity(tx, 'system', null, {
        entity: 'statementLine',
        entityId: encodeId('statementLine', line.id),
        action: 'booked',
        before: { state: line.state },
        after: { state: bookedState(line) },
        detail: { amountMinor: line.amount_minor, category, rule: told.name },
      })
      await book(tx, line, { category, makerId: null, ruleId, approvalId: null, reason: null, on })
    })
}

export const bookingWork: PeriodicWork = { name: 'lineBookings', everyMs: 5000, run: bookByRule }
