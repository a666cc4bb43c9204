import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/db.ts'
import type { AdapterName } from './adapters/adapters.ts'
import type { Provider } from './wallet/known.ts'

/** A game provider as it must be known to take its words. */
export interface ProviderRow extends Provider {
  readonly code: string
  readonly adapter: AdapterName
  readonly secret: Buffer
  /** It called from where it says that it calls from; where it says nothing, from anywhere. */
  readonly isFrom: boolean
}

/** Where a provider's secret is sealed to. */
export const secretPlace = (id: string): string => `game_providers.secret.${id}`

/** Where a provider calls us. */
export const callPathOf = (id: string): string => `/auto/v1/provider/${encodeId('gameProvider', id)}`

/** @param address whose call it is */
export async function findProvider(
  db: Reader,
  id: string,
  address: string,
): Promise<ProviderRow | undefined> {
  const { rows } = await sql<ProviderRow>`
    select id, code, adapter, secret, min_minor as "minMinor", max_minor as "maxMinor",
           provider_state(state, maintenance_from, maintenance_until) as state,
           addresses = '{}' or ${address}::inet <<= any(addresses::cidr[]) as "isFrom"
      from game_providers where id = ${id}`.execute(db)
  return rows[0]
}
