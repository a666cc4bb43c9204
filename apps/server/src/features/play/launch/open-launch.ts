import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Services } from '../../../platform/call/context.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { hashToken } from '../../../platform/people/sessions.ts'
import type { ProviderRow } from '../providers.ts'

/** So long an open launch lasts where nothing ends it sooner. */
const openMs = 8 * 3_600_000
/** So long a provider that lost the answer is given it again. */
const repeatMs = 60_000

interface Asked {
  readonly token: string
  /** The same where the same call is repeated, and only there. */
  readonly call: string
}

type Opened =
  | { readonly outcome: 'done'; readonly memberId: string }
  | { readonly outcome: 'tokenUnknown' | 'providerClosed' | 'gameClosed' }

interface Found {
  readonly id: string
  readonly memberId: string
  readonly isGameActive: boolean
  readonly canBeOpened: boolean
  /** Opened a moment ago, by this very call. */
  readonly isRepeat: boolean
}

/** A launch of this provider by its token. */
async function found(db: Reader, providerId: string, { token, call }: Asked, nowMs: number) {
  const { rows } = await sql<Found>`
    select l.id, l.member_id as "memberId", g.state = 'active' as "isGameActive",
           l.state = 'waiting' and l.expires_at > ${instant(nowMs)}::timestamptz as "canBeOpened",
           l.state = 'open' and l.opened_by = ${nameOf(call)}
             and l.opened_at > ${instant(nowMs - repeatMs)}::timestamptz as "isRepeat"
      from game_launches l join games g on g.id = l.game_id
     where l.token_hash = ${hashToken(token)} and l.provider_id = ${providerId}`.execute(db)
  return rows[0]
}

/**
 * A provider opens the token that a browser brought it, once. The same call within a minute is answered
 * again, for its first answer may be lost; another one with the same token is not, for then somebody else
 * brought the token too. A token of another provider is unknown.
 */
export async function openLaunch(
  { machineDb, now }: Services,
  provider: Pick<ProviderRow, 'id' | 'state'>,
  asked: Asked,
): Promise<Opened> {
  const nowMs = now()
  const launch = await found(machineDb, provider.id, asked, nowMs)
  if (!launch || !(launch.canBeOpened || launch.isRepeat)) return { outcome: 'tokenUnknown' }
  if (provider.state !== 'active') return { outcome: 'providerClosed' }
  if (!launch.isGameActive) return { outcome: 'gameClosed' }
  const { id, memberId } = launch
  if (launch.isRepeat) return { outcome: 'done', memberId }
  const { numUpdatedRows } = await machineDb
    .updateTable('game_launches')
    .set({
      state: 'open',
      opened_at: instant(nowMs),
      opened_by: nameOf(asked.call),
      expires_at: instant(nowMs + openMs),
    })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (numUpdatedRows === 1n) return { outcome: 'done', memberId }
  // Between the two it was opened or ended: by the same call twice at once, or by another.
  const again = await found(machineDb, provider.id, asked, nowMs)
  return again?.isRepeat ? { outcome: 'done', memberId } : { outcome: 'tokenUnknown' }
}

const instant = (ms: number): string => new Date(ms).toISOString()
const nameOf = (call: string): Buffer => createHash('sha256').update(call).digest()
