import type { MemberSite } from '../members.ts'
import type { GameTable } from './game-table.ts'
import { stakesMinor } from './game-table.ts'

interface Wish {
  readonly member?: string | undefined
  readonly game?: string | undefined
  readonly language?: 'th' | 'en' | undefined
}

/** A member opens a game at the member site; anybody with money where none is named. Null: nobody has any. */
export async function launch(
  site: MemberSite,
  table: GameTable | null,
  wish: Wish,
): Promise<object | null> {
  const code = wish.game ?? table?.games[0]?.code
  if (table === null || code === undefined) return null
  const [least = 0] = stakesMinor
  const member =
    wish.member === undefined ? await site.anyoneWith(least, new Set()) : await site.find(wish.member)
  if (member === null) return null
  const { providerId } = table
  const launched = await site.launchGame(member.id, {
    providerId,
    gameCode: code,
    lang: wish.language ?? 'th',
  })
  return { member: member.username, ...launched }
}
