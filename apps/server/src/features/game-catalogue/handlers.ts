import type { gameCatalogue } from '@khlang/contract/play/game-catalogue.ts'
import type { catalogueGames } from '@khlang/contract/play/catalogue-games.ts'
import type { gameImport } from '@khlang/contract/play/game-import.ts'
import type { gameListing } from '@khlang/contract/play/game-listing.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { prepared, type Handlers } from '../../platform/call/context.ts'
import { numberedPageOf } from '../../platform/db/numbered-page.ts'
import { cleanType } from '../../platform/security/pictures.ts'
import { transferCallsOf, type AdapterName } from '../play/adapters/adapters.ts'
import { callPathOf } from '../play/providers.ts'
import { askForProvider, assertCallable, changeProvider, switchProvider } from './ask-setup.ts'
import { gameHandlers } from './game-handlers.ts'
import { importHandlers } from './listing/import-handlers.ts'
import { listingHandlers } from './listing/listing-handlers.ts'
import { bringForward } from './order.ts'
import { bringPicture, openPicture } from './pictures.ts'
import * as queries from './queries.ts'

/** Where members' money is while they play: in our wallet, or in one that the provider keeps. */
const walletModeOf = (adapter: AdapterName) =>
  transferCallsOf(adapter) === null ? ('seamless' as const) : ('transfer' as const)

type OfProviders = Omit<
  Handlers<typeof gameCatalogue>,
  keyof typeof catalogueGames | keyof typeof gameListing | keyof typeof gameImport
>

const providerHandlers: OfProviders = {
  providers: async ({ db, input }) => {
    const { records, totalRecords } = await queries.listProviders(db, input)
    return numberedPageOf(
      input,
      records.map((row) => ({ ...row, walletMode: walletModeOf(row.adapter) })),
      totalRecords,
    )
  },

  provider: async ({ db, input }) => {
    const { heldMinor, ...settings } = await queries.findSettings(db, input.id)
    const walletMode = walletModeOf(settings.adapter)
    return {
      ...settings,
      walletMode,
      heldMinor: walletMode === 'transfer' ? heldMinor : null,
      callPath: callPathOf(input.id),
    }
  },

  createProvider: prepared(assertCallable, async (context) => askForProvider(context)),

  updateProvider: prepared(assertCallable, async (context) => changeProvider(context)),

  setProviderState: async (context) => switchProvider(context),

  orderProviders: async ({ tx, input: { ids }, record, announce }) => {
    await bringForward(tx, 'game_providers', { ids })
    const outside = ids.map((id) => encodeId('gameProvider', id))
    await record({
      entity: 'list',
      entityId: '/website/game-provider',
      action: 'catalogueOrdered',
      detail: { order: outside },
    })
    await announce('gameProvider', outside[0] ?? '')
    return {}
  },

  providerLogo: async ({ tx, input, actor, services, picture, record, announce }) => {
    const brought = { of: 'gameProvider' as const, id: input.id, picture, uploadedBy: actor.id }
    const { version, sha256 } = await bringPicture(tx, services, brought)
    const entityId = encodeId('gameProvider', input.id)
    await record({ entity: 'gameProvider', entityId, action: 'gameProviderLogo', detail: { sha256 } })
    await announce('gameProvider', entityId, version)
    return { version }
  },

  logo: async ({ db, input, services, sendFile }) => {
    const content = await openPicture(db, services, 'gameProvider', input.id)
    sendFile({ content, name: `${encodeId('gameProvider', input.id)}.jpg`, mimeType: cleanType })
    return {}
  },
}

export const gameCatalogueHandlers: Handlers<typeof gameCatalogue> = {
  ...providerHandlers,
  ...gameHandlers,
  ...listingHandlers,
  ...importHandlers,
}
