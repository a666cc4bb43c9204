import type { betReports } from '@khlang/contract/play/bet-reports.ts'
import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import { sql, type RawBuilder } from 'kysely'
import { keysetOf, type KeysetRequest } from '../../platform/db/cursor.ts'
import type { Reader } from '../../platform/db/db.ts'
import { bothNames, idAndNames } from '../../platform/db/named.ts'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { isBySettlement, newest, saidOf, type BetFilter, type BetsAsked } from './bet-conditions.ts'
import { forPage, forSums, nextBets, settledSums } from './bet-ways.ts'

export type Row = HandlerOutput<typeof betReports.list>['records'][number]

/** Sums are counted so far and no further; the answer says so. */
const countMax = 10_000

export const rowsOf = (actor: EmployeeActor, more: RawBuilder<unknown>, rest: RawBuilder<unknown>) => sql<
  Row & { keysetKey: string[] }
>`
  select b.id, b.ref, json_build_object('id', m.id, 'username', m.username) as member,
         ${idAndNames('p')} as provider,
         json_build_object('type', g.type,
           'name', ${bothNames('g')}) as game,
         b.state, b.stake_minor as "stakeMinor", b.payout_minor as "payoutMinor",
         case when b.state <> 'running' then b.payout_minor - b.stake_minor end as "winLossMinor",
         b.valid_minor as "validMinor", b.counted_minor as "countedMinor",
         b.placed_at as "placedAt", b.settled_at as "settledAt",
         b.business_on as "businessOn", b.settled_on as "settledOn", b.version,
         ${saidOf(actor)} as said ${more}
    from bets b join members m on m.id = b.member_id join game_providers p on p.id = b.provider_id
    join games g on g.id = b.game_id
   ${rest}`

/** Some bets by their ids, in an order. */
const rowsWithin = (
  actor: EmployeeActor,
  ids: RawBuilder<unknown>,
  key: RawBuilder<unknown>,
  orderBy: RawBuilder<unknown>,
) => rowsOf(actor, sql`, ${key} as "keysetKey"`, sql`where b.id = any(array(${ids})) order by ${orderBy}`)

/** One page, by what it is asked with. @throws invalidCursor */
export async function pageOfBets(
  db: Reader,
  asked: BetsAsked,
  request: Omit<KeysetRequest, 'list' | 'sort'>,
) {
  const order = (by: RawBuilder<unknown>) =>
    keysetOf({ ...request, list: 'betReports', sort: [{ by, type: 'uuid' }] })
  const keyset = order(sql.ref('b.id'))
  const { ids } = await nextBets(db, asked, order, forPage)
  const { rows } = await rowsWithin(asked.actor, ids, keyset.key, keyset.orderBy).execute(db)
  return keyset.pageOf(rows)
}

/** The sums of a bet; by days of settlement, of what became of it on those days, as reports have them. */
const countedOf = (filter: BetFilter): RawBuilder<unknown> =>
  isBySettlement(filter)
    ? sql`select s.*, s.payout - s.stake as won from bets b cross join lateral (${settledSums(filter)}) s`
    : sql`select b.stake_minor as stake, b.valid_minor as valid, b.payout_minor as payout,
        case when b.state <> 'running' then b.payout_minor - b.stake_minor else 0 end as won from bets b`

export async function sumBets(db: Reader, asked: BetsAsked) {
  const { ids, isCut } = await nextBets(db, asked, newest(countMax + 1), forSums)
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
      from (${countedOf(asked.filter)} where b.id = any(array(${ids}))) found`.execute(db)
  const { count = 0, stake = 0, valid = 0, payout = 0, winLoss = 0 } = rows[0] ?? {}
  return {
    count: Math.min(count, countMax),
    isEstimate: isCut || count > countMax,
    stakeMinor: stake,
    validMinor: valid,
    payoutMinor: payout,
    winLossMinor: winLoss,
  }
}

/** The newest bets of a filter, for a file. */
export async function firstBets(db: Reader, asked: BetsAsked, limit: number): Promise<Row[]> {
  const { ids } = await nextBets(db, asked, newest(limit), forPage)
  const { rows } = await rowsWithin(asked.actor, ids, sql`array[]::text[]`, sql`b.id desc`).execute(db)
  return rows.map(({ keysetKey: _key, ...row }) => row)
}
