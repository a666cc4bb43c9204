import type { HandlerInput, HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { reports } from '@khlang/contract/play/reports.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { addDays } from '../../platform/business-day.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Reader } from '../../platform/db/db.ts'
import { idAndNames } from '../../platform/db/named.ts'
import { callsOfProvider, healthByProvider } from './call-health.ts'
import { partKeys } from './daily.ts'
import { membersBy } from './member-counts.ts'
import type { Period } from './period.ts'
import { playSumsOf, shareBps, type Played } from './play-sums.ts'

type Input = HandlerInput<typeof reports.board>
type Board = HandlerOutput<typeof reports.board>
type Card = Board['records'][number]

/** The days that a board shows. Pure. */
export function boardPeriodOf(period: Input['period'], todayOn: string): Period {
  if (period === 'yesterday') return { from: addDays(todayOn, -1), to: addDays(todayOn, -1) }
  const back = { today: 0, days7: 6, days30: 29 }[period]
  return { from: addDays(todayOn, -back), to: todayOn }
}

interface Placed
  extends Played, Pick<Card, 'type' | 'provider' | 'hasLogo' | 'state' | 'pressed' | 'worst'> {
  readonly key: string
  readonly games: number
  readonly pairs: number
  readonly openCount: number
  readonly openMinor: number
}

const types = sql`select key, key as type, null::json as provider, false as "hasLogo", null as state,
  null::json as pressed from sums`
const providers = sql`
  select v.id as key, null as type, ${idAndNames('v')} as provider, v.logo_id is not null as "hasLogo",
         provider_state(v.state, v.maintenance_from, v.maintenance_until) as state,
         json_build_object('state', v.state, 'version', v.version, 'isAsked', exists (select from approvals q
           where q.state = 'pending' and q.kind = 'gameProviderSetup'
             and q.entity_id = outside_id('gpr', v.id))) as pressed
    from game_providers v`

/** Every provider, or every type that has games, with what its games came to and what runs there now. */
const cardsOf = (by: Input['by'], { from, to }: Period) => sql<Placed>`
  with played as materialized (
    select ${partKeys[by]} as key, g.id as game_id, g.name_th, g.name_en, p.* from games g
      left join (select game_id, sum(members) as pairs, sum(bets) as bets, sum(stake_minor) as stake,
                        sum(valid_minor) as valid, sum(counted_minor) as counted, sum(payout_minor) as payout
                   from play_games where business_on between ${from}::date and ${to}::date group by 1)
        p (of_game, pairs, bets, stake, valid, counted, payout) on p.of_game = g.id),
  sums as (
    select key, count(*)::integer as games, coalesce(sum(pairs), 0)::bigint as pairs,
           coalesce(sum(bets), 0)::bigint as bets, coalesce(sum(stake), 0)::bigint as "stakeMinor",
           coalesce(sum(valid), 0)::bigint as "validMinor",
           coalesce(sum(counted), 0)::bigint as "countedMinor",
           coalesce(sum(payout), 0)::bigint as "payoutMinor"
      from played group by key),
  worst as (
    select distinct on (key) key, json_build_object('game', json_build_object('id', game_id, 'name',
        json_build_object('th', name_th, 'en', name_en)), 'companyMinor', stake - payout) as worst
      from played where payout > stake order by key, stake - payout, game_id),
  running as (
    select ${partKeys[by]} as key, count(*)::bigint as "openCount", sum(b.stake_minor)::bigint as "openMinor"
      from bets b join games g on g.id = b.game_id where b.state = 'running' group by 1)
  select a.key::text as key, a.type, a.provider, a."hasLogo", a.state, a.pressed,
         coalesce(s.games, 0) as games, coalesce(s.pairs, 0) as pairs, coalesce(s.bets, 0) as bets,
         coalesce(s."stakeMinor", 0) as "stakeMinor", coalesce(s."validMinor", 0) as "validMinor",
         coalesce(s."countedMinor", 0) as "countedMinor", coalesce(s."payoutMinor", 0) as "payoutMinor",
         coalesce(r."openCount", 0) as "openCount", coalesce(r."openMinor", 0) as "openMinor", w.worst
    from (${by === 'type' ? types : providers}) a
    left join sums s on s.key = a.key left join worst w on w.key = a.key
    left join running r on r.key = a.key
   order by coalesce(s."stakeMinor", 0) desc, a.key`

/** What a board shows. */
export async function boardOf(
  db: Reader,
  actor: EmployeeActor,
  by: Input['by'],
  period: Period,
): Promise<Board> {
  const [{ rows }, health] = await Promise.all([
    cardsOf(by, period).execute(db),
    by === 'provider' ? healthByProvider(db, period) : new Map<string, Card['health']>(),
  ])
  const pairs = rows.reduce((sum, each) => sum + each.pairs, 0)
  const counting = { period, filter: {}, key: partKeys[by], joinsGames: true }
  const members = await membersBy(db, actor, counting, pairs)
  const stakes = rows.reduce((sum, each) => sum + each.stakeMinor, 0)
  return {
    ...period,
    records: rows.map(({ key, games, worst, openCount, openMinor, ...placed }) => ({
      id: by === 'provider' ? encodeId('gameProvider', key) : key,
      type: placed.type,
      provider: placed.provider,
      hasLogo: placed.hasLogo,
      state: placed.state,
      pressed: placed.pressed,
      health: [...(health.get(key) ?? [])],
      games,
      members: members && (members.get(key) ?? 0),
      ...playSumsOf(placed),
      shareBps: shareBps(placed.stakeMinor, stakes),
      openCount,
      openMinor,
      worst,
    })),
  }
}

type Calls = HandlerOutput<typeof reports.providerCalls>

/** How calls between a provider and us went. @throws notFound */
export async function providerCallsOf(db: Reader, providerId: string, period: Period): Promise<Calls> {
  const { rows } = await sql<Pick<Calls, 'provider'>>`
    select json_build_object('id', id, 'name', json_build_object('th', name_th, 'en', name_en)) as provider
      from game_providers where id = ${providerId}`.execute(db)
  if (!rows[0]) throw new ApiError('notFound')
  return { ...period, ...rows[0], ...(await callsOfProvider(db, providerId, period)) }
}
