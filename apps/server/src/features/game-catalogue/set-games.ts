import type { catalogueGames } from '@khlang/contract/play/catalogue-games.ts'
import { gameTags, type bulkOutcomes } from '@khlang/contract/values/play-values.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import type { Context } from '../../platform/call/context.ts'
import { prizesCode } from '../play/adapters/adapter.ts'

type Setting = Context<typeof catalogueGames.setGames>
type Outcome = (typeof bulkOutcomes)[number]

/** Sets state and tags of many games, each by itself: what one is refused for holds up no other. */
export async function setGames({ tx, input, record, announce }: Setting) {
  const { rows, state, addTags, removeTags } = input
  if (state === undefined && addTags.length === 0 && removeTags.length === 0)
    throw new ApiError('invalidValue', { field: 'state' })
  if (addTags.some((tag) => removeTags.includes(tag)))
    throw new ApiError('invalidValue', { field: 'removeTags' })
  const ids = rows.map(({ id }) => id)
  // Held in the order of their ids, so that two who set many wait for each other and no more.
  const { rows: held } = await sql<{ id: string; version: number; state: string; tags: string[] }>`
    select id, version, state, tags from games
     where id = any(${ids}::uuid[]) and code <> ${prizesCode} order by id
       for no key update`.execute(tx)
  const stored = new Map(held.map((game) => [game.id, game]))
  const set = async ({ id, version }: (typeof rows)[number]): Promise<Outcome> => {
    const game = stored.get(id)
    if (!game) return 'notFound'
    if (game.version !== version) return 'stale'
    const kept = gameTags.filter(
      (tag) => addTags.includes(tag) || (game.tags.includes(tag) && !removeTags.includes(tag)),
    )
    const next = { state: state ?? game.state, tags: kept, version: version + 1 }
    await tx.updateTable('games').set(next).where('id', '=', id).execute()
    stored.set(id, { id, ...next })
    const entityId = encodeId('game', id)
    await record({
      entity: 'game',
      entityId,
      action: 'gameSet',
      before: { state: game.state, tags: game.tags.join(', ') },
      after: { state: next.state, tags: kept.join(', ') },
    })
    await announce('game', entityId, next.version)
    return 'done'
  }
  const results: { id: string; outcome: Outcome }[] = []
  for (const row of rows) results.push({ id: row.id, outcome: await set(row) })
  return { results }
}
