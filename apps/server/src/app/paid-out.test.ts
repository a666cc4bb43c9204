import { decodeId, encodeId } from '@khlang/contract/values.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { raiseAlarm } from '../platform/alarms.ts'
import { bankPhone } from '../testing/bank-phone.ts'
import type { FactoryMember } from '../testing/money-factory.ts'
import { createMoneyOutWorld, key, type MoneyOutWorld } from '../testing/money-out.ts'
import { lineOf, perAddressMax } from './connections.ts'

// ADR 0025: what leaves is what was decided, to the member's account, of the member's money; tried by SQL as
// the program itself, and by one person with accounts of their own making.

let world: MoneyOutWorld
let member: FactoryMember
let thief: FactoryMember
beforeAll(async () => {
  world = await createMoneyOutWorld()
  await world.cashier({ isAdmin: true })
  ;[member, thief] = [await world.regular(500_000), await world.factory.member()]
})
afterAll(async () => {
  const broken = await world.factory.judge()
  await world.stop()
  expect(broken).toEqual([])
})

const refusal = (error: { code?: string }) => error.code
/** In a transaction of its own, which is never kept. */
async function bySql(...statements: readonly (readonly [string, ...unknown[]])[]) {
  const client = await world.server.services.pool.connect()
  try {
    await client.query('begin')
    for (const [text, ...values] of statements) await client.query(text, values)
    return await client.query('set constraints all immediate').then(() => 'done', refusal)
  } catch (error) {
    return refusal(error as { code?: string })
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const id = '0190a0a0-0000-7000-8000-000000000001'
const asked = (state: 'review' | 'approved', over: { no?: string; band?: string } = {}) =>
  [
    `insert into withdrawals (id, reference, member_id, request_key, state, amount_minor, to_bank,
       to_account_no, to_account_name, sla_ends_at, business_on, decision_kind, band)
     values ($1, $2, $3, $2, $4, 100000, 'KBANK', $5, 'x', now(), brand_day(),
       case $4 when 'approved' then 'auto' end, $6)`,
    id,
    key(),
    member.id,
    state,
    over.no ?? member.accountNo,
    over.band ?? (state === 'approved' ? 'auto' : 'onePerson'),
  ] as const
const change = (set: string) => [`update withdrawals set ${set} where id = $1`, id] as const

test('a withdrawal goes to the member’s account, by a decision that stays', async () => {
  const one = await world.cashier()
  const two = await world.cashier()
  const by = `decided_at = now(), decision_kind = 'employee', decided_by = '${one.id}'`
  expect(await bySql(asked('approved'))).toBe('done')
  expect(await bySql(asked('approved', { no: '9999999999' }))).toBe('KL105')
  expect(await bySql(asked('approved'), change(by))).toBe('KL105')
  const both = `state = 'approved', first_approved_by = '${two.id}', ${by}`
  expect(await bySql(asked('review', { band: 'twoPeople' }), change(both))).toBe('KL105')
  const stranger = [
    `insert into member_bank_accounts (member_id, bank, account_no, account_name, state)
     values ($1, 'KBANK', '9999999999', 'x', 'alias')`,
    member.id,
  ] as const
  expect(await bySql(stranger)).toBe('KL104')
})

test('a payout is of a withdrawal that is being sent, and of its amount', async () => {
  const ordered = (amountMinor: number) =>
    [
      `insert into payouts (withdrawal_id, attempt, bank_account_id, rail_id, amount_minor, business_on)
       values ($1, 1, $2, $3, $4, brand_day())`,
      id,
      world.source.id,
      world.rail.id,
      amountMinor,
    ] as const
  const sending = change(`state = 'sending'`)
  expect(await bySql(asked('approved'), ordered(100_000), sending)).toBe('done')
  expect(await bySql(asked('approved'), ordered(100_000))).toBe('KL105')
  expect(await bySql(asked('review'), ordered(100_000))).toBe('KL105')
  expect(await bySql(asked('approved'), sending, ordered(100_001))).toBe('KL105')
  const more = ['update payouts set amount_minor = amount_minor + 1 where withdrawal_id = $1', id] as const
  expect(await bySql(asked('approved'), sending, ordered(100_000), more)).toBe('KL101')
})

test('the fuse ends under its approval, and as many check as the amount asks for', async () => {
  const alarm = { code: 'payoutFuse', entity: 'brand', entityId: 'brand' }
  await world.server.services.db.transaction().execute((tx) => raiseAlarm(tx, alarm))
  expect(await bySql([`update alarms set cleared_at = now() where code = 'payoutFuse'`])).toBe('KL105')
  const { id: maker } = await world.cashier({ isAdmin: true })
  await world.cashier({ isAdmin: true })
  const request = (needed: number, amountMinor: number | null) =>
    [
      `insert into approvals (kind, entity, entity_id, document, document_hash, amount_minor, reason,
         maker_id, requires, checkers_needed, expires_at)
       values ('manualCredit', 'member', $1, '{"amountMinor": 90000000}', '\\x00', $4, 'x', $2, '{}', $3,
         now() + interval '1 day')`,
      member.outside,
      maker,
      needed,
      amountMinor,
    ] as const
  expect(await bySql(request(2, 90_000_000))).toBe('done')
  expect(await bySql(request(1, 90_000_000))).toBe('KL105')
  expect(await bySql(request(1, null))).toBe('KL105')
})

test('nobody makes an account of more rights than their own', async () => {
  const [cashier, admin] = [await world.cashier(), await world.cashier({ isAdmin: true })]
  const made = (maker: string, like: string) =>
    bySql([
      `insert into employees (username, display_name, role_id, created_by)
       select 'new', 'x', role_id, $1 from employees where id = $2`,
      maker,
      like,
    ])
  expect(await made(cashier.id, cashier.id)).toBe('done')
  expect(await made(admin.id, cashier.id)).toBe('done')
  expect(await made(cashier.id, admin.id)).toBe('KL105')
  expect(await bySql([`update employees set type = 'seller' where id = $1`, cashier.id])).toBe('KL105')
})

test('what enters a wallet or a hold comes from where its kind takes it', async () => {
  const [own, theirs] = [`member:${member.outside}`, `member:${thief.outside}`]
  const posted = (kind: string, from: string, to: string, hold: string | null = null) =>
    bySql([
      `select post_transfers('strict', array[$1 || ':x'], array[$1], array['x'], array[brand_day()],
         array[brand_day()], $4::text[], array[1], array[$2, $3], array[1], array[2],
         array[100::bigint], array['THB'], null)`,
      kind,
      from,
      to,
      hold === null ? null : [hold],
    ])
  expect(await posted('withdraw.hold', `${own}:cash`, `${own}:locked`, 'open')).toBe('done')
  expect(await posted('withdraw.hold', `${own}:cash`, `${theirs}:locked`, 'open')).toBe('KL105')
  expect(await posted('withdraw.failed', `${own}:cash`, `${theirs}:locked`, 'open')).toBe('KL105')
  for (const kind of ['withdraw.release', 'deposit.reversed', 'bet.place', 'bet.settle', 'bonus.grant'])
    expect([kind, await posted(kind, `${own}:cash`, `${theirs}:cash`)]).toEqual([kind, 'KL105'])
  const maker = [
    'update members set created_by = null, id = gen_random_uuid() where id = $1',
    thief.id,
  ] as const
  expect(await bySql(maker)).toBe('KL105')
})

test('an amount that another was told shortly before proves nothing, to machine or person', async () => {
  const account = await world.factory.account({ bank: 'SCB' })
  const phone = await bankPhone(world.factory, account)
  const [late, now] = [await world.factory.member(), await world.factory.member()]
  const told = await world.factory.request(late, account, 70_042, { isUniqueSatang: true })
  const ended = `update deposits set state = 'expired' where id = $1`
  await world.factory.query(ended, [decodeId('deposit', told) ?? told])
  await world.factory.request(now, account, 70_042, { isUniqueSatang: true })
  const answer = await phone.receives({ amountMinor: 70_042 })
  expect(await world.factory.cash(now)).toBe(0)
  const cashier = await world.cashier({
    permissions: { pretransactionNotMatch: ['isRead', 'isUpdate'] },
  })
  const line = { id: answer.body.data?.lineId ?? '', memberId: now.outside }
  const seen = await cashier.call('preTransactions.previewLink', line)
  expect(seen.reasons).toEqual(['lowScore'])
})

test('who registered a member is not the first to pay them out', async () => {
  const [registrar, other] = [await world.cashier(), await world.cashier()]
  const regular = await world.regular(400_000)
  const registered = 'update members set created_by = $2 where id = $1'
  await world.server.database.plant(registered, [regular.id, registrar.id])
  const outsideId = encodeId('member', regular.id)
  await world.server.database.plant('update members set is_auto_withdraw = false where id = $1', [
    regular.id,
  ])
  const { body } = await world.withdraw({ ...regular, outside: outsideId }, 100_000)
  const input = { id: body.data?.id ?? '', version: 1 }
  const approve = (person: typeof registrar) =>
    person.call('preTransactions.approve', input, { idempotencyKey: key() })
  await expect(approve(registrar)).rejects.toMatchObject({ code: 'fourEyes' })
  expect(await approve(other)).toMatchObject({ state: 'approved' })
})

test('connections are counted by the line of an address', () => {
  expect(['::ffff:192.0.2.7', '192.0.2.7'].map(lineOf)).toEqual(['192.0.2.7', '192.0.2.7'])
  expect(lineOf('2001:db8:1:2:3:4:5:6')).toBe(lineOf('2001:db8:1:2::9'))
  expect(lineOf('2001:db8::1')).not.toBe(lineOf('2001:db8:1::1'))
  expect(perAddressMax).toBeLessThan(8000 / 2)
})
