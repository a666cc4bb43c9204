import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../../platform/db/db.ts'
import { ms, type DayOf } from './day-queries.ts'
import type { DayRecord } from './day-shapes.ts'
import type { ToJudge } from './plain-queries.ts'

/** How long each kind of record waits for its line. */
interface Waits {
  readonly requestMinutes: number
  readonly payoutMinutes: number
}
/** An agreed transfer is over when no bank shows it for so long. */
const transferHours = 24

const minutes = (count: number) => sql`make_interval(mins => ${count})`
const days = ({ on }: DayOf, column: RawBuilder<unknown>) =>
  sql`${column} between ${on}::date - 2 and ${on}::date + 2`

interface Asked {
  readonly waits: Waits
  /** Ids of what no plain pair has. */
  readonly open: Pick<ToJudge, 'restLines' | 'restRecords'>
}

const depositsWhere = (where: RawBuilder<unknown>, { requestMinutes }: Waits) => sql<DayRecord>`
  select 'deposit' as kind, d.id, d.bank_account_id as "accountId", 'in' as direction,
         coalesce(d.amount_minor, d.amount_requested_minor, 0) as "amountMinor",
         ${ms(sql`coalesce(d.credited_at, d.created_at)`)} as "atMs", d.business_on as "businessOn",
         case when d.state = 'credited' then 'booked' when d.state in ('created', 'pending') then 'asked'
              else 'over' end as phase, d.state,
         ${ms(
           sql`case when d.state in ('created', 'pending') and d.expires_at is not null then d.expires_at
             else coalesce(d.credited_at, d.created_at) + ${minutes(requestMinutes)} end`,
         )} as "dueMs",
         array_remove(array[d.slip_ref, d.gateway_ref], null) as refs,
         case when d.state = 'credited' and d.statement_line_id is not null then '[]'::json
              else coalesce((select json_agg(json_build_object('bank', b.bank, 'accountNo', b.account_no))
                from member_bank_accounts b where b.member_id = d.member_id), '[]') end as payees,
         d.member_id as "memberId",
         case when d.state = 'credited' then d.statement_line_id end as "lineId",
         d.link_approval_id is not null as "isAgreed", d.version
    from deposits d where ${where}`

async function depositRecords(db: Reader, of: DayOf, { waits, open }: Asked): Promise<DayRecord[]> {
  const { accountId, on } = of
  const { rows } = await sql<DayRecord>`
    ${depositsWhere(sql`d.id = any(${[...open.restRecords]}::uuid[])`, waits)}
    union all
    ${depositsWhere(
      sql`d.bank_account_id = ${accountId} and d.state in ('created', 'pending')
        and ${days(of, sql`d.business_on`)} and d.business_on <> ${on}::date`,
      waits,
    )}
    union all
    ${depositsWhere(
      sql`d.bank_account_id = ${accountId} and d.method = 'manual' and d.state = 'credited'
        and d.statement_line_id is null and ${days(of, sql`d.business_on`)}
        and d.business_on <> ${on}::date`,
      waits,
    )}
    union all
    ${depositsWhere(
      sql`d.id = any(array(select x.id from unnest(${[...open.restLines]}::uuid[]) l (id)
        cross join lateral (
          select c.id from deposits c where c.statement_line_id = l.id and c.state = 'credited'
             and c.split_id is null and c.business_on <> ${on}::date
          union all
          select c.id from deposits c where c.statement_line_id = l.id and c.state = 'credited'
             and c.split_id is not null and c.business_on <> ${on}::date) x))`,
      waits,
    )}`.execute(db)
  return rows
}

const paidOn = sql`coalesce(p.business_on, w.business_on)`
/** A failed attempt is a record of its own: nothing may have left for it. */
const payoutsWhere = (where: RawBuilder<unknown>, { payoutMinutes }: Waits) => sql<DayRecord>`
  select 'withdrawal' as kind, w.id, coalesce(p.bank_account_id, w.bank_account_id) as "accountId",
         'out' as direction, w.amount_minor - w.fee_minor as "amountMinor",
         ${ms(sql`coalesce(w.sent_at, w.paid_at, p.created_at)`)} as "atMs", ${paidOn} as "businessOn",
         'booked' as phase, w.state,
         ${ms(sql`coalesce(w.sent_at, w.paid_at, p.created_at) + ${minutes(payoutMinutes)}`)} as "dueMs",
         array_remove(array[p.rail_ref, w.bank_ref], null) as refs,
         json_build_array(json_build_object('bank', w.to_bank, 'accountNo', w.to_account_no)) as payees,
         w.member_id as "memberId", w.settled_line_id as "lineId",
         exists (select from statement_lines h where h.id = w.settled_line_id and h.handled_by is not null)
           as "isAgreed", w.version
    from withdrawals w left join payouts p on p.withdrawal_id = w.id and p.state <> 'failed'
   where w.state in ('sending', 'unknown', 'paid') and ${where}`

/** Found first, as one list of ids: else the planner may read all withdrawals of a year beside them. */
const among = (ids: RawBuilder<unknown>) => sql`w.id = any(array(${ids}))`

async function payoutRecords(db: Reader, of: DayOf, { waits, open }: Asked): Promise<DayRecord[]> {
  const { accountId, on } = of
  const { rows } = await sql<DayRecord>`
    ${payoutsWhere(sql`w.id = any(${[...open.restRecords]}::uuid[])`, waits)}
    union all
    ${payoutsWhere(
      sql`${among(sql`select x.id from withdrawals x where x.state = 'paid' and x.settled_line_id is null
          and x.paid_at >= ${on}::date - 3 and x.bank_account_id = ${accountId}
        union all
        select x.id from withdrawals x where x.state in ('sending', 'unknown')
           and x.settled_line_id is null and x.bank_account_id = ${accountId}`)}
        and ${days(of, paidOn)} and (p.id is null or ${paidOn} <> ${on}::date)`,
      waits,
    )}
    union all
    ${payoutsWhere(
      sql`${among(sql`select c.id from withdrawals c where c.settled_line_id
          = any(${[...open.restLines]}::uuid[])`)}
        and (p.id is null or ${paidOn} <> ${on}::date)`,
      waits,
    )}
    union all
    select 'payout', p.id, p.bank_account_id, 'out', p.amount_minor, ${ms(sql`p.created_at`)},
           p.business_on, 'over', p.state, 0, '{}', '[]'::json, w.member_id, null, false, w.version
      from payouts p join withdrawals w on w.id = p.withdrawal_id
     where p.bank_account_id = ${accountId} and p.business_on = ${on}::date and p.state = 'failed'`.execute(
    db,
  )
  return rows
}

/** Legs of transfers between own accounts that were agreed to. */
async function transferRecords(db: Reader, of: DayOf): Promise<DayRecord[]> {
  const isIn = of.direction === 'in'
  const [own, far, line] = isIn
    ? [sql.ref('t.to_account_id'), sql.ref('t.from_account_id'), sql.ref('t.in_line_id')]
    : [sql.ref('t.from_account_id'), sql.ref('t.to_account_id'), sql.ref('t.out_line_id')]
  const { rows } = await sql<DayRecord>`
    select 'ownTransfer' as kind, t.id, ${own} as "accountId", ${of.direction} as direction,
           t.amount_minor as "amountMinor", ${ms(sql`t.approved_at`)} as "atMs",
           t.business_on as "businessOn",
           case t.state when 'approved' then 'asked' when 'done' then 'booked' else 'over' end as phase,
           t.state, ${ms(sql`t.approved_at + make_interval(hours => ${sql.lit(transferHours)})`)} as "dueMs",
           '{}'::text[] as refs,
           json_build_array(json_build_object('bank', f.bank, 'accountNo', f.account_no)) as payees,
           null as "memberId", ${line} as "lineId", false as "isAgreed", t.version
      from own_transfers t join bank_accounts f on f.id = ${far}
     where ${own} = ${of.accountId} and t.approved_at is not null
       and ${days(of, sql`t.business_on`)}`.execute(db)
  return rows
}

/** Records of the day without a plain pair, and those near it that wait for their line. */
export async function recordsOfDay(db: Reader, of: DayOf, asked: Asked): Promise<DayRecord[]> {
  const own = of.direction === 'in' ? depositRecords(db, of, asked) : payoutRecords(db, of, asked)
  const all = (await Promise.all([own, transferRecords(db, of)])).flat()
  // One may be found in two ways.
  return joinedParts([...new Map(all.map((record) => [record.id, record])).values()])
}

const partsKey = ({ kind, id, lineId, phase }: DayRecord): string =>
  kind === 'deposit' && phase === 'booked' && lineId !== null ? `line ${lineId}` : id

/**
 * The parts of a line that was given out to several members, as the one record that the line proves: only a
 * split ties several deposits to one line. Pure.
 */
export function joinedParts(records: readonly DayRecord[]): DayRecord[] {
  return [...Map.groupBy(records, partsKey).values()].flatMap((parts) => {
    const [first] = parts.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    if (first === undefined) return []
    if (parts.length === 1) return [first]
    return [
      {
        ...first,
        amountMinor: parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
        atMs: Math.min(...parts.map(({ atMs }) => atMs)),
        refs: parts.flatMap(({ refs }) => refs),
        memberId: null,
        isAgreed: true,
      },
    ]
  })
}
