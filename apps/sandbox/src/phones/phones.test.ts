import { createPublicKey, verify } from 'node:crypto'
import { createServer } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readBody, sendJson } from '../http.ts'
import { signatureOf } from '../signed-client.ts'
import type { PhoneMessage } from '../state-file.ts'
import { Phones } from './phones.ts'

const code = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const secret = '0f'.repeat(32)
const seeded = { name: 'SCB phone', key: { id: 'phone_seeded', secret }, isOn: true }

/** What a server does with a call: it refuses it with a status and a code, or takes it. */
type Answer = readonly [number, string] | null

interface Heard {
  readonly key: string
  readonly timestamp: number
  readonly input: Record<string, unknown>
}

/** A server that knows who signs, hears messages and heartbeats apart, and answers as it is told. */
async function fakeServer() {
  const publicKeys = new Map<string, string>()
  const heard: Record<'message' | 'heartbeat' | 'pair' | 'answer', Heard[]> = {
    message: [],
    heartbeat: [],
    pair: [],
    answer: [],
  }
  const told = { message: null as Answer, pair: null as Answer, asks: [] as object[] }
  const isSigned = (
    key: string,
    text: string,
    signature: string,
    signed: Parameters<typeof signatureOf>[1],
  ) => {
    const publicKey = publicKeys.get(key)
    if (publicKey === undefined) return signature === signatureOf(secret, signed)
    const der = Buffer.from(`302a300506032b6570032100${publicKey}`, 'hex')
    const checks = createPublicKey({ key: der, format: 'der', type: 'spki' })
    return verify(null, Buffer.from(text), checks, Buffer.from(signature, 'hex'))
  }
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const [, , , entity, act] = (request.url ?? '').split('/')
      const call = act === 'create' ? 'message' : act === 'pair' || act === 'answer' ? act : 'heartbeat'
      const of = (name: string) => String(request.headers[`x-khlang-${name}`])
      const input = JSON.parse(body) as Record<string, unknown>
      heard[call].push({ key: of('key'), timestamp: Number(of('timestamp')), input })
      const refuse = ([status, name]: readonly [number, string]) =>
        sendJson(response, status, { error: { code: name, message: `${entity} ${name}` } })
      if (call === 'pair') {
        if (told.pair !== null) return refuse(told.pair)
        publicKeys.set('phone_new', String(input['publicKey']))
        const data = { deviceId: 'dev_1', keyId: 'phone_new', name: 'SCB phone', serverAt: '' }
        return sendJson(response, 200, { data })
      }
      const signed = {
        timestamp: of('timestamp'),
        nonce: of('nonce'),
        method: 'POST',
        target: request.url ?? '',
        body,
      }
      const text = `${signed.timestamp}.${signed.nonce}.POST.${signed.target}.${body}`
      if (!isSigned(of('key'), text, of('signature'), signed)) return refuse([401, 'badSignature'])
      if (call === 'message' && told.message !== null) return refuse(told.message)
      const asks = call === 'heartbeat' ? told.asks.splice(0) : []
      return sendJson(response, 200, { data: { state: 'online', asks } })
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const base = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  const stop = () => {
    server.closeAllConnections()
    return new Promise((done) => server.close(done))
  }
  return { base, heard, told, text: `${base}/auto/v1/device/pair#${code}`, stop }
}

let server: Awaited<ReturnType<typeof fakeServer>>
const running: Phones[] = []
beforeEach(async () => {
  server = await fakeServer()
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((phones) => phones.stop()))
  await server.stop()
})

function start(kept: ConstructorParameters<typeof Phones>[1] = { unsent: [] }) {
  const said: string[] = []
  const on = { changed: () => undefined, say: (text: string) => said.push(text) }
  const phones = new Phones({ base: server.base, phones: [seeded] }, kept, on)
  running.push(phones)
  phones.start()
  return { phones, said }
}

const messageOn = (phone: string, externalId: string, dueAtMs = Date.now()): PhoneMessage => ({
  phone,
  externalId,
  source: 'sms',
  sender: '027777777',
  text: `text of ${externalId}`,
  sentAtMs: Date.now(),
  dueAtMs,
})
const idsHeard = () => server.heard.message.map(({ input }) => input['externalId'])

const byText = (one: unknown[], other: unknown[]) => String(one).localeCompare(String(other))

test('a phone that is paired signs with its own key, beside the one whose name it bears', async () => {
  const { phones } = start()
  const paired = await phones.pair(server.text)
  expect(paired).toMatchObject({ name: 'SCB phone (2)', deviceId: 'dev_1' })
  expect(server.heard.pair[0]?.input).toMatchObject({ platform: 'sandbox', model: 'Sandbox phone 2' })
  phones.take(messageOn('SCB phone', 'old-1'))
  phones.take(messageOn('SCB phone (2)', 'new-1'))
  await expect.poll(() => phones.counts.delivered).toBe(2)
  const keys = server.heard.message.map(({ key, input }) => [input['externalId'], key]).toSorted(byText)
  expect(keys).toEqual([
    ['new-1', 'phone_new'],
    ['old-1', 'phone_seeded'],
  ])
})

test('a paired phone outlives a restart; its private key is in the kept state and nowhere else', async () => {
  const first = start().phones
  const { fingerprint } = await first.pair(server.text)
  const { kept } = first
  expect(kept).toHaveLength(1)
  const privateKey = kept[0]?.identity?.privateKey ?? ''
  expect(privateKey).toMatch(/^302e/)
  expect(JSON.stringify(first.state)).not.toContain(privateKey)
  const { phones } = start({ unsent: [], phones: JSON.parse(JSON.stringify(kept)) as typeof kept })
  expect(phones.state).toMatchObject([{ fingerprint: null }, { name: 'SCB phone (2)', fingerprint }])
  phones.take(messageOn('SCB phone (2)', 'new-1'))
  await expect.poll(() => phones.counts.delivered).toBe(1)
})

test('a pairing without an answer is tried again with the same key, once done never again', async () => {
  const { phones } = start()
  server.told.pair = [503, 'unavailable']
  await expect(phones.pair(server.text)).rejects.toThrow('device unavailable')
  server.told.pair = null
  await phones.pair(server.text)
  await phones.pair(server.text)
  const [first, second, third] = server.heard.pair.map(({ input }) => input['publicKey'])
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test('messages of a phone that is not agreed to yet wait on it, and go in their order later', async () => {
  const { phones, said } = start()
  server.told.message = [403, 'forbidden']
  phones.take(messageOn('SCB phone', 'a', Date.now() - 30))
  phones.take(messageOn('SCB phone', 'b', Date.now() - 20))
  await expect.poll(() => phones.counts.retried).toBe(1)
  // The phone rests: it does not knock with each message that it has.
  expect(idsHeard()).toEqual(['a'])
  expect(phones.state[0]?.waiting).toBe(2)
  server.told.message = null
  await expect.poll(() => idsHeard()).toEqual(['a', 'a', 'b'])
  expect(phones.counts).toMatchObject({ delivered: 2, refused: 0 })
  expect(said).toEqual([])
})

test('a message that will never be taken is dropped, and somebody is told', async () => {
  const { phones, said } = start()
  server.told.message = [409, 'conflict']
  phones.take(messageOn('SCB phone', 'a'))
  await expect.poll(() => phones.counts.refused).toBe(1)
  expect(phones.waiting).toEqual([])
  expect(said).toEqual(['SCB phone: conflict for text of a'])
})

test('a message that breaks the server lets the others pass', async () => {
  const { phones } = start()
  server.told.message = [500, 'internal']
  phones.take(messageOn('SCB phone', 'a', Date.now() - 30))
  await expect.poll(() => phones.counts.retried).toBe(1)
  server.told.message = null
  phones.take(messageOn('SCB phone', 'b', Date.now()))
  await expect.poll(() => idsHeard()).toEqual(['a', 'b', 'a'])
})

test('a phone says how it fares, at once when that changes', async () => {
  const { phones } = start()
  const beats = () => server.heard.heartbeat.map(({ input }) => input)
  await expect.poll(() => beats().length).toBe(1)
  expect(beats()[0]).toEqual({
    batteryBps: 8700,
    isCharging: true,
    pendingCount: 0,
    appVersion: '1.0',
    at: expect.any(String),
  })
  const set = { batteryPercent: 12, isCharging: false, skewMs: 600_000 }
  expect(phones.fare('SCB phone', set)).toEqual({ isOn: true, ...set })
  await expect.poll(() => beats().length).toBe(2)
  expect(beats()[1]).toMatchObject({ batteryBps: 1200, isCharging: false })
  const ahead = Date.parse(String(beats()[1]?.['at'])) - Date.now()
  expect(Math.abs(ahead - 600_000)).toBeLessThan(20_000)
  const signedAhead = (server.heard.heartbeat[1]?.timestamp ?? 0) * 1000 - Date.now()
  expect(Math.abs(signedAhead - 600_000)).toBeLessThan(20_000)
  expect(phones.kept).toMatchObject([{ name: 'SCB phone', identity: null, condition: set }])
})

test('a phone that is off says nothing and keeps its messages until it is on', async () => {
  const { phones } = start({
    unsent: [],
    phones: [
      {
        name: 'SCB phone',
        identity: null,
        condition: { isOn: false, batteryPercent: 50, isCharging: false, skewMs: 0 },
      },
    ],
  })
  phones.take(messageOn('SCB phone', 'a'))
  await new Promise((done) => setTimeout(done, 200))
  expect([...server.heard.message, ...server.heard.heartbeat]).toEqual([])
  phones.fare('SCB phone', { isOn: true })
  await expect.poll(() => phones.counts.delivered).toBe(1)
  expect(server.heard.heartbeat[0]?.input).toMatchObject({ pendingCount: 1, batteryBps: 5000 })
})

test('there is no phone of an unknown name', () => {
  expect(start().phones.fare('nobody’s', { isOn: false })).toBeNull()
})

test('what the app lost before passing it on is found in the inbox when the server asks', async () => {
  const { phones } = start()
  server.told.message = [503, 'unavailable']
  const old = { ...messageOn('SCB phone', 'old'), sentAtMs: Date.now() - 7_200_000 }
  for (const message of [old, messageOn('SCB phone', 'a')]) phones.take(message)
  await expect.poll(() => phones.counts.retried).toBe(1)
  expect(phones.loseQueue('SCB phone')).toBe(2)
  server.told.message = null
  const heardBefore = idsHeard().length
  const since = new Date(Date.now() - 3_600_000).toISOString()
  const askedAt = new Date().toISOString()
  server.told.asks = [
    { kind: 'sweep', askedAt, since },
    { kind: 'log', askedAt, since: null },
  ]
  phones.fare('SCB phone', {})
  await expect.poll(() => server.heard.answer.length).toBe(2)
  expect(idsHeard().slice(heardBefore)).toEqual(['a'])
  const [swept, log] = server.heard.answer.map(({ input }) => input)
  expect(swept).toEqual({ kind: 'sweep', askedAt, found: 1 })
  expect(JSON.stringify(log)).toContain('not taken old: unavailable')
  expect(JSON.stringify(log)).not.toContain('text of')
})
