import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import type { Reader } from '../../../platform/db/db.ts'
import { bothNames } from '../../../platform/db/named.ts'
import type { Spread } from './drift.ts'

export interface WatchedGame extends Spread {
  readonly id: string
  readonly names: { readonly th: string; readonly en: string }
  /** What its provider says comes back of stakes. */
  readonly declaredBps: number
}

interface Window {
  readonly from: string
  readonly to: string
}

/** Games whose provider declares a return and that were played often enough, with the sums of some days. */
export async function watchedGames(
  db: Reader,
  { from, to }: Window,
  betsMin: number,
): Promise<WatchedGame[]> {
  const { rows } = await sql<WatchedGame>`
    select g.id, ${bothNames('g')} as names, g.rtp_bps as "declaredBps", s.*
      from (select game_id, sum(bets)::bigint as bets, sum(stake_minor)::bigint as "stakeMinor",
                   sum(payout_minor)::bigint as "payoutMinor", sum(stake_squares)::float8 as "stakeSquares",
                   sum(stake_payouts)::float8 as "stakePayouts",
                   sum(payout_squares)::float8 as "payoutSquares"
              from play_spreads where business_on between ${from}::date and ${to}::date
             group by 1 having sum(bets) >= ${betsMin}) s
      join games g on g.id = s.game_id where g.rtp_bps is not null order by g.id`.execute(db)
  return rows.map((row) => ({ ...row, id: encodeId('game', row.id) }))
}

export interface WatchedMember {
  readonly id: string
  readonly username: string
  readonly bets: number
  readonly stakeMinor: number
  readonly payoutMinor: number
}

/** Beyond so many on one day it is no member any more that is unusual. */
const membersMax = 100

/**
 * Members who won so many times what they staked on a day, who won most first. An index has the day's wins in
 * order, so it costs as much as many won that much.
 */
export async function unusualWinners(
  db: Reader,
  on: string,
  { stakeMinor, profitX100 }: { readonly stakeMinor: number; readonly profitX100: number },
): Promise<WatchedMember[]> {
  const { rows } = await sql<WatchedMember>`
    select p.member_id as id, m.username, p.bets, p.stake_minor as "stakeMinor",
           p.payout_minor as "payoutMinor"
      from play_members p join members m on m.id = p.member_id
     where p.span = 'day' and p.starts_on = ${on}::date
       and p.win_minor >= greatest(1, ${stakeMinor}::bigint * ${profitX100}::bigint / 100)
       and p.stake_minor >= greatest(1, ${stakeMinor}::bigint)
       and p.win_minor::numeric * 100 >= p.stake_minor::numeric * ${profitX100}
     order by p.win_minor desc, p.member_id desc limit ${sql.lit(membersMax)}`.execute(db)
  return rows.map((row) => ({ ...row, id: encodeId('member', row.id) }))
}
