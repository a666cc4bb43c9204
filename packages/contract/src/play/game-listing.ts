import { z } from 'zod'
import { defineCalls } from '../kit/define.ts'
import { none, reason } from '../kit/error-details.ts'
import { listingParts, volatilities } from '../values/play-values.ts'
import { gameTypes } from '../values/play-values.ts'
import { Instant, idOf, line } from '../values/values.ts'

const update = { gameManagement: ['isUpdate'] } as const
const id = idOf('gameProvider')

export const Told = z.strictObject({
  type: z.enum(gameTypes),
  nameTh: z.string(),
  nameEn: z.string(),
  rtpBps: z.int().nullable(),
  volatility: z.enum(volatilities).nullable(),
})

/** What a provider tells of its games beside what stands here. Nothing changes before a person says so. */
export const gameListing = defineCalls({
  compareGames: {
    method: 'POST',
    path: '/api/v1/website/game-provider/{id}/compare-games',
    requires: update,
    isOfStaff: true,
    subject: 'gameProvider',
    ownTransaction: true,
    summary: 'Asks a provider for its games, and tells what is new, changed or gone. Nothing is changed.',
    input: z.strictObject({ id }),
    output: z.strictObject({
      /** What is agreed to: these differences and no other. */
      digest: z.string(),
      toldAt: Instant,
      total: z.int(),
      counts: z.strictObject({ added: z.int(), changed: z.int(), gone: z.int() }),
      /** The first 200 of each kind. */
      added: z.array(z.strictObject({ code: z.string(), ...Told.shape })),
      changed: z.array(z.strictObject({ code: z.string(), before: Told, after: Told })),
      gone: z.array(z.strictObject({ code: z.string(), nameTh: z.string(), nameEn: z.string() })),
    }),
    errors: {
      requiredField: none,
      tooManyRequests: none,
      conflict: reason('notReached', 'unreadable'),
    },
  },
  applyGames: {
    method: 'POST',
    path: '/api/v1/website/game-provider/{id}/apply-games',
    requires: update,
    isOfStaff: true,
    subject: 'gameProvider',
    idempotent: true,
    summary:
      'Applies differences as they were shown: new games stand closed, changed ones are renamed, those ' +
      'that are gone are closed. Nothing is deleted.',
    input: z.strictObject({
      id,
      digest: z.string().regex(/^[0-9a-f]{64}$/, 'invalidFormat'),
      parts: z.array(z.enum(listingParts)).min(1).max(3),
      reason: line(200, 3),
    }),
    output: z.strictObject({ added: z.int(), changed: z.int(), gone: z.int() }),
    errors: { conflict: reason('documentChanged') },
  },
})
