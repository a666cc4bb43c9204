import { z } from 'zod'
import { defineCalls } from '../kit/define.ts'
import { AskedAlready, StateNow, Version, none, pictureErrors } from '../kit/error-details.ts'
import { numberedList, numberedPage } from '../kit/paging.ts'
import { AskAnswer, MayAskAnswer } from '../values/ask-answer.ts'
import { catalogueStates, walletModes } from '../values/play-values.ts'
import { gameTypes, playAdapters } from '../values/play-values.ts'
import { AmountMinor, Instant, Moment, Search, SignedMinor, idOf, line } from '../values/values.ts'
import { catalogueGames, named } from './catalogue-games.ts'
import { gameImport } from './game-import.ts'
import { gameListing } from './game-listing.ts'

const read = { gameManagement: ['isRead'] } as const
const update = { gameManagement: ['isUpdate'] } as const
const id = idOf('gameProvider')
const Reason = line(200, 3)

/** Written, never read again. */
const Secret = z.string().regex(/^[\x21-\x7e]{16,200}$/, 'invalidFormat')

/** What a second person must agree to: who may speak for it, within which bounds, and what it costs. */
const guarded = {
  adapter: z.enum(playAdapters),
  /** Where it calls from; empty: from anywhere, its signature alone counts. */
  addresses: z.array(z.string().min(2).max(50)).max(50),
  minMinor: AmountMinor,
  maxMinor: AmountMinor,
  feeBps: z.int().min(0).max(10_000),
  /** Where it tells its games; null: they are added by hand. */
  gamesAddress: z.string().min(8).max(200).nullable(),
  /** Where it is called, of one that keeps members' wallets itself; null of one that calls us. */
  apiAddress: z.string().min(8).max(200).nullable(),
  /**
   * Where a member's browser opens a game, with {token} and, where it wants them, {game} and {lang}; null:
   * none of its games can be opened.
   */
  launchAddress: z
    .string()
    .max(400)
    .regex(/^https?:\/\/\S*\{token\}\S*$/, 'invalidFormat')
    .nullable(),
  /**
   * Where people look at a round at its provider, with {round} behind the host's name and, where it wants
   * them, {game}, {member} and {lang}; null: nowhere.
   */
  replayAddress: z
    .string()
    .max(400)
    .regex(/^https:\/\/[^\s/{}@]+\/\S*\{round\}\S*$/, 'invalidFormat')
    .nullable(),
}
/** What one person may change alone. */
const manner = {
  nameTh: line(60, 1),
  nameEn: line(60, 1),
  /** Maintained from here until there; both or none. */
  maintenanceFrom: Moment.nullable(),
  maintenanceUntil: Moment.nullable(),
}

const standing = {
  id,
  code: z.string(),
  adapter: z.enum(playAdapters),
  walletMode: z.enum(walletModes),
  currency: z.string(),
  minMinor: SignedMinor,
  maxMinor: SignedMinor,
  feeBps: z.int(),
  /** As somebody pressed it, and as it is judged by now: within its window it is maintained. */
  state: z.enum(catalogueStates),
  stateNow: z.enum(catalogueStates),
  maintenanceFrom: Instant.nullable(),
  maintenanceUntil: Instant.nullable(),
  hasLogo: z.boolean(),
  isSandbox: z.boolean(),
  /** A change waits for a second person. */
  isSetupAsked: z.boolean(),
  version: z.int(),
}

const Row = z.strictObject({
  ...standing,
  name: named,
  /** Of its games that are not closed. */
  types: z.array(z.enum(gameTypes)),
  games: z.int(),
  gamesOpen: z.int(),
})

const Provider = z.strictObject({
  ...standing,
  nameTh: z.string(),
  nameEn: z.string(),
  addresses: z.array(z.string()),
  gamesAddress: z.string().nullable(),
  apiAddress: z.string().nullable(),
  launchAddress: z.string().nullable(),
  replayAddress: z.string().nullable(),
  /** Of one that keeps members' wallets: what they took there, and neither brought back nor lost. */
  heldMinor: SignedMinor.nullable(),
  secret: z.strictObject({ last4: z.string(), at: Instant }),
  /** Where it calls us. */
  callPath: z.string(),
})

const refusals = { invalidValue: none, urlForbidden: none, tooManyRequests: none, stepUpRequired: none }

/** Game providers and their games: who may take bets, of what, and how each is shown. */
export const gameCatalogue = defineCalls({
  providers: {
    method: 'GET',
    path: '/api/v1/website/game-provider/list',
    requires: read,
    isOfStaff: true,
    summary: 'Game providers in the order in which they are shown, as they stand now.',
    input: z.strictObject({
      ...numberedPage,
      search: Search.default(''),
      state: z.enum(catalogueStates).optional(),
    }),
    output: numberedList(Row),
  },
  provider: {
    method: 'GET',
    path: '/api/v1/website/game-provider/{id}',
    requires: read,
    isOfStaff: true,
    subject: 'gameProvider',
    summary: 'The settings of a game provider. Of its secret only the end and the age.',
    input: z.strictObject({ id }),
    output: Provider,
  },
  createProvider: {
    method: 'POST',
    path: '/api/v1/website/game-provider/create',
    requires: update,
    isOfStaff: true,
    idempotent: true,
    stepUp: 'recent',
    summary:
      'Asks a second person for a new game provider; agreed to, it stands closed until it is opened.',
    input: z.strictObject({
      code: z.string().regex(/^[a-z][a-z0-9-]{1,30}$/, 'invalidFormat'),
      ...guarded,
      ...manner,
      secret: Secret,
      reason: Reason,
    }),
    output: z.strictObject({ ...AskAnswer.shape, id }),
    errors: refusals,
  },
  updateProvider: {
    method: 'POST',
    path: '/api/v1/website/game-provider/{id}/update',
    requires: update,
    isOfStaff: true,
    subject: 'gameProvider',
    idempotent: true,
    stepUp: 'recent',
    summary:
      'Changes a game provider: at once, or when a second person agrees where its secret, addresses, ' +
      'limits or fee change.',
    input: z.strictObject({
      id,
      version: z.int(),
      ...guarded,
      ...manner,
      /** Null: stays as it is. */
      secret: Secret.nullable().default(null),
      reason: Reason,
    }),
    output: MayAskAnswer,
    errors: { ...refusals, stale: Version, conflict: AskedAlready, requiredField: none },
  },
  setProviderState: {
    method: 'POST',
    path: '/api/v1/website/game-provider/{id}/state',
    requires: update,
    isOfStaff: true,
    subject: 'gameProvider',
    idempotent: true,
    summary:
      'Maintains, closes or uses a provider again. One that was closed is used again when a second person ' +
      'agrees; what it tells of bets that are there is still heard.',
    input: z.strictObject({ id, version: z.int(), state: z.enum(catalogueStates), reason: Reason }),
    output: MayAskAnswer,
    errors: { stale: Version, stateRefused: StateNow, conflict: AskedAlready },
  },
  orderProviders: {
    method: 'POST',
    path: '/api/v1/website/game-provider/order',
    requires: update,
    isOfStaff: true,
    idempotent: true,
    summary: 'These providers come first, in this order; the others follow as they did.',
    input: z.strictObject({ ids: z.array(id).min(1).max(100) }),
    output: z.strictObject({}),
    errors: { invalidValue: none },
  },
  providerLogo: {
    method: 'POST',
    path: '/api/v1/website/game-provider/{id}/logo',
    requires: update,
    isOfStaff: true,
    subject: 'gameProvider',
    idempotent: true,
    upload: true,
    pictureSide: 512,
    summary: 'The logo of a provider (JPEG, PNG or WebP, at most 8 MB), in place of the one before.',
    input: z.strictObject({ id }),
    output: z.strictObject({ version: z.int() }),
    errors: pictureErrors,
  },
  logo: {
    method: 'GET',
    path: '/api/v1/website/game-provider/{id}/logo',
    requires: read,
    isOfStaff: true,
    subject: 'gameProvider',
    file: 'image/jpeg',
    summary: 'The logo of a provider.',
    input: z.strictObject({ id }),
    output: z.strictObject({}),
  },
  ...catalogueGames,
  ...gameListing,
  ...gameImport,
})
