import { z } from 'zod'
import { defineCalls } from '../kit/define.ts'
import { none, reason } from '../kit/error-details.ts'
import { gameTags, gameTypes } from '../values/play-values.ts'
import { Instant, idOf } from '../values/values.ts'
import { named } from './catalogue-games.ts'

/** Games that members open; part of what the member site may ask. */
export const memberLaunches = defineCalls({
  games: {
    method: 'POST',
    path: '/member/v1/game/list',
    requires: 'signature',
    isRead: true,
    summary:
      'Games that may be opened now, in the order in which they are shown; of a member those of their level.',
    input: z.strictObject({
      memberId: idOf('member').optional(),
      providerId: idOf('gameProvider').optional(),
      type: z.enum(gameTypes).optional(),
      page: z.int().min(1).max(10_000).default(1),
      size: z.int().min(1).max(500).default(100),
    }),
    output: z.strictObject({
      totalRecords: z.int(),
      records: z.array(
        z.strictObject({
          id: idOf('game'),
          providerId: idOf('gameProvider'),
          provider: named,
          /** As its provider calls it: what a launch asks for. */
          gameCode: z.string(),
          name: named,
          type: z.enum(gameTypes),
          tags: z.array(z.enum(gameTags)),
          /** A picture of another name is another one; null: it has none. */
          picture: z.string().nullable(),
        }),
      ),
    }),
    errors: { memberNotFound: none },
  },
  gamePicture: {
    method: 'POST',
    path: '/member/v1/game/picture',
    requires: 'signature',
    isRead: true,
    summary: 'The picture of a game (JPEG, at most 512 pixels a side); the site keeps it by its name.',
    input: z.strictObject({ gameId: idOf('game') }),
    output: z.strictObject({ mimeType: z.literal('image/jpeg'), base64: z.string() }),
    errors: { notFound: none },
  },
  launchGame: {
    method: 'POST',
    path: '/member/v1/game/launch',
    requires: 'signature',
    summary:
      'A member opens a game: the address to send their browser to, with a token that the provider opens ' +
      'once and within two minutes. What they had open at the same provider ends.',
    input: z.strictObject({
      memberId: idOf('member'),
      providerId: idOf('gameProvider'),
      /** As its provider calls it. */
      gameCode: z.string().regex(/^[\x21-\x7e]{1,100}$/, 'invalidFormat'),
      lang: z.enum(['th', 'en']).default('th'),
    }),
    output: z.strictObject({ address: z.string(), token: z.string(), expiresAt: Instant }),
    errors: {
      memberNotFound: none,
      memberNotActive: none,
      gameNotFound: none,
      gameClosed: reason('maintenance', 'closed'),
      providerClosed: reason('maintenance', 'closed'),
      launchNotPossible: none,
    },
  },
})
