import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  pictureOf,
  startFakeSlipService,
  type FakeSlipService,
} from '../../testing/fakes/fake-slip-service.ts'
import { codeOf } from '../../testing/refusal.ts'
import type { Person } from '../../testing/server.ts'
import { decideAs } from '../../testing/world/decide.ts'
import { createMoneyOutWorld, key, type MoneyOutWorld } from '../../testing/world/money-out.ts'

let world: MoneyOutWorld
let service: FakeSlipService
let maker: Person
let checker: Person
beforeAll(async () => {
  world = await createMoneyOutWorld()
  service = await startFakeSlipService(world.server)
  const permissions = { paymentGateway: ['isRead', 'isUpdate'] } as const
  maker = await world.cashier({ permissions })
  checker = await world.cashier({ permissions })
})
afterAll(async () => {
  await service.stop()
  await world.stop()
})

const stored = async () => (await maker.call('paymentGateways.slipService', {})).service
const reason = 'another contract'
const set = (change: object) =>
  maker.call(
    'paymentGateways.setSlipService',
    {
      adapter: 'slipOk' as const,
      baseUrl: service.baseUrl,
      branch: '9',
      apiKey: null,
      version: 1,
      reason,
      ...change,
    },
    { idempotencyKey: key() },
  )

test('of its key nobody is told more than the end', async () => {
  expect(await stored()).toMatchObject({
    adapter: 'slipOk',
    baseUrl: service.baseUrl,
    branch: '9',
    apiKey: { last4: 'vice' },
    isOn: true,
    version: 1,
  })
})

test('another place takes two people, and the key anew', async () => {
  const elsewhere = `${service.baseUrl}/elsewhere`
  expect(await codeOf(set({ baseUrl: elsewhere }))).toBe('requiredField')
  expect(await codeOf(set({ baseUrl: 'http://127.0.0.1:1' }))).toBe('urlForbidden')
  expect(await codeOf(set({ version: 7 }))).toBe('stale')
  const asked = await set({ baseUrl: `${elsewhere}/`, apiKey: 'canary-of-a-new-key' })
  expect([asked.state, (await stored())?.version]).toEqual(['waiting', 1])
  expect((await maker.call('paymentGateways.slipService', {})).isSetupAsked).toBe(true)
  await decideAs(checker, asked.approvalId)
  expect(await stored()).toMatchObject({ baseUrl: elsewhere, apiKey: { last4: '-key' }, version: 2 })
  const { rows } = await world.server.services.pool.query<{ found: number }>(
    `select (select count(*) from approvals where document::text like '%canary-of-a-new%')::int
       + (select count(*) from activity_log where after::text like '%canary-of-a-new%')::int as found`,
  )
  expect(rows).toEqual([{ found: 0 }])
})

test('is switched off by one, and then nobody is asked', async () => {
  const { version } = (await stored()) ?? { version: 0 }
  await maker.call(
    'paymentGateways.switchSlipService',
    { isOn: false, version, reason },
    { idempotencyKey: key() },
  )
  const member = await world.factory.member()
  const reader = await world.cashier({ permissions: { pretransactionDepositWithdraw: ['isRead'] } })
  const before = service.asked
  const answer = await world.server.fetch(`/api/v1/pre-transaction/read-slip/${member.outside}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${reader.token}`,
      'content-type': 'application/octet-stream',
      'idempotency-key': key(),
    },
    body: new Uint8Array(await pictureOf({ sendingBank: '014', transRef: 'OFFOFFOFF123' })),
  })
  const { data } = (await answer.json()) as { data?: { state: string } }
  expect([data?.state ?? answer.status, service.asked]).toEqual(['unchecked', before])
})
