import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { ApiError } from '../../../platform/api-error.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { hashToken } from '../../../platform/people/sessions.ts'

/** So long a token waits for its provider: a browser goes from one page to the next meanwhile. */
const waitMs = 2 * 60_000

interface Launch {
  readonly memberId: string
  readonly providerId: string
  readonly gameCode: string
  readonly lang: 'th' | 'en'
}

interface Target {
  readonly gameId: string
  readonly game: 'active' | 'maintenance' | 'closed'
  readonly provider: 'active' | 'maintenance' | 'closed'
  readonly address: string | null
}

/**
 * The member, held: two launches of theirs come one after the other, and so does their suspension.
 * @returns their level
 */
async function levelOfPlayer(tx: Tx, memberId: string): Promise<number> {
  const member = await tx
    .selectFrom('members')
    .select(['state', 'can_bet', 'level'])
    .where('id', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!member) throw new ApiError('memberNotFound')
  if (member.state !== 'active' || !member.can_bet) throw new ApiError('memberNotActive')
  return member.level
}

/** Where the game is opened. */
async function targetOf(tx: Tx, { providerId, gameCode }: Launch, level: number) {
  const { rows } = await sql<Target>`
    select g.id as "gameId",
           case when ${level} = any(g.blocked_levels) then 'closed' else g.state end as game,
           provider_state(p.state, p.maintenance_from, p.maintenance_until) as provider,
           coalesce(p.sandbox_launch_address, p.launch_address) as address
      from games g join game_providers p on p.id = g.provider_id
     where p.id = ${providerId} and g.code = ${gameCode}`.execute(tx)
  const [target] = rows
  if (!target) throw new ApiError('gameNotFound')
  const { gameId, game, provider, address } = target
  if (provider !== 'active') throw new ApiError('providerClosed', { details: { reason: provider } })
  if (game !== 'active') throw new ApiError('gameClosed', { details: { reason: game } })
  if (address === null) throw new ApiError('launchNotPossible')
  return { gameId, address }
}

/**
 * Opens a game for a member: a token that its provider opens once. Of the token only the hash is kept. What
 * the member had open at this provider ends.
 * @throws memberNotFound, memberNotActive, gameNotFound, providerClosed, gameClosed, launchNotPossible
 */
export async function launchGame(tx: Tx, launch: Launch, nowMs: number) {
  const level = await levelOfPlayer(tx, launch.memberId)
  const { gameId, address } = await targetOf(tx, launch, level)
  const { memberId, providerId } = launch
  const now = new Date(nowMs).toISOString()
  const expiresAt = new Date(nowMs + waitMs).toISOString()
  const token = randomBytes(32).toString('base64url')
  await tx
    .updateTable('game_launches')
    .set({ state: 'ended', ended_at: now })
    .where('member_id', '=', memberId)
    .where('provider_id', '=', providerId)
    .where('state', '<>', 'ended')
    .execute()
  await tx
    .insertInto('game_launches')
    .values({
      provider_id: providerId,
      game_id: gameId,
      member_id: memberId,
      token_hash: hashToken(token),
      created_at: now,
      expires_at: expiresAt,
    })
    .execute()
  return {
    address: addressOf(address, { game: launch.gameCode, token, lang: launch.lang }),
    token,
    expiresAt,
  }
}

/** A provider's address with what it wants to know in its places. Pure. */
const addressOf = (template: string, values: Readonly<Record<'game' | 'token' | 'lang', string>>): string =>
  template.replace(/\{(game|token|lang)\}/g, (_, name: keyof typeof values) =>
    encodeURIComponent(values[name]),
  )
