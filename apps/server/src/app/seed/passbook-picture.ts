import sharp from 'sharp'
import { cleanPicture, type CleanPicture } from '../../platform/security/pictures.ts'

// Five by seven dots for each digit, a row as five bits.
const digits: readonly (readonly number[])[] = [
  [14, 17, 19, 21, 25, 17, 14],
  [4, 12, 4, 4, 4, 4, 14],
  [14, 17, 1, 2, 4, 8, 31],
  [31, 2, 4, 2, 1, 17, 14],
  [2, 6, 10, 18, 31, 2, 2],
  [31, 16, 30, 1, 1, 17, 14],
  [6, 8, 16, 30, 17, 17, 14],
  [31, 1, 2, 4, 8, 8, 8],
  [14, 17, 17, 14, 17, 17, 14],
  [14, 17, 17, 15, 1, 2, 12],
]
const width = 960
const height = 600
const dot = 8
const ink = [24, 40, 96] as const
const paper = [244, 238, 220] as const
const rule = [198, 186, 150] as const

/** A pretend page of a passbook that shows an account number: drawn, of nobody. */
export async function passbookPicture(accountNo: string): Promise<CleanPicture> {
  const pixels = Buffer.alloc(width * height * 3)
  const fill = (x: number, y: number, w: number, h: number, colour: readonly [number, number, number]) => {
    for (let row = y; row < y + h; row += 1)
      for (let column = x; column < x + w; column += 1) pixels.set(colour, (row * width + column) * 3)
  }
  fill(0, 0, width, height, paper)
  fill(0, 0, width, 96, ink)
  for (let y = 340; y < height - 40; y += 48) fill(48, y, width - 96, 2, rule)
  for (const [place, digit] of [...accountNo].entries())
    for (const [row, bits] of (digits[Number(digit)] ?? []).entries())
      for (let column = 0; column < 5; column += 1)
        if ((bits >> (4 - column)) & 1)
          fill(64 + place * 6 * dot + column * dot, 190 + row * dot, dot, dot, ink)
  return cleanPicture(
    await sharp(pixels, { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer(),
  )
}
