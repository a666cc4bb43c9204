import type { betReports } from '@khlang/contract/play/bet-reports.ts'
import type { HandlerInput, HandlerOutput } from '@khlang/contract/kit/define.ts'
import { decodeId } from '@khlang/contract/values/values.ts'
import { sql, type RawBuilder } from 'kysely'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import type { Keyset, SortColumn } from '../../platform/db/cursor.ts'
import type { Reader } from '../../platform/db/db.ts'
import { visibleTo } from '../../platform/people/visibility.ts'

export type Row = HandlerOutput<typeof betReports.list>['records'][number]
export type BetFilter = HandlerInput<typeof betReports.totals>

/** Newest first: ids are in the order of placing. */
export const newestFirst: SortColumn[] = [{ by: sql.ref('b.id'), type: 'uuid' }]

/** Sums are counted so far and no further; the answer says so. */
const countMax = 10_000

export const rowsOf = (more: RawBuilder<unknown>, rest: RawBuilder<unknown>) => sql<
  Row & { keysetKey: string[] }
>`
  select b.id, b.ref, json_build_object('id', m.id, 'username', m.username) as member,
         json_build_object('id', p.id,
           'name', json_build_object('th', p.name_th, 'en', p.name_en)) as provider,
         json_build_object('type', g.type,
           'name', json_build_object('th', g.name_th, 'en', g.name_en)) as game,
         b.state, b.stake_minor as "stakeMinor", b.payout_minor as "payoutMinor",
         case when b.state <> 'running' then b.payout_minor - b.stake_minor end as "winLossMinor",
         b.valid_minor as "validMinor", b.counted_minor as "countedMinor",
         b.placed_at as "placedAt", b.settled_at as "settledAt",
         b.business_on as "businessOn", b.settled_on as "settledOn", b.version ${more}
    from bets b join members m on m.id = b.member_id join game_providers p on p.id = b.provider_id
    join games g on g.id = b.game_id
   ${rest}`

/** A bet is placed within a day of its business day, and ids are in the order of placing. */
const placedWithin = (from: string | undefined, to: string | undefined): RawBuilder<boolean>[] => [
  ...(from === undefined
    ? []
    : [
        sql<boolean>`b.business_on >= ${from}::date and b.id >= least_id(${from}::date - interval '1 day')`,
      ]),
  ...(to === undefined
    ? []
    : [sql<boolean>`b.business_on <= ${to}::date and b.id < least_id(${to}::date + interval '3 days')`]),
]

const isBySettlement = ({ settledFrom, settledTo, settledHour }: BetFilter): boolean =>
  [settledFrom, settledTo, settledHour].some((each) => each !== undefined)

/** An hour is of one of three business days: so it is found by the indexes of days. */
const ofHour = (hour: string) => [
  sql`o.told_at >= ${hour}::timestamptz and o.told_at < ${hour}::timestamptz + interval '1 hour'`,
  sql`o.business_on between ${hour}::timestamptz::date - 1 and ${hour}::timestamptz::date + 1`,
]

/** What became of bets on some days, by the index that is of most use. */
const outcomesOf = ({
  settledFrom,
  settledTo,
  settledHour,
  memberId,
  gameId,
  providerId,
}: BetFilter) => sql`bet_outcomes o
  where ${sql.join(
    [
      ...(settledFrom === undefined ? [] : [sql`o.business_on >= ${settledFrom}::date`]),
      ...(settledTo === undefined ? [] : [sql`o.business_on <= ${settledTo}::date`]),
      ...(settledHour === undefined ? [] : ofHour(settledHour)),
      ...(memberId === undefined ? [] : [sql`o.member_id = ${memberId}`]),
      ...(gameId === undefined ? [] : [sql`o.game_id = ${gameId}`]),
      ...(providerId === undefined ? [] : [sql`o.provider_id = ${providerId}`]),
    ],
    sql` and `,
  )}`

/** Bets that a person may see and asked for. */
function conditionsOf(actor: EmployeeActor, filter: BetFilter): RawBuilder<unknown> {
  const { from, to, state, providerId, gameId, type, memberId, search } = filter
  const id = search === undefined ? null : decodeId('bet', search.trim())
  const all = [
    visibleTo(actor),
    ...placedWithin(from, to),
    ...(isBySettlement(filter) ? [sql`b.id in (select o.bet_id from ${outcomesOf(filter)})`] : []),
    ...(state === undefined ? [] : [sql`b.state = any(${[...state]}::text[])`]),
    ...(gameId === undefined ? [] : [sql`b.game_id = ${gameId}`]),
    ...(providerId === undefined ? [] : [sql`b.provider_id = ${providerId}`]),
    ...(type === undefined ? [] : [sql`g.type = any(${[...type]}::text[])`]),
    ...(memberId === undefined ? [] : [sql`b.member_id = ${memberId}`]),
    ...(search === undefined
      ? []
      : [
          id === null
            ? sql`b.id in (select bet_id from bet_rounds where ref = ${search.trim()})`
            : sql`b.id = ${id}`,
        ]),
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

/** The sums of a bet; by days of settlement, of what became of it on those days, as reports have them. */
const countedOf = (filter: BetFilter): RawBuilder<unknown> =>
  isBySettlement(filter)
    ? sql`select b.id, s.stake, s.valid, s.payout, s.payout - s.stake as won`
    : sql`select b.id, b.stake_minor as stake, b.valid_minor as valid, b.payout_minor as payout,
        case when b.state <> 'running' then b.payout_minor - b.stake_minor else 0 end as won`

const outcomeSums = (filter: BetFilter): RawBuilder<unknown> =>
  isBySettlement(filter)
    ? sql`join (select o.bet_id, sum(o.stake_minor) as stake, sum(o.valid_minor) as valid,
                 sum(o.payout_minor) as payout from ${outcomesOf(filter)} group by 1) s on s.bet_id = b.id`
    : sql``

export async function sumBets(db: Reader, actor: EmployeeActor, filter: BetFilter) {
  const { rows } = await sql<{
    count: number
    stake: number
    valid: number
    payout: number
    winLoss: number
  }>`
    select count(*) as count, coalesce(sum(stake), 0)::bigint as stake,
           coalesce(sum(valid), 0)::bigint as valid, coalesce(sum(payout), 0)::bigint as payout,
           coalesce(sum(won), 0)::bigint as "winLoss"
      from (${countedOf(filter)}
              from bets b join members m on m.id = b.member_id join games g on g.id = b.game_id
              ${outcomeSums(filter)}
             where ${conditionsOf(actor, filter)}
             order by b.id desc limit ${sql.lit(countMax + 1)}) found`.execute(db)
  const { count = 0, stake = 0, valid = 0, payout = 0, winLoss = 0 } = rows[0] ?? {}
  return {
    count: Math.min(count, countMax),
    isEstimate: count > countMax,
    stakeMinor: stake,
    validMinor: valid,
    payoutMinor: payout,
    winLossMinor: winLoss,
  }
}

/** The newest bets of a filter, for a file. */
export async function firstBets(
  db: Reader,
  { actor, filter }: { readonly actor: EmployeeActor; readonly filter: BetFilter },
  limit: number,
): Promise<Row[]> {
  const { rows } = await rowsOf(
    sql`, array[]::text[] as "keysetKey"`,
    sql`where ${conditionsOf(actor, filter)} order by b.id desc limit ${sql.lit(limit)}`,
  ).execute(db)
  return rows.map(({ keysetKey: _key, ...row }) => row)
}
