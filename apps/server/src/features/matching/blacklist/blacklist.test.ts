import { decodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bankPhone } from '../../../testing/bank-phone.ts'
import { wholeFile } from '../../../testing/exported.ts'
import { codeOf, once } from '../../../testing/refusal.ts'
import { startTestServer, type Person, type TestServer } from '../../../testing/server.ts'
import { decideAs, decidePassword } from '../../../testing/world/decide.ts'
import { createMoneyFactory, type MoneyFactory } from '../../../testing/world/money-factory.ts'
import { withdrawalFacts } from '../../withdrawals/facts.ts'
import { memberStop, type LockedWithdrawal } from '../../withdrawals/queries.ts'
import { blacklistValue, maskedValue, typedValue } from './values.ts'

let server: TestServer
let make: MoneyFactory
let cashier: Person
let second: Person
beforeAll(async () => {
  server = await startTestServer()
  make = await createMoneyFactory(server)
  const permissions = { pretransactionNotMatch: ['isRead', 'isUpdate'] as const }
  cashier = await server.person({ permissions, hasStepUp: true })
  second = await server.person({
    permissions,
    hasStepUp: true,
    password: decidePassword,
    abilities: { revealPii: true },
  })
})
afterAll(async () => {
  const violations = await make.judge()
  await server.stop()
  expect(violations).toEqual([])
})

const why = { source: 'own', reasonCode: 'mule', reason: 'บัญชีม้า' } as const
type Kind = Parameters<typeof blacklistValue>[0]
const add = (kind: Kind, value: string, more: object = {}) =>
  cashier.call('preTransactions.addToBlacklist', { kind, value, ...why, ...more }, once())
const codeOfThrown = (thrown: unknown) => codeOf(Promise.reject(thrown))
const list = (by: Person, more: object = {}) => by.call('preTransactions.blacklist', more)
const unlist = (id: string) =>
  cashier.call('preTransactions.askUnlist', { id, reason: 'พิสูจน์แล้วว่าไม่ใช่' }, once())

describe('the blacklist', () => {
  test('is added to by one, shown masked, and taken from by two', async () => {
    const { id } = await add('bankAccount', 'scb: 123-4-56789-1')
    expect((await list(second, { search: '1234567891' })).records).toMatchObject([
      { id, kind: 'bankAccount', value: 'SCB:1234567891', reasonCode: 'mule', state: 'active' },
    ])
    const [masked] = (await list(cashier, { search: '1234567891' })).records
    expect(masked?.value).toBe('SCB:xxx-x-x6789-x')
    expect(await codeOf(add('bankAccount', 'SCB:1234567891'))).toBe('blacklistRefused')
    const { approvalId, state } = await unlist(id)
    expect(state).toBe('waiting')
    const waiting = await second.call('approvals.list', { scope: 'toSettle' })
    expect(waiting.records.find((each) => each.id === approvalId)?.entityName).toBe('SCB xxx-x-x6789-x')
    expect((await list(cashier, { search: '1234567891' })).records[0]?.isRemovalAsked).toBe(true)
    await decideAs(second, approvalId)
    expect((await list(cashier, { search: '1234567891' })).records).toEqual([])
    const all = await list(cashier, { search: '1234567891', scope: 'all' })
    expect(all.records).toMatchObject([{ state: 'removed', removedReason: 'พิสูจน์แล้วว่าไม่ใช่' }])
    expect(await codeOf(unlist(id))).toBe('stateRefused')
    expect((await add('bankAccount', 'SCB:1234567891')).id).not.toBe(id)
  })

  test('takes many at once, says which are none, and leaves those that it has', async () => {
    await add('phone', '081-111-2222')
    const values = ['0811112222', '0811112223', '', 'nobody', '+66811112223']
    const input = { kind: 'phone' as const, values, ...why }
    expect(await cashier.call('preTransactions.importBlacklist', input, once())).toEqual({
      added: 1,
      known: 1,
      unread: [4],
    })
    const many = Array.from({ length: 501 }, () => '0811112222')
    const tooMany = { ...input, values: many }
    expect(await codeOf(cashier.call('preTransactions.importBlacklist', tooMany, once()))).toBe(
      'outOfRange',
    )
    expect(await codeOf(add('phone', '12'))).toBe('invalidFormat')
  })

  test('is had as a file by who may have files, its numbers masked as on the screen', async () => {
    await add('bankAccount', 'KBANK:5550001112')
    const input = { format: 'csv' as const, search: '5550001112' }
    expect(await codeOf(cashier.call('preTransactions.exportBlacklist', input))).toBe('forbidden')
    const rowOf = async (abilities: object) => {
      const permissions = { pretransactionNotMatch: ['isRead'] as const }
      const reader = await server.person({ permissions, hasStepUp: true, abilities })
      const call = server.as(reader.token, 'en')
      const file = await wholeFile(call('preTransactions.exportBlacklist', input))
      expect([file.fileName, file.rows]).toEqual(['blacklist.csv', 1])
      return Buffer.from(file.base64, 'base64').toString().split('\r\n')[1]
    }
    const said = 'Bank account,Acts,Mule account'
    expect(await rowOf({ exportData: true, revealPii: true })).toContain(`KBANK:555-0001112,${said}`)
    expect(await rowOf({ exportData: true })).toContain(`KBANK:xxx-x-x0111-x,${said}`)
  })

  test('ends by itself, and then acts anew when it is added again', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
    const { id } = await add('name', 'หมดอายุ แล้วจ้า', { expiresAt })
    await server.database.plant(
      `update blacklist set expires_at = now() - interval '1 minute' where id = $1`,
      [decodeId('blacklistEntry', id)],
    )
    expect((await list(cashier, { search: 'หมดอายุ' })).records).toEqual([])
    expect((await list(cashier, { search: 'หมดอายุ', scope: 'all' })).records[0]?.state).toBe('ended')
    expect((await add('name', 'หมดอายุ  แล้วจ้า')).id).toBe(id)
  })

  test('acts for longer when it is added again, never for less, and from no past moment', async () => {
    const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()
    const { id } = await add('name', 'ชั่วคราว คนนี้', { expiresAt: hours(2) })
    const again = (more: object) => add('name', 'ชั่วคราว คนนี้', more).then((made) => made.id, codeOfThrown)
    expect(await again({ expiresAt: hours(1) })).toBe('blacklistRefused')
    expect(await again({ expiresAt: hours(3) })).toBe(id)
    expect(await again({})).toBe(id)
    expect(await again({ expiresAt: hours(9) })).toBe('blacklistRefused')
    expect((await list(cashier, { search: 'ชั่วคราว' })).records[0]?.expiresAt).toBeNull()
    expect(await again({ expiresAt: hours(-1) })).toBe('invalidDate')
    const many = { kind: 'name' as const, values: ['เมื่อวาน นี้'], ...why, expiresAt: hours(-1) }
    expect(await codeOf(cashier.call('preTransactions.importBlacklist', many, once()))).toBe('invalidDate')
  })
})

describe('who is on it', () => {
  const payer = (digits: string) => ({ tag: 'KBNK', digits })

  test('is credited by no machine: by account, by phone, or as the payer whom the bank prints', async () => {
    const phone = await bankPhone(make, await make.account({ bank: 'SCB' }))
    const paid = async (digits: string, amountMinor: number) => {
      const id = (await phone.receives({ amountMinor, payer: payer(digits) })).body.data?.lineId ?? ''
      return cashier.call('preTransactions.line', { id })
    }
    await make.member({ bank: 'KBANK', accountNo: '1234818181' })
    expect((await paid('818181', 10_000)).line.state).toBe('autoMatched')
    await add('payer', 'KBANK|818181|')
    const listed = await paid('818181', 10_100)
    expect(listed.line.state).not.toBe('autoMatched')
    expect(listed.suggestions[0]?.signals).toContainEqual(
      expect.objectContaining({ code: 'memberNotActive', points: -50 }),
    )
    await make.member({ bank: 'KBANK', accountNo: '1234828282' })
    await add('bankAccount', 'KBANK:1234828282')
    expect((await paid('828282', 10_200)).line.state).not.toBe('autoMatched')
    const third = await make.member({ bank: 'KBANK', accountNo: '1234838383' })
    const [row] = await make.query<{ phone: string }>('select phone from members where id = $1', [third.id])
    await add('phone', row?.phone ?? '')
    expect((await paid('838383', 10_300)).line.state).not.toBe('autoMatched')
  })

  test('and no statement of the program’s own role takes an entry off', async () => {
    const { id } = await add('nameBank', 'SCB:สมศรี ร้ายกาจ')
    const said = (text: string) =>
      server.services.pool.query(text, [decodeId('blacklistEntry', id)]).then(
        () => 'done',
        (error: unknown) => (error as { code?: string }).code ?? String(error),
      )
    expect(await said('update blacklist set removed_at = now() where id = $1')).toBe('KL105')
    expect(await said(`update blacklist set value = 'x' where id = $1`)).toBe('KL105')
    expect(await said(`update blacklist set expires_at = now() where id = $1`)).toBe('KL105')
    expect(await said('delete from blacklist where id = $1')).toBe('42501')
  })
})

test.each([
  ['for ever', null, null, true],
  ['until later', '1 hour', null, true],
  ['until a moment ago', '-1 second', null, false],
  ['until it was taken off', null, 'now()', false],
])('whoever judges does so %s', async (_, expires, removed, isListed) => {
  const phoneNo = `+6689${String(Math.trunc(Math.random() * 1e7)).padStart(7, '0')}`
  const accountNo = `77${String(Math.trunc(Math.random() * 1e8)).padStart(8, '0')}`
  const member = await make.member({ bank: 'KBANK', accountNo, phone: phoneNo })
  for (const [kind, value] of [
    ['phone', phoneNo],
    ['payer', `KBANK|${accountNo.slice(-6)}|`],
  ] as const)
    await server.database.plant(
      `insert into blacklist (kind, value, source, reason, expires_at, removed_at)
       values ($1, $2, 'own', 'x', now() + $3::interval, ${removed ?? 'null'})`,
      [kind, value, expires],
    )
  const [bySql] = await make.query<{ is: boolean; member: boolean }>(
    `select is_listed('phone', $2) as is, is_listed_member($1) as member`,
    [member.id, phoneNo],
  )
  expect(bySql).toEqual({ is: isListed, member: isListed })
  const owner = await server.person({ isAdmin: true })
  const { blacklisted } = await owner.call('members.checkDuplicate', { phone: phoneNo })
  expect(blacklisted.map(({ kind }) => kind)).toEqual(isListed ? ['phone'] : [])
  const { db, settings } = server.services
  const now = new Date().toISOString()
  const of = { memberId: member.id, amountMinor: 1, businessOn: now.slice(0, 10), now }
  const facts = await withdrawalFacts(db, of, await settings.get(), true)
  expect(facts.risk?.blacklistedBy).toBe(isListed ? 'phone' : null)
  const asked = { member_id: member.id, to_bank: 'KBANK', to_account_no: accountNo, to_account_name: 'x' }
  const stop = await db.transaction().execute((tx) => memberStop(tx, asked as LockedWithdrawal))
  expect(stop).toBe(isListed ? 'blacklist' : null)
  const device = await bankPhone(make, await make.account({ bank: 'SCB' }))
  const paid = await device.receives({
    amountMinor: 10_000,
    payer: { tag: 'KBNK', digits: accountNo.slice(-6) },
  })
  const { line } = await cashier.call('preTransactions.line', { id: paid.body.data?.lineId ?? '' })
  expect(line.state === 'autoMatched').toBe(!isListed)
})

test('what stands in a file is read back, and no spreadsheet takes it for a number', () => {
  for (const [kind, value, typed] of [
    ['phone', '+66652090757', '065-2090757'],
    ['bankAccount', '0652090757', '065-2090757'],
    ['bankAccount', 'SCB:0012345678', 'SCB:001-2345678'],
    ['name', 'สมชาย ใจดี', 'สมชาย ใจดี'],
  ] as const) {
    expect(typedValue(kind, value)).toBe(typed)
    expect(blacklistValue(kind, typed)).toBe(value)
  }
})

test('what is typed is kept as it is compared', () => {
  const kept = (kind: Kind, text: string) => blacklistValue(kind, text)
  expect([kept('phone', '081 234 5678'), kept('phone', '+66812345678')]).toEqual([
    '+66812345678',
    '+66812345678',
  ])
  expect([kept('bankAccount', '123-4-56789-0'), kept('bankAccount', 'KBANK:1234567890')]).toEqual([
    '1234567890',
    'KBANK:1234567890',
  ])
  expect([kept('bankAccount', 'XX:1234567890'), kept('nameBank', 'สมชาย'), kept('name', ' ')]).toEqual([
    null,
    null,
    null,
  ])
  expect([
    kept('payer', 'scb|1234|นาย สมชาย ใจดี'),
    kept('payer', '||ab'),
    kept('payer', 'SCB|12|'),
  ]).toEqual(['SCB|1234|สมชาย ใจดี', null, null])
  expect(maskedValue('phone', '+66812345678')).toBe('08x-xxx-5678')
})
