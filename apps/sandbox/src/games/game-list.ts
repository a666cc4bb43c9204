import { createHmac, timingSafeEqual } from 'node:crypto'
import type { GameKey } from './provider-words.ts'

/** Games that the provider has and the back office has not heard of yet. */
const newGames = [
  { code: 'firefly', type: 'slot', nameTh: 'หิ่งห้อยนำโชค', nameEn: 'Lucky Firefly', rtpBps: 9640 },
  { code: 'elephant', type: 'slot', nameTh: 'ช้างเผือก', nameEn: 'White Elephant', rtpBps: 9580 },
]

/** What comes back of stakes in the long run, by the type of a game. */
const returns: Readonly<Record<string, number>> = { slot: 9610, fishing: 9550, casino: 9894, card: 9750 }

/** A provider's games, as it tells them who asks with its secret. */
export const listOf = ({ games }: Pick<GameKey, 'games'>) => ({
  games: [
    ...games
      .filter(({ code }) => !newGames.some((game) => game.code === code))
      .map(({ code, type, name }) => ({
        code,
        type,
        nameTh: name.th,
        nameEn: name.en,
        rtpBps: returns[type] ?? null,
      })),
    ...newGames,
  ],
})

/** Whether a question for games is signed with the secret of this provider. */
export function isListAsked(
  { secret }: GameKey,
  url: string,
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): boolean {
  const right = createHmac('sha256', secret)
    .update(`GET\n${url}\n${String(headers['x-time'])}`)
    .digest()
  const given = Buffer.from(String(headers['x-signature'] ?? ''), 'hex')
  return given.length === right.length && timingSafeEqual(given, right)
}
