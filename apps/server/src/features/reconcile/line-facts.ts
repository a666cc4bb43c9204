import { sql } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import type { Reader } from '../../platform/db/db.ts'
import { maskOwnAccountNo } from '../../platform/people/masks.ts'
import type { LooseEnd, ToldLine } from './balance-breaks.ts'
import type { AccountDay, LineSum, LonePayout, SingleLine } from './bank-rules.ts'

/** As many lines as can stand in one minute and more: the last of them tells the closing balance. */
const tailLines = 80
/** Lines that are named one by one; a day with more of them has another fault than any of these. */
const singlesMax = 2000

const moved = sql`(case when l.direction = 'in' then l.amount_minor else -l.amount_minor end)`
const at = sql`coalesce(case when l.bank_time_precision in ('second', 'minute') then l.bank_time end,
  l.received_at)`
/** Its balance is a link of the account's chain. */
const isChained = sql`(l.balance_after_minor is not null and l.chain in ('linked', 'afterHole')
  and l.state not in ('quarantined', 'duplicate', 'rejected'))`
const isReal = sql`l.state not in ('duplicate', 'rejected')`
/** How the sheet reads a line (`LineClass`). */
const lineClass = sql`case
  when l.state = 'waiting' and l.chain = 'afterHole' then 'waiting'
  when l.state in ('waiting', 'quarantined') then 'loose'
  when l.state = 'internalTransfer' then 'transfer'
  when l.direction = 'in' and l.state in ('unmatched', 'suggested', 'unlinked', 'refundPending') then 'open'
  when l.direction = 'out' and l.state not in ('settled', 'refunded') then 'outOpen'
  else 'known' end`

interface AccountRow {
  readonly id: string
  readonly bank: string
  readonly label: string
  readonly accountNo: string
  readonly hasBalances: boolean
  readonly anchorMinor: number
  readonly sums: readonly LineSum[]
  readonly before: readonly ToldLine[]
  readonly upTo: readonly ToldLine[]
}

const tail = (until: ReturnType<typeof sql>) => sql`(
  select coalesce(json_agg(json_build_object('id', x.id, 'movedMinor', x.moved, 'balanceMinor', x.balance,
           'atMs', (extract(epoch from x.at) * 1000)::bigint)), '[]')
    from (select l.id, ${moved} as moved, l.balance_after_minor as balance, ${at} as at
            from statement_lines l
           where a.has_balances and l.bank_account_id = a.id and ${until} and ${isChained}
           order by l.value_on desc, l.id desc limit ${sql.lit(tailLines)}) x)`

/** Own accounts that were there on a day, with sums of its lines and the balances told around it. */
async function accountRows(db: Reader, on: string): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select a.id, a.bank, a.label, a.account_no as "accountNo", a.has_balances as "hasBalances",
           a.anchor_balance_minor as "anchorMinor",
           ${tail(sql`l.value_on < ${on}::date`)} as before,
           ${tail(sql`l.value_on <= ${on}::date`)} as "upTo",
           (select coalesce(json_agg(s), '[]') from (
              select l.direction, ${lineClass} as class, count(*) as count,
                     sum(l.amount_minor)::bigint as "amountMinor"
                from statement_lines l
               where l.bank_account_id = a.id and l.value_on = ${on}::date and ${isReal}
               group by 1, 2 order by 1, 2) s) as sums
      from bank_accounts a
     where (a.anchor_at at time zone 'Asia/Bangkok')::date <= ${on}::date
        or exists (select from statement_lines l
             where l.bank_account_id = a.id and l.value_on <= ${on}::date)
     order by a.priority, a.label, a.id`.execute(db)
  return rows
}

/** Balances that were reached and not left on a day, or left and not reached. */
async function looseEnds(db: Reader, on: string) {
  const { rows } = await sql<LooseEnd & { accountId: string }>`
    select a.id as "accountId", e.balance as "balanceMinor", sum(e.times)::integer as times,
           (extract(epoch from min(e.at)) * 1000)::bigint as "atMs"
      from bank_accounts a
     cross join lateral (
       select b.balance, b.times, ${at} as at from statement_lines l
        cross join lateral (values (l.balance_after_minor, 1), (l.balance_after_minor - ${moved}, -1))
           b (balance, times)
        where l.bank_account_id = a.id and l.value_on = ${on}::date and ${isChained}) e
     group by a.id, e.balance having sum(e.times) <> 0`.execute(db)
  return Map.groupBy(rows, ({ accountId }) => accountId)
}

/** Lines that the sheet names one by one. */
async function singleLines(db: Reader, on: string) {
  const { rows } = await sql<SingleLine & { accountId: string }>`
    select l.bank_account_id as "accountId", l.id, l.direction, l.amount_minor as "amountMinor", l.state,
           ${lineClass} as class, ${isChained} as "isChained", ${at} as at
      from bank_accounts a
      join statement_lines l on l.bank_account_id = a.id and l.value_on = ${on}::date
     where ${isReal} and (a.has_balances and not ${isChained}
       or ${lineClass} in ('outOpen', 'waiting', 'loose'))
     order by l.bank_account_id, l.id limit ${sql.lit(singlesMax + 1)}`.execute(db)
  // What is not named would be no difference, and the day would close without anybody's word.
  if (rows.length > singlesMax) throw new ApiError('stateRefused', { details: { reason: 'tooManyLines' } })
  return Map.groupBy(rows, ({ accountId }) => accountId)
}

/** Payouts of a day whose line no bank has shown. */
async function lonePayouts(db: Reader, on: string) {
  const { rows } = await sql<LonePayout & { accountId: string }>`
    select p.bank_account_id as "accountId", p.id, w.reference, p.amount_minor as "amountMinor",
           p.created_at as at
      from withdrawals w join payouts p on p.withdrawal_id = w.id and p.state <> 'failed'
     where w.settled_line_id is null and w.state in ('sending', 'unknown', 'paid')
       and p.business_on = ${on}::date
     order by p.id`.execute(db)
  return Map.groupBy(rows, ({ accountId }) => accountId)
}

export type StatementDay = Omit<AccountDay, 'booked'>

/** What the statements of our accounts say of a day. */
export async function statementDays(db: Reader, on: string): Promise<StatementDay[]> {
  const accounts = await accountRows(db, on)
  const ends = await looseEnds(db, on)
  const singles = await singleLines(db, on)
  const payouts = await lonePayouts(db, on)
  return accounts.map(({ id, bank, label, accountNo, ...rest }) => ({
    account: { id, bank, label, accountNoMasked: maskOwnAccountNo(accountNo) },
    ...rest,
    ends: ends.get(id) ?? [],
    singles: singles.get(id) ?? [],
    payouts: payouts.get(id) ?? [],
  }))
}
