import { addProvider } from '../../../features/play/add-provider.ts'
import type { Services } from '../../../platform/call/context.ts'
import type { SandboxKeys } from '../sandbox-keys.ts'

/** The game provider of the pretend outside world, in use. */
export async function storeProvider(services: Services, { games }: SandboxKeys): Promise<void> {
  if (!games) return
  await services.db.transaction().execute((tx) =>
    addProvider(tx, services, {
      id: games.providerId,
      code: 'sandbox-games',
      nameTh: 'ค่ายทดลอง',
      nameEn: 'Sandbox Games',
      adapter: 'betAndResult',
      secret: games.secret,
      minMinor: 100,
      maxMinor: 1_000_000,
      isSandbox: true,
      games: [
        { code: 'tiger', nameTh: 'เสือทองคำ', nameEn: 'Golden Tiger', type: 'slot' },
        { code: 'naga', nameTh: 'นาคาพาโชค', nameEn: 'Lucky Naga', type: 'slot' },
        { code: 'bigfish', nameTh: 'ล่าปลายักษ์', nameEn: 'Big Fish', type: 'fishing' },
        { code: 'baccarat', nameTh: 'บาคาร่าสด', nameEn: 'Live Baccarat', type: 'casino' },
        { code: 'pokdeng', nameTh: 'ป๊อกเด้ง', nameEn: 'Pok Deng', type: 'card' },
      ],
    }),
  )
}
