import type { gameCatalogue } from '@khlang/contract/play/game-catalogue.ts'
import { isNetwork } from '@khlang/contract/values/networks.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { randomUUIDv7 } from 'node:crypto'
import { ApiError } from '../../platform/api-error.ts'
import type { Context } from '../../platform/call/context.ts'
import { isOwnAddress } from '../../platform/security/egress-address.ts'
import { mayCallOutside } from '../../platform/security/egress.ts'
import type { Reader } from '../../platform/db/db.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import { secretPlace } from '../play/providers.ts'
import { gameProviderSetup } from './approval-kinds.ts'
import { changeOf, guardedWords, type ProviderSetup } from './provider-setup.ts'
import { writeManner } from './provider-writes.ts'
import { lockSetup } from './queries.ts'

type Creating = Context<typeof gameCatalogue.createProvider>
type Updating = Context<typeof gameCatalogue.updateProvider>
type Switching = Context<typeof gameCatalogue.setProviderState>
/** Where it is called by what stands there now. */
const storedAddresses = (db: Reader, id: string): Promise<Addresses | undefined> =>
  db
    .selectFrom('game_providers')
    .select(['games_address as gamesAddress', 'api_address as apiAddress'])
    .where('id', '=', id)
    .executeTakeFirst()

type Asking = Pick<Updating, 'tx' | 'record' | 'announce' | 'ask'>

const addressWords = ['gamesAddress', 'apiAddress'] as const
type Addresses = Readonly<Record<(typeof addressWords)[number], string | null>>

/** Looks names up, which may take seconds: before the transaction. @throws urlForbidden */
export async function assertCallable({
  actor,
  services: { db, ownHosts, egressAllow },
  input,
}: Pick<Creating, 'actor' | 'services'> & {
  readonly input: Addresses & { readonly id?: string }
}): Promise<void> {
  const stored = input.id === undefined ? undefined : await storedAddresses(db, input.id)
  for (const field of addressWords) {
    const address = input[field]
    // What stands there already was judged when it was agreed to.
    if (address === null || address === stored?.[field]) continue
    if (isOwnAddress(address, ownHosts) || !(await mayCallOutside(address, egressAllow, actor.id)))
      throw new ApiError('urlForbidden', { field })
  }
}

/** What the schema cannot say of one field by itself. @throws invalidValue, urlForbidden */
function assertFits(input: Creating['input'] | Updating['input'], before: ProviderSetup | null): void {
  const refuse = (field: string): never => {
    throw new ApiError('invalidValue', { field })
  }
  const { launchAddress } = input
  // A token goes there. What stands there of a pretend provider is of this machine, and stays as it is.
  if (launchAddress?.startsWith('http:') && launchAddress !== before?.launchAddress)
    throw new ApiError('urlForbidden', { field: 'launchAddress' })
  if (input.maxMinor < input.minMinor) refuse('maxMinor')
  const strange = input.addresses.findIndex((address) => !isNetwork(address))
  if (strange >= 0) refuse(`addresses.${strange}`)
  const { maintenanceFrom: from, maintenanceUntil: until } = input
  if ((from === null) !== (until === null)) refuse(from === null ? 'maintenanceFrom' : 'maintenanceUntil')
  if (from !== null && until !== null && Date.parse(until) <= Date.parse(from)) refuse('maintenanceUntil')
}

/** A secret sealed to the row of its provider, as the database prints it, and its end. */
const sealed = (secrets: Secrets, id: string, secret: string) => ({
  secret: `\\x${secrets.seal(secretPlace(id), secret).toString('hex')}`,
  secretLast4: secret.slice(-4),
})

export async function askForProvider({ tx, input, services, ask }: Creating) {
  const { reason, secret, ...words } = input
  assertFits(input, null)
  const taken = await tx
    .selectFrom('game_providers')
    .select('id')
    .where('code', '=', input.code)
    .executeTakeFirst()
  if (taken) throw new ApiError('invalidValue', { field: 'code' })
  const id = randomUUIDv7()
  const document: ProviderSetup = {
    ...words,
    providerId: encodeId('gameProvider', id),
    version: null,
    ...sealed(services.secrets, id, secret),
    state: 'closed',
  }
  return { ...(await ask(gameProviderSetup, document, { reason })), id }
}

/** Asks where two must agree, else does it. */
async function become(
  { tx, record, announce, ask }: Asking,
  before: ProviderSetup,
  document: ProviderSetup,
  reason: string,
) {
  const version = before.version ?? 0
  const isGuarded = guardedWords.some(
    (word) => JSON.stringify(document[word]) !== JSON.stringify(before[word]),
  )
  const isOpened = before.state === 'closed' && document.state !== 'closed'
  if (isGuarded || isOpened) return ask(gameProviderSetup, document, { reason, before, version })
  const next = await writeManner(tx, document)
  if (next === null) throw new ApiError('stale', { details: { version: version + 1 } })
  const isState = before.state !== document.state
  await record({
    entity: 'gameProvider',
    entityId: document.providerId,
    action: isState ? 'gameProviderState' : 'gameProviderSet',
    reason,
    ...changeOf(document, before),
  })
  await announce('gameProvider', document.providerId, next)
  return { state: 'done' as const, approvalId: null }
}

export async function changeProvider({ input, services, ...context }: Updating) {
  const { id, reason, secret, version, ...words } = input
  const before = await lockSetup(context.tx, id, version)
  assertFits(input, before)
  const document: ProviderSetup = {
    ...before,
    ...words,
    ...(secret === null ? {} : sealed(services.secrets, id, secret)),
  }
  return become(context, before, document, reason)
}

export async function switchProvider({ input, ...context }: Switching) {
  const { id, version, state, reason } = input
  const before = await lockSetup(context.tx, id, version)
  if (before.state === state) throw new ApiError('stateRefused', { details: { state } })
  return become(context, before, { ...before, state }, reason)
}
