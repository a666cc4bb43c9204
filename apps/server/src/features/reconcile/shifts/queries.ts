import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { shiftCalls } from '@khlang/contract/reconcile/shifts.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../../../platform/db/db.ts'

export type Shift = HandlerOutput<typeof shiftCalls.shifts>['records'][number]
type Figures = Shift['figures']

/**
 * When a shift that is not closed began: at the end of the one before, else with the first session of the
 * last hours.
 */
export async function lastEnd(db: Reader, employeeId: string, now: string): Promise<string> {
  const { rows } = await sql<{ at: string }>`
    select coalesce(
      (select ended_at from shifts where employee_id = ${employeeId} and ended_at > ${now}::timestamptz
         - interval '16 hours' order by ended_at desc limit 1),
      (select min(created_at) from sessions where employee_id = ${employeeId}
          and created_at > ${now}::timestamptz - interval '16 hours'),
      ${now}::timestamptz - interval '8 hours') as at`.execute(db)
  return new Date(rows[0]?.at ?? now).toISOString()
}

/**
 * What a person did between two moments: lines they linked, withdrawals they agreed to or refused, those of
 * them that were paid, credit that they typed.
 */
export async function figuresBetween(
  db: Reader,
  employeeId: string,
  from: string,
  to: string,
): Promise<Figures> {
  const count = (where = sql`true`) => sql`json_build_object('count', count(*) filter (where ${where}),
    'amountMinor', coalesce(sum(amount_minor) filter (where ${where}), 0))`
  const span = sql`between ${from}::timestamptz and ${to}::timestamptz`
  const day = sql`(${from}::timestamptz at time zone 'Asia/Bangkok')::date - 1`
  const { rows } = await sql<Figures>`
    select l.linked, w.approved, w.rejected, w.paid, a.adjusted
      from (select ${count()} as linked from hand_links
             where employee_id = ${employeeId} and business_on >= ${day} and linked_at ${span}
               and undone_at is null) l
     cross join (select ${count(sql`state not in ('rejected', 'cancelled')`)} as approved,
                        ${count(sql`state = 'rejected'`)} as rejected, ${count(sql`state = 'paid'`)} as paid
             from withdrawals where decided_by = ${employeeId} and decided_at ${span}) w
     cross join (select ${count()} as adjusted from adjustments
             where maker_id = ${employeeId} and business_on >= ${day} and created_at ${span}) a`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the figures of a shift are one row')
  return row
}

/** Shifts as the person reads them; `more` says which, in what order and how many. */
async function shiftsWhere(
  db: Reader,
  actorId: string | null,
  more: RawBuilder<unknown>,
): Promise<Shift[]> {
  const { rows } = await sql<Shift>`
    select s.id, e.display_name as employee, s.employee_id = ${actorId}::uuid as "isOwn",
           s.started_at as "startedAt", s.ended_at as "endedAt", s.business_on as "businessOn", s.figures,
           s.note, k.display_name as "acknowledgedBy", s.acknowledged_at as "acknowledgedAt"
      from shifts s join employees e on e.id = s.employee_id
      left join employees k on k.id = s.acknowledged_by
     where ${more}`.execute(db)
  return rows
}

/** The shifts that ended on a business date, the newest first. */
export const shiftsOfDay = (db: Reader, on: string, actorId: string | null): Promise<Shift[]> =>
  shiftsWhere(db, actorId, sql`s.business_on = ${on}::date order by s.id desc limit 200`)

/** The newest shifts of a person. */
export const ownShifts = (db: Reader, actorId: string): Promise<Shift[]> =>
  shiftsWhere(db, actorId, sql`s.employee_id = ${actorId} order by s.ended_at desc limit 20`)
