import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { OpenedAccount } from './banks/own-account.ts'
import { randomOf } from './random.ts'
import { signatureOf } from './signed-client.ts'
import type { PhoneMessage } from './state-file.ts'
import { BankRefusal, World } from './world.ts'

const own = '4051187426'
const payer = { bank: 'KBANK', accountNo: '1234577111', name: 'สมชาย ใจดี' }

const settings = {
  bank: 'SCB',
  accountNo: own,
  accountName: 'Own',
  role: 'deposit' as const,
  balanceMinor: 100_000,
  phone: 'SCB phone',
}
const silent = { send: () => undefined, changed: () => undefined }

function worldOf(
  balances: Record<string, number> = {},
  sims: Record<string, string> = {},
  opened: OpenedAccount[] = [],
) {
  const messages: PhoneMessage[] = []
  const world = new World([settings], { balances, sims, opened }, randomOf(7), {
    ...silent,
    send: (message) => messages.push(message),
  })
  return { world, messages }
}

test('balances in the messages follow one another to the satang', () => {
  const { world, messages } = worldOf()
  world.move(own, 'in', 30_007, payer)
  world.move(own, 'out', 10_000, payer)
  world.move(own, 'in', 1, payer)
  expect(messages.map(({ text }) => /ใช้ได้ ?([\d,.]+)บ/.exec(text)?.[1])).toEqual([
    '1,300.07',
    '1,200.07',
    '1,200.08',
  ])
})

test('messages of an account leave in its order; one that is held lets the others pass', () => {
  const { world, messages } = worldOf()
  world.move(own, 'in', 100, payer, { heldMs: 5000 })
  world.move(own, 'in', 200, payer)
  world.move(own, 'in', 300, payer)
  const [held = 0, second = 0, third = 0] = messages.map(({ dueAtMs }) => dueAtMs)
  expect(second).toBeLessThan(third)
  expect(held).toBeGreaterThan(third)
})

test('a message that comes twice bears one external id, SMS and push bear two', () => {
  const { world, messages } = worldOf()
  world.move(own, 'in', 100, payer, { manner: 'twice' })
  expect(new Set(messages.map(({ externalId }) => externalId)).size).toBe(1)
  world.move(own, 'in', 100, payer, { manner: 'pushToo' })
  expect(messages.slice(2).map(({ source }) => source)).toEqual(['sms', 'push'])
  expect(new Set(messages.slice(2).map(({ externalId }) => externalId)).size).toBe(2)
})

test('nothing goes below zero, and no message tells of it', () => {
  const { world, messages } = worldOf()
  expect(() => world.move(own, 'out', 100_001, payer)).toThrow(BankRefusal)
  expect(messages).toHaveLength(0)
  expect(world.accounts[0]?.balanceMinor).toBe(100_000)
})

test('what was kept over a restart goes before what the settings say', () => {
  const { world } = worldOf({ [`SCB:${own}`]: 555 })
  expect(world.accounts[0]?.balanceMinor).toBe(555)
})

test('a SIM that is put into another phone takes the account’s messages there, over a restart too', () => {
  const { world, messages } = worldOf()
  world.move(own, 'in', 100, payer)
  expect(world.sims).toEqual({})
  world.putSim(own, 'New phone')
  world.move(own, 'in', 100, payer)
  expect(messages.map(({ phone }) => phone)).toEqual(['SCB phone', 'New phone'])
  const again = worldOf({}, world.sims)
  again.world.text(own, { source: 'sms', sender: 'x', text: 'y' })
  expect(again.messages[0]?.phone).toBe('New phone')
  expect(() => world.putSim('1', 'New phone')).toThrow(BankRefusal)
})

const opening = {
  bank: 'BBL',
  accountNo: '1987004182',
  accountName: 'Own',
  role: 'deposit' as const,
  balanceMinor: 700,
}

test('an account that is opened moves money at once and outlives a restart', () => {
  const { world, messages } = worldOf()
  world.open(opening, 'SCB phone')
  world.move(opening.accountNo, 'in', 50, payer)
  expect(messages[0]).toMatchObject({ phone: 'SCB phone', sender: 'BANGKOKBANK' })
  expect(world.opened).toEqual([opening])
  const again = worldOf(world.balances, world.sims, world.opened)
  expect(again.world.accounts[1]).toEqual({
    ...opening,
    balanceMinor: 750,
    phone: 'SCB phone',
    isOpenedHere: true,
  })
})

test('once the back office names it, it says what the account is; balance and SIM stay', () => {
  const { world } = worldOf()
  world.open({ ...opening, bank: 'SCB', accountNo: '4051187434' }, 'New phone')
  world.move('4051187434', 'in', 50, payer)
  const { balances, sims, opened } = world
  const named = { ...settings, accountNo: '4051187434', role: 'holding' as const, phone: null }
  const again = new World([settings, named], { balances, sims, opened }, randomOf(7), silent)
  expect(again.accounts.slice(1)).toEqual([
    { ...named, balanceMinor: 750, phone: 'New phone', isOpenedHere: false },
  ])
  expect(again.opened).toEqual([])
})

test('no number is opened twice', () => {
  const { world } = worldOf()
  world.open(opening, null)
  expect(() => world.open({ ...opening, bank: 'BAY' }, null)).toThrow('accountExists')
  expect(() => world.open({ ...opening, accountNo: own }, null)).toThrow(BankRefusal)
  expect(world.opened).toHaveLength(1)
})

test('what a bank books late stands in the statement of its own day, and its message leaves now', () => {
  const { world, messages } = worldOf()
  const yesterdayMs = Date.parse('2026-11-27T05:00:00Z')
  world.move(own, 'out', 1052, null, { atMs: yesterdayMs })
  world.move(own, 'in', 1052, null, { atMs: yesterdayMs, manner: 'lost' })
  expect(messages.map(({ text }) => /27\/11@12:00/.test(text))).toEqual([true])
  expect(Date.now() - (messages[0]?.sentAtMs ?? 0)).toBeLessThan(5000)
  expect(world.statement(own, '2026-11-27')?.movements).toHaveLength(2)
  const again = new World([settings], { balances: {}, movements: world.movements }, randomOf(7), silent)
  expect(again.statement(own, '2026-11-27')?.movements).toEqual(
    world.statement(own, '2026-11-27')?.movements,
  )
})

test('the same seed gives the same world', () => {
  const texts = (): string[] => {
    const random = randomOf(11)
    return Array.from({ length: 5 }, () => `${random.digits(4)} ${random.int(1, 100)}`)
  }
  expect(texts()).toEqual(texts())
})

test('a request is signed over time, nonce, method, path and body', () => {
  const secret = '0f'.repeat(32)
  const parts = {
    timestamp: '1795000000',
    nonce: 'n-12345678',
    method: 'POST',
    target: '/auto/v1/x',
    body: '{}',
  }
  const expected = createHmac('sha256', Buffer.alloc(32, 0x0f))
    .update('1795000000.n-12345678.POST./auto/v1/x.{}')
    .digest('hex')
  expect(signatureOf(secret, parts)).toBe(expected)
})
