import type { gameImport } from '@khlang/contract/play/game-import.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { ApiError } from '../../../platform/api-error.ts'
import { prepared, type Context, type Handlers } from '../../../platform/call/context.ts'
import { FileRefused } from '../../statement-files/reading/bounds.ts'
import { readTextOnThread } from '../../statement-files/reading/read-thread.ts'
import { applyDifferences } from './apply-games.ts'
import { differencesOf, digestOf, type Differences, type ListedGame } from './difference.ts'
import { gameLinesOf, type GameLines } from './game-lines.ts'
import { keptMinutes, shownGames, shownMax, storedGames } from './listing-handlers.ts'

/** So many lines a file may have, its headings with them. */
const rowsMax = 1000

/** What a file says of games. @throws statementUnreadable, statementRefused */
async function readFile(bytes: Buffer): Promise<GameLines> {
  const { rows } = await readTextOnThread(bytes, rowsMax).catch((cause: unknown) => {
    if (cause instanceof FileRefused)
      throw new ApiError('statementUnreadable', { details: { reason: cause.fault }, cause })
    throw cause
  })
  const lines = gameLinesOf(rows)
  if (lines === null || lines.games.length + lines.refused.length === 0)
    throw new ApiError('statementRefused', { details: { reason: lines === null ? 'noColumn' : 'noRows' } })
  return lines
}

/** A file need not name every game: what it lacks is not gone. */
const differencesOfFile = (...of: Parameters<typeof differencesOf>): Differences => ({
  ...differencesOf(...of),
  gone: [],
})

type Importing = Context<typeof gameImport.importGames>

/** Each game stands in the log as one that somebody added or changed by hand. */
async function logGames(
  { tx, input: { id }, record }: Importing,
  added: Differences['added'],
  changed: Differences['changed'],
): Promise<void> {
  const { rows } = await sql<{ id: string; code: string }>`
    select id, code from games where provider_id = ${id}
       and code = any(${added.map(({ code }) => code)}::text[])`.execute(tx)
  const ids = new Map(rows.map((game) => [game.code, game.id]))
  for (const { code, nameTh, nameEn } of added)
    await record({
      entity: 'game',
      entityId: encodeId('game', ids.get(code) ?? ''),
      action: 'gameAdded',
      after: { code, provider: encodeId('gameProvider', id), nameTh, nameEn, state: 'closed' },
    })
  for (const { before, after } of changed)
    await record({
      entity: 'game',
      entityId: encodeId('game', before.id),
      action: 'gameSet',
      ...changeOf(before, after),
    })
}

const words = ['type', 'nameTh', 'nameEn', 'rtpBps', 'volatility'] as const

function changeOf(before: ListedGame, after: ListedGame) {
  const changed = words.filter((word) => before[word] !== after[word])
  const of = (game: ListedGame) => Object.fromEntries(changed.map((word) => [word, game[word]]))
  return { before: of(before), after: of(after) }
}

export const importHandlers: Handlers<typeof gameImport> = {
  readGames: prepared(
    async ({ statement }) => readFile(statement),
    async ({ tx, input: { id }, actor, record }, { games, refused }) => {
      await sql`
        insert into game_listings (provider_id, games, asked_by)
        values (${id}, ${JSON.stringify({ file: games })}::jsonb, ${actor.id})
        on conflict (provider_id) do update
           set games = excluded.games, told_at = now(), asked_by = excluded.asked_by`.execute(tx)
      const differences = differencesOfFile(games, await storedGames(tx, id))
      const counts = {
        added: differences.added.length,
        changed: differences.changed.length,
        refused: refused.length,
      }
      await record({
        entity: 'gameProvider',
        entityId: encodeId('gameProvider', id),
        action: 'gamesRead',
        detail: counts,
      })
      return {
        digest: digestOf(differences),
        total: games.length,
        counts,
        ...shownGames(differences),
        refused: refused.slice(0, shownMax),
      }
    },
  ),

  importGames: async (context) => {
    const { tx, input, record, announce } = context
    const { id, digest, parts, reason } = input
    // Whoever else takes over games of this provider waits, and then finds that they differ no more.
    await sql`select from game_providers where id = ${id} for no key update`.execute(tx)
    const { rows } = await sql<{ games: ListedGame[] }>`
      select games -> 'file' as games from game_listings where provider_id = ${id}
         and jsonb_typeof(games) = 'object'
         and told_at > now() - make_interval(mins => ${keptMinutes})`.execute(tx)
    const differences = rows[0] && differencesOfFile(rows[0].games, await storedGames(tx, id))
    if (!differences || digestOf(differences) !== digest)
      throw new ApiError('conflict', { details: { reason: 'documentChanged' } })
    const { added, changed } = await applyDifferences(tx, id, differences, parts)
    const entityId = encodeId('gameProvider', id)
    await record({
      entity: 'gameProvider',
      entityId,
      action: 'gamesImported',
      reason,
      after: { added, changed },
    })
    const of = <T>(part: (typeof parts)[number], all: readonly T[]) => (parts.includes(part) ? all : [])
    await logGames(context, of('added', differences.added), of('changed', differences.changed))
    await announce('gameProvider', entityId)
    await announce('game', entityId)
    return { added, changed }
  },
}
