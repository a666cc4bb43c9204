import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { ApiError } from '../../../platform/api-error.ts'
import type { Services } from '../../../platform/call/context.ts'
import { callOutside, type Answered } from '../../../platform/security/egress.ts'
import { secretPlace } from '../../play/providers.ts'
import { Listing, type ListedGame } from './difference.ts'

interface Asked {
  readonly secret: Buffer
  readonly gamesAddress: string | null
}

/** What a request for games is signed over: where it goes, and when. */
const signatureOf = (secret: string, url: string, at: string): string =>
  createHmac('sha256', secret).update(`GET\n${url}\n${at}`).digest('hex')

const refused = (reason: 'notReached' | 'unreadable', cause?: unknown) =>
  new ApiError('conflict', { details: { reason }, ...(cause === undefined ? {} : { cause }) })

async function answerOf(services: Services, id: string): Promise<Answered> {
  const { rows } = await sql<Asked>`
    select secret, case when games_address is not null
           then coalesce(sandbox_address || '/games', games_address) end as "gamesAddress"
      from game_providers where id = ${id}`.execute(services.db)
  if (!rows[0]) throw new ApiError('notFound')
  const { secret, gamesAddress: url } = rows[0]
  if (url === null) throw new ApiError('requiredField', { field: 'gamesAddress' })
  const key = services.secrets.open(secretPlace(id), secret).toString('utf8')
  const at = String(services.now())
  const headers = { accept: 'application/json', 'x-time': at, 'x-signature': signatureOf(key, url, at) }
  return callOutside({ method: 'GET', url, headers }, services.egressAllow).catch((cause: unknown) => {
    throw refused('notReached', cause)
  })
}

/**
 * Asks a provider, signed with its secret, which games it has.
 * @throws requiredField where nobody said where it tells them; conflict where it does not answer, or not so
 */
export async function askForGames(services: Services, id: string): Promise<readonly ListedGame[]> {
  const { status, text } = await answerOf(services, id)
  if (status !== 200) throw refused('notReached')
  let told: unknown
  try {
    told = JSON.parse(text)
  } catch (cause) {
    throw refused('unreadable', cause)
  }
  const read = Listing.safeParse(told)
  if (!read.success) throw refused('unreadable')
  return read.data.games
}
