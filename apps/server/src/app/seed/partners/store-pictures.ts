import { gamePicture, providerLogo } from '../../../../../sandbox/src/games/pictures/picture.ts'
import { bringPicture, type Pictured } from '../../../features/game-catalogue/pictures.ts'
import type { Services } from '../../../platform/call/context.ts'
import { cleanPicture } from '../../../platform/security/pictures.ts'

/** Each game and provider of the pretend outside world has a picture, kept as one that a person uploads. */
export async function storePictures(services: Services, uploadedBy: string): Promise<void> {
  const { db } = services
  const games = await db.selectFrom('games').select(['id', 'code', 'type']).orderBy('code').execute()
  const providers = await db.selectFrom('game_providers').select(['id', 'code']).orderBy('code').execute()
  const drawn: { of: Pictured; id: string; bytes: Buffer }[] = []
  for (const game of games) drawn.push({ of: 'game', id: game.id, bytes: await gamePicture(game) })
  for (const each of providers)
    drawn.push({ of: 'gameProvider', id: each.id, bytes: await providerLogo(each) })
  await db.transaction().execute(async (tx) => {
    for (const { of, id, bytes } of drawn)
      await bringPicture(tx, services, { of, id, picture: await cleanPicture(bytes), uploadedBy })
  })
}
