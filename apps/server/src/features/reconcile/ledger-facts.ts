import { encodeId } from '@khlang/contract/values/values.ts'
import { bankAccount } from '@khlang/ledger/accounts.ts'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/db.ts'
import type { Booked } from './bank-rules.ts'
import type { LedgerDay, PartBalance, PartSum } from './wallet-rules.ts'

export interface ClosedDay {
  readonly id: string
  readonly businessOn: string
  readonly state: 'open' | 'closed' | 'reopened'
  readonly round: number
  readonly version: number
  readonly ledgerClosedAt: string
  readonly ledgerDigest: string
  readonly transferCount: number
}

/** A day that the ledger has closed and that was summed; null before. `lock`: held until the end. */
export async function findClosedDay(db: Reader, on: string, lock = false): Promise<ClosedDay | null> {
  const { rows } = await sql<ClosedDay>`
    select r.id, r.business_on as "businessOn", r.state, r.round, r.version,
           d.closed_at as "ledgerClosedAt", encode(d.digest, 'hex') as "ledgerDigest",
           d.transfer_count as "transferCount"
      from reconcile_days r join day_closings d on d.business_on = r.business_on
     where r.business_on = ${on}::date ${lock ? sql`for update of r` : sql``}`.execute(db)
  return rows[0] ?? null
}

/** What the ledger moved on a closed day, by part and kind, and the balances around it. */
export async function ledgerDay(db: Reader, on: string): Promise<LedgerDay> {
  const sums = await sql<PartSum>`
    select part, kind, sum(entries)::bigint as entries, sum(in_minor)::bigint as "inMinor",
           sum(out_minor)::bigint as "outMinor"
      from ledger_day_sums where business_on = ${on}::date group by 1, 2 order by 1, 2`.execute(db)
  const balances = await sql<PartBalance>`
    select b.part, b.balance_minor as "closingMinor", coalesce(p.balance_minor, 0) as "openingMinor"
      from ledger_day_balances b
      left join ledger_day_balances p on p.part = b.part and p.business_on = (
        select max(business_on) from reconcile_days where business_on < ${on}::date)
     where b.business_on = ${on}::date order by b.part`.execute(db)
  return { sums: sums.rows, balances: balances.rows }
}

interface BookedRow {
  readonly part: string
  readonly valueDayMinor: number
  readonly bothMinor: number
  readonly otherValueMinor: number
  readonly feeMinor: number
  readonly openedMinor: number
}

/**
 * What was booked to each of our accounts: of a day of the bank on any business date, and on the business
 * date. The set-up of an account moves nothing. Its sign is turned: what an account holds is positive.
 */
async function bookedRows(db: Reader, on: string): Promise<BookedRow[]> {
  const delta = sql`(s.out_minor - s.in_minor)`
  const { rows } = await sql<BookedRow>`
    select s.part,
           coalesce(sum(${delta}) filter (where s.value_on = ${on}::date and s.kind <> 'bank.opened'),
             0)::bigint as "valueDayMinor",
           coalesce(sum(${delta}) filter (where s.value_on = ${on}::date and s.business_on = ${on}::date
             and s.kind <> 'bank.opened'), 0)::bigint as "bothMinor",
           coalesce(sum(${delta}) filter (where s.value_on <> ${on}::date and s.kind <> 'bank.opened'),
             0)::bigint as "otherValueMinor",
           coalesce(sum(-${delta}) filter (where s.value_on = ${on}::date and s.kind = 'withdraw.fee'),
             0)::bigint as "feeMinor",
           coalesce(sum(${delta}) filter (where s.business_on = ${on}::date and s.kind = 'bank.opened'),
             0)::bigint as "openedMinor"
      from (select * from ledger_day_sums where business_on = ${on}::date
            union
            select * from ledger_day_sums where value_on = ${on}::date) s
     where s.part like 'bank:%' and s.part not like '%:in_transit'
     group by s.part`.execute(db)
  return rows
}

/** What was booked on business dates that the ledger has not closed, by account and the bank's day. */
export type OpenBookings = (code: string, valueOn: string) => number

export async function openBookings(db: Reader): Promise<OpenBookings> {
  const { rows } = await sql<{ code: string; valueOn: string; minor: number }>`
    select a.code, t.value_on as "valueOn",
           sum(case when t.from_id = a.id then t.amount_minor else -t.amount_minor end)::bigint as minor
      from transfers t join accounts a on a.id in (t.from_id, t.to_id)
     where t.business_on > (select max(business_on) from reconcile_days) and t.kind <> 'bank.opened'
       and a.id in (select c.id from accounts c join bank_accounts b
             on c.code = 'bank:' || outside_id('oba', b.id))
     group by 1, 2`.execute(db)
  const found = new Map(rows.map(({ code, valueOn, minor }) => [`${code} ${valueOn}`, minor]))
  return (code, valueOn) => found.get(`${code} ${valueOn}`) ?? 0
}

/**
 * Earlier days of the bank for which something was booked on this business date, where all that is booked for
 * them is not what their lines say.
 */
export async function lateBookings(db: Reader, on: string, open: OpenBookings) {
  const { rows } = await sql<{ id: string; label: string; valueOn: string; booked: number; lines: number }>`
    select b.id, b.label, v.value_on as "valueOn", x.lines, x.booked
      from bank_accounts b
      join lateral (
        select distinct s.value_on from ledger_day_sums s
         where s.business_on = ${on}::date and s.part = 'bank:' || outside_id('oba', b.id)
           and s.value_on < ${on}::date and s.kind <> 'bank.opened') v on true
     cross join lateral (
        select (select coalesce(sum(s.out_minor - s.in_minor), 0)::bigint from ledger_day_sums s
                 where s.value_on = v.value_on and s.part = 'bank:' || outside_id('oba', b.id)
                   and s.kind <> 'bank.opened') as booked,
               (select coalesce(sum(case when l.direction = 'in' then l.amount_minor
                         else -l.amount_minor end), 0)::bigint
                  from statement_lines l where l.bank_account_id = b.id and l.value_on = v.value_on
                   and l.state not in ('waiting', 'quarantined', 'duplicate', 'rejected')
                   and (l.direction = 'in' or l.state in ('settled', 'refunded', 'internalTransfer'))
               ) as lines) x
     order by b.id, v.value_on`.execute(db)
  return rows
    .map(({ id, label, valueOn, booked, lines }) => {
      const { code } = bankAccount(encodeId('bankAccount', id))
      return { id, label, valueOn, lackMinor: lines - booked - open(code, valueOn) }
    })
    .filter(({ lackMinor }) => lackMinor !== 0)
}

/** What the ledger holds of each of our accounts on a closed day, by the account's uuid. */
export async function bookedOf(
  db: Reader,
  on: string,
  { balances }: LedgerDay,
  open: OpenBookings,
): Promise<(id: string) => Booked> {
  const rows = new Map((await bookedRows(db, on)).map((row) => [row.part, row]))
  const around = new Map(balances.map((balance) => [balance.part, balance]))
  return (id) => {
    const { code } = bankAccount(encodeId('bankAccount', id))
    const row = rows.get(code)
    const balance = around.get(code)
    return {
      valueDayMinor: (row?.valueDayMinor ?? 0) + open(code, on),
      bothMinor: row?.bothMinor ?? 0,
      otherValueMinor: row?.otherValueMinor ?? 0,
      feeMinor: row?.feeMinor ?? 0,
      openingMinor: (row?.openedMinor ?? 0) - (balance?.openingMinor ?? 0),
      closingMinor: -(balance?.closingMinor ?? 0) || 0,
    }
  }
}

/** Accounts whose unidentified money in the ledger is not that of their open lines, at this moment. */
export async function unmatchedNow(db: Reader) {
  const { rows } = await sql<{ id: string; label: string; differenceMinor: number }>`
    select b.id, b.label, x.lines - x.book as "differenceMinor"
      from bank_accounts b
     cross join lateral (
       select coalesce((select balance_minor from account_balances
                where code = 'unmatched:' || outside_id('oba', b.id)), 0)::bigint as book,
              (select coalesce(sum(l.amount_minor), 0)::bigint from statement_lines l
                where l.bank_account_id = b.id and l.direction = 'in'
                  and l.state in ('suggested', 'unmatched', 'unlinked', 'refundPending')
                  and exists (select from transfers t
                    where t.key = 'deposit.received:' || outside_id('stl', l.id) || ':1'))
              + (select coalesce(sum(l.amount_minor), 0)::bigint from statement_lines l
                where l.bank_account_id = b.id and l.direction = 'in' and l.state = 'ignored')
              -- What was taken back of a line that was given out to several.
              + (select coalesce(sum(l.amount_minor - given_of_line(l.id)), 0)::bigint
                from alarms a join statement_lines l on l.id = inside_id(a.entity_id)
                where a.code = 'bank.splitOpen' and a.cleared_at is null
                  and l.bank_account_id = b.id and l.state = 'manualMatched') as lines) x
     where x.lines <> x.book order by b.id`.execute(db)
  return rows
}
