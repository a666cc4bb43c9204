import { expect, test } from 'vitest'
import { Acts } from './acts.ts'
import type { Member, MemberSite } from './members.ts'
import type { Phones } from './phones/phones.ts'
import { randomOf } from './random.ts'
import type { PhoneMessage } from './state-file.ts'
import { World } from './world.ts'

const shown = '4051187426'
const opened = '1987004182'
const member = {
  id: 'mbr_1',
  username: 'kl1',
  bank: 'KBANK',
  accountNo: '1234577111',
  accountName: 'สมชาย ใจดี',
} as Member

function start() {
  const messages: PhoneMessage[] = []
  const send = (message: PhoneMessage) => messages.push(message)
  const ours = { accountName: 'Own', balanceMinor: 100_000, phone: 'one' }
  const accounts = [
    { ...ours, bank: 'SCB', accountNo: shown, role: 'deposit' as const },
    { ...ours, bank: 'KBANK', accountNo: '7102264385', role: 'withdrawal' as const },
  ]
  const world = new World(accounts, { balances: {} }, randomOf(1), { send, changed: () => undefined })
  const site = { anyone: () => Promise.resolve(member) } as unknown as MemberSite
  const phones = { has: (name: string) => name === 'one' || name === 'two' } as unknown as Phones
  return { acts: new Acts(site, world, phones, randomOf(2)), world, messages }
}

test('an account that is opened is empty, takes deposits, and bears the name of the others', () => {
  const { acts, world } = start()
  expect(acts.openAccount({ bank: 'BBL', accountNo: opened })).toEqual({
    bank: 'BBL',
    accountNo: opened,
    accountName: 'Own',
    role: 'deposit',
    balanceMinor: 0,
    phone: null,
  })
  expect(() => acts.openAccount({ bank: 'BBL', accountNo: opened })).toThrow('accountExists')
  expect(() => acts.openAccount({ bank: 'BBL', accountNo: '123456', phone: 'x' })).toThrow('unknownPhone')
  expect(world.has('123456')).toBe(false)
})

test('its messages go nowhere until its SIM lies in a phone', async () => {
  const { acts, messages } = start()
  acts.openAccount({ bank: 'BBL', accountNo: opened, balanceMinor: 5000 })
  await acts.deposit({ accountNo: opened, amountMinor: 100 })
  expect(messages).toEqual([])
  expect(() => acts.putSim({ accountNo: opened, phone: 'nobody’s' })).toThrow('unknownPhone')
  expect(() => acts.putSim({ accountNo: '1', phone: 'two' })).toThrow('unknownAccount')
  acts.putSim({ accountNo: opened, phone: 'two' })
  await acts.deposit({ accountNo: opened, amountMinor: 100 })
  expect(messages).toMatchObject([{ phone: 'two', text: expect.stringContaining('ใช้ได้ 52.00บ') }])
})

test('nothing happens to it by chance while the back office does not know it', async () => {
  const { acts, world } = start()
  acts.openAccount({ bank: 'TTB', accountNo: opened, phone: 'one' })
  acts.openAccount({ bank: 'KTB', accountNo: '9801777345', role: 'withdrawal', phone: 'one' })
  for (let times = 0; times < 30; times += 1) {
    expect(await acts.deposit()).toMatchObject({ accountNo: shown })
    expect(acts.strangerDeposit()).toMatchObject({ accountNo: shown })
    expect(acts.fee()).toMatchObject({ accountNo: '7102264385' })
  }
  expect(world.accounts.filter(({ isOpenedHere }) => isOpenedHere)).toMatchObject([
    { balanceMinor: 0 },
    { balanceMinor: 0 },
  ])
})
