import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fingerprintOf, newKeyPair, signText } from './keys.ts'
import { textToSign } from './phone-api.ts'

const publicKeyOf = (hex: string) =>
  createPublicKey({
    key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(hex, 'hex')]),
    format: 'der',
    type: 'spki',
  })

/** The key of the first test vector of RFC 8032, 7.1: everybody knows it, so it keeps nothing secret. */
const known = {
  publicKey: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
  privateKey:
    '302e020100300506032b6570042204209d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
}

test('a new key signs what its public half checks, and nothing else', () => {
  const [one, other] = [newKeyPair(), newKeyPair()]
  expect(one.publicKey).toMatch(/^[0-9a-f]{64}$/)
  const signature = Buffer.from(signText(one.privateKey, 'เงินเข้า 500.00'), 'hex')
  const isOf = (publicKey: string, text: string) =>
    verify(null, Buffer.from(text), publicKeyOf(publicKey), signature)
  expect(isOf(one.publicKey, 'เงินเข้า 500.00')).toBe(true)
  expect(isOf(one.publicKey, 'เงินเข้า 600.00')).toBe(false)
  expect(isOf(other.publicKey, 'เงินเข้า 500.00')).toBe(false)
})

test('the empty text is signed as RFC 8032 says', () => {
  expect(signText(known.privateKey, '')).toBe(
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b' +
      'd25bf5f0595bbe24655141438e7a100b',
  )
})

test('a fingerprint is sixteen digits of the hash of the key itself, in fours', () => {
  const hash = createHash('sha256').update(Buffer.from(known.publicKey, 'hex')).digest('hex')
  expect(fingerprintOf(known.publicKey)).toMatch(/^[0-9a-f]{4}(-[0-9a-f]{4}){3}$/)
  expect(fingerprintOf(known.publicKey).replaceAll('-', '')).toBe(hash.slice(0, 16))
})

test('the worked example of docs/phone-protocol.md is what this code says', () => {
  const page = readFileSync(new URL('../../../docs/phone-protocol.md', import.meta.url), 'utf8')
  const code = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const proof = signText(known.privateKey, `khlang-pair.${code}.${known.publicKey}`)
  const text = textToSign({
    timestamp: '1795000000',
    nonce: '000102030405060708090a0b0c0d0e0f',
    method: 'POST',
    target: '/auto/v1/message/create',
    body:
      '{"externalId":"sms-1794999998-17","source":"sms","sender":"027777777",' +
      '"text":"เงินเข้า 500.00บ","sentAt":"2026-11-18T11:06:38.000Z"}',
  })
  const signature = signText(known.privateKey, text)
  const values = [...Object.values(known), fingerprintOf(known.publicKey), code, proof, text, signature]
  expect(values.filter((value) => !page.includes(value))).toEqual([])
})
