import { listOf } from '../../../../../sandbox/src/games/game-list.ts'
import { applyDifferences } from '../../../features/game-catalogue/listing/apply-games.ts'
import { differencesOf, Listing } from '../../../features/game-catalogue/listing/difference.ts'
import { storedGames } from '../../../features/game-catalogue/listing/listing-handlers.ts'
import { addProvider, type NewProvider } from '../../../features/play/add-provider.ts'
import type { Services } from '../../../platform/call/context.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { ProviderKey, SandboxKeys } from '../sandbox-keys.ts'

type Said = Omit<NewProvider, 'id' | 'secret' | 'minMinor' | 'maxMinor' | 'isSandbox' | 'gamesAddress'>

/** Where it is asked is written at each start; that it is asked at all, two would have to agree to. */
const somewhere = 'http://127.0.0.1:1'

/** Stake and result apart. */
const separate: Said = {
  code: 'sandbox-games',
  nameTh: 'ค่ายทดลอง',
  nameEn: 'Sandbox Games',
  adapter: 'betAndResult',
  games: [
    { code: 'tiger', nameTh: 'เสือทองคำ', nameEn: 'Golden Tiger', type: 'slot' },
    { code: 'naga', nameTh: 'นาคาพาโชค', nameEn: 'Lucky Naga', type: 'slot' },
    { code: 'bigfish', nameTh: 'ล่าปลายักษ์', nameEn: 'Big Fish', type: 'fishing' },
    { code: 'baccarat', nameTh: 'บาคาร่าสด', nameEn: 'Live Baccarat', type: 'casino' },
    { code: 'pokdeng', nameTh: 'ป๊อกเด้ง', nameEn: 'Pok Deng', type: 'card' },
  ],
}

/** A round in one word. */
const combined: Said = {
  code: 'sandbox-spin',
  nameTh: 'ค่ายทดลองสปิน',
  nameEn: 'Sandbox Spin',
  adapter: 'transferInOut',
  games: [
    { code: 'mahjong', nameTh: 'ไพ่นกกระจอกทอง', nameEn: 'Golden Mahjong', type: 'slot' },
    { code: 'treasure', nameTh: 'สมบัติอยุธยา', nameEn: 'Ayutthaya Treasure', type: 'slot' },
    { code: 'garuda', nameTh: 'ครุฑพิทักษ์', nameEn: 'Garuda Guardian', type: 'slot' },
  ],
}

/** Keeps the wallets itself. */
const wallet: Said = {
  code: 'sandbox-wallet',
  nameTh: 'ค่ายทดลองแยกกระเป๋า',
  nameEn: 'Sandbox Wallet',
  adapter: 'transferWallet',
  apiAddress: `${somewhere}/api`,
  games: [
    { code: 'sicbo', nameTh: 'ไฮโลสด', nameEn: 'Live Sic Bo', type: 'casino' },
    { code: 'dragontiger', nameTh: 'เสือมังกรสด', nameEn: 'Live Dragon Tiger', type: 'casino' },
    { code: 'joker', nameTh: 'โจ๊กเกอร์วงล้อ', nameEn: 'Joker Wheel', type: 'slot' },
  ],
}

/**
 * Takes over what the pretend provider declares of its games, as somebody does who asks it and agrees. Those
 * that it has beside them are left for whoever asks first.
 */
async function takeDeclared(tx: Tx, providerId: string, { games }: Said): Promise<void> {
  const known = games.map(({ code, type, nameTh: th, nameEn: en }) => ({ code, type, name: { th, en } }))
  const told = Listing.parse(listOf({ games: known })).games
  await applyDifferences(tx, providerId, differencesOf(told, await storedGames(tx, providerId)), [
    'changed',
  ])
}

/** The game providers of the pretend outside world, in use, with what they declare of their games. */
export async function storeProvider(services: Services, keys: SandboxKeys): Promise<void> {
  const pairs: readonly (readonly [ProviderKey | undefined, Said])[] = [
    [keys.games, separate],
    [keys.combinedGames, combined],
    [keys.walletGames, wallet],
  ]
  await services.db.transaction().execute(async (tx) => {
    for (const [key, said] of pairs) {
      if (!key) continue
      await addProvider(tx, services, {
        ...said,
        id: key.providerId,
        secret: key.secret,
        gamesAddress: `${somewhere}/games`,
        minMinor: 100,
        maxMinor: 1_000_000,
        isSandbox: true,
      })
      await takeDeclared(tx, key.providerId, said)
    }
  })
}
