import { encodeId } from '@khlang/contract/values/values.ts'
import type { gameTypes } from '@khlang/contract/values/play-values.ts'
import { providerClearing, providerPayable } from '@khlang/ledger/accounts.ts'
import type { Services } from '../../platform/call/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { openAccounts } from '../../platform/posting/ledger-store.ts'
import type { AdapterName } from './adapters/adapters.ts'
import { secretPlace } from './providers.ts'

interface Named {
  readonly code: string
  readonly nameTh: string
  readonly nameEn: string
}

export interface NewProvider extends Named {
  readonly id: string
  readonly adapter: AdapterName
  readonly secret: string
  readonly minMinor: number
  readonly maxMinor: number
  readonly isSandbox: boolean
  /** Where it tells its games, and where it is called that keeps wallets. */
  readonly gamesAddress?: string
  readonly apiAddress?: string
  readonly games: readonly (Named & { readonly type: (typeof gameTypes)[number] })[]
}

/** A game provider in use, with its games and its books. */
export async function addProvider(
  tx: Tx,
  { secrets }: Pick<Services, 'secrets'>,
  { id, games, ...provider }: NewProvider,
): Promise<void> {
  await tx
    .insertInto('game_providers')
    .values({
      id,
      code: provider.code,
      name_th: provider.nameTh,
      name_en: provider.nameEn,
      adapter: provider.adapter,
      secret: secrets.seal(secretPlace(id), provider.secret),
      secret_last4: provider.secret.slice(-4),
      min_minor: provider.minMinor,
      max_minor: provider.maxMinor,
      is_sandbox: provider.isSandbox,
      games_address: provider.gamesAddress ?? null,
      api_address: provider.apiAddress ?? null,
      state: 'active',
    })
    .execute()
  await tx
    .insertInto('games')
    .values(
      games.map(({ code, nameTh, nameEn, type }) => ({
        provider_id: id,
        code,
        name_th: nameTh,
        name_en: nameEn,
        type,
      })),
    )
    .execute()
  const outside = encodeId('gameProvider', id)
  await openAccounts(tx, [providerClearing(outside), providerPayable(outside)])
}
