import type { memberLaunches } from '@khlang/contract/play/launches.ts'
import type { HandlerInput, HandlerOutput } from '@khlang/contract/kit/define.ts'
import { sql } from 'kysely'
import { ApiError } from '../../../platform/api-error.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { bothNames } from '../../../platform/db/named.ts'
import { prizesCode } from '../adapters/adapter.ts'

type Offered = HandlerOutput<typeof memberLaunches.games>

/** What a launch refuses is not offered: of everybody, or of this member. @throws memberNotFound */
export async function offeredGames(
  db: Reader,
  { memberId, providerId, type, page, size }: HandlerInput<typeof memberLaunches.games>,
): Promise<Offered> {
  const level = memberId === undefined ? null : await levelOf(db, memberId)
  const offered = sql`
    from games g join game_providers p on p.id = g.provider_id
   where g.state = 'active' and g.code <> ${prizesCode}
     and provider_state(p.state, p.maintenance_from, p.maintenance_until) = 'active'
     and coalesce(p.sandbox_launch_address, p.launch_address) is not null
     and (${level}::int is null or not ${level}::int = any(g.blocked_levels))
     and (${providerId ?? null}::uuid is null or p.id = ${providerId ?? null}::uuid)
     and (${type ?? null}::text is null or g.type = ${type ?? null})`
  const { rows } = await sql<Offered['records'][number]>`
    select g.id, p.id as "providerId", ${bothNames('p')} as provider,
           g.code as "gameCode", ${bothNames('g')} as name, g.type, g.tags,
           g.image_id as picture
      ${offered}
     order by p.position, p.name_en, p.id, g.position, g.name_en, g.id
     limit ${size} offset ${(page - 1) * size}`.execute(db)
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count ${offered}`.execute(db)
  return { totalRecords: counted[0]?.count ?? 0, records: rows }
}

async function levelOf(db: Reader, memberId: string): Promise<number> {
  const member = await db
    .selectFrom('members')
    .select('level')
    .where('id', '=', memberId)
    .executeTakeFirst()
  if (!member) throw new ApiError('memberNotFound')
  return member.level
}
