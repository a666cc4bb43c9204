import { readSlipQr } from '@khlang/contract/values/slips/qr.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomOf } from '../random.ts'
import { World } from '../world.ts'
import { SlipService } from './service.ts'
import { slipsOf } from './slips.ts'

const own = '1112223334'
const member = { bank: 'KBANK', accountNo: '9998887776', name: 'สมชาย ใจดี' }
const world = new World(
  [{ bank: 'KBANK', accountNo: own, accountName: 'คลัง', role: 'deposit', balanceMinor: 0, phone: null }],
  { balances: {} },
  randomOf(1),
  { send: () => undefined, changed: () => undefined },
)
const service = new SlipService(world, { apiKey: 'k' })
let port = 0
beforeAll(async () => {
  port = await service.start(0)
})
afterAll(() => service.stop())

const ask = async (payload: string, key = 'k') => {
  const answer = await fetch(`http://127.0.0.1:${port}/1`, {
    method: 'POST',
    headers: { 'x-authorization': key, 'content-type': 'application/json' },
    body: JSON.stringify({ data: payload }),
  })
  return (await answer.json()) as { code?: number; data?: Record<string, unknown> & { delay?: number } }
}

test('a transfer that came in has a slip, always the same, that the service knows', async () => {
  world.move(own, 'in', 50_025, member)
  const [slip] = slipsOf(world)
  expect(slipsOf(world)[0]?.transRef).toBe(slip?.transRef)
  expect(readSlipQr(slip?.payload ?? '')).toEqual({ sendingBank: '004', transRef: slip?.transRef })
  expect((await ask(slip?.payload ?? '')).data).toMatchObject({
    transRef: slip?.transRef,
    amount: 500.25,
    receivingBank: '004',
    sender: { account: { type: 'BANKAC', value: 'xxx-x-x8777-6' } },
  })
  expect((await ask(slip?.payload ?? '', 'other')).code).toBe(1002)
})

test('banks that tell late say so, and what is no slip is told to be none', async () => {
  world.move(own, 'in', 100, { ...member, bank: 'BBL' })
  const [slip] = slipsOf(world)
  expect(await ask(slip?.payload ?? '')).toMatchObject({ code: 1010, data: { delay: 2 } })
  expect((await ask('nothing')).code).toBe(1008)
})
