import { z } from 'zod'
import { defineCalls } from '../kit/define.ts'
import { none, reason } from '../kit/error-details.ts'
import { Instant, idOf } from '../values/values.ts'

/** Games that members open; part of what the member site may ask. */
export const memberLaunches = defineCalls({
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
