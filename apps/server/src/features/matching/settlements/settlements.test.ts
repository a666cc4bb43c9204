import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bankPhone } from '../../../testing/bank-phone.ts'
import { startFakeGateway, type FakeGateway } from '../../../testing/fakes/fake-gateway.ts'
import { codeOf, once, refusalOf } from '../../../testing/refusal.ts'
import type { Person, TestServer } from '../../../testing/server.ts'
import { decideAs } from '../../../testing/world/decide.ts'
import { startLineDesk, type LineDesk } from '../../../testing/world/line-desk.ts'
import { startCollecting, type Collecting } from '../../../testing/world/collecting.ts'
import type { FactoryAccount, MoneyFactory } from '../../../testing/world/money-factory.ts'

let desk: LineDesk
let server: TestServer
let make: MoneyFactory
let cashier: Person
let second: Person
let fake: FakeGateway
beforeAll(async () => {
  desk = await startLineDesk()
  ;({ server, make, cashier, second } = desk)
  fake = await startFakeGateway(server)
})
afterAll(async () => {
  await fake.stop()
  expect(await desk.stop()).toEqual([])
})

let account: FactoryAccount
let phone: Awaited<ReturnType<typeof bankPhone>>
let gateway: Collecting['gateway']
let collects: Collecting['collects']
let owed: Collecting['owed']
let name = ''
beforeEach(async () => {
  account = await make.account({ bank: 'SCB' })
  phone = await bankPhone(make, account)
  count += 1
  name = `SIAMPAY ${String.fromCodePoint(64 + count)}`
  ;({ gateway, collects, owed } = await startCollecting(make, fake, { name }))
})
let count = 0

const reason = 'เกตเวย์โอนยอดเข้าบัญชี'
const lineOf = async (amountMinor: number, more: { direction?: 'in' | 'out'; name?: string } = {}) =>
  (await phone.receives({ amountMinor, ...more })).body.data?.lineId ?? ''
const unmatched = () => make.balance(`unmatched:${account.outside}`)
const whole = (id: string) => cashier.call('preTransactions.line', { id })
const ask = (id: string, more: { version?: number; gatewayId?: string; isConfirmed?: boolean } = {}) =>
  cashier.call(
    'preTransactions.askSettlement',
    { id, version: 1, gatewayId: gateway.outside, reason, ...more },
    once(),
  )
const askBack = (id: string, version = 2) =>
  cashier.call('preTransactions.askUnsettle', { id, version, reason }, once())
const optionOf = async (id: string, as = cashier) =>
  (await as.call('preTransactions.settlementOptions', { id })).records.find(
    (each) => each.gateway.id === gateway.outside,
  )

describe('a line that a gateway paid', () => {
  test('takes two; it lowers what the gateway owes, and is nobody’s money any more', async () => {
    await collects(60_000)
    await collects(40_000)
    const id = await lineOf(100_000)
    expect(await unmatched()).toBe(100_000)
    const { approvalId, state } = await ask(id)
    expect(state).toBe('waiting')
    expect((await whole(id)).handling.asked).toMatchObject({ kind: 'lineSettlement', isOwn: true })
    expect(await owed()).toBe(100_000)
    const { differences } = await second.call('approvals.get', { id: approvalId })
    expect(differences).toContainEqual({ field: 'againstDueMinor', before: null, after: 0 })
    await decideAs(second, approvalId)
    expect([await owed(), await unmatched()]).toEqual([0, 0])
    const { line, handling } = await whole(id)
    expect(line).toMatchObject({ state: 'internalTransfer', reason: 'gatewaySettled' })
    expect(handling.settlement).toMatchObject({
      gateway: { id: gateway.outside },
      differenceMinor: 0,
      reason,
      reversedAt: null,
    })
    expect(handling.settlement?.coversFrom).toBe(handling.settlement?.coversTo)
    expect(await codeOf(ask(id, { version: 2 }))).toBe('alreadyMatched')
  })

  test('is taken back by two: the gateway owes it again, and the line settles anew', async () => {
    await collects(70_000)
    const id = await lineOf(70_000)
    await decideAs(second, (await ask(id)).approvalId)
    const { approvalId } = await askBack(id)
    expect(await owed()).toBe(0)
    expect((await whole(id)).handling.asked).toMatchObject({ kind: 'lineUnsettle' })
    await decideAs(second, approvalId)
    expect([await owed(), await unmatched()]).toEqual([70_000, 70_000])
    const { line, handling } = await whole(id)
    expect([line.state, handling.settlement?.reversedAt !== null]).toEqual(['unlinked', true])
    expect(await codeOf(askBack(id, 3))).toBe('lineNotOpen')
    await decideAs(second, (await ask(id, { version: 3 })).approvalId)
    expect([await owed(), await unmatched()]).toEqual([0, 0])
    await decideAs(second, (await askBack(id, 4)).approvalId)
    expect(await owed()).toBe(70_000)
  })

  test('is refused above what is owed, and says by how much to who may see balances', async () => {
    await collects(50_000)
    const id = await lineOf(50_001)
    expect(await refusalOf(ask(id))).toMatchObject({
      code: 'settlementRefused',
      details: { reason: 'aboveOwed', overMinor: null },
    })
    const seeing = await server.person({
      permissions: { pretransactionNotMatch: ['isRead', 'isUpdate'] },
      abilities: { seeOwnBalances: true },
      hasStepUp: true,
    })
    const input = { id, version: 1, gatewayId: gateway.outside, reason }
    expect(await refusalOf(seeing.call('preTransactions.askSettlement', input, once()))).toMatchObject({
      details: { reason: 'aboveOwed', overMinor: 1 },
    })
  })

  test('is not approved any more once another settlement took what was owed', async () => {
    await collects(30_000)
    const [one, other] = [await lineOf(30_000), await lineOf(29_999)]
    const [first, late] = [await ask(one), await ask(other)]
    await decideAs(second, first.approvalId)
    expect(await refusalOf(decideAs(second, late.approvalId))).toMatchObject({
      code: 'stateRefused',
      details: { reason: 'aboveOwed' },
    })
    expect(await owed()).toBe(0)
  })

  test('is refused for money that left, for a stranger, twice at once, and where it changed', async () => {
    await collects(20_000)
    const out = await lineOf(5_000, { direction: 'out' })
    expect(await refusalOf(ask(out))).toMatchObject({
      code: 'lineNotOpen',
      details: { reason: 'outgoing' },
    })
    const id = await lineOf(20_000)
    const payer = await fake.register({ direction: 'out' })
    expect(await codeOf(ask(id, { gatewayId: payer.outside }))).toBe('notFound')
    expect(await codeOf(ask(id, { gatewayId: 'gwy_00000000000000000000000000' }))).toBe('notFound')
    expect(await codeOf(ask(id, { version: 2 }))).toBe('stale')
    await ask(id)
    expect(await codeOf(ask(id))).toBe('conflict')
    const asMember = { id, version: 1, category: 'interest' as const, reason }
    expect(await codeOf(cashier.call('preTransactions.bookLine', asMember, once()))).toBe('conflict')
  })

  test('that was set aside meanwhile is not settled', async () => {
    await collects(15_000)
    const id = await lineOf(15_000)
    const { approvalId } = await ask(id)
    await second.call('preTransactions.ignoreLine', { id, version: 1, reason }, once())
    expect(await codeOf(decideAs(second, approvalId))).toBe('lineNotOpen')
    expect(await owed()).toBe(15_000)
  })
})

describe('what the sheet says', () => {
  test('is what is owed, the days that the line pays, and the fee that was kept', async () => {
    ;({ gateway, collects, owed } = await startCollecting(make, fake, { feeBps: 100 }))
    await collects(100_000)
    await collects(50_000)
    expect(await owed()).toBe(148_500)
    const id = await lineOf(148_000)
    const seeing = await server.person({
      permissions: { pretransactionNotMatch: ['isRead'] },
      abilities: { seeOwnBalances: true },
    })
    const option = await optionOf(id, seeing)
    expect(option).toMatchObject({ isExact: false, isAboveOwed: false, isNamed: false })
    expect(option?.figures).toMatchObject({
      owedMinor: 148_500,
      dueMinor: 148_500,
      differenceMinor: -500,
      collectedMinor: 150_000,
      feeMinor: 1_500,
      keptMinor: 2_000,
      olderMinor: 0,
      days: [{ count: 2, openMinor: 148_500, coveredMinor: 148_000 }],
    })
    expect((await optionOf(id))?.figures).toBeNull()
    await decideAs(second, (await ask(id)).approvalId)
    // What it kept beyond the agreed fee, it owes still.
    expect(await owed()).toBe(500)
  })

  test('suggests a gateway that the bank names and that owes exactly this; nothing is posted', async () => {
    await collects(33_000)
    const named = await lineOf(33_000, { name })
    expect((await whole(named)).handling.settlementsSuggested).toMatchObject([{ id: gateway.outside }])
    expect(await optionOf(named)).toMatchObject({ isNamed: true, isExact: true })
    const [unnamed, other] = [await lineOf(33_000), await lineOf(32_999, { name })]
    for (const id of [unnamed, other]) expect((await whole(id)).handling.settlementsSuggested).toEqual([])
    expect(await owed()).toBe(33_000)
  })

  test('still suggests it when members have paid more since, and each line in its turn', async () => {
    await collects(33_000)
    const first = await lineOf(33_000, { name })
    await collects(12_000)
    const next = await lineOf(12_000, { name })
    await collects(7_000)
    const suggested = async (id: string) => (await whole(id)).handling.settlementsSuggested.length
    expect([await suggested(first), await suggested(next)]).toEqual([1, 0])
    expect(await optionOf(first)).toMatchObject({ isExact: true })
    await decideAs(second, (await ask(first)).approvalId)
    expect(await suggested(next)).toBe(1)
    // What came after it pays nothing that was paid before it.
    expect(await suggested(await lineOf(12_000, { name }))).toBe(0)
    expect(await owed()).toBe(19_000)
  })
})
