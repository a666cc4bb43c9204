import { sql, type RawBuilder } from 'kysely'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import type { Reader } from '../../platform/db/db.ts'
import type { Period } from './period.ts'
import { isOfAll, isOneOf, type WhoseFilter } from './users/whose.ts'

/** Deposits credited and withdrawals paid. */
export interface Moved {
  readonly depositCount: number
  readonly depositMinor: number
  readonly withdrawalCount: number
  readonly withdrawalMinor: number
}

const movedColumns: RawBuilder<unknown> = sql`
  coalesce(sum(x.n) filter (where x.is_in), 0)::bigint as "depositCount",
  coalesce(sum(x.minor) filter (where x.is_in), 0)::bigint as "depositMinor",
  coalesce(sum(x.n) filter (where not x.is_in), 0)::bigint as "withdrawalCount",
  coalesce(sum(x.minor) filter (where not x.is_in), 0)::bigint as "withdrawalMinor"`

/** Pure. */
export const addMoved = (all: readonly Moved[]): Moved => {
  const sumOf = (name: keyof Moved) => all.reduce((sum, each) => sum + each[name], 0)
  return {
    depositCount: sumOf('depositCount'),
    depositMinor: sumOf('depositMinor'),
    withdrawalCount: sumOf('withdrawalCount'),
    withdrawalMinor: sumOf('withdrawalMinor'),
  }
}

/** With the net; all null where nothing is said of it. Pure. */
export const moneySumsOf = (moved: Moved | null) => ({
  depositCount: moved?.depositCount ?? null,
  depositMinor: moved?.depositMinor ?? null,
  withdrawalCount: moved?.withdrawalCount ?? null,
  withdrawalMinor: moved?.withdrawalMinor ?? null,
  netMinor: moved && moved.depositMinor - moved.withdrawalMinor,
})

/** Deposits and withdrawals that members matching a condition had, aliased d. */
const rowsOf = ({ from, to }: Period, whose: RawBuilder<unknown>) => sql`
  select d.business_on, d.member_id, true as is_in, 1 as n, d.amount_minor as minor from deposits d
   where d.state = 'credited' and d.business_on between ${from}::date and ${to}::date and ${whose}
  union all
  select d.business_on, d.member_id, false, 1, d.amount_minor from withdrawals d
   where d.state = 'paid' and d.business_on between ${from}::date and ${to}::date and ${whose}`

// Counted as the queue lists them by day and state: what is folded, and what has moved since.
const rollupRows = ({ from, to }: Period) => sql`
  select r.business_on, r.parts[1] = 'deposit' as is_in, r.entries as n, r.amount_minor as minor
    from (select business_on, parts, entries, amount_minor from rollups
           where figure = 'queue' and business_on between ${from}::date and ${to}::date
          union all
          select business_on, parts, entries, amount_minor from rollup_moves
           where figure = 'queue' and business_on between ${from}::date and ${to}::date) r
   where r.parts[1] = 'deposit' and r.parts[2] = 'credited'
      or r.parts[1] = 'withdrawal' and r.parts[2] = 'paid'`

/** By business day, as the dashboard counts them; days without any are not among them. */
export async function movedByDay(
  db: Reader,
  actor: EmployeeActor,
  { period, filter }: { readonly period: Period; readonly filter: WhoseFilter },
): Promise<ReadonlyMap<string, Moved>> {
  const from = isOfAll(actor, filter)
    ? rollupRows(period)
    : rowsOf(period, isOneOf(actor, filter, sql.ref('d.member_id')))
  const { rows } = await sql<Moved & { day: string }>`
    select x.business_on as day, ${movedColumns} from (${from}) x group by 1`.execute(db)
  return new Map(rows.map(({ day, ...moved }) => [day, moved]))
}

/** Of the members of one page, by their ids. */
export async function movedByMember(
  db: Reader,
  period: Period,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Moved>> {
  const { rows } = await sql<Moved & { id: string }>`
    select x.member_id as id, ${movedColumns}
      from (${rowsOf(period, sql`d.member_id = any(${[...ids]}::uuid[])`)}) x group by 1`.execute(db)
  return new Map(rows.map(({ id, ...moved }) => [id, moved]))
}

/** Credit by hand, and what promotions gave or took back, from the members' side. */
export interface Given {
  readonly creditMinor: number
  readonly bonusMinor: number
}

const byHand = ['credit.add', 'credit.cut']
const ofPromotions = ['bonus.grant', 'bonus.forfeit', 'cashback.pay', 'affiliate.pay']

/** By business day, from the ready sums of all wallets; null of some, and for whom they are not to know. */
export async function givenByDay(
  db: Reader,
  actor: EmployeeActor,
  { period: { from, to }, filter }: { readonly period: Period; readonly filter: WhoseFilter },
): Promise<ReadonlyMap<string, Given> | null> {
  if (!isOfAll(actor, filter)) return null
  const sumOf = (kinds: readonly string[]) =>
    sql`coalesce(sum(in_minor - out_minor) filter (where kind = any(${[...kinds]}::text[])), 0)::bigint`
  const { rows } = await sql<Given & { day: string }>`
    select business_on as day, ${sumOf(byHand)} as "creditMinor", ${sumOf(ofPromotions)} as "bonusMinor"
      from wallet_days where business_on between ${from}::date and ${to}::date
       and kind = any(${[...byHand, ...ofPromotions]}::text[])
     group by 1`.execute(db)
  return new Map(rows.map(({ day, ...given }) => [day, given]))
}

/** Pure. */
export const addGiven = (all: readonly Given[]): Given => ({
  creditMinor: all.reduce((sum, each) => sum + each.creditMinor, 0),
  bonusMinor: all.reduce((sum, each) => sum + each.bonusMinor, 0),
})
