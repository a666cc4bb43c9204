import type { RoutePath } from '@khlang/contract/routes.ts'

/** The screens of providers and their games: rows of the one table of the console (`routes.ts`). */
export const gameScreens = {
  '/website/game-providers': {
    screen: () => import('../../features/reports/ProviderBoard.tsx'),
    texts: ['reports'],
    menu: { group: 'games', icon: 'provider' },
  },
  '/website/game-types': {
    screen: () => import('../../features/reports/TypeBoard.tsx'),
    texts: ['reports'],
    menu: { group: 'games', icon: 'gameType' },
  },
  '/website/game-provider': {
    screen: () => import('../../features/game-catalogue/providers/ProviderList.tsx'),
    texts: ['game-catalogue'],
    menu: { group: 'games', icon: 'switches' },
  },
  '/website/game': {
    screen: () => import('../../features/game-catalogue/games/GameList.tsx'),
    texts: ['game-catalogue'],
    menu: { group: 'games', icon: 'game' },
  },
  '/website/game-provider/update': {
    screen: () => import('../../features/game-catalogue/providers/ProviderUpdate.tsx'),
    texts: ['game-catalogue'],
  },
  '/website/game/update': {
    screen: () => import('../../features/game-catalogue/games/GameUpdate.tsx'),
    texts: ['game-catalogue'],
  },
  '/distributor/providers': {
    screen: () => import('../../features/distributors/Distributors.tsx'),
    menu: { group: 'games', icon: 'distributor' },
  },
} as const satisfies { readonly [P in RoutePath]?: object }
