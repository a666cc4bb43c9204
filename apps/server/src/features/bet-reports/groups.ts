import type { HandlerInput, HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { betReports } from '@khlang/contract/play/bet-reports.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../../platform/db/db.ts'
import { idAndNames } from '../../platform/db/named.ts'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { seesBrand, visibleMember } from '../../platform/people/visibility.ts'

type Answer = HandlerOutput<typeof betReports.groups>
type Group = Answer['groups'][number]
type By = HandlerInput<typeof betReports.groups>['by']
type Asked = Omit<HandlerInput<typeof betReports.groups>, 'by' | 'on'> & {
  readonly from: string
  readonly to: string
}

type Part = Exclude<By, 'hour'>

const groupsMax = 200

/** By what figures are summed, and what each group is called. */
const parts: Readonly<
  Record<Part, { readonly key: RawBuilder<unknown>; readonly of: RawBuilder<unknown> }>
> = {
  member: {
    key: sql`p.member_id`,
    of: sql`select s.id, json_build_object('id', m.id, 'username', m.username) as member,
      null::json as game, null::json as provider from members m where m.id = s.id`,
  },
  game: {
    key: sql`p.game_id`,
    of: sql`select s.id, null::json as member, ${idAndNames('g')} as game, ${idAndNames('v')} as provider
      from games g join game_providers v on v.id = g.provider_id where g.id = s.id`,
  },
  provider: {
    key: sql`g.provider_id`,
    of: sql`select s.id, null::json as member, null::json as game, ${idAndNames('v')} as provider
      from game_providers v where v.id = s.id`,
  },
}

/** Conditions on figures or outcomes aliased p, of a game aliased g. */
function conditionsOf(
  actor: EmployeeActor,
  { from, to, memberId, gameId, providerId, type }: Asked,
  hasMembers: boolean,
) {
  const all = [
    sql`p.business_on between ${from}::date and ${to}::date`,
    ...(seesBrand(actor) || !hasMembers ? [] : [visibleMember(actor, sql.ref('p.member_id'))]),
    ...(memberId === undefined ? [] : [sql`p.member_id = ${memberId}`]),
    ...(gameId === undefined ? [] : [sql`p.game_id = ${gameId}`]),
    ...(providerId === undefined ? [] : [sql`g.provider_id = ${providerId}`]),
    ...(type === undefined ? [] : [sql`g.type = any(${[...type]}::text[])`]),
  ]
  return sql.join(all, sql` and `)
}

const sums = sql`sum(p.bets)::bigint as bets, sum(p.stake_minor)::bigint as "stakeMinor",
  sum(p.valid_minor)::bigint as "validMinor", sum(p.payout_minor)::bigint as "payoutMinor",
  (sum(p.payout_minor) - sum(p.stake_minor))::bigint as "winLossMinor"`

/** Of members, games and providers: sums of figures, of all members together where nobody is asked about. */
function byPart(actor: EmployeeActor, asked: Asked, by: Part) {
  const { key, of } = parts[by]
  const hasMembers = by === 'member' || asked.memberId !== undefined || !seesBrand(actor)
  const table = sql.table(hasMembers ? 'play_member_games' : 'play_games')
  return sql<Group>`
    select n.id::text as id, n.member, n.game, n.provider, s.bets, s."stakeMinor", s."validMinor",
           s."payoutMinor", s."winLossMinor"
      from (select ${key} as id, ${sums} from ${table} p join games g on g.id = p.game_id
             where ${conditionsOf(actor, asked, hasMembers)} group by 1
             order by sum(p.stake_minor) desc, 1 limit ${sql.lit(groupsMax + 1)}) s
      cross join lateral (${of}) n
     order by s."stakeMinor" desc, s.id`
}

/** No figure knows hours: the outcomes of the day themselves. */
const byHour = (actor: EmployeeActor, asked: Asked) => sql<Group>`
  select to_char(date_trunc('hour', p.told_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as id,
         null::json as member, null::json as game, null::json as provider, ${sums}
    from bet_outcomes p join games g on g.id = p.game_id
   where ${conditionsOf(actor, asked, true)} group by 1 order by 1`

const kinds = { member: 'member', game: 'game', provider: 'gameProvider' } as const

/** Members, games or providers of some business days, those with the highest stakes first. */
export async function groupsByPart(db: Reader, actor: EmployeeActor, asked: Asked, by: Part) {
  const { rows } = await byPart(actor, asked, by).execute(db)
  const groups = rows.slice(0, groupsMax).map((row): Group => ({ ...row, id: encodeId(kinds[by], row.id) }))
  return { groups, isCut: rows.length > groupsMax }
}

/** What became of bets on one business day, in groups that lead to their bets. */
export async function groupsOf(
  db: Reader,
  actor: EmployeeActor,
  { by, on, ...filter }: HandlerInput<typeof betReports.groups> & { readonly on: string },
): Promise<Answer> {
  const asked = { ...filter, from: on, to: on }
  if (by !== 'hour') return { on, ...(await groupsByPart(db, actor, asked, by)) }
  const { rows: groups } = await byHour(actor, asked).execute(db)
  return { on, groups, isCut: false }
}
