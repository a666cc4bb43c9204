import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maskAccountNo, maskPhone } from '../../platform/people/masks.ts'
import { wholeFile } from '../../testing/exported.ts'
import { codeOf } from '../../testing/world/members.ts'
import { createMoneyOutWorld, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import type { Person } from '../../testing/server.ts'

// Who sees a number masked must not read it by what a search finds (safety 3.4), through whichever box.
const permissions = {
  memberManagement: ['isRead', 'isUpdate'],
  pretransactionDepositWithdraw: ['isRead', 'isCreate', 'isUpdate'],
  pretransactionRequest: ['isRead', 'isUpdate'],
  pretransactionNotMatch: ['isRead', 'isUpdate'],
} as const
const phone = '+66856481681'
const national = '0856481681'
const accountNo = '7713902846'
const accountOf = { accountNo, bank: 'KBANK' }

let world: MoneyOutWorld
let username: string
let memberId: string
let cashier: Person
let senior: Person

beforeAll(async () => {
  world = await createMoneyOutWorld()
  const member = await world.factory.member({ phone, ...accountOf })
  memberId = member.outside
  await world.fund(member, 50_000)
  // One withdrawal that waits for a person, so that the member stands in the queue and among the requests.
  await world.factory.query(
    `insert into withdrawals (reference, member_id, request_key, state, amount_minor, to_bank, band,
       to_account_no, to_account_name, sla_ends_at, requested_at, business_on)
     values ('W-search', $1, 'search', 'review', 10000, 'KBANK', 'onePerson', $2, 'x', now(), now(),
       '2026-11-01')`,
    [member.id, accountNo],
  )
  const [row] = await world.factory.query<{ username: string }>(
    'select username from members where id = $1',
    [member.id],
  )
  username = row?.username ?? ''
})
afterAll(() => world.stop())

const someone = (revealPii: boolean) =>
  world.server.person({ permissions, hasStepUp: true, abilities: { revealPii, exportData: true } })

/** Every box that finds members: whether it finds this one. */
const boxes: Readonly<Record<string, (person: Person, search: string) => Promise<boolean>>> = {
  'members.list': async (person, search) =>
    (await person.call('members.list', { search })).records.some((row) => row.username === username),
  'members.totals': async (person, search) => (await person.call('members.totals', { search })).count > 0,
  'members.exportList': async (person, search) => {
    const file = person.call('members.exportList', { search, format: 'csv' })
    const { base64 } = await wholeFile(file)
    return Buffer.from(base64, 'base64').toString('utf8').includes(username)
  },
  'preTransactions.queue': async (person, search) =>
    (await person.call('preTransactions.queue', { search })).records.length > 0,
  'preTransactions.queue of the member': async (person, search) =>
    (await person.call('preTransactions.queue', { search, memberId })).records.length > 0,
  'preTransactions.queueTotals': async (person, search) =>
    (await person.call('preTransactions.queueTotals', { search })).count > 0,
  'preTransactions.exportQueue': async (person, search) => {
    const file = person.call('preTransactions.exportQueue', { search, format: 'csv' })
    const { base64 } = await wholeFile(file)
    return Buffer.from(base64, 'base64').toString('utf8').includes(username)
  },
  'preTransactions.searchMember': async (person, search) =>
    (await person.call('preTransactions.searchMember', { search })).records.length > 0,
  'preTransactions.searchMembers': async (person, search) =>
    (await person.call('preTransactions.searchMembers', { search })).records.length > 0,
  'preTransactions.requests': async (person, search) =>
    (await person.call('preTransactions.requests', { search })).records.length > 0,
}
/** Pieces of the phone and tails of the account that the masks do not show. */
const pieces = ['0856', '08564', '+66856', '66 856', '085-648', '0856481', '2846', '02846', '902846']

describe.each(Object.entries(boxes))('%s', (_, finds) => {
  beforeAll(async () => {
    cashier = await someone(false)
    senior = await someone(true)
  })

  test('finds nobody by a piece of a number for whom it is masked, and does for who may see it', async () => {
    for (const piece of pieces) expect([piece, await finds(cashier, piece)]).toEqual([piece, false])
    for (const piece of pieces) expect([piece, await finds(senior, piece)]).toEqual([piece, true])
  })

  test('finds by the digits a mask shows, by whole numbers, by the user name', async () => {
    for (const person of [cashier, senior])
      for (const whole of [phone.slice(-4), accountNo.slice(-5, -1), national, phone, accountNo, username])
        expect([whole, await finds(person, whole)]).toEqual([whole, true])
  })

  test('429 at the 31st whole number within an hour, found or not', async () => {
    const prober = await someone(false)
    const numberOf = (n: number) => `08560${String(n).padStart(5, '0')}`
    for (let n = 1; n <= 30; n += 1) expect(await finds(prober, numberOf(n))).toBe(false)
    expect(await codeOf(finds(prober, national))).toBe('429 tooManyRequests')
    expect(await codeOf(finds(prober, accountNo))).toBe('429 tooManyRequests')
    expect(await codeOf(finds(prober, username))).toBe('ok')
    expect(await codeOf(finds(await someone(false), national))).toBe('ok')
  })
})

describe('a search for a whole number', () => {
  const rowsOf = (person: Person) =>
    world.factory.query<{ action: string; detail: unknown }>(
      `select action, detail from activity_log where actor_id = $1 and action = 'numberSearched' order by id`,
      [person.id],
    )

  test('of somebody who sees it masked is in the log once, masked; totals do not count again', async () => {
    const person = await someone(false)
    await Promise.all([
      person.call('members.list', { search: national }),
      person.call('members.totals', { search: national }),
      person.call('preTransactions.queue', { search: '085-648-1681' }),
    ])
    await person.call('members.list', { search: accountNo })
    await person.call('members.list', { search: '1681' })
    expect(await rowsOf(person)).toEqual([
      { action: 'numberSearched', detail: { phone: maskPhone(phone) } },
      { action: 'numberSearched', detail: { accountNo: maskAccountNo(accountNo) } },
    ])
  })

  test('by who may see numbers is neither counted nor in the log', async () => {
    const person = await someone(true)
    for (let n = 0; n < 35; n += 1)
      await person.call('members.list', { search: `08561${String(n).padStart(5, '0')}` })
    expect(await rowsOf(person)).toEqual([])
  })

  test('finds nobody out of sight', async () => {
    const seller = await world.server.person({
      type: 'seller',
      permissions,
      abilities: { revealPii: true },
    })
    for (const box of ['members.list', 'preTransactions.queue', 'preTransactions.searchMember'])
      expect([box, await boxes[box]?.(seller, national)]).toEqual([box, false])
  })
})
