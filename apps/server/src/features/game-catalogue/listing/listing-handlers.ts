import type { gameListing } from '@khlang/contract/play/game-listing.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { ApiError } from '../../../platform/api-error.ts'
import type { Handlers } from '../../../platform/call/context.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { recordActivity } from '../../../platform/people/activity.ts'
import { applyDifferences } from './apply-games.ts'
import { askForGames } from './ask-games.ts'
import {
  differencesOf,
  digestOf,
  type Differences,
  type ListedGame,
  type StoredGame,
} from './difference.ts'

export const shownMax = 200
/** What was told longer ago is asked for anew. */
export const keptMinutes = 60

/** The games of a provider as they stand here. */
export async function storedGames(db: Reader, id: string): Promise<readonly StoredGame[]> {
  const { rows } = await sql<StoredGame>`
    select id, code, type, name_th as "nameTh", name_en as "nameEn", rtp_bps as "rtpBps", volatility,
           state = 'closed' as "isClosed" from games where provider_id = ${id}`.execute(db)
  return rows
}

const wordsOf = ({ type, nameTh, nameEn, rtpBps, volatility }: ListedGame) => ({
  type,
  nameTh,
  nameEn,
  rtpBps,
  volatility,
})

/** The first of those that are new or changed, with what they are called before and after. */
export const shownGames = ({ added, changed }: Differences) => ({
  added: added.slice(0, shownMax).map((game) => ({ code: game.code, ...wordsOf(game) })),
  changed: changed.slice(0, shownMax).map(({ before, after }) => ({
    code: after.code,
    before: wordsOf(before),
    after: wordsOf(after),
  })),
})

const shownOf = ({ added, changed, gone }: Differences) => ({
  counts: { added: added.length, changed: changed.length, gone: gone.length },
  ...shownGames({ added, changed, gone }),
  gone: gone.slice(0, shownMax).map(({ code, nameTh, nameEn }) => ({ code, nameTh, nameEn })),
})

export const listingHandlers: Handlers<typeof gameListing> = {
  compareGames: async ({ input: { id }, services, actor, requestId }) => {
    const told = await askForGames(services, id)
    const { rows } = await sql<{ toldAt: string }>`
      insert into game_listings (provider_id, games, asked_by)
      values (${id}, ${JSON.stringify(told)}::jsonb, ${actor.id})
      on conflict (provider_id) do update
         set games = excluded.games, told_at = now(), asked_by = excluded.asked_by
      returning told_at as "toldAt"`.execute(services.db)
    const differences = differencesOf(told, await storedGames(services.db, id))
    const shown = shownOf(differences)
    await recordActivity(services.db, actor, requestId, {
      entity: 'gameProvider',
      entityId: encodeId('gameProvider', id),
      action: 'gamesCompared',
      detail: shown.counts,
    })
    return { digest: digestOf(differences), toldAt: rows[0]?.toldAt ?? '', total: told.length, ...shown }
  },

  applyGames: async ({ tx, input: { id, digest, parts, reason }, record, announce }) => {
    // Whoever else applies games of this provider waits, and then finds that they differ no more.
    await sql`select from game_providers where id = ${id} for no key update`.execute(tx)
    const { rows } = await sql<{ games: ListedGame[] }>`
      select games from game_listings where provider_id = ${id} and jsonb_typeof(games) = 'array'
         and told_at > now() - make_interval(mins => ${keptMinutes})`.execute(tx)
    const differences = rows[0] && differencesOf(rows[0].games, await storedGames(tx, id))
    if (!differences || digestOf(differences) !== digest)
      throw new ApiError('conflict', { details: { reason: 'documentChanged' } })
    const done = await applyDifferences(tx, id, differences, parts)
    const entityId = encodeId('gameProvider', id)
    await record({ entity: 'gameProvider', entityId, action: 'gamesApplied', reason, after: done })
    await announce('gameProvider', entityId)
    await announce('game', entityId)
    return done
  },
}
