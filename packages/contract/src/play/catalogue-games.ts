import { z } from 'zod'
import { defineCalls } from '../kit/define.ts'
import { Version, none, pictureErrors } from '../kit/error-details.ts'
import { numberedList, numberedPage } from '../kit/paging.ts'
import { bulkOutcomes, catalogueStates, gameTags, volatilities } from '../values/play-values.ts'
import { gameTypes } from '../values/play-values.ts'
import { Search, idOf, line } from '../values/values.ts'

const read = { gameManagement: ['isRead'] } as const
const update = { gameManagement: ['isUpdate'] } as const
const id = idOf('game')

export const named = z.strictObject({ th: z.string(), en: z.string() })

const words = {
  type: z.enum(gameTypes),
  nameTh: line(80, 1),
  nameEn: line(80, 1),
  /** What comes back of stakes in the long run; null: its provider does not say. */
  rtpBps: z.int().min(0).max(10_000).nullable(),
  volatility: z.enum(volatilities).nullable(),
  tags: z.array(z.enum(gameTags)).max(3),
  /** How much of a stake counts towards turnover. */
  contributionBps: z.int().min(0).max(10_000),
  /** Members of these levels are not offered it. */
  blockedLevels: z.array(z.int().min(0).max(99)).max(100),
  state: z.enum(catalogueStates),
}

const Game = z.strictObject({
  id,
  code: z.string(),
  provider: z.strictObject({
    id: idOf('gameProvider'),
    name: named,
    /** As it is judged by now: a game takes bets only while its provider does. */
    stateNow: z.enum(catalogueStates),
  }),
  ...words,
  nameTh: z.string(),
  nameEn: z.string(),
  hasImage: z.boolean(),
  version: z.int(),
})

/** The games of all providers. */
export const catalogueGames = defineCalls({
  games: {
    method: 'GET',
    path: '/api/v1/website/game/list',
    requires: read,
    isOfStaff: true,
    summary: 'Games in the order in which they are shown, those of one provider after another’s.',
    input: z.strictObject({
      ...numberedPage,
      search: Search.default(''),
      providerId: idOf('gameProvider').optional(),
      type: z.enum(gameTypes).optional(),
      state: z.enum(catalogueStates).optional(),
      tag: z.enum(gameTags).optional(),
    }),
    output: numberedList(Game),
  },
  game: {
    method: 'GET',
    path: '/api/v1/website/game/{id}',
    requires: read,
    isOfStaff: true,
    subject: 'game',
    summary: 'One game.',
    input: z.strictObject({ id }),
    output: Game,
  },
  createGame: {
    method: 'POST',
    path: '/api/v1/website/game/create',
    requires: update,
    isOfStaff: true,
    idempotent: true,
    summary: 'A game that its provider has and this list lacks.',
    input: z.strictObject({
      providerId: idOf('gameProvider'),
      /** As its provider calls it. */
      code: z.string().regex(/^[\x21-\x7e]{1,64}$/, 'invalidFormat'),
      ...words,
    }),
    output: z.strictObject({ id }),
    errors: { invalidValue: none },
  },
  updateGame: {
    method: 'POST',
    path: '/api/v1/website/game/{id}/update',
    requires: update,
    isOfStaff: true,
    subject: 'game',
    idempotent: true,
    summary: 'Changes a game.',
    input: z.strictObject({ id, version: z.int(), ...words }),
    output: z.strictObject({ version: z.int() }),
    errors: { stale: Version, invalidValue: none },
  },
  setGames: {
    method: 'POST',
    path: '/api/v1/website/game/set',
    requires: update,
    isOfStaff: true,
    idempotent: true,
    summary: 'Sets the state or the tags of many games; what cannot be done of one is said at its row.',
    input: z.strictObject({
      rows: z
        .array(z.strictObject({ id, version: z.int() }))
        .min(1)
        .max(100),
      /** Absent: stays as it is of each. */
      state: z.enum(catalogueStates).optional(),
      addTags: z.array(z.enum(gameTags)).max(3).default([]),
      removeTags: z.array(z.enum(gameTags)).max(3).default([]),
    }),
    output: z.strictObject({
      results: z.array(z.strictObject({ id, outcome: z.enum(bulkOutcomes) })),
    }),
    errors: { invalidValue: none },
  },
  orderGames: {
    method: 'POST',
    path: '/api/v1/website/game/order',
    requires: update,
    isOfStaff: true,
    idempotent: true,
    summary: 'These games of a provider come first, in this order; its others follow as they did.',
    input: z.strictObject({ providerId: idOf('gameProvider'), ids: z.array(id).min(1).max(100) }),
    output: z.strictObject({}),
    errors: { invalidValue: none },
  },
  gameImage: {
    method: 'POST',
    path: '/api/v1/website/game/{id}/image',
    requires: update,
    isOfStaff: true,
    subject: 'game',
    idempotent: true,
    upload: true,
    pictureSide: 512,
    summary: 'The picture of a game (JPEG, PNG or WebP, at most 8 MB), in place of the one before.',
    input: z.strictObject({ id }),
    output: z.strictObject({ version: z.int() }),
    errors: pictureErrors,
  },
  image: {
    method: 'GET',
    path: '/api/v1/website/game/{id}/image',
    requires: read,
    isOfStaff: true,
    subject: 'game',
    file: 'image/jpeg',
    summary: 'The picture of a game.',
    input: z.strictObject({ id }),
    output: z.strictObject({}),
  },
})
