import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import { encodeId } from '@khlang/contract/values.ts'
import { bankAccount, screenMinor } from '@khlang/ledger/accounts.ts'
import { sql, type RawBuilder } from 'kysely'
import type { EmployeeActor } from '../../platform/actor.ts'
import { instantsOf } from '../../platform/business-day.ts'
import type { Reader } from '../../platform/db.ts'
import { balancesOf } from '../../platform/ledger-store.ts'
import { seesBrand, visibleMember, visibleTo } from '../../platform/visibility.ts'
import {
  isOpenLine,
  isUnreadMessage,
  isWaitingDeposit,
  isWaitingWithdrawal,
} from '../../platform/waiting.ts'

interface Waiting {
  readonly count: number
  readonly amountMinor: number
  readonly oldestAt: string | null
}

const waiting = async (db: Reader, rows: RawBuilder<unknown>): Promise<Waiting> => {
  const { rows: found } = await sql<Waiting>`
    select count(*) as count, coalesce(sum(amount), 0)::bigint as "amountMinor", min(at) as "oldestAt"
      from (${rows}) x`.execute(db)
  return found[0] ?? { count: 0, amountMinor: 0, oldestAt: null }
}

/** What waits, by the same conditions as the lists that the figures open (platform/waiting.ts). */
export async function waitingNow(db: Reader, actor: EmployeeActor) {
  const [deposits, withdrawals, lines, messages] = await Promise.all([
    waiting(
      db,
      sql`select coalesce(d.amount_minor, d.amount_requested_minor) as amount, d.created_at as at
      from deposits d where ${isWaitingDeposit('d')} and ${visibleMember(actor, sql.ref('d.member_id'))}`,
    ),
    waiting(
      db,
      sql`select w.amount_minor as amount, w.requested_at as at
      from withdrawals w where ${isWaitingWithdrawal('w')} and
        ${visibleMember(actor, sql.ref('w.member_id'))}`,
    ),
    waiting(
      db,
      sql`select l.amount_minor as amount, l.received_at as at
      from statement_lines l where ${isOpenLine('l')} and ${seesBrand(actor)}`,
    ),
    sql<{ n: number }>`select count(*) as n from bank_messages b
      where ${isUnreadMessage('b')} and ${seesBrand(actor)}`.execute(db),
  ])
  return {
    waitingDeposits: deposits,
    waitingWithdrawals: withdrawals,
    unmatchedLines: lines,
    unreadMessages: messages.rows[0]?.n ?? 0,
  }
}

/** Own bank accounts with the ledger's balance of each, as a screen prints it. */
export async function ownAccounts(db: Reader) {
  const accounts = await db
    .selectFrom('bank_accounts as a')
    .leftJoin('bank_account_feeds as f', 'f.bank_account_id', 'a.id')
    .select(['a.id', 'a.label', 'a.bank', 'a.state', 'f.last_message_at as lastMessageAt'])
    .orderBy('a.priority')
    .orderBy('a.id')
    .execute()
  const codeOf = (id: string): string => bankAccount(encodeId('bankAccount', id)).code
  const balances = await balancesOf(
    db,
    accounts.map((account) => codeOf(account.id)),
  )
  return accounts.map((account) => ({
    ...account,
    balanceMinor: screenMinor('asset', balances.get(codeOf(account.id)) ?? 0),
  }))
}

/**
 * What all members together may ask for: their cash (at most a second behind) and what is held for
 * withdrawals.
 */
export async function memberLiability(db: Reader): Promise<number> {
  const { rows } = await sql<{ owed: number }>`
    select (coalesce((select sum(balance_minor) from member_sums), 0)
          + coalesce((select sum(amount_minor) from holds where state = 'open'), 0))::bigint as owed`.execute(
    db,
  )
  return rows[0]?.owed ?? 0
}

export const openAlarms = (db: Reader) =>
  db
    .selectFrom('alarms')
    .select(['code', 'entity', 'entity_id as entityId', 'raised_at as raisedAt'])
    .where('cleared_at', 'is', null)
    .orderBy('raised_at')
    .limit(50)
    .execute()

export interface DayFigures {
  readonly deposits: number
  readonly depositMinor: number
  readonly auto: number
  readonly autoMinor: number
  readonly manual: number
  readonly manualMinor: number
  readonly firsts: number
  readonly firstMinor: number
  readonly creditSeconds: number | null
  readonly withdrawals: number
  readonly withdrawalMinor: number
  readonly withdrawalSeconds: number | null
  readonly registered: number
}

/**
 * Counters of a business day: deposits credited and withdrawals paid that are dated on it, as the queue lists
 * them by day and state; medians in seconds, from the bank's message to the credit and from request to
 * payment.
 */
export async function dayFigures(
  db: Reader,
  actor: EmployeeActor,
  settings: BrandSettings,
  on: string,
): Promise<DayFigures> {
  const day = instantsOf(settings, on)
  const { rows } = await sql<DayFigures>`
    with credited as materialized (
      select d.*, l.received_at,
             not exists (select from deposits e where e.member_id = d.member_id and e.state = 'credited'
               and (e.credited_at, e.id) < (d.credited_at, d.id)) as is_first
        from deposits d left join statement_lines l on l.id = d.statement_line_id
       where d.business_on = ${on}::date and d.state = 'credited'
         and ${visibleMember(actor, sql.ref('d.member_id'))}),
    paid as materialized (
      select w.* from withdrawals w where w.business_on = ${on}::date and w.state = 'paid'
         and ${visibleMember(actor, sql.ref('w.member_id'))})
    select c.*, p.*, (select count(*) from members m where m.created_at >= ${day.from}
              and m.created_at < ${day.until} and ${visibleTo(actor)}) as registered
      from (select count(*) as deposits, coalesce(sum(amount_minor), 0)::bigint as "depositMinor",
              count(*) filter (where by_kind = 'auto') as auto,
              coalesce(sum(amount_minor) filter (where by_kind = 'auto'), 0)::bigint as "autoMinor",
              count(*) filter (where by_kind = 'employee') as manual,
              coalesce(sum(amount_minor) filter (where by_kind = 'employee'), 0)::bigint as "manualMinor",
              count(*) filter (where is_first) as firsts,
              coalesce(sum(amount_minor) filter (where is_first), 0)::bigint as "firstMinor",
              (percentile_cont(0.5) within group (order by extract(epoch from credited_at - received_at))
                filter (where received_at is not null))::float8 as "creditSeconds" from credited) c,
           (select count(*) as withdrawals, coalesce(sum(amount_minor), 0)::bigint as "withdrawalMinor",
              (percentile_cont(0.5) within group (order by extract(epoch from paid_at -
                requested_at)))::float8
                as "withdrawalSeconds" from paid) p`.execute(db)
  const found = rows[0]
  if (!found) throw new Error('no figures')
  return found
}

/** Deposits and withdrawals of a business day by the hour in Bangkok, hours without any left out. */
export async function dayHours(db: Reader, actor: EmployeeActor, on: string) {
  const hourOf = (at: string) => sql`extract(hour from ${sql.ref(at)} at time zone 'Asia/Bangkok')::int`
  const { rows } = await sql<{ hour: number; depositMinor: number; withdrawalMinor: number }>`
    select hour, sum(i)::bigint as "depositMinor", sum(o)::bigint as "withdrawalMinor" from (
      select ${hourOf('d.credited_at')} as hour, d.amount_minor as i, 0 as o from deposits d
       where d.business_on = ${on}::date and d.state = 'credited'
         and ${visibleMember(actor, sql.ref('d.member_id'))}
      union all
      select ${hourOf('w.paid_at')}, 0, w.amount_minor from withdrawals w
       where w.business_on = ${on}::date and w.state = 'paid' and w.paid_at is not null
         and ${visibleMember(actor, sql.ref('w.member_id'))}) x
     group by hour order by hour`.execute(db)
  return rows
}
