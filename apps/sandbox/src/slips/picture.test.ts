import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { slipPicture } from './picture.ts'

// On its own: beside the server's tests the library is shut for drawings.
vi.setConfig({ testTimeout: 60_000 })

const party = { bank: 'SCB', accountNo: '4051187426', name: 'สมชาย <ใจดี>' }
const slip = {
  transRef: '202611280A1B2C3D4E5F',
  payload: '0041000600000101030040220013120103000A1B2C3D45102TH91043AE7',
  sendingBank: '014',
  receivingBank: '004',
  amountMinor: 50_025,
  atMs: Date.parse('2026-11-28T05:00:00Z'),
  from: party,
  to: party,
}

test('a slip is drawn as it is, edited and forged, each another picture', async () => {
  const all = await Promise.all(
    (['real', 'edited', 'forged'] as const).map((look) => slipPicture(slip, look)),
  )
  for (const picture of all)
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 720, height: 1080 })
  expect(new Set(all.map((picture) => picture.toString('base64'))).size).toBe(3)
})
