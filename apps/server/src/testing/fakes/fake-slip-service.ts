import { slipQrOf, readSlipQr } from '@khlang/contract/values/slips/qr.ts'
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import sharp from 'sharp'
import { encode } from 'uqr'
import { keyPlace } from '../../features/slips/ask-service.ts'
import type { FactoryServer } from '../world/money-factory.ts'

/** One transfer as its bank knows it. */
export interface Transfer {
  readonly sendingBank: string
  readonly transRef: string
  readonly amountMinor: number
  readonly at: string
  readonly from: { readonly bank: string; readonly account: string; readonly name: string }
  readonly to: { readonly bank: string; readonly account: string; readonly name: string }
}

export interface FakeSlipService {
  readonly baseUrl: string
  /** What banks know, by reference. */
  readonly transfers: Map<string, Transfer>
  /** Said instead of an answer: an error of its own, or a status. */
  mood: 'ok' | 'down' | { readonly code: number; readonly delay?: number }
  /** How often it was asked. */
  asked: number
  readonly stop: () => Promise<void>
}

const apiKey = 'the-key-of-the-slip-service'

/** A picture of a slip: a code on a light ground, as phones keep them. */
export async function slipPicture(payload: string): Promise<Buffer> {
  const { data, size } = encode(payload)
  const dot = 4
  const side = size * dot
  const pixels = Buffer.alloc(side * side, 255)
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1)
      if (data[Math.floor(y / dot)]?.[Math.floor(x / dot)]) pixels[y * side + x] = 0
  const code = await sharp(pixels, { raw: { width: side, height: side, channels: 1 } })
    .png()
    .toBuffer()
  return sharp({ create: { width: 720, height: 1280, channels: 3, background: '#f4fbf8' } })
    .composite([{ input: code, left: 460, top: 1000 }])
    .jpeg({ quality: 75 })
    .toBuffer()
}
export const pictureOf = ({ sendingBank, transRef }: Pick<Transfer, 'sendingBank' | 'transRef'>) =>
  slipPicture(slipQrOf({ sendingBank, transRef }))

const sideOf = ({ account, name }: Transfer['from']) => ({
  displayName: name,
  name: '',
  proxy: { type: null, value: null },
  account: { type: 'BANKAC', value: account },
})

/** A service in the shape of SlipOK on the loopback, switched on in the server's database. */
export async function startFakeSlipService(server: FactoryServer): Promise<FakeSlipService> {
  const transfers: FakeSlipService['transfers'] = new Map()
  const http = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const answer = (status: number, value: object) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
      service.asked += 1
      const { mood } = service
      if (mood === 'down') return response.destroy()
      if (request.headers['x-authorization'] !== apiKey || request.url !== '/9')
        return answer(400, { code: 1002, message: 'key' })
      if (mood !== 'ok') return answer(400, { ...mood, data: { delay: mood.delay } })
      const { data } = JSON.parse(Buffer.concat(parts).toString()) as { data: string }
      const transfer = transfers.get(readSlipQr(data)?.transRef ?? '')
      if (!transfer) return answer(400, { code: 1011, message: 'none' })
      const { transRef, amountMinor, at, from, to } = transfer
      return answer(200, {
        success: true,
        data: {
          success: true,
          transRef,
          transTimestamp: at,
          sendingBank: from.bank,
          receivingBank: to.bank,
          sender: sideOf(from),
          receiver: sideOf(to),
          amount: amountMinor / 100,
        },
      })
    })
  })
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))
  const { port } = http.address() as AddressInfo
  const services = server.services as { egressAllow?: readonly string[] }
  Object.assign(services, { egressAllow: [...(services.egressAllow ?? []), `127.0.0.1:${port}`] })
  const baseUrl = `http://127.0.0.1:${port}`
  const id = randomUUID()
  const sealed = server.services.secrets.seal(keyPlace(id), apiKey)
  // As two had agreed to it.
  await server.services.db.connection().execute(async (db) => {
    await sql`insert into slip_services (id, adapter, base_url, branch, api_key, api_key_last4)
      values (${id}, 'slipOk', ${baseUrl}, '9', ${sealed}, 'vice')`.execute(db)
  })
  const service: FakeSlipService = {
    baseUrl,
    transfers,
    mood: 'ok',
    asked: 0,
    stop: () => new Promise((done) => http.close(() => done())),
  }
  return service
}
