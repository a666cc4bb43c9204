import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bankPhone } from '../../testing/bank-phone.ts'
import { codeOf, once, refusalOf } from '../../testing/refusal.ts'
import type { Person } from '../../testing/server.ts'
import { decideAs, decidePassword } from '../../testing/world/decide.ts'
import type { FactoryAccount } from '../../testing/world/money-factory.ts'
import { createMoneyOutWorld, key, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import { payoutSources } from '../withdrawals/queries.ts'

let world: MoneyOutWorld
let owner: Person
let second: Person
beforeAll(async () => {
  world = await createMoneyOutWorld()
  owner = await world.server.person({ isAdmin: true, hasStepUp: true, password: decidePassword })
  second = await world.server.person({ isAdmin: true, hasStepUp: true, password: decidePassword })
})
afterAll(async () => {
  const broken = await world.factory.judge()
  await world.stop()
  expect(broken).toEqual([])
})

const reason = 'ธนาคารแจ้งปัญหา'
type Way = 'in' | 'out'
const cardOf = async ({ outside }: FactoryAccount, person = owner) =>
  (await person.call('paymentAutos.list', {})).records.find(({ id }) => id === outside)
const off = async (account: FactoryAccount, way: Way) => {
  const { version = 0 } = (await cardOf(account)) ?? {}
  return owner.call('paymentAutos.switchOff', { id: account.outside, version, way, reason }, once())
}
const on = async (account: FactoryAccount, way: Way) => {
  const { version = 0 } = (await cardOf(account)) ?? {}
  return owner.call('paymentAutos.switchOn', { id: account.outside, version, way, reason }, once())
}
const pays = async ({ id }: FactoryAccount): Promise<boolean> =>
  (await payoutSources(world.server.services.db, { amountMinor: 100, businessOn: '2026-11-22', only: id }))
    .length === 1
const transfer = (from: FactoryAccount, to: FactoryAccount) =>
  owner.call(
    'ownTransfers.create',
    { fromId: from.outside, toId: to.outside, amountMinor: 500, purpose: 'hold', reason },
    once(),
  )

describe('paying in', () => {
  test('is off at once: members are shown another account; on again by one, both in the log', async () => {
    const first = await world.factory.account({ bank: 'BAY' })
    await world.factory.query('update bank_accounts set priority = 1 where id = $1', [first.id])
    const shown = async () => {
      const memberId = (await world.factory.member()).outside
      const told = await world.site.send(
        '/member/v1/deposit/create',
        { memberId, amountMinor: 50_000 },
        key(),
      )
      return told.body.data?.['bank']
    }
    expect(await shown()).toBe('BAY')
    await off(first, 'in')
    expect([await shown(), await cardOf(first)]).toMatchObject(['SCB', { takesIn: false, paysOut: true }])
    expect(await codeOf(off(first, 'in'))).toBe('stateRefused')
    expect(await on(first, 'in')).toEqual({ state: 'done', approvalId: null })
    expect(await shown()).toBe('BAY')
    const acts = await world.factory.query<{ action: string }>(
      `select action from activity_log where entity_id = $1 order by at`,
      [first.outside],
    )
    expect(acts.map(({ action }) => action)).toEqual(['bankAccountSwitchedOff', 'bankAccountSwitchedOn'])
  })

  test('off, what arrives is read, matched and credited as before', async () => {
    const account = await world.factory.account({ bank: 'SCB' })
    const phone = await bankPhone(world.factory, account)
    const member = await world.factory.member()
    await off(account, 'in')
    const payer = { tag: 'KBNK', digits: member.accountNo.slice(-6) }
    const told = await phone.receives({ amountMinor: 12_300, payer })
    expect(told.body.data).toMatchObject({ lineState: 'autoMatched' })
    expect(await world.factory.cash(member)).toBe(12_300)
  })
})

describe('paying out', () => {
  test('is off at once: no payout, transfer or refund begins from it; on again by two', async () => {
    const account = world.source
    const [holding, deposit] = [await world.factory.account(), await world.factory.account({ bank: 'SCB' })]
    expect(await pays(account)).toBe(true)
    await off(account, 'out')
    await off(deposit, 'out')
    expect([await pays(account), await cardOf(account)]).toMatchObject([false, { paysOut: false }])
    expect(await refusalOf(transfer(account, holding))).toMatchObject({
      code: 'transferRefused',
      details: { reason: 'paysNothing' },
    })
    // Into it money still goes.
    expect((await transfer(holding, account)).state).toBe('waiting')
    const phone = await bankPhone(world.factory, deposit)
    const line = (await phone.receives({ amountMinor: 700 })).body.data?.lineId ?? ''
    const to = { bank: 'KBANK', accountNo: '1234567890', accountName: 'สมชาย ใจดี' } as const
    const refund = owner.call('preTransactions.askRefund', { id: line, version: 1, ...to, reason }, once())
    expect(await refusalOf(refund)).toMatchObject({ details: { reason: 'paysNothing' } })
    const { state, approvalId } = await on(account, 'out')
    expect([state, await pays(account), (await cardOf(account))?.asked]).toEqual([
      'waiting',
      false,
      ['switch'],
    ])
    expect(await codeOf(on(account, 'out'))).toBe('conflict')
    await decideAs(second, approvalId)
    expect([await pays(account), await cardOf(account)]).toMatchObject([true, { paysOut: true, asked: [] }])
  })

  test('a transfer that waits for its second person is not executed from it', async () => {
    const [from, to] = [await world.factory.account(), await world.factory.account()]
    const { approvalId } = await transfer(from, to)
    await off(from, 'out')
    expect(await codeOf(decideAs(second, approvalId))).toBe('stateRefused')
  })
})

test('who only reads switches nothing, and of two at once one is told that it changed', async () => {
  const account = await world.factory.account()
  const reader = await world.server.person({ permissions: { paymentAuto: ['isRead'] } })
  const input = { id: account.outside, version: 1, way: 'in' as const, reason }
  expect(await codeOf(reader.call('paymentAutos.switchOff', input, once()))).toBe('forbidden')
  await owner.call('paymentAutos.switchOff', input, once())
  expect(await codeOf(owner.call('paymentAutos.switchOff', { ...input, way: 'out' }, once()))).toBe('stale')
})

test('no statement of the program’s own role switches paying out on, or pays from what is off', async () => {
  const [from, to] = [await world.factory.account(), await world.factory.account()]
  await off(from, 'out')
  const said = (text: string, ...values: unknown[]) =>
    world.server.services.pool.query(text, values).then(
      () => 'done',
      (error: unknown) => (error as { code?: string }).code ?? String(error),
    )
  expect(await said('update bank_accounts set pays_out = true where id = $1', from.id)).toBe('KL105')
  const asked = `insert into own_transfers (reference, from_account_id, to_account_id, amount_minor, purpose,
      reason, maker_id, business_on) values ('T1', $1, $2, 500, 'hold', 'x', $3, current_date)`
  expect(await said(asked, from.id, to.id, owner.id)).toBe('KL105')
  const paid = `insert into payouts (withdrawal_id, attempt, bank_account_id, rail_id, amount_minor,
      business_on)
    values (uuidv7(), 1, $1, uuidv7(), 500, current_date)`
  expect(await said(paid, from.id)).toBe('KL105')
  // Of one that is on, the same is refused for what it is of.
  expect(await said(paid, to.id)).toBe('23503')
})
