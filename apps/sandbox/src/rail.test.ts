import { afterEach, expect, test } from 'vitest'
import { Rail, railSignature } from './rail.ts'
import { randomOf } from './random.ts'
import type { RailPayout, RailPlan } from './state-file.ts'
import { World } from './world.ts'

const secret = 'ab'.repeat(32)
const own = '7102264385'
const rails: Rail[] = []

async function start(plans: RailPlan[], kept: RailPayout[] = [], balanceMinor = 1_000_000) {
  const texts: string[] = []
  const world = new World(
    [{ bank: 'KBANK', accountNo: own, accountName: 'Own', role: 'withdrawal', balanceMinor, phone: 'p' }],
    { balances: {} },
    randomOf(1),
    { send: (message) => texts.push(message.text), changed: () => undefined },
  )
  const rail = new Rail({ world, random: randomOf(2), secret, changed: () => undefined }, { payouts: kept })
  rails.push(rail)
  rail.plan(...plans)
  const port = await rail.start(0)
  return { rail, world, texts, base: `http://127.0.0.1:${port}` }
}

afterEach(async () => {
  await Promise.all(rails.splice(0).map((rail) => rail.stop()))
})

const order = (id: string, amountMinor = 45_000) => ({
  id,
  amountMinor,
  currency: 'THB',
  bank: 'SCB',
  accountNo: '4111577222',
  accountName: 'สมชาย ใจดี',
  fromAccountNo: own,
})

async function ask(base: string, path: string, body: object | null, sign = secret) {
  const text = body === null ? '' : JSON.stringify(body)
  const timestamp = String(Math.floor(Date.now() / 1000))
  const response = await fetch(`${base}${path}`, {
    method: body === null ? 'GET' : 'POST',
    ...(body === null ? {} : { body: text }),
    headers: { 'x-rail-timestamp': timestamp, 'x-rail-signature': railSignature(sign, timestamp, text) },
    signal: AbortSignal.timeout(1500),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

test('a payout that succeeds leaves the account once, and the phone hears of it', async () => {
  const { world, texts, base } = await start(['succeed'])
  const first = await ask(base, '/v1/payouts', order('pay-1'))
  expect(first.body).toMatchObject({
    id: 'pay-1',
    state: 'succeeded',
    amountMinor: 45_000,
    currency: 'THB',
  })
  const second = await ask(base, '/v1/payouts', order('pay-1'))
  expect(second.body).toEqual(first.body)
  expect(world.accounts[0]?.balanceMinor).toBe(955_000)
  expect(texts).toHaveLength(1)
  expect(texts[0]).toContain('450.00 คงเหลือ 9,550.00')
})

test('the same id for another amount is refused', async () => {
  const { base } = await start(['succeed'])
  await ask(base, '/v1/payouts', order('pay-1'))
  expect((await ask(base, '/v1/payouts', order('pay-1', 46_000))).status).toBe(409)
})

test('a wrong signature moves nothing', async () => {
  const { world, base } = await start(['succeed'])
  expect((await ask(base, '/v1/payouts', order('pay-1'), 'cd'.repeat(32))).status).toBe(401)
  expect(world.accounts[0]?.balanceMinor).toBe(1_000_000)
})

test('a payout that fails says why and costs nothing', async () => {
  const { world, base } = await start(['fail'])
  const { body } = await ask(base, '/v1/payouts', order('pay-1'))
  expect(body).toMatchObject({ state: 'failed', reason: 'beneficiaryRefused' })
  expect(world.accounts[0]?.balanceMinor).toBe(1_000_000)
})

test('an account with too little on it fails the payout', async () => {
  const { base } = await start(['succeed'], [], 100)
  expect((await ask(base, '/v1/payouts', order('pay-1'))).body).toMatchObject({
    state: 'failed',
    reason: 'insufficientFunds',
  })
})

test('an accepted payout is paid later, and the rail tells when asked', async () => {
  const { rail, base } = await start(['accept'])
  expect((await ask(base, '/v1/payouts', order('pay-1'))).body).toMatchObject({ state: 'accepted' })
  await expect.poll(() => rail.payouts[0]?.state, { timeout: 8000 }).toBe('succeeded')
  expect((await ask(base, '/v1/payouts/pay-1', null)).body).toMatchObject({ state: 'succeeded' })
})

test('a rail that never answers pays in one case and not in the other', async () => {
  const { rail, world, base } = await start(['neverButPay', 'never'])
  await expect(ask(base, '/v1/payouts', order('pay-1'))).rejects.toThrow('timeout')
  await expect(ask(base, '/v1/payouts', order('pay-2', 7000))).rejects.toThrow('timeout')
  expect(rail.payouts.map(({ state }) => state)).toEqual(['succeeded', 'accepted'])
  expect(world.accounts[0]?.balanceMinor).toBe(955_000)
})

test('a payout may leave twice, or without a message of the bank', async () => {
  const { rail, world, texts, base } = await start(['succeedTwice', 'succeedUnseen'])
  expect((await ask(base, '/v1/payouts', order('pay-1'))).body).toMatchObject({ state: 'succeeded' })
  expect(texts).toHaveLength(2)
  expect((await ask(base, '/v1/payouts', order('pay-2', 7000))).body).toMatchObject({ state: 'succeeded' })
  expect(texts).toHaveLength(2)
  expect(world.accounts[0]?.balanceMinor).toBe(1_000_000 - 2 * 45_000 - 7000)
  expect(rail.payouts.every(({ paidAtMs = 0 }) => paidAtMs > 0)).toBe(true)
})

test('with too little for the second time a payout has left once', async () => {
  const { world, base } = await start(['succeedTwice'], [], 50_000)
  expect((await ask(base, '/v1/payouts', order('pay-1'))).body).toMatchObject({ state: 'succeeded' })
  expect(world.accounts[0]?.balanceMinor).toBe(5000)
})

test('what awaits the payout to an account goes before what was planned, once', async () => {
  const { rail, base } = await start(['succeed', 'succeed'])
  rail.await(order('').accountNo, 'fail')
  expect(rail.awaited).toEqual([[order('').accountNo, 'fail']])
  expect((await ask(base, '/v1/payouts', order('pay-1'))).body).toMatchObject({ state: 'failed' })
  expect((await ask(base, '/v1/payouts', order('pay-2'))).body).toMatchObject({ state: 'succeeded' })
  expect(rail.awaited).toEqual([])
})

test('a payout that was accepted before a restart is still paid', async () => {
  const kept: RailPayout = {
    ...order('pay-9'),
    plan: 'accept',
    ref: 'R1',
    state: 'accepted',
    reason: null,
    payAtMs: Date.now() + 50,
  }
  const { rail } = await start([], [kept])
  await expect.poll(() => rail.payouts[0]?.state).toBe('succeeded')
})

test('an id that the rail does not know is not found', async () => {
  const { base } = await start([])
  expect((await ask(base, '/v1/payouts/pay-0', null)).status).toBe(404)
})
