import type { catalogueGames } from '@khlang/contract/play/catalogue-games.ts'
import type { HandlerInput, HandlerOutput } from '@khlang/contract/kit/define.ts'
import { sql, type RawBuilder } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import type { Reader } from '../../platform/db/db.ts'
import { bothNames } from '../../platform/db/named.ts'
import { holds, stateNow, whereAll } from './queries.ts'

type Game = HandlerOutput<typeof catalogueGames.game>

const gamesWhere = (rest: RawBuilder<unknown>) => sql<Game>`
  select g.id, g.code, json_build_object('id', p.id, 'stateNow', ${stateNow},
           'name', ${bothNames('p')}) as provider,
         g.type, g.name_th as "nameTh", g.name_en as "nameEn", g.rtp_bps as "rtpBps", g.volatility, g.tags,
         g.contribution_bps as "contributionBps", g.blocked_levels as "blockedLevels", g.state,
         g.image_id is not null as "hasImage", g.version
    from games g join game_providers p on p.id = g.provider_id ${rest}`

type GameFilter = HandlerInput<typeof catalogueGames.games>

export async function listGames(db: Reader, { page, size, search, ...filter }: GameFilter) {
  const { providerId, type, state, tag } = filter
  const where = whereAll([
    holds(search, sql`g.code, g.name_th, g.name_en`),
    providerId === undefined ? null : sql<boolean>`g.provider_id = ${providerId}::uuid`,
    type === undefined ? null : sql<boolean>`g.type = ${type}`,
    state === undefined ? null : sql<boolean>`g.state = ${state}`,
    tag === undefined ? null : sql<boolean>`${tag} = any(g.tags)`,
  ])
  const { rows: records } = await gamesWhere(sql`${where}
    order by p.position, p.name_en, p.id, g.position, g.name_en, g.id
    limit ${size} offset ${(page - 1) * size}`).execute(db)
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count from games g ${where}`.execute(db)
  return { records, totalRecords: counted[0]?.count ?? 0 }
}

/** @throws notFound */
export async function findGame(db: Reader, id: string): Promise<Game> {
  const { rows } = await gamesWhere(sql`where g.id = ${id}`).execute(db)
  if (!rows[0]) throw new ApiError('notFound')
  return rows[0]
}
