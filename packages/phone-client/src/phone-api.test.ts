import { createPublicKey, verify } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fingerprintOf, newKeyPair } from './keys.ts'
import { isWorthRetry, phoneApi, Refused } from './phone-api.ts'
import { fakeServer } from './phone.fixture.ts'

let server: Awaited<ReturnType<typeof fakeServer>>
beforeEach(async () => {
  server = await fakeServer()
})
afterEach(() => server.stop())

const keys = newKeyPair()
const checks = createPublicKey({
  key: Buffer.from(`302a300506032b6570032100${keys.publicKey}`, 'hex'),
  format: 'der',
  type: 'spki',
})
const nowMs = 1_795_000_000_900
const phone = () =>
  phoneApi(
    {
      base: server.base,
      deviceId: 'dev_1',
      keyId: 'phone_1',
      name: 'Test phone',
      privateKey: keys.privateKey,
      fingerprint: fingerprintOf(keys.publicKey),
    },
    () => nowMs,
  )
const message = {
  externalId: 'sms-1',
  source: 'sms',
  sender: '027777777',
  text: 'เงินเข้า 500.00บ',
  sentAt: '2026-11-18T11:06:38.000Z',
} as const
const taken = { id: 'msg_1', state: 'read', lineId: 'stl_1', lineState: 'matched' }

test('a message is signed as it goes, by time, nonce, method, path and bytes', async () => {
  server.answer(taken)
  expect(await phone().message(message)).toEqual(taken)
  const [heard] = server.heard
  expect(JSON.parse(heard?.body ?? '')).toEqual(message)
  const said = (name: string) => String(heard?.headers[`x-khlang-${name}`])
  expect([said('key'), said('timestamp')]).toEqual(['phone_1', '1795000000'])
  expect(said('nonce')).toMatch(/^[\w-]{8,64}$/)
  const text = `1795000000.${said('nonce')}.POST./auto/v1/message/create.${heard?.body}`
  expect(verify(null, Buffer.from(text), checks, Buffer.from(said('signature'), 'hex'))).toBe(true)
})

test('the same message again has a nonce and a signature of its own', async () => {
  server.answer(taken)
  server.answer(taken)
  await phone().message(message)
  await phone().message(message)
  for (const name of ['x-khlang-nonce', 'x-khlang-signature'])
    expect(new Set(server.heard.map(({ headers }) => headers[name])).size).toBe(2)
})

test('a heartbeat says how the phone fares and what its clock says', async () => {
  server.answer({ serverAt: '2026-11-18T11:06:41.000Z', state: 'waiting' })
  const health = { batteryBps: 5000, isCharging: false, pendingCount: 2, appVersion: '1.0' }
  expect(await phone().heartbeat(health)).toMatchObject({ state: 'waiting' })
  expect(server.heard[0]?.url).toBe('/auto/v1/device/heartbeat')
  expect(JSON.parse(server.heard[0]?.body ?? '')).toEqual({ ...health, at: '2026-11-18T11:06:40.900Z' })
})

test.each([
  [403, 'forbidden', true],
  [401, 'staleTimestamp', true],
  [409, 'replayedNonce', true],
  [408, 'unavailable', true],
  [429, 'tooManyRequests', true],
  [500, 'internal', true],
  [503, 'unavailable', true],
  [401, 'badSignature', false],
  [409, 'conflict', false],
  [413, 'tooLarge', false],
  [422, 'invalidText', false],
])('%i %s: the message is kept for another try: %j', async (status, code, isKept) => {
  server.refuse(status, code)
  const failed: unknown = await phone()
    .message(message)
    .catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(Refused)
  expect(failed).toMatchObject({ status, code })
  expect(isWorthRetry(failed)).toBe(isKept)
})

test.each([
  ['a page of a hotel’s Wi-Fi', 200, '<html>Sign in</html>', {}],
  ['JSON of somebody else', 200, '{"ok":true}', {}],
  ['a way to another place', 302, '', { location: '/login' }],
  ['a proxy’s own refusal', 403, 'Forbidden', {}],
  ['nothing', 200, 'null', {}],
])('%s is no answer: the message is kept', async (_, status, body, headers) => {
  server.raw(status, body, headers)
  const failed: unknown = await phone()
    .message(message)
    .catch((error: unknown) => error)
  expect(failed).not.toBeInstanceOf(Refused)
  expect(isWorthRetry(failed)).toBe(true)
})

test('where nobody listens, the message is kept', async () => {
  const there = phone()
  await server.stop()
  const failed: unknown = await there.message(message).catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(Error)
  expect(isWorthRetry(failed)).toBe(true)
})
