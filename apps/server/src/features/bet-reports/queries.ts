import type { betReports } from '@khlang/contract/play/bet-reports.ts'
import type { HandlerInput, HandlerOutput } from '@khlang/contract/kit/define.ts'
import { decodeId } from '@khlang/contract/values/values.ts'
import { sql, type RawBuilder } from 'kysely'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import type { Keyset, SortColumn } from '../../platform/db/cursor.ts'
import type { Reader } from '../../platform/db/db.ts'
import { visibleTo } from '../../platform/people/visibility.ts'

type Detail = HandlerOutput<typeof betReports.get>
type Row = Omit<Detail, 'words'>
export type BetFilter = HandlerInput<typeof betReports.totals>

/** Newest first: ids are in the order of placing. */
export const newestFirst: SortColumn[] = [{ by: sql.ref('b.id'), type: 'uuid' }]

/** Sums are counted so far and no further; the answer says so. */
const countMax = 10_000

const rowsOf = (more: RawBuilder<unknown>, rest: RawBuilder<unknown>) => sql<Row & { keysetKey: string[] }>`
  select b.id, b.ref, json_build_object('id', m.id, 'username', m.username) as member,
         json_build_object('id', p.id,
           'name', json_build_object('th', p.name_th, 'en', p.name_en)) as provider,
         json_build_object('type', g.type,
           'name', json_build_object('th', g.name_th, 'en', g.name_en)) as game,
         b.state, b.stake_minor as "stakeMinor", b.payout_minor as "payoutMinor",
         case when b.state <> 'running' then b.payout_minor - b.stake_minor end as "winLossMinor",
         b.placed_at as "placedAt", b.settled_at as "settledAt",
         b.business_on as "businessOn", b.version ${more}
    from bets b join members m on m.id = b.member_id join game_providers p on p.id = b.provider_id
    join games g on g.id = b.game_id
   ${rest}`

/** Bets that a person may see and asked for. */
function conditionsOf(actor: EmployeeActor, filter: BetFilter): RawBuilder<unknown> {
  const { from, to, state, providerId, type, memberId, search } = filter
  const id = search === undefined ? null : decodeId('bet', search.trim())
  const all = [
    visibleTo(actor),
    ...(from === undefined ? [] : [sql`b.business_on >= ${from}::date`]),
    ...(to === undefined ? [] : [sql`b.business_on <= ${to}::date`]),
    ...(state === undefined ? [] : [sql`b.state = any(${[...state]}::text[])`]),
    ...(providerId === undefined ? [] : [sql`b.provider_id = ${providerId}`]),
    ...(type === undefined ? [] : [sql`g.type = any(${[...type]}::text[])`]),
    ...(memberId === undefined ? [] : [sql`b.member_id = ${memberId}`]),
    ...(search === undefined ? [] : [id === null ? sql`b.ref = ${search.trim()}` : sql`b.id = ${id}`]),
  ]
  return sql.join(all, sql` and `)
}

export async function pageOfBets(
  db: Reader,
  { actor, filter }: { readonly actor: EmployeeActor; readonly filter: BetFilter },
  keyset: Keyset,
) {
  const { rows } = await rowsOf(
    sql`, ${keyset.key} as "keysetKey"`,
    sql`where ${conditionsOf(actor, filter)} ${keyset.where === null ? sql`` : sql`and ${keyset.where}`}
      order by ${keyset.orderBy} limit ${sql.lit(keyset.limit)}`,
  ).execute(db)
  return keyset.pageOf(rows)
}

export async function sumBets(db: Reader, actor: EmployeeActor, filter: BetFilter) {
  const { rows } = await sql<{ count: number; stake: number; payout: number; winLoss: number }>`
    select count(*) as count, coalesce(sum(stake_minor), 0)::bigint as stake,
           coalesce(sum(payout_minor), 0)::bigint as payout,
           coalesce(sum(payout_minor - stake_minor) filter (where state <> 'running'), 0)::bigint as "winLoss"
      from (select b.stake_minor, b.payout_minor, b.state
              from bets b join members m on m.id = b.member_id join games g on g.id = b.game_id
             where ${conditionsOf(actor, filter)}
             order by b.id desc limit ${sql.lit(countMax + 1)}) found`.execute(db)
  const { count = 0, stake = 0, payout = 0, winLoss = 0 } = rows[0] ?? {}
  return {
    count: Math.min(count, countMax),
    isEstimate: count > countMax,
    stakeMinor: stake,
    payoutMinor: payout,
    winLossMinor: winLoss,
  }
}

/** One bet with what was told of it, oldest first; what was refused changed nothing and is left out. */
export async function findBet(db: Reader, id: string): Promise<Detail | undefined> {
  const { rows } = await rowsOf(sql`, array[]::text[] as "keysetKey"`, sql`where b.id = ${id}`).execute(db)
  const [found] = rows
  if (!found) return undefined
  const { keysetKey: _key, ...bet } = found
  const { rows: words } = await sql<Detail['words'][number]>`
    select transaction_ref as "transactionRef", kind, amount_minor as "amountMinor",
           balance_minor as "balanceMinor", told_at as "toldAt"
      from play_words where bet_id = ${id} order by told_at, transaction_ref`.execute(db)
  return { ...bet, words }
}
