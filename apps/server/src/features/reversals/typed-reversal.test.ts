import { CallError } from '@khlang/contract/derived/client.ts'
import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import { providerClearing, receivable, suspense, writeoffExpense } from '@khlang/ledger/accounts.ts'
import { betPlace } from '@khlang/ledger/wallet.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { valueOn } from '../../platform/business-day.ts'
import { openAccounts, postStrict } from '../../platform/posting/ledger-store.ts'
import { bankPhone } from '../../testing/bank-phone.ts'
import type { FactoryAccount, FactoryMember } from '../../testing/world/money-factory.ts'
import { createMoneyOutWorld, key, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import type { Person } from '../../testing/server.ts'
import { decideAs } from '../../testing/world/decide.ts'
import { moneyComing, whileHeld } from '../../testing/world/while-held.ts'

let world: MoneyOutWorld
let bank: FactoryAccount
let anna: Person
let ben: Person
beforeAll(async () => {
  world = await createMoneyOutWorld()
  bank = await world.factory.account({ role: 'deposit', bank: 'BBL' })
  anna = await world.cashier({ isAdmin: true })
  ben = await world.cashier({ isAdmin: true })
})
afterAll(async () => {
  const broken = await world.factory.judge()
  await world.stop()
  expect(broken).toEqual([])
})

const code = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof CallError ? `${error.status} ${error.code}` : String(error)),
  )
const once = () => ({ idempotencyKey: key() })
const shared = { reasonCode: 'compensation', remarkStaff: 'for the trouble' } as const

async function goodwill(member: FactoryMember, amountMinor: number): Promise<string> {
  const input = { memberId: member.outside, amountMinor, kind: 'goodwill' as const, ...shared }
  await anna.call('preTransactions.createDeposit', input, once())
  const [row] = await world.factory.query<{ id: string }>(
    'select id from adjustments where member_id = $1 order by id desc limit 1',
    [member.id],
  )
  return encodeId('adjustment', row?.id ?? '')
}
async function typedDeposit(
  member: FactoryMember,
  amountMinor: number,
  account = bank,
  bankTime = new Date().toISOString(),
): Promise<string> {
  const kind = 'realDeposit' as const
  const money = { memberId: member.outside, amountMinor, kind, accountId: account.outside, bankTime }
  const input = { ...money, ...shared }
  const { approvalId } = await anna.call('preTransactions.createDeposit', input, once())
  await decideAs(ben, approvalId)
  const [row] = await world.factory.query<{ id: string }>('select id from deposits where member_id = $1', [
    member.id,
  ])
  return encodeId('deposit', row?.id ?? '')
}
const ask = (id: string, by = anna) =>
  by.call('preTransactions.askReversal', { id, reason: 'เติมผิดคน' }, once())
const preview = (id: string, by = anna) => by.call('preTransactions.previewReversal', { id })
const entries = async (member: FactoryMember) =>
  (await anna.call('creditTransactions.list', { memberId: member.outside })).records

async function bet(member: FactoryMember, amountMinor: number): Promise<void> {
  const { db } = world.server.services
  await openAccounts(db, [providerClearing('game')])
  const cause = { sourceId: key(), providerId: 'game', businessOn: '2026-11-21' }
  const posting = betPlace({ ...cause, memberId: member.outside, amountMinor })
  await db.transaction().execute((tx) => postStrict(tx, [posting]))
}

describe('taking goodwill back', () => {
  test('shows what it does, waits for a second person, then leaves the wallet as it was', async () => {
    const member = await world.factory.member()
    const id = await goodwill(member, 60_000)
    const cost = await world.factory.balance(writeoffExpense.code)
    expect(await preview(id)).toMatchObject({
      id,
      kind: 'goodwill',
      amountMinor: 60_000,
      beforeMinor: 60_000,
      afterMinor: 0,
      shortfallMinor: 0,
      legs: [{ from: `member:${member.outside}:cash`, to: 'expense:writeoff', amountMinor: 60_000 }],
      isAlone: false,
      asked: null,
    })
    expect((await preview(id)).checkers.length).toBeGreaterThan(0)
    const { approvalId, state } = await ask(id)
    expect([state, await world.factory.cash(member)]).toEqual(['waiting', 60_000])
    expect((await preview(id, ben)).asked).toMatchObject({ id: approvalId, isOwn: false })
    expect(await code(ask(id))).toBe('409 conflict')
    expect(await code(decideAs(anna, approvalId))).toBe('403 fourEyes')
    const seen = await ben.call('approvals.get', { id: approvalId })
    expect(seen).toMatchObject({ kind: 'manualCreditReversal', entityId: id, amountMinor: 60_000 })
    expect(seen.differences).toContainEqual({ field: 'balanceMinor', before: 60_000, after: 0 })
    await decideAs(ben, approvalId)
    expect(await world.factory.cash(member)).toBe(0)
    expect((await world.factory.balance(writeoffExpense.code)) - cost).toBe(60_000)
  })

  test('stands in the statement with ways to and fro, by whom and why, and is offered no more', async () => {
    const member = await world.factory.member()
    const id = await goodwill(member, 61_000)
    const [given] = await entries(member)
    expect(given).toMatchObject({ sourceId: id, takeBack: { lineId: null }, reversedBy: null })
    expect(given?.reference).toMatch(/^A\d{4}-/)
    await decideAs(ben, (await ask(id)).approvalId)
    const [back, first] = await entries(member)
    expect(back).toMatchObject({ kind: 'reversal', amountMinor: -61_000, fate: null, reverses: first?.id })
    expect(back).toMatchObject({ remark: 'เติมผิดคน', reference: first?.reference, takeBack: null })
    expect(first).toMatchObject({ reversedBy: back?.id, takeBack: null })
    const journal = await anna.call('creditTransactions.journal', { id: first?.id ?? '' })
    expect(journal).toMatchObject({ reversedBy: back?.id, reverses: null, takeBack: null })
    expect(await code(ask(id))).toBe('409 stateRefused')
    const { records } = await anna.call('members.activity', { id: member.outside })
    const acts = records.map(({ action }) => action)
    expect(acts).toEqual(expect.arrayContaining(['creditReversalAsked', 'creditReversed']))
  })

  test('is of the day that the credit was of', async () => {
    const id = await goodwill(await world.factory.member(), 62_000)
    await world.server.database.plant(
      'update adjustments set business_on = business_on - 3 where id = $1',
      [decodeId('adjustment', id)],
    )
    await decideAs(ben, (await ask(id)).approvalId)
    const days = await world.factory.query(
      `select t.kind, t.value_on - a.business_on as later from transfers t, adjustments a
        where t.source_id = $1 and a.id = inside_id(t.source_id) order by t.id`,
      [id],
    )
    expect(days).toEqual([
      { kind: 'credit.add', later: 3 },
      { kind: 'reversal', later: 0 },
    ])
  })

  test('of money that has left the wallet books what is lacking as owed, in the same posting', async () => {
    const member = await world.factory.member()
    const id = await goodwill(member, 50_000)
    await bet(member, 30_000)
    expect(await preview(id)).toMatchObject({ beforeMinor: 20_000, afterMinor: 0, shortfallMinor: 30_000 })
    await decideAs(ben, (await ask(id)).approvalId)
    expect(await world.factory.cash(member)).toBe(0)
    expect(Math.abs(await world.factory.balance(receivable(member.outside).code))).toBe(30_000)
    const [back, owed] = await entries(member)
    expect([back?.amountMinor, back?.fate]).toEqual([-50_000, null])
    expect([owed?.amountMinor, owed?.fate]).toEqual([30_000, 'owed'])
  })

  test('leaves no money that comes in at this instant with a member who owes', async () => {
    const member = await world.factory.member()
    const id = await goodwill(member, 50_000)
    await bet(member, 30_000)
    const { approvalId } = await ask(id)
    const coming = moneyComing(member.outside, 'gift-1', 12_000)
    await whileHeld(world.server, coming, [() => code(decideAs(ben, approvalId))])
    const owed = Math.abs(await world.factory.balance(receivable(member.outside).code))
    expect(Math.min(await world.factory.cash(member), owed)).toBe(0)
  })

  test('frees nothing of the giver’s day', async () => {
    const member = await world.factory.member()
    const giver = await world.cashier()
    const input = { memberId: member.outside, amountMinor: 40_000, kind: 'goodwill' as const, ...shared }
    await giver.call('preTransactions.createDeposit', input, once())
    const [row] = await entries(member)
    const counted = () =>
      world.factory.query<{ sum: number }>('select credited_alone($1, brand_day()) as sum', [giver.id])
    const before = await counted()
    await decideAs(ben, (await ask(row?.sourceId ?? '')).approvalId)
    expect(await counted()).toEqual(before)
  })

  test('two who decide at once take it back once', async () => {
    const member = await world.factory.member()
    const other = await goodwill(await world.factory.member(), 45_000)
    const { approvalId } = await ask(await goodwill(member, 45_000))
    // What is asked of one credit is not asked of another.
    expect((await preview(other)).asked).toBeNull()
    const carol = await world.cashier({ isAdmin: true })
    const outcomes = await Promise.all([ben, carol].map((by) => code(decideAs(by, approvalId))))
    expect(outcomes.toSorted()).toEqual(['409 alreadyHandled', 'done'])
    expect(await world.factory.cash(member)).toBe(0)
  })

  test('needs the right, a fresh second factor, and a credit that people typed', async () => {
    const typed = await goodwill(await world.factory.member(), 43_000)
    const reader = await world.server.person({ permissions: { memberManagement: ['isRead'] } })
    expect(await code(ask(typed, reader))).toBe('403 forbidden')
    const cold = await world.server.person({ permissions: { memberManagement: ['isCreate'] } })
    expect(await code(ask(typed, cold))).toBe('403 stepUpRequired')
    expect(await code(ask(encodeId('adjustment', '0190a0a0-0000-7000-8000-000000000000')))).toBe(
      '404 notFound',
    )
    expect(await code(ask('mbr_x'))).toBe('404 notFound')
    const paid = await world.factory.member()
    await world.fund(paid, 9_000)
    const [byLine] = await world.factory.query<{ id: string }>(
      'select id from deposits where member_id = $1',
      [paid.id],
    )
    const id = encodeId('deposit', byLine?.id ?? '')
    expect([await code(ask(id)), await code(preview(id))]).toEqual(['404 notFound', '404 notFound'])
  })
})

describe('taking a typed deposit back', () => {
  test('puts the money back where it waits for its bank line', async () => {
    const member = await world.factory.member()
    const held = await world.factory.balance(suspense(bank.outside).code)
    const id = await typedDeposit(member, 80_000)
    const row = () => anna.call('preTransactions.queueRow', { kind: 'deposit', id })
    expect((await row()).takeBack).toEqual({ lineId: null })
    expect((await preview(id)).legs).toEqual([
      { from: `member:${member.outside}:cash`, to: suspense(bank.outside).code, amountMinor: 80_000 },
    ])
    await decideAs(ben, (await ask(id)).approvalId)
    expect(await world.factory.cash(member)).toBe(0)
    expect(await world.factory.balance(suspense(bank.outside).code)).toBe(held)
    expect(await row()).toMatchObject({ state: 'reversed', takeBack: null })
    const [back] = await entries(member)
    expect(back).toMatchObject({ kind: 'deposit.reversed', amountMinor: -80_000, remark: 'เติมผิดคน' })
  })

  test('is of the bank’s day that the credit was of', async () => {
    const bankTime = new Date(Date.now() - 72 * 3_600_000).toISOString()
    const id = await typedDeposit(await world.factory.member(), 82_000, bank, bankTime)
    await decideAs(ben, (await ask(id)).approvalId)
    const moved = await world.factory.query(
      'select kind, value_on::text as on from transfers where source_id = $1 order by id',
      [id],
    )
    const on = valueOn(bankTime)
    expect(moved).toEqual([
      { kind: 'deposit.credited', on },
      { kind: 'deposit.reversed', on },
    ])
  })

  test('is refused once its bank line has come, asked before or not', async () => {
    const member = await world.factory.member()
    const account = await world.factory.account({ bank: 'SCB' })
    const phone = await bankPhone(world.factory, account)
    const id = await typedDeposit(member, 81_000, account)
    const { approvalId } = await ask(id)
    const lineId = (await phone.receives({ amountMinor: 81_000 })).body.data?.lineId ?? ''
    const input = { id: lineId, version: 1, memberId: member.outside, depositId: id, remark: 'its money' }
    const cleared = await ben.call('preTransactions.link', input, once())
    await decideAs(anna, cleared.approvalId)
    expect(await code(decideAs(ben, approvalId))).toBe('409 stateRefused')
    expect(await code(ask(id))).toBe('409 stateRefused')
    expect(await world.factory.cash(member)).toBe(81_000)
    const row = await anna.call('preTransactions.queueRow', { kind: 'deposit', id })
    expect(row.takeBack).toBeNull()
  })
})
