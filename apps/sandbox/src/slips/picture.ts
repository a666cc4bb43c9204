import { slipQrOf } from '@khlang/contract/values/slips/qr.ts'
import { formatBaht } from '@khlang/money/amount.ts'
import sharp from 'sharp'
import { encode } from 'uqr'
import { thaiClock } from '../banks/wording.ts'
import { safe } from '../page-text.ts'
import { hidden, type Slip } from './slips.ts'

/** As the bank gave it; with another amount printed over it; of a transfer that never was. */
export const slipLooks = ['real', 'edited', 'forged'] as const
export type SlipLook = (typeof slipLooks)[number]

const width = 720
const height = 1080
const dot = 5

function codeOf(payload: string): string {
  const { data } = encode(payload)
  const dots = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x * dot} ${y * dot}h${dot}v${dot}h-${dot}z`] : [])),
  )
  return `<path d="${dots.join('')}" fill="#000"/>`
}

const line = (y: number, text: string, size = 28, weight = 400): string =>
  `<text x="48" y="${y}" font-size="${size}" font-weight="${weight}" fill="#1c2b33">${safe(text)}</text>`

/** A slip as members send it: drawn, of a transfer between accounts that there are not. PNG. */
export async function slipPicture(slip: Slip, look: SlipLook): Promise<Buffer> {
  const { day, monthName, buddhist, time } = thaiClock(slip.atMs)
  const { sendingBank } = slip
  const payload =
    look === 'forged' ? slipQrOf({ sendingBank, transRef: `9${slip.transRef.slice(1)}` }) : slip.payload
  const amountMinor = look === 'edited' ? slip.amountMinor * 10 : slip.amountMinor
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"
    font-family="Noto Sans Thai, Loma, Garuda, sans-serif"><rect width="100%" height="100%" fill="#f3faf6"/>
    ${line(90, `โอนเงินสำเร็จ · ${slip.from.bank}`, 36, 700)}
    ${line(140, `${day} ${monthName} ${buddhist} ${time} น.`)}
    ${line(240, slip.from.name, 32, 700)}${line(284, `${slip.from.bank} ${hidden(slip.from.accountNo)}`)}
    ${line(370, '↓', 40)}
    ${line(440, slip.to.name, 32, 700)}${line(484, `${slip.to.bank} ${hidden(slip.to.accountNo)}`)}
    ${line(590, `${formatBaht(amountMinor)} บาท`, 52, 700)}
    ${line(650, `เลขที่รายการ ${slip.transRef}`, 24)}
    <rect x="472" y="740" width="200" height="200" fill="#fff"/>
    <g transform="translate(492 760)">${codeOf(payload)}</g>
    ${line(1030, 'ภาพจำลอง ไม่ใช่เงินจริง', 22)}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
