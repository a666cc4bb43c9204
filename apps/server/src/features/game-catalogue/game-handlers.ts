import type { catalogueGames } from '@khlang/contract/play/catalogue-games.ts'
import type { HandlerInput } from '@khlang/contract/kit/define.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import type { Handlers } from '../../platform/call/context.ts'
import { numberedPageOf } from '../../platform/db/numbered-page.ts'
import { cleanType } from '../../platform/security/pictures.ts'
import { listGames, findGame } from './game-queries.ts'
import { bringForward } from './order.ts'
import { bringPicture, openPicture } from './pictures.ts'
import { prizesCode } from '../play/adapters/adapter.ts'
import { setGames } from './set-games.ts'

type Words = Omit<HandlerInput<typeof catalogueGames.updateGame>, 'id' | 'version'>

const columnsOf = (words: Words) => ({
  type: words.type,
  name_th: words.nameTh,
  name_en: words.nameEn,
  rtp_bps: words.rtpBps,
  volatility: words.volatility,
  tags: [...new Set(words.tags)],
  contribution_bps: words.contributionBps,
  blocked_levels: [...new Set(words.blockedLevels)],
  state: words.state,
})

const plain = (value: unknown) => (Array.isArray(value) ? value.join(', ') : value)

/** What differs, as the log keeps it. */
function changeOf(words: Words, was: Words) {
  const changed = Object.keys(words).filter(
    (word) => plain(words[word as keyof Words]) !== plain(was[word as keyof Words]),
  )
  const of = (each: Words) =>
    Object.fromEntries(changed.map((word) => [word, plain(each[word as keyof Words])]))
  return { before: of(was), after: of(words) }
}

export const gameHandlers: Handlers<typeof catalogueGames> = {
  games: async ({ db, input }) => {
    const { records, totalRecords } = await listGames(db, input)
    return numberedPageOf(input, records, totalRecords)
  },

  game: async ({ db, input }) => findGame(db, input.id),

  createGame: async ({ tx, input, record, announce }) => {
    const { providerId, code, ...words } = input
    const { rows } = await sql`select from game_providers where id = ${providerId} for key share`.execute(
      tx,
    )
    if (rows.length === 0) throw new ApiError('notFound')
    const added = await tx
      .insertInto('games')
      .values({
        provider_id: providerId,
        code,
        ...columnsOf(words),
        position: sql<number>`(select coalesce(max(position), 0) + 1 from games
          where provider_id = ${providerId})`,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) throw new ApiError('invalidValue', { field: 'code' })
    const entityId = encodeId('game', added.id)
    const outside = encodeId('gameProvider', providerId)
    await record({
      entity: 'game',
      entityId,
      action: 'gameAdded',
      after: { code, provider: outside, nameTh: words.nameTh, nameEn: words.nameEn, state: words.state },
    })
    await announce('game', entityId, 1)
    return { id: added.id }
  },

  updateGame: async ({ tx, input, record, announce }) => {
    const { id, version, ...words } = input
    const { rows } = await sql<{ version: number }>`
      select version from games where id = ${id} and code <> ${prizesCode} for no key update`.execute(tx)
    if (!rows[0]) throw new ApiError('notFound')
    if (rows[0].version !== version) throw new ApiError('stale', { details: { version: rows[0].version } })
    const was = await findGame(tx, id)
    const next = version + 1
    await tx
      .updateTable('games')
      .set({ ...columnsOf(words), version: next })
      .where('id', '=', id)
      .execute()
    const entityId = encodeId('game', id)
    await record({ entity: 'game', entityId, action: 'gameSet', ...changeOf(words, was) })
    await announce('game', entityId, next)
    return { version: next }
  },

  setGames: async (context) => setGames(context),

  orderGames: async ({ tx, input: { providerId, ids }, record, announce }) => {
    await bringForward(tx, 'games', { ids, within: sql<boolean>`t.provider_id = ${providerId}::uuid` })
    const outside = ids.map((id) => encodeId('game', id))
    await record({
      entity: 'gameProvider',
      entityId: encodeId('gameProvider', providerId),
      action: 'gamesOrdered',
      detail: { order: outside },
    })
    await announce('game', outside[0] ?? '')
    return {}
  },

  gameImage: async ({ tx, input, actor, services, picture, record, announce }) => {
    const brought = { of: 'game' as const, id: input.id, picture, uploadedBy: actor.id }
    const { version, sha256 } = await bringPicture(tx, services, brought)
    const entityId = encodeId('game', input.id)
    await record({ entity: 'game', entityId, action: 'gameImage', detail: { sha256 } })
    await announce('game', entityId, version)
    return { version }
  },

  image: async ({ db, input, services, sendFile }) => {
    const content = await openPicture(db, services, 'game', input.id)
    sendFile({ content, name: `${encodeId('game', input.id)}.jpg`, mimeType: cleanType })
    return {}
  },
}
