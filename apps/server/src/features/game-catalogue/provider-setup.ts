import { catalogueStates } from '@khlang/contract/values/play-values.ts'
import { playAdapters } from '@khlang/contract/values/play-values.ts'
import { z } from 'zod'
import { outsideIdSchema } from '../../platform/db/outside-ids.ts'

/** The whole of a game provider, as two people agree to it. */
export const ProviderSetup = z.strictObject({
  providerId: outsideIdSchema('gameProvider'),
  code: z.string(),
  nameTh: z.string(),
  nameEn: z.string(),
  /** Null: it is a new one. */
  version: z.int().nullable(),
  adapter: z.enum(playAdapters),
  /** Sealed to the row before it is asked for: no request holds a secret. As the database prints bytes. */
  secret: z.string().regex(/^\\x[0-9a-f]+$/),
  secretLast4: z.string(),
  addresses: z.array(z.string()),
  minMinor: z.int(),
  maxMinor: z.int(),
  feeBps: z.int(),
  gamesAddress: z.string().nullable(),
  /** Absent of requests of before there were providers that keep wallets. */
  apiAddress: z.string().nullable().default(null),
  /** Absent of requests of before people could set it. */
  launchAddress: z.string().nullable().default(null),
  /** The same. */
  replayAddress: z.string().nullable().default(null),
  maintenanceFrom: z.string().nullable(),
  maintenanceUntil: z.string().nullable(),
  state: z.enum(catalogueStates),
})
export type ProviderSetup = z.output<typeof ProviderSetup>

/** What two must agree to: a change of it, however small, takes the whole request there. */
export const guardedWords = [
  'adapter',
  'secret',
  'addresses',
  'minMinor',
  'maxMinor',
  'feeBps',
  'gamesAddress',
  'apiAddress',
  'launchAddress',
  'replayAddress',
] as const satisfies readonly (keyof ProviderSetup)[]

const plain = (value: unknown) => (Array.isArray(value) ? value.join(', ') : value)

/** What a second person and the log look at: each word that differs, of a secret its end. */
export function setupDifferences(document: ProviderSetup, before: ProviderSetup | null) {
  const { providerId: _id, version: _version, secret: _secret, ...words } = document
  return Object.entries(words).flatMap(([field, after]) => {
    const was = plain(before?.[field as keyof ProviderSetup] ?? null)
    const isEmpty = before === null && (after === null || plain(after) === '')
    return was === plain(after) || isEmpty ? [] : [{ field, before: was, after: plain(after) }]
  })
}

/** The differences as the log keeps them. */
export function changeOf(document: ProviderSetup, before: ProviderSetup | null) {
  const changed = setupDifferences(document, before)
  const words = (of: 'before' | 'after') =>
    Object.fromEntries(changed.map((each) => [each.field, each[of]]))
  return { ...(before === null ? {} : { before: words('before') }), after: words('after') }
}
