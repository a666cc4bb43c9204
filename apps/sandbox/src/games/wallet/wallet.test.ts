import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomOf } from '../../random.ts'
import { ProviderServer } from '../provider-server.ts'
import { RoundRecords } from '../records/round-records.ts'
import { WalletBook } from './wallet-book.ts'

// The provider that keeps wallets, as the back office asks it.

const games = [{ code: 'tiger', type: 'slot', name: { th: 'เสือทองคำ', en: 'Golden Tiger' } }]
const key = { providerId: 'gpr_1', path: '/auto/v1/provider/gpr_1', secret: 'secret', games }
const book = new WalletBook(undefined, () => undefined)
const server = new ProviderServer({
  keys: [key],
  records: new RoundRecords(undefined, () => undefined),
  wallet: { key, book, isMoody: false },
  random: randomOf(1),
})
let base: string
beforeAll(async () => {
  base = `http://127.0.0.1:${await server.start(0)}/gpr_1`
})
afterAll(() => server.stop())

const now = () => Math.floor(Date.now() / 1000)
async function ask(fields: Record<string, string>, { at = now(), secret = 'secret' } = {}) {
  const all = Object.entries({ ...fields, Timestamp: String(at) }).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const text = all.map(([name, value]) => `${name}=${value}`).join('&')
  const signature = createHmac('sha1', secret).update(text).digest('base64')
  const body = new URLSearchParams([...all, ['Signature', signature]])
  const response = await fetch(`${base}/api`, { method: 'POST', body })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const move = (RequestID: string, Amount: string, more = {}) =>
  ask({ Method: 'TC', RequestID, Username: 'mbr_1', Amount }, more)

test('only whom it knows has a wallet; whoever is made known again stays who they are', async () => {
  expect(await move('early', '50.00')).toMatchObject({ status: 404, body: { Code: 'NoSuchUser' } })
  const known = { Method: 'CU', Username: 'mbr_1' }
  expect(await ask(known)).toMatchObject({ status: 201, body: { Status: 'Created' } })
  expect(await ask(known)).toMatchObject({ status: 200, body: { Status: 'OK' } })
})

test('money is moved once for a name, and told when asked', async () => {
  expect(await move('a', '50.00')).toMatchObject({
    status: 200,
    body: { Status: 'Success', Amount: '50.00' },
  })
  expect(await move('a', '50.00')).toMatchObject({ status: 400, body: { Code: 'DuplicateRequest' } })
  expect(await move('b', '-60.00')).toMatchObject({ status: 400, body: { Code: 'InsufficientCredit' } })
  expect(await move('c', '-20.00')).toMatchObject({ status: 200 })
  expect(await ask({ Method: 'TCH', RequestID: 'a' })).toMatchObject({ body: { Status: 'Success' } })
  expect(await ask({ Method: 'TCH', RequestID: 'x' })).toMatchObject({ status: 404 })
  expect(await ask({ Method: 'GC', Username: 'mbr_1' })).toMatchObject({ body: { Credit: '30.00' } })
})

test('what is old or signed by another moves nothing', async () => {
  expect(await move('d', '10.00', { at: now() - 31 })).toMatchObject({ status: 400 })
  expect(await move('e', '10.00', { secret: 'guessed' })).toMatchObject({ status: 403 })
  expect(book.held('mbr_1')).toBe(3000)
})

test('its log is read on from a place, after a restart too', async () => {
  const bet = { version: 1, member: 'mbr_1', game: 'tiger', stakeMinor: 100, wonMinor: 0 }
  for (let n = 0; n < 3; n += 1) book.play({ ...bet, code: `b${n}` }, -100)
  const { body } = await ask({ Method: 'TS', NextId: '1' })
  expect(body).toMatchObject({ data: { Game: [{ OCode: 'b1' }, { OCode: 'b2' }] }, nextId: '3' })
  const again = new WalletBook(book.kept, () => undefined)
  expect([again.held('mbr_1'), again.log(2, 10).bets.length, again.log(9, 10).bets.length]).toEqual([
    2700, 1, 3,
  ])
})

test('who asks for its games with the secret is told them, with new ones', async () => {
  const at = String(Date.now())
  const url = `${base}/games`
  const signed = createHmac('sha256', 'secret').update(`GET\n${url}\n${at}`).digest('hex')
  const told = await fetch(url, { headers: { 'x-time': at, 'x-signature': signed } })
  expect(await told.json()).toMatchObject({
    games: [{ code: 'tiger', rtpBps: 9610 }, { code: 'firefly' }, {}],
  })
  expect((await fetch(url, { headers: { 'x-time': at, 'x-signature': 'ab' } })).status).toBe(401)
})
