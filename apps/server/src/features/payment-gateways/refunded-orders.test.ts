import { providerClearing, receivable } from '@khlang/ledger/accounts.ts'
import { betPlace } from '@khlang/ledger/wallet.ts'
import { decodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openAccounts, postStrict } from '../../platform/posting/ledger-store.ts'
import { bankPhone } from '../../testing/bank-phone.ts'
import { startFakeGateway, type FakeGateway } from '../../testing/fakes/fake-gateway.ts'
import { codeOf, once, refusalOf } from '../../testing/refusal.ts'
import type { Person } from '../../testing/server.ts'
import { startCollecting } from '../../testing/world/collecting.ts'
import { decideAs } from '../../testing/world/decide.ts'
import type { FactoryMember, Machine } from '../../testing/world/money-factory.ts'
import { createMoneyOutWorld, type MoneyOutWorld } from '../../testing/world/money-out.ts'

// A gateway gives an order's money back, or its payer's bank takes it: two people take the credit back.

let world: MoneyOutWorld
let fake: FakeGateway
let site: Machine
let anna: Person
let ben: Person
beforeAll(async () => {
  world = await createMoneyOutWorld()
  fake = await startFakeGateway(world.server)
  site = await world.factory.machine('memberSite', 'site')
  anna = await world.cashier({ isAdmin: true })
  ben = await world.cashier({ isAdmin: true })
})
afterAll(async () => {
  const broken = await world.factory.judge()
  await fake.stop()
  await world.stop()
  expect(broken).toEqual([])
})

const amountMinor = 100_000
let gateway: { id: string; outside: string }
let member: FactoryMember
beforeEach(async () => {
  await world.factory.query(`update payment_gateways set state = 'paused' where state = 'active'`)
  gateway = await fake.register({ feeBps: 100 })
  member = await world.factory.member()
})

/** An order that was paid; its id. */
async function paid(): Promise<string> {
  const input = { memberId: member.outside, amountMinor, requestKey: randomUUID() }
  const id = String((await site.send('/member/v1/order/create', input)).body.data?.id)
  await fake.tell(gateway, { orderId: id, amountMinor, kind: 'paid' })
  return id
}
const refunded = (orderId: string, more: object = {}) =>
  fake.tell(gateway, { orderId, amountMinor, kind: 'refunded', paymentRef: null, ...more })
const orderOf = (id: string) => anna.call('paymentGateways.order', { id })
const depositOf = async (id: string) => (await orderOf(id)).depositId ?? ''
const ask = (id: string, by = anna) =>
  by.call('preTransactions.askReversal', { id, reason: 'เกตเวย์แจ้งคืนเงิน' }, once())
const owed = async () => -(await world.factory.balance(`gw:${gateway.outside}:receivable`))
const alarms = async () => {
  const rows = await world.factory.query<{ reason: string }>(
    `select detail ->> 'reason' as reason from alarms where code = 'gateway.mismatch' and cleared_at is null
       and entity_id in (select outside_id('gwe', id) from gateway_events where gateway_id = $1)`,
    [gateway.id],
  )
  return rows.map(({ reason }) => reason)
}

describe('the credit of a refunded order', () => {
  test('goes back by two people, once; the order says by whom, and nobody need look any more', async () => {
    const id = await paid()
    const deposit = await depositOf(id)
    await refunded(id)
    expect(await orderOf(id)).toMatchObject({
      state: 'refunded',
      personReason: 'refunded',
      mayTakeBack: true,
      isTakenBack: false,
      takingBack: null,
    })
    expect([await alarms(), await owed()]).toEqual([['refunded'], 99_000])
    expect(await anna.call('preTransactions.previewReversal', { id: deposit })).toMatchObject({
      kind: 'gatewayOrder',
      beforeMinor: amountMinor,
      afterMinor: 0,
      shortfallMinor: 0,
      legs: [
        { from: `member:${member.outside}:cash`, to: `gw:${gateway.outside}:receivable`, amountMinor },
      ],
    })
    const { approvalId, state } = await ask(deposit)
    expect([state, await world.factory.cash(member)]).toEqual(['waiting', amountMinor])
    expect((await orderOf(id)).takingBack).toMatchObject({ approvalId, checker: null, doneAt: null })
    expect(await codeOf(ask(deposit, ben))).toBe('conflict')
    expect(await codeOf(decideAs(anna, approvalId))).toBe('fourEyes')
    await decideAs(ben, approvalId)
    // The gateway keeps its fee: it owes that much less than nothing.
    expect([await world.factory.cash(member), await owed()]).toEqual([0, -1000])
    expect(await orderOf(id)).toMatchObject({
      state: 'refunded',
      personReason: null,
      mayTakeBack: false,
      isTakenBack: true,
      takingBack: { approvalId, reason: 'เกตเวย์แจ้งคืนเงิน', doneAt: expect.any(String) },
    })
    expect((await orderOf(id)).takingBack?.checker).not.toBe((await orderOf(id)).takingBack?.by)
    expect(await alarms()).toEqual([])
    const { records } = await anna.call('members.activity', { id: member.outside })
    expect(records.map(({ action }) => action)).toContain('gatewayCreditReversed')
    expect(await refusalOf(ask(deposit))).toMatchObject({
      code: 'stateRefused',
      details: { reason: 'alreadyReversed' },
    })
    // Told once more, it changes nothing.
    await refunded(id, { eventId: randomUUID() })
    expect([await world.factory.cash(member), (await orderOf(id)).isTakenBack]).toEqual([0, true])
  })

  test('that has left the wallet is owed by the member, in the same posting', async () => {
    const id = await paid()
    const deposit = await depositOf(id)
    const { db } = world.server.services
    await openAccounts(db, [providerClearing('game')])
    const cause = { sourceId: randomUUID(), providerId: 'game', businessOn: '2026-11-21' }
    const bet = betPlace({ ...cause, memberId: member.outside, amountMinor: 70_000 })
    await db.transaction().execute((tx) => postStrict(tx, [bet]))
    await refunded(id)
    await decideAs(ben, (await ask(deposit)).approvalId)
    expect(await world.factory.cash(member)).toBe(0)
    expect(Math.abs(await world.factory.balance(receivable(member.outside).code))).toBe(70_000)
    const postings = await world.factory.query<{ n: number }>(
      `select count(distinct posting_id)::int as n from transfers
        where source_id = $1 and kind = 'deposit.reversed'`,
      [deposit],
    )
    expect(postings).toEqual([{ n: 1 }])
  })

  test('leaves the line suggested by which the gateway had paid before', async () => {
    const name = 'SIAMPAY Z'
    const of = await startCollecting(world.factory, fake, { name })
    gateway = of.gateway
    await of.collects(70_000)
    const id = await of.collects(amountMinor)
    const phone = await bankPhone(world.factory, await world.factory.account({ bank: 'SCB' }))
    const { body } = await phone.receives({ amountMinor: 170_000, name })
    const suggested = async () => {
      const line = await anna.call('preTransactions.line', { id: body.data?.lineId ?? '' })
      return line.handling.settlementsSuggested.length
    }
    expect(await suggested()).toBe(1)
    await of.collects(250_000)
    await refunded(id)
    await decideAs(ben, (await ask(await depositOf(id))).approvalId)
    expect([await suggested(), await of.owed()]).toEqual([1, 320_000])
  })

  test('stays where the gateway said nothing, said another amount, or did not sign', async () => {
    const id = await paid()
    const deposit = await depositOf(id)
    const notRefunded = { code: 'stateRefused', details: { reason: 'notRefunded' } }
    expect(await refusalOf(ask(deposit))).toMatchObject(notRefunded)
    await refunded(id, { amountMinor: amountMinor - 1 })
    expect(await refusalOf(ask(deposit))).toMatchObject(notRefunded)
    await fake.tell(gateway, { orderId: id, amountMinor, kind: 'refunded' }, { secret: 'somebody-else' })
    expect(await refusalOf(ask(deposit))).toMatchObject(notRefunded)
    expect([(await orderOf(id)).mayTakeBack, await world.factory.cash(member)]).toEqual([
      false,
      amountMinor,
    ])
  })

  test('is not for who may not ask, nor for who does not see the member', async () => {
    const id = await paid()
    const deposit = await depositOf(id)
    await refunded(id)
    const reader = await world.server.person({ permissions: { paymentGateway: ['isRead', 'isUpdate'] } })
    expect(await codeOf(ask(deposit, reader))).toBe('forbidden')
    const permissions = { memberManagement: ['isCreate' as const] }
    const seller = await world.server.person({ type: 'seller', permissions, hasStepUp: true })
    expect(await codeOf(ask(deposit, seller))).toBe('notFound')
  })

  test('is judged by the database: once agreed to, and only of what was given back', async () => {
    const [told, silent] = [await paid(), await paid()]
    const deposits = [await depositOf(told), await depositOf(silent)] as const
    await refunded(told)
    const { approvalId } = await ask(deposits[0])
    const reverse = (deposit: string, of: string | null) =>
      sql`update deposits set state = 'reversed', reversal_approval_id = ${of}::uuid
        where id = ${decodeId('deposit', deposit)}`
        .execute(world.server.services.db)
        .then(
          ({ numAffectedRows }) => `done: ${numAffectedRows}`,
          (error: unknown) => String(error),
        )
    const uuid = decodeId('approval', approvalId ?? '')
    // It waits still; what is agreed to of one is not of another, nor without the gateway's word.
    for (const attempt of [
      () => reverse(deposits[0], uuid),
      () => reverse(deposits[0], null),
      () => reverse(deposits[1], uuid),
    ])
      expect(await attempt()).toMatch(/approvalMissing/)
    expect(await world.factory.cash(member)).toBe(2 * amountMinor)
    await decideAs(ben, approvalId)
    expect(await reverse(deposits[1], uuid)).toMatch(/approvalMissing|reversal_approval_id/)
    expect(await world.factory.cash(member)).toBe(amountMinor)
  })
})
