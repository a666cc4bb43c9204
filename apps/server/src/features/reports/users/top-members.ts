import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { reports } from '@khlang/contract/play/reports.ts'
import { sql, type RawBuilder } from 'kysely'
import type { EmployeeActor } from '../../../platform/people/actor.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { isShown } from './user-members.ts'

type Top = HandlerOutput<typeof reports.day>['top']
type TopMember = Top['won'][number]

const membersMax = 10

/** Each is read in the order of an index, so it costs ten rows, however many members played. */
const orders = {
  won: { where: sql`p.win_minor > 0`, orderBy: sql`p.win_minor desc, p.member_id desc` },
  lost: { where: sql`p.win_minor < 0`, orderBy: sql`p.win_minor, p.member_id` },
  staked: { where: sql`p.stake_minor > 0`, orderBy: sql`p.stake_minor desc, p.member_id desc` },
} satisfies Record<keyof Top, { where: RawBuilder<unknown>; orderBy: RawBuilder<unknown> }>

async function first(db: Reader, actor: EmployeeActor, on: string, of: keyof Top): Promise<TopMember[]> {
  const { where, orderBy } = orders[of]
  const { rows } = await sql<TopMember>`
    select p.member_id as id, (select m.username from members m where m.id = p.member_id) as username,
           p.bets, p.stake_minor as "stakeMinor", p.payout_minor as "payoutMinor",
           p.win_minor as "winLossMinor"
      from play_members p
     where p.span = 'day' and p.starts_on = ${on}::date and ${where}
       and ${isShown({ actor, filter: { who: 'played' } })}
     order by ${orderBy} limit ${sql.lit(membersMax)}`.execute(db)
  return rows
}

/** Who won most, lost most and staked most on a business day, of the members that the person sees. */
export async function topMembers(db: Reader, actor: EmployeeActor, on: string): Promise<Top> {
  const [won, lost, staked] = await Promise.all([
    first(db, actor, on, 'won'),
    first(db, actor, on, 'lost'),
    first(db, actor, on, 'staked'),
  ])
  return { won, lost, staked }
}
