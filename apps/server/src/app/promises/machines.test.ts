import { randomBytes } from 'node:crypto'
import type { CallError } from '@khlang/contract/derived/client.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forgetOldKeys } from '../../platform/call/idempotency.ts'
import { addMachineKey, signatureOf, signedText } from '../../platform/call/signatures.ts'
import { newMember } from '../../testing/world/members.ts'
import {
  createMoneyFactory,
  type FactoryMember,
  type MoneyFactory,
} from '../../testing/world/money-factory.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let make: MoneyFactory
let member: FactoryMember
const key = { id: 'key-site', secret: randomBytes(32) }
beforeAll(async () => {
  server = await startTestServer()
  make = await createMoneyFactory(server)
  member = await make.member()
  await make.account({ role: 'deposit' })
  const { db, secrets } = server.services
  await addMachineKey(db, secrets, { ...key, kind: 'memberSite', subjectId: 'site', name: 'site' })
})
afterAll(() => server.stop())

const path = '/member/v1/deposit/create'
interface Sending {
  readonly nonce: string
  readonly ageS: number
  readonly amountMinor: number
  readonly sentAmountMinor: number
  readonly target: string
  readonly idempotencyKey: string | null
  readonly keyId: string
}
/** A deposit that the member site announces, signed as it should be but for what is changed. */
async function send(change: Partial<Sending> = {}) {
  const amountMinor = change.amountMinor ?? 50_000
  const nonce = change.nonce ?? randomBytes(12).toString('hex')
  const body = (amount: number) => JSON.stringify({ memberId: member.outside, amountMinor: amount })
  const timestamp = String(Math.floor(server.services.now() / 1000) - (change.ageS ?? 0))
  const target = change.target ?? path
  const text = signedText({ method: 'POST', target, body: body(amountMinor), timestamp, nonce })
  const idempotencyKey =
    change.idempotencyKey === undefined ? randomBytes(8).toString('hex') : change.idempotencyKey
  const answer = await server.fetch(path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-khlang-key': change.keyId ?? key.id,
      'x-khlang-timestamp': timestamp,
      'x-khlang-nonce': nonce,
      'x-khlang-signature': signatureOf(key.secret, text),
      ...(idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }),
    },
    body: body(change.sentAmountMinor ?? amountMinor),
  })
  const { data, error } = (await answer.json()) as { data?: { id: string }; error?: { code: string } }
  return {
    said: error?.code ?? 'done',
    id: data?.id ?? null,
    isReplayed: answer.headers.get('idempotent-replayed') === 'true',
  }
}
const said = async (change: Partial<Sending>) => (await send(change)).said

describe('a request that a machine signed', () => {
  test('is refused when its body or address is another than was signed, or its key is unknown', async () => {
    expect(await said({ sentAmountMinor: 50_001 })).toBe('badSignature')
    expect(await said({ target: '/member/v1/deposit/get' })).toBe('badSignature')
    expect(await said({ keyId: 'key-nobody' })).toBe('badSignature')
    // A phone's key is of another surface, however well it signs.
    const { db, secrets } = server.services
    const phone = { id: 'key-phone', secret: key.secret, kind: 'device', subjectId: 'phone' } as const
    await addMachineKey(db, secrets, { ...phone, name: 'phone' })
    expect(await said({ keyId: phone.id })).toBe('badSignature')
    expect(await said({})).toBe('done')
  })

  test('lives five minutes before and after its time', async () => {
    expect(await said({ ageS: 295 })).toBe('done')
    expect(await said({ ageS: -295 })).toBe('done')
    expect(await said({ ageS: 302 })).toBe('staleTimestamp')
    expect(await said({ ageS: -302 })).toBe('staleTimestamp')
  })

  test('is taken once: its nonce has no second effect', async () => {
    const nonce = randomBytes(12).toString('hex')
    expect(await said({ nonce })).toBe('done')
    expect(await said({ nonce })).toBe('replayedNonce')
    expect(await said({ nonce: 'short' })).toBe('badSignature')
  })
})

/** What was sent once, byte for byte, to be sent again. */
function signedOnce(target: string, body: string, keyOf = key): () => Promise<Response> {
  const timestamp = String(Math.floor(server.services.now() / 1000))
  const nonce = randomBytes(12).toString('hex')
  const text = signedText({ method: 'POST', target, body, timestamp, nonce })
  const headers = {
    'content-type': 'application/json',
    'x-khlang-key': keyOf.id,
    'x-khlang-timestamp': timestamp,
    'x-khlang-nonce': nonce,
    'x-khlang-signature': signatureOf(keyOf.secret, text),
    'idempotency-key': nonce,
  }
  return () => server.fetch(target, { method: 'POST', headers, body })
}
const codeOf = async (answer: Response): Promise<string> => {
  const { error } = (await answer.json()) as { error?: { code: string } }
  return error?.code ?? 'done'
}

describe('a signed request that somebody took down', () => {
  test.each([
    ['a read of members', '/member/v1/member/list', () => ({})],
    ['a read of one', '/member/v1/member/get', () => ({ memberId: member.outside })],
    ['an effect with its idempotency key', path, () => ({ memberId: member.outside, amountMinor: 70_000 })],
  ])('answers nothing again: %s', async (_, target, input) => {
    const sendIt = signedOnce(target, JSON.stringify(input()))
    expect(await codeOf(await sendIt())).toBe('done')
    expect(await codeOf(await sendIt())).toBe('replayedNonce')
  })

  test('of two at the same moment one is answered', async () => {
    const sendIt = signedOnce('/member/v1/member/list', '{}')
    const answers = await Promise.all([sendIt(), sendIt(), sendIt()])
    const codes = await Promise.all(answers.map(codeOf))
    expect(codes.toSorted()).toEqual(['done', 'replayedNonce', 'replayedNonce'])
  })
})

test('a mark of byte order before the body is no JSON, signed with it or without', async () => {
  const body = JSON.stringify({ memberId: member.outside })
  const marked = signedOnce('/member/v1/member/get', `\ufeff${body}`)
  const answer = await marked()
  expect([answer.status, await codeOf(answer)]).toEqual([400, 'malformedRequest'])
  const person = await server.person()
  const login = await server.fetch('/api/v1/authorization/sessions', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${person.token}` },
    body: '\ufeff{}',
  })
  expect(login.status).toBe(400)
})

describe('an idempotency key', () => {
  test('is needed, and of a bounded form', async () => {
    expect(await said({ idempotencyKey: null })).toBe('idempotencyKeyMissing')
    expect(await said({ idempotencyKey: 'x'.repeat(256) })).toBe('idempotencyKeyInvalid')
    expect(await said({ idempotencyKey: 'two words' })).toBe('idempotencyKeyInvalid')
  })

  test('gives the first answer again, and is refused for another request', async () => {
    const idempotencyKey = 'one'
    const first = await send({ idempotencyKey })
    const second = await send({ idempotencyKey: 'two' })
    expect(await send({ idempotencyKey })).toEqual({ ...first, isReplayed: true })
    expect(await send({ idempotencyKey: 'two' })).toEqual({ ...second, isReplayed: true })
    expect([first.said, first.isReplayed, second.isReplayed]).toEqual(['done', false, false])
    expect(second.id).not.toBe(first.id)
    expect(await said({ idempotencyKey, amountMinor: 50_001 })).toBe('idempotencyMismatch')
  })

  test('belongs to one person and one call', async () => {
    const permissions = {
      memberManagement: ['isRead', 'isCreate'],
      pretransactionDepositWithdraw: ['isRead', 'isCreate'],
    } as const
    const [anna, ben] = [await server.person({ permissions }), await server.person({ permissions })]
    const input = { memberId: member.outside, amountMinor: 100, remark: 'ทดสอบ' }
    const once = { idempotencyKey: 'mine' }
    const one = await anna.call('preTransactions.createPending', input, once)
    const other = await ben.call('preTransactions.createPending', input, once)
    expect(other.depositId).not.toBe(one.depositId)
    expect(await anna.call('preTransactions.createPending', input, once)).toEqual(one)
    expect(await ben.call('preTransactions.createPending', input, once)).toEqual(other)
  })

  test('used in two calls gives each call its own first answer again', async () => {
    const permissions = {
      memberManagement: ['isRead', 'isCreate'],
      pretransactionDepositWithdraw: ['isRead', 'isCreate'],
    } as const
    const anna = await server.person({ permissions })
    const once = { idempotencyKey: 'both' }
    const pending = { memberId: member.outside, amountMinor: 300, remark: 'ทดสอบ' }
    const person = newMember()
    const one = await anna.call('preTransactions.createPending', pending, once)
    const other = await anna.call('members.create', person, once)
    expect(await anna.call('preTransactions.createPending', pending, once)).toEqual(one)
    expect(await anna.call('members.create', person, once)).toEqual(other)
  })

  test('is kept for seven days, and forgotten so many at a time', async () => {
    const kept = async () => {
      const rows = await make.query<{ key: string }>(
        `select key from idempotency_keys where actor = 'aged' order by key`,
      )
      return rows.map((row) => row.key)
    }
    const age = (of: string, text: string) =>
      server.database.plant(
        `insert into idempotency_keys (actor, call, key, request_hash, created_at)
         values ('aged', 'x', $1, '', now() - $2::interval)`,
        [of, text],
      )
    await age('a week', '6 days 23 hours 59 minutes')
    for (const of of ['old', 'older']) await age(of, '7 days 1 minute')
    expect(await forgetOldKeys(server.services.db, 1)).toBe(1)
    expect(await kept()).toHaveLength(2)
    expect(await forgetOldKeys(server.services.db, 10)).toBe(1)
    expect(await kept()).toEqual(['a week'])
  })

  test('of a refused request is free again', async () => {
    const permissions = { pretransactionDepositWithdraw: ['isRead', 'isCreate'] } as const
    const anna = await server.person({ permissions })
    const refused = await make.member({ state: 'blacklisted' })
    const input = { memberId: refused.outside, amountMinor: 100, remark: 'ทดสอบ' }
    const once = { idempotencyKey: 'again' }
    const tried = anna.call('preTransactions.createPending', input, once)
    expect(await tried.catch((error: unknown) => (error as CallError).code)).toBe('blocked')
    await make.query(`update members set state = 'active' where id = $1`, [refused.id])
    expect((await anna.call('preTransactions.createPending', input, once)).reference).toMatch(/^D/)
  })
})

test('a revoked key opens nothing from the next request on, not even an answer that is kept', async () => {
  const kept = { idempotencyKey: 'kept', amountMinor: 60_000 }
  expect(await said(kept)).toBe('done')
  expect((await send(kept)).isReplayed).toBe(true)
  const read = signedOnce('/member/v1/member/list', '{}')
  const unreadable = signedOnce('/member/v1/member/list', '{"no":"such field"}')
  await make.asAdmin(`update machine_keys set state = 'revoked' where id = '${key.id}'`)
  expect(await said(kept)).toBe('badSignature')
  expect(await said({})).toBe('badSignature')
  expect(await codeOf(await read())).toBe('badSignature')
  expect(await codeOf(await unreadable())).toBe('badSignature')
})
