import { createPublicKey, verify } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fingerprintOf, newKeyPair } from './keys.ts'
import { pairPhone, readPairing } from './pairing.ts'
import { isWorthRetry } from './phone-api.ts'
import { fakeServer } from './phone.fixture.ts'

let server: Awaited<ReturnType<typeof fakeServer>>
beforeEach(async () => {
  server = await fakeServer()
})
afterEach(() => server.stop())

const code = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const about = { platform: 'test', model: 'Test phone', appVersion: '1.0' }
const answer = { deviceId: 'dev_1', keyId: 'phone_1', name: 'โทรศัพท์ 1', serverAt: '2026-11-27T00:00:00Z' }

test('the text of a picture gives the address and the code', () => {
  const address = 'https://pay.example.com:8443/auto/v1/device/pair'
  expect(readPairing(`${address}#${code}`)).toEqual({ address, code })
  expect(readPairing(` ${address}#${code}\n`)).toEqual({ address, code })
})

test.each([
  '',
  code,
  `ftp://pay.example.com/auto/v1/device/pair#${code}`,
  `https://pay.example.com/auto/v1/device/pair#${code}A`,
  `https://pay.example.com/auto/v1/device/pair#${code.toLowerCase()}`,
  `https://pay.example.com/auto/v1/device/pair?x=1#${code}`,
  `https://pay.example.com@other.example/auto/v1/device/pair#${code}`,
  `https://pay.example.com/auto/v1/device/pairs#${code}`,
  `https://:0:/auto/v1/device/pair#${code}`,
])('%j is no pairing', async (text) => {
  expect(readPairing(text)).toBeNull()
  await expect(pairPhone(text, about)).rejects.toThrow(RangeError)
})

test('a phone leaves its public key and proves that it holds the other half', async () => {
  server.answer(answer)
  const keys = newKeyPair()
  const identity = await pairPhone(`${server.base}/auto/v1/device/pair#${code}`, about, keys)
  const { keyId, deviceId, name } = answer
  const fingerprint = fingerprintOf(keys.publicKey)
  const { privateKey } = keys
  expect(identity).toEqual({ base: server.base, deviceId, keyId, name, privateKey, fingerprint })
  const [heard] = server.heard
  expect(heard?.url).toBe('/auto/v1/device/pair')
  const said = JSON.parse(heard?.body ?? '') as Record<string, string>
  expect(said).toEqual({ code, publicKey: keys.publicKey, proof: expect.any(String), ...about })
  expect(heard?.body).not.toContain(privateKey)
  const key = createPublicKey({
    key: Buffer.from(`302a300506032b6570032100${keys.publicKey}`, 'hex'),
    format: 'der',
    type: 'spki',
  })
  const text = Buffer.from(`khlang-pair.${code}.${keys.publicKey}`)
  expect(verify(null, text, key, Buffer.from(said['proof'] ?? '', 'hex'))).toBe(true)
})

test('a call without an answer is repeated with the same key, word for word', async () => {
  const text = `${server.base}/auto/v1/device/pair#${code}`
  const keys = newKeyPair()
  server.raw(502, '<h1>Bad gateway</h1>')
  const failed: unknown = await pairPhone(text, about, keys).catch((error: unknown) => error)
  expect(isWorthRetry(failed)).toBe(true)
  server.answer(answer)
  await pairPhone(text, about, keys)
  expect(server.heard[1]?.body).toBe(server.heard[0]?.body)
})

test('a code that somebody else took is refused for good', async () => {
  server.refuse(401, 'badCode')
  const failed: unknown = await pairPhone(`${server.base}/auto/v1/device/pair#${code}`, about).catch(
    (error: unknown) => error,
  )
  expect(failed).toMatchObject({ status: 401, code: 'badCode', message: 'no: badCode' })
  expect(isWorthRetry(failed)).toBe(false)
})
