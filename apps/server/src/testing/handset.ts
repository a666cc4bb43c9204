import { generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto'
import { signedText } from '../platform/call/signatures.ts'
import { scbText } from './bank-phone.ts'
import type { FactoryAccount } from './world/money-factory.ts'

/** A phone that made its own keys, as an app on it does. */
export class Handset {
  readonly #key = generateKeyPairSync('ed25519').privateKey
  readonly #server: { readonly url: string; readonly services: { readonly now: () => number } }
  keyId = ''

  constructor(server: { readonly url: string; readonly services: { readonly now: () => number } }) {
    this.#server = server
  }

  get publicKey(): string {
    const jwk = this.#key.export({ format: 'jwk' })
    return Buffer.from(String(jwk.x), 'base64url').toString('hex')
  }

  sign(text: string): string {
    return sign(null, Buffer.from(text), this.#key).toString('hex')
  }

  async post(path: string, body: object, headers: Record<string, string> = {}) {
    const response = await fetch(`${this.#server.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    const answer = (await response.json()) as {
      data?: { keyId?: string; state?: string; lineState?: string }
      error?: { code: string }
    }
    return { status: response.status, code: answer.error?.code ?? 'ok', data: answer.data }
  }

  /** Takes a code. @param by whose signature proves the key; another's is a lie */
  async take(code: string, by: Handset = this) {
    const proof = by.sign(`khlang-pair.${code}.${this.publicKey}`)
    const facts = { platform: 'android', model: 'Redmi 13C', appVersion: '1.0' }
    const answer = await this.post('/auto/v1/device/pair', {
      code,
      publicKey: this.publicKey,
      proof,
      ...facts,
    })
    this.keyId = answer.data?.keyId ?? this.keyId
    return answer
  }

  async signed(path: string, body: object) {
    const timestamp = String(Math.floor(this.#server.services.now() / 1000))
    const nonce = randomBytes(12).toString('hex')
    const text = signedText({ method: 'POST', target: path, body: JSON.stringify(body), timestamp, nonce })
    return this.post(path, body, {
      'x-khlang-key': this.keyId,
      'x-khlang-timestamp': timestamp,
      'x-khlang-nonce': nonce,
      'x-khlang-signature': this.sign(text),
    })
  }

  beat = (said: object = {}) => this.signed('/auto/v1/device/heartbeat', said)

  /** Passes on what SCB writes of a payment, as the sender it is known by. */
  tell = (account: FactoryAccount, afterMinor: number, sender = 'SCB') =>
    this.signed('/auto/v1/message/create', {
      externalId: randomUUID(),
      source: 'sms',
      sender,
      text: scbText(account, { amountMinor: 10_000, payer: { tag: 'KBNK', digits: '771234' } }, afterMinor),
      sentAt: new Date(this.#server.services.now()).toISOString(),
    })
}
