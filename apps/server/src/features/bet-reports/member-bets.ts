import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { betReports } from '@khlang/contract/play/bet-reports.ts'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/db.ts'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { groupsByPart } from './groups.ts'

type Answer = HandlerOutput<typeof betReports.ofMember>
type Sums = Pick<Answer, 'bets' | 'stakeMinor' | 'validMinor' | 'payoutMinor' | 'winLossMinor'>

/** What stands in bets that run. */
async function openOf(db: Reader, memberId: string) {
  const { rows } = await sql<Pick<Answer, 'openBets' | 'openStakeMinor'>>`
    select count(*) as "openBets", coalesce(sum(stake_minor), 0)::bigint as "openStakeMinor"
      from bets where member_id = ${memberId} and state = 'running'`.execute(db)
  return rows[0] ?? { openBets: 0, openStakeMinor: 0 }
}

/** By the figures of some business days. The call's subject says that the person sees the member. */
export async function betsOfMember(
  db: Reader,
  actor: EmployeeActor,
  asked: { readonly memberId: string; readonly from: string; readonly to: string },
): Promise<Answer> {
  const { memberId, from, to } = asked
  const { rows } = await sql<Sums>`
    select coalesce(sum(bets), 0)::bigint as bets, coalesce(sum(stake_minor), 0)::bigint as "stakeMinor",
           coalesce(sum(valid_minor), 0)::bigint as "validMinor",
           coalesce(sum(payout_minor), 0)::bigint as "payoutMinor",
           coalesce(sum(payout_minor) - sum(stake_minor), 0)::bigint as "winLossMinor"
      from play_member_games
     where member_id = ${memberId} and business_on between ${from}::date and ${to}::date`.execute(db)
  const sums = rows[0] ?? { bets: 0, stakeMinor: 0, validMinor: 0, payoutMinor: 0, winLossMinor: 0 }
  const { groups: games, isCut } = await groupsByPart(db, actor, asked, 'game')
  return { from, to, ...sums, ...(await openOf(db, memberId)), games, isCut }
}
