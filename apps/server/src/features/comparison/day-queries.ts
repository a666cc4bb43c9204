import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../../platform/db/db.ts'
import type { DayLine, Direction, Double, Explained } from './day-shapes.ts'

/** Which day of which account, from which side. */
export interface DayOf {
  readonly accountId: string
  readonly on: string
  readonly direction: Direction
}

/** Days around a day in which the other side of what is open may stand. */
const nearDays = 2

/** A moment in milliseconds; through a double, which is exact to the microsecond for centuries, and quick. */
export const ms = (at: RawBuilder<unknown>) => sql`(date_part('epoch', ${at}) * 1000)::bigint`
const openStates = sql`l.state in ('waiting', 'suggested', 'unmatched', 'quarantined', 'unlinked',
  'refundPending')`
const near = ({ on }: DayOf, column: RawBuilder<unknown>) => sql`${column} between
  ${on}::date - ${sql.lit(nearDays)} and ${on}::date + ${sql.lit(nearDays)}`

const lineColumns = sql`l.id, l.bank_account_id as "accountId", l.direction, l.amount_minor as "amountMinor",
  ${ms(sql`coalesce(l.bank_time, l.received_at)`)} as "atMs", l.bank_time_precision as precision,
  l.value_on as "valueOn", l.balance_after_minor as "balanceAfterMinor", l.payer_mask as "payerMask",
  l.payer_bank as "payerBank", l.ref, l.state, l.chain, l.source, l.possible_double_of as "doubleOf",
  l.best_member_id as "memberId", l.handled_by is not null as "isByHand",
  l.state = 'settled' and coalesce(l.reason in ('booked', 'refund', 'invoicePaid'), false) as "isOwn",
  l.version`

/** These lines of the day, and open ones of days near. */
export async function linesOfDay(db: Reader, of: DayOf, ids: readonly string[]): Promise<DayLine[]> {
  const { accountId, on, direction } = of
  const { rows } = await sql<DayLine>`
    select ${lineColumns} from statement_lines l where l.id = any(${[...ids]}::uuid[])
    union all
    select ${lineColumns} from statement_lines l
     where l.bank_account_id = ${accountId} and l.direction = ${direction} and ${openStates}
       and ${near(of, sql`l.value_on`)} and l.value_on <> ${on}::date`.execute(db)
  return rows
}

/** The far legs: open or closed lines of other own accounts that move as much as an own transfer here. */
export async function oppositeLines(db: Reader, of: DayOf, amounts: readonly number[]): Promise<DayLine[]> {
  if (amounts.length === 0) return []
  const far = of.direction === 'in' ? 'out' : 'in'
  const { rows } = await sql<DayLine>`
    select ${lineColumns} from statement_lines l
     where l.amount_minor = any(${[...amounts]}::bigint[]) and l.direction = ${far}
       and l.bank_account_id <> ${of.accountId} and l.state in ('suggested', 'unmatched')
       and l.chain <> 'hint' and ${near(of, sql`l.value_on`)}`.execute(db)
  return rows
}

/** Lines of any day, by id: those that records of the day are tied to. */
export async function linesById(db: Reader, ids: readonly string[]): Promise<DayLine[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<DayLine>`
    select ${lineColumns} from statement_lines l where l.id = any(${[...ids]}::uuid[])`.execute(db)
  return rows
}

/** Whether the balances of the account follow each other up to the end of the day. */
export async function isChainWhole(db: Reader, { accountId, on }: DayOf): Promise<boolean> {
  const { rows } = await sql<{ whole: boolean }>`
    select not exists (select from chain_gaps g where g.bank_account_id = ${accountId}
      and g.to_at >= ${on}::date - interval '7 hours'
      and coalesce(g.from_at, g.to_at) < ${on}::date + interval '17 hours') as whole`.execute(db)
  return rows[0]?.whole === true
}

export async function doublesOfDay(db: Reader, { accountId, on }: DayOf): Promise<Map<string, Double>> {
  const { rows } = await sql<Double & { id: string }>`
    select subject_id as id, other_id as "otherId", kind from double_payments
     where bank_account_id = ${accountId} and day_on = ${on}::date`.execute(db)
  return new Map(rows.map(({ id, ...double }) => [id, double]))
}

/** What two people signed of this day, by the id of the row as the outside spells it. */
export async function explainedOfDay(
  db: Reader,
  { accountId, on }: DayOf,
): Promise<Map<string, Explained[]>> {
  const { rows } = await sql<Explained & { id: string }>`
    select row_id as id, class, theirs_minor as "theirsMinor", ours_minor as "oursMinor"
      from reconcile_forces where bank_account_id = ${accountId} and day_on = ${on}::date`.execute(db)
  return Map.groupBy(rows, ({ id }) => id)
}

/** Lines of the day that somebody marked as a bank's fee, by the id of the row as the outside spells it. */
export async function feesOfDay(db: Reader, { accountId, on }: DayOf): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select row_id as id from reconcile_notes
     where bank_account_id = ${accountId} and day_on = ${on}::date and kind = 'fee'`.execute(db)
  return rows.map(({ id }) => id)
}
