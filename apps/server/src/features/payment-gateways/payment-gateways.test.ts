import jsQR from 'jsqr'
import { crc16, readPromptPay } from '@khlang/contract/values/promptpay.ts'
import { decodeId } from '@khlang/contract/values/values.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  startFakeGateway,
  type FakeGateway,
  type Saying,
  type Sending,
} from '../../testing/fakes/fake-gateway.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import {
  createMoneyFactory,
  type FactoryMember,
  type Machine,
  type MoneyFactory,
} from '../../testing/world/money-factory.ts'
import { watchOrders } from './orders/watch-orders.ts'

let server: TestServer
let make: MoneyFactory
let fake: FakeGateway
let site: Machine
let member: FactoryMember
let gateway: { id: string; outside: string }
beforeAll(async () => {
  server = await startTestServer()
  make = await createMoneyFactory(server)
  fake = await startFakeGateway(server)
  site = await make.machine('memberSite', 'site')
})
afterAll(async () => {
  const broken = await make.judge()
  await fake.stop()
  await server.stop()
  expect(broken).toEqual([])
  expect(fake.unsigned).toEqual([])
})
beforeEach(async () => {
  member = await make.member()
  gateway = await fake.register()
})
afterEach(async () => {
  Object.assign(fake, { mood: 'ok', status: null })
  await make.query(`update payment_gateways set state = 'paused' where id = $1`, [gateway.id])
  server.clock.ms = 0
})

interface Made {
  id: string
  reference: string
  state: string
  qrPayload: string
  qrSvg: string
  creditedMinor: number | null
}
const ask = (change: object = {}) =>
  site.send('/member/v1/order/create', {
    memberId: member.outside,
    amountMinor: 100_000,
    requestKey: randomUUID(),
    ...change,
  })
async function order(change: object = {}): Promise<Made> {
  const { body } = await ask(change)
  expect(body.error).toBeUndefined()
  return body.data as unknown as Made
}
const stateOf = async (id: string) => {
  const { body } = await site.send('/member/v1/order/get', { id })
  return body.data?.state
}
const tell = (saying: Partial<Saying>, sending?: Sending) => fake.tell(gateway, saying, sending)
const receivable = () => make.balance(`gw:${gateway.outside}:receivable`)
const openAlarms = async () => {
  const rows = await make.query<{ reason: string }>(
    `select detail ->> 'reason' as reason from alarms
      where code = 'gateway.mismatch' and cleared_at is null and entity_id in
        (select outside_id('gwe', id) from gateway_events where gateway_id = $1) order by raised_at`,
    [gateway.id],
  )
  return rows.map(({ reason }) => reason)
}

/** The picture as a camera has it: eight pixels a module. */
function pixelsOf(svg: string): [Uint8ClampedArray, number, number] {
  const size = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]) * 8
  const data = new Uint8ClampedArray(size * size * 4).fill(255)
  for (const [, x, y] of svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let at = 0; at < 64; at += 1) {
      const [column, row] = [Number(x) * 8 + (at % 8), Number(y) * 8 + Math.floor(at / 8)]
      data.fill(0, (row * size + column) * 4, (row * size + column) * 4 + 3)
    }
  return [data, size, size]
}

describe('an order', () => {
  test('has a code that any decoder reads, and its checksum is right', async () => {
    const { qrPayload, qrSvg, state } = await order({ amountMinor: 300_050 })
    const read = jsQR.default(...pixelsOf(qrSvg))
    expect(read?.data).toBe(qrPayload)
    expect(crc16(qrPayload.slice(0, -4))).toBe(qrPayload.slice(-4))
    expect(readPromptPay(qrPayload)).toMatchObject({ amountMinor: 300_050, target: { kind: 'biller' } })
    expect(state).toBe('pending')
  })

  test('is made once for a request, and refused for another amount under its key', async () => {
    const requestKey = randomUUID()
    const all = await Promise.all([ask({ requestKey }), ask({ requestKey }), ask({ requestKey })])
    expect(new Set(all.map(({ body }) => body.data?.id)).size).toBe(1)
    expect((await ask({ requestKey, amountMinor: 100_001 })).body.error?.code).toBe('idempotencyMismatch')
  })

  test('goes to the next gateway where the first does not take it, and says why', async () => {
    const other = await fake.register({ priority: 200 })
    fake.mood = 'refuse'
    expect((await ask()).body.error).toEqual({
      code: 'brandSwitchOff',
      message: expect.any(String),
      requestId: expect.any(String),
      details: { reason: 'gatewayDown' },
    })
    const tried = await make.query<{ gateway_id: string }>(
      `select gateway_id from gateway_orders where member_id = $1 order by attempt`,
      [member.id],
    )
    expect(tried.map((each) => each.gateway_id)).toEqual([gateway.id, other.id])
    await make.query(`update payment_gateways set state = 'paused' where id = $1`, [other.id])
  })

  test('is not shown where the code asks for another amount', async () => {
    fake.mood = 'otherAmount'
    expect((await ask()).body.error?.details).toEqual({ reason: 'gatewayDown' })
  })

  test('is told the member’s own account, where no other may pay', async () => {
    await make.query(`update payment_gateways set needs_payer_match = true where id = $1`, [gateway.id])
    const { id } = await order()
    expect(fake.orders.get(id)?.payer).toMatchObject({ accountNo: member.accountNo })
  })

  test('is credited when it is paid, with the fee beside it', async () => {
    await make
      .query(`update payment_gateways set fee_bps = 150, fee_fixed_minor = 100 where id = $1`, [gateway.id])
      .catch(() => undefined)
    const dear = await fake.register({ feeBps: 150, feeFixedMinor: 100, priority: 1 })
    const { id } = await order()
    expect(await fake.tell(dear, { orderId: id })).toEqual({ status: 200, said: 'applied' })
    expect([await make.cash(member), await stateOf(id)]).toEqual([100_000, 'paid'])
    expect(await make.balance(`gw:${dear.outside}:receivable`)).toBe(-98_400)
    expect(await make.balance(`expense:fee:${dear.outside}`)).toBe(-1600)
    const [deposit] = await make.query(
      `select state, method, amount_minor::int as amount, credit_before_minor::int as before,
              credit_after_minor::int as after from deposits where member_id = $1`,
      [member.id],
    )
    expect(deposit).toEqual({
      state: 'credited',
      method: 'gateway',
      amount: 100_000,
      before: 0,
      after: 100_000,
    })
    await make.query(`update payment_gateways set state = 'paused' where id = $1`, [dear.id])
  })

  test('is asked about where its gateway is tried again, and that one call stays for an order', async () => {
    const { id } = await order()
    let questions = 0
    fake.status = () => {
      questions += 1
      return { kind: 'paid' }
    }
    const rest = (seconds: number) =>
      make.query(
        `with due as (update gateway_orders set next_check_at = now() where id = $2::uuid)
         update gateway_health set failures = 5, opened_at = now() - make_interval(secs => $3)
          where gateway_id = $1`,
        [gateway.id, decodeId('gatewayOrder', id), seconds],
      )
    await rest(20)
    await watchOrders(server.services, new AbortController().signal)
    expect([questions, (await ask()).body.error?.code]).toEqual([0, 'brandSwitchOff'])
    await rest(31)
    await watchOrders(server.services, new AbortController().signal)
    expect([questions, await stateOf(id), await make.cash(member)]).toEqual([1, 'paid', 100_000])
    expect((await order()).state).toBe('pending')
    const [health] = await make.query(
      `select failures, opened_at as opened from gateway_health where gateway_id = $1`,
      [gateway.id],
    )
    expect(health).toEqual({ failures: 0, opened: null })
  })

  test('of a member who bears the fee is credited less, and so much less is owed', async () => {
    const theirs = await fake.register({ feeBps: 150, feeFixedMinor: 100, feeBy: 'member', priority: 1 })
    const { id } = await order()
    await fake.tell(theirs, { orderId: id })
    expect(await make.cash(member)).toBe(98_400)
    expect(await make.balance(`gw:${theirs.outside}:receivable`)).toBe(-98_400)
    await make.query(`update payment_gateways set state = 'paused' where id = $1`, [theirs.id])
  })

  test('of a member who was suspended meanwhile is paid, not credited, and shown to people', async () => {
    const { id } = await order()
    await make.query(`update members set state = 'suspended' where id = $1`, [member.id])
    await tell({ orderId: id })
    expect([await make.cash(member), await stateOf(id)]).toEqual([0, 'paid'])
    expect(await openAlarms()).toEqual(['memberStopped'])
  })
})

describe('a webhook', () => {
  // The catalogue of bad input, rows 83 to 91. `of` makes what is told; the end is what the member has.
  const bad: readonly (readonly [string, Partial<Saying>, Sending, number, string, string[]])[] = [
    ['without a signature', {}, { signature: () => null }, 401, 'badSignature', []],
    ['with a wrong signature', {}, { secret: 'another' }, 401, 'badSignature', []],
    ['with half of one', {}, { signature: (right) => right.slice(0, 32) }, 401, 'badSignature', []],
    ['spaced anew', {}, { sent: (body) => body.replace(':', ': ') }, 401, 'badSignature', []],
    ['six minutes old', {}, { ageS: 360 }, 401, 'staleTimestamp', []],
    ['six minutes ahead', {}, { ageS: -360 }, 401, 'staleTimestamp', []],
    ['of an order that is none', { orderId: 'x' }, {}, 202, 'unknownOrder', ['unknownOrder']],
    ['of less', { amountMinor: 99_999 }, {}, 202, 'differs', ['differs']],
    ['of more', { amountMinor: 100_001 }, {}, 202, 'differs', ['differs']],
    ['of nothing', { amountMinor: 0 }, {}, 202, 'differs', ['differs']],
    ['of less than nothing', { amountMinor: -100_000 }, {}, 202, 'differs', ['differs']],
    ['in dollars', { currency: 'USD' }, {}, 202, 'differs', ['differs']],
    [
      'of a payment after its time',
      { happenedAt: '2199-01-01T00:00:00.000Z' },
      {},
      202,
      'late',
      ['differs'],
    ],
    ['of a refund before the payment', { kind: 'refunded' }, {}, 202, 'parked', ['refundedUnpaid']],
    ['that is no JSON', {}, { sent: (body) => `${body} ` }, 401, 'badSignature', []],
  ]
  test.each(bad)('%s credits nothing', async (_, saying, sending, status, said, alarms) => {
    const { id } = await order()
    expect(await tell({ orderId: id, ...saying }, sending)).toEqual({ status, said })
    expect([await make.cash(member), await receivable()]).toEqual([0, 0])
    expect(await openAlarms()).toEqual(alarms)
    const [kept] = await make.query<{ n: number }>(
      `select count(*)::int as n from gateway_events where gateway_id = $1`,
      [gateway.id],
    )
    expect(kept?.n).toBe(1)
  })

  test('of another gateway’s order names none here', async () => {
    const { id } = await order()
    const other = await fake.register()
    expect(await fake.tell(other, { orderId: id })).toEqual({ status: 202, said: 'unknownOrder' })
    expect(await make.cash(member)).toBe(0)
    expect((await fake.tell(other, { orderId: id }, { to: 'gwy_00000000000000000000000000' })).status).toBe(
      404,
    )
    await make.query(`update payment_gateways set state = 'paused' where id = $1`, [other.id])
  })

  test('that is told again has no second effect, and under its name nothing else is believed', async () => {
    const { id } = await order()
    const said = { orderId: id, eventId: randomUUID(), happenedAt: new Date().toISOString() }
    const all = await Promise.all([tell(said), tell(said), tell(said)])
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await tell({ ...said, amountMinor: 200_000 })).toEqual({ status: 409, said: 'conflict' })
    expect(await make.cash(member)).toBe(100_000)
    expect(await openAlarms()).toEqual(['conflicting'])
  })

  test('of a second payment is for people; of the same one under another name it is nothing', async () => {
    const { id } = await order()
    await tell({ orderId: id })
    expect(await tell({ orderId: id })).toEqual({ status: 200, said: 'noEffect' })
    expect(await tell({ orderId: id, paymentRef: 'p2' })).toEqual({ status: 202, said: 'doubled' })
    expect(await make.cash(member)).toBe(100_000)
    expect(await openAlarms()).toEqual(['doubled'])
  })

  test('that came too late to be believed has the gateway asked', async () => {
    const { id } = await order()
    await tell({ orderId: id }, { ageS: 360 })
    fake.status = () => ({ kind: 'paid' })
    await watchOrders(server.services, new AbortController().signal)
    expect([await make.cash(member), await stateOf(id)]).toEqual([100_000, 'paid'])
    // And told after all, it is the same payment.
    expect(await tell({ orderId: id })).toEqual({ status: 200, said: 'noEffect' })
    expect(await make.cash(member)).toBe(100_000)
  })

  test('waits, kept, while nothing is credited by itself, and is applied when that goes on', async () => {
    const { id } = await order()
    await server.set({ isAutoCreditOn: false })
    expect((await tell({ orderId: id })).said).toBe('received')
    await watchOrders(server.services, new AbortController().signal)
    expect(await make.cash(member)).toBe(0)
    await server.set({ isAutoCreditOn: true })
    await make
      .query(`update gateway_events set received_at = received_at - interval '5 seconds'
      where state = 'received'`)
      .catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 2100))
    await watchOrders(server.services, new AbortController().signal)
    expect(await make.cash(member)).toBe(100_000)
  })

  test('pays no blacklisted member, whatever their state; once they are not, a retry does', async () => {
    const { id } = await order()
    await make.query(
      `insert into blacklist (kind, value, source, reason)
       select 'phone', phone, 'own', 'x' from members where id = $1`,
      [member.id],
    )
    await tell({ orderId: id })
    expect(await make.cash(member)).toBe(0)
    expect(await openAlarms()).toEqual(['memberStopped'])
  })

  test('takes the fee that was offered with the order, not the one of the day it is paid', async () => {
    const { id } = await order()
    await make.asAdmin(`set session_replication_role = replica;
      update payment_gateways set fee_by = 'house', fee_bps = 1000 where id = '${gateway.id}';
      set session_replication_role = default`)
    await tell({ orderId: id })
    expect([await make.cash(member), await receivable()]).toEqual([100_000, -100_000])
  })

  test('from an address that is not the gateway’s is refused', async () => {
    // As if two had agreed to it.
    const speaksFrom = (addresses: string) =>
      make.asAdmin(`set session_replication_role = replica;
        update payment_gateways set addresses = '${addresses}' where id = '${gateway.id}';
        set session_replication_role = default`)
    await speaksFrom('{203.0.113.0/24}')
    const { id } = await order()
    expect((await tell({ orderId: id })).said).toBe('badSignature')
    await speaksFrom('{127.0.0.0/8}')
    expect((await tell({ orderId: id })).said).toBe('applied')
  })

  test('that strangers send again and again is kept in part, and counted', async () => {
    await make.query(
      `insert into gateway_events (gateway_id, source, verdict, payload_hash, raw, state)
       select $1, 'webhook', 'forged', '', '', 'refused' from generate_series(1, 99)`,
      [gateway.id],
    )
    for (let n = 0; n < 3; n += 1) await tell({}, { secret: 'another' })
    const [kept] = await make.query(
      `select (select count(*)::int from gateway_events where gateway_id = $1) as rows,
              refused_callbacks::int as counted from gateway_health where gateway_id = $1`,
      [gateway.id],
    )
    expect(kept).toEqual({ rows: 100, counted: 3 })
  })
})
