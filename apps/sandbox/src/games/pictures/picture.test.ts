import sharp from 'sharp'
import { expect, test } from 'vitest'
import { gamePicture, providerLogo } from './picture.ts'

test('a game has the same small picture each time, and another than a game of its type', async () => {
  const tiger = await gamePicture({ code: 'tiger', type: 'slot' })
  expect(await gamePicture({ code: 'tiger', type: 'slot' })).toEqual(tiger)
  expect(await gamePicture({ code: 'naga', type: 'slot' })).not.toEqual(tiger)
  expect(await sharp(tiger).metadata()).toMatchObject({ format: 'png', width: 160, height: 160 })
  expect(tiger.length).toBeLessThan(20_000)
})

test('a type that nobody drew has a sign as well, and so has a provider', async () => {
  for (const picture of [
    await gamePicture({ code: 'x', type: 'new' }),
    await providerLogo({ code: 'x' }),
  ]) {
    const { channels } = await sharp(picture).stats()
    // A sign on its ground, and not the ground alone.
    expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(20)
  }
})
