import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { reports } from '@khlang/contract/play/reports.ts'
import { sql } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import type { Reader } from '../../platform/db/db.ts'
import { gamesOf, type Asked } from './play-sums.ts'
import { isOneOf } from './users/whose.ts'

type Answer = HandlerOutput<typeof reports.asOf>

const daysMax = 366
const countMax = 10_000

/** Nothing is posted to a day any more that is closed. @throws dayNotClosed */
export async function assertClosed(db: Reader, asOf: string | undefined): Promise<void> {
  if (asOf === undefined) return
  const { rows } = await sql`
    select from day_closings where business_on = ${asOf}::date and closed_at is not null`.execute(db)
  if (rows.length === 0) throw new ApiError('dayNotClosed', { field: 'asOf' })
}

/** The newest closed days. */
export async function closedDays(db: Reader): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select business_on as day from day_closings where closed_at is not null
     order by business_on desc limit ${sql.lit(daysMax)}`.execute(db)
  return rows.map(({ day }) => day)
}

/**
 * What was corrected after a day of bets that were settled in a period. A bet is placed before it is settled,
 * so months that began later are not read.
 */
export async function changedSince(
  db: Reader,
  { actor, period, filter }: Asked,
  asOf: string,
): Promise<NonNullable<Answer['since']>> {
  const games = gamesOf(filter)
  const { rows } = await sql<{ corrections: number; stake: number; payout: number }>`
    select count(*)::integer as corrections, coalesce(sum(x.stake_minor), 0)::bigint as stake,
           coalesce(sum(x.payout_minor), 0)::bigint as payout
      from (select o.stake_minor, o.payout_minor from bet_outcomes o join bets b on b.id = o.bet_id
             where o.kind <> 'settled' and o.business_on > ${asOf}::date
               and o.bet_id < least_id(${period.to}::date + interval '3 days')
               and b.settled_on between ${period.from}::date and ${period.to}::date
               ${games === null ? sql`` : sql`and o.game_id = any(${games})`}
               and ${isOneOf(actor, filter, sql.ref('o.member_id'))}
             order by o.business_on limit ${sql.lit(countMax + 1)}) x`.execute(db)
  const { corrections = 0, stake = 0, payout = 0 } = rows[0] ?? {}
  return {
    ...period,
    corrections: Math.min(corrections, countMax),
    isEstimate: corrections > countMax,
    stakeMinor: stake,
    companyMinor: stake - payout,
  }
}
