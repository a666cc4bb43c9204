import { decodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bankPhone } from '../../../testing/bank-phone.ts'
import { codeOf, once, refusalOf } from '../../../testing/refusal.ts'
import type { Person, TestServer } from '../../../testing/server.ts'
import { decideAs } from '../../../testing/world/decide.ts'
import { plantInvoice } from '../../../testing/world/distributors.ts'
import { startLineDesk, type LineDesk } from '../../../testing/world/line-desk.ts'
import type { FactoryAccount, MoneyFactory } from '../../../testing/world/money-factory.ts'

let desk: LineDesk
let server: TestServer
let make: MoneyFactory
let cashier: Person
let second: Person
beforeAll(async () => {
  desk = await startLineDesk()
  ;({ server, make, cashier, second } = desk)
})
afterAll(async () => expect(await desk.stop()).toEqual([]))

let account: FactoryAccount
let phone: Awaited<ReturnType<typeof bankPhone>>
let amount = 100_000
let planted: Awaited<ReturnType<typeof plantInvoice>>
beforeEach(async () => {
  account = await make.account({ bank: 'SCB' })
  phone = await bankPhone(make, account)
  // Each test has its own, so that no other invoice comes to its amount.
  amount += 1000
  planted = await plantInvoice(server, amount)
})

const reason = 'โอนจ่ายผู้จัดจำหน่ายตามใบแจ้งหนี้'
const lineOf = async (amountMinor: number, direction: 'in' | 'out' = 'out') =>
  (await phone.receives({ amountMinor, direction })).body.data?.lineId ?? ''
const bank = () => make.balance(`bank:${account.outside}`)
const payable = () => make.balance(planted.payable)
const whole = (id: string) => cashier.call('preTransactions.line', { id })
const inputOf = (id: string, more: object = {}) => ({
  id,
  version: 1,
  invoiceId: planted.invoiceId,
  invoiceVersion: planted.invoiceVersion,
  reason,
  ...more,
})
const ask = (id: string, more: object = {}) =>
  cashier.call('preTransactions.askInvoice', inputOf(id, more), once())
const askBack = (id: string, version = 2) =>
  cashier.call('preTransactions.askUninvoice', { id, version, reason }, once())
const invoice = async () =>
  (await cashier.call('distributors.get', { id: planted.distributorId })).invoices[0]
const refusedFor = (why: string) => ({ code: 'invoiceRefused', details: { reason: why } })

describe('a line that paid an invoice', () => {
  test('takes two; nothing is owed any more, and the bank has so much less', async () => {
    const id = await lineOf(amount)
    const before = await bank()
    expect(await payable()).toBe(amount)
    expect((await whole(id)).handling.invoicesSuggested).toMatchObject([{ id: planted.invoiceId }])
    const { approvalId, state } = await ask(id)
    expect(state).toBe('waiting')
    expect((await whole(id)).handling.asked).toMatchObject({ kind: 'lineInvoice', isOwn: true })
    expect(await invoice()).toMatchObject({ state: 'issued', isPaymentAsked: true, payment: null })
    expect([await payable(), await bank()]).toEqual([amount, before])
    expect(await codeOf(decideAs(cashier, approvalId))).toBe('fourEyes')
    const { differences } = await second.call('approvals.get', { id: approvalId })
    expect(differences).toContainEqual({ field: 'month', before: null, after: '2026-10-01' })
    await decideAs(second, approvalId)
    expect([await payable(), await bank()]).toEqual([0, before + amount])
    const { line, handling } = await whole(id)
    expect(line).toMatchObject({ state: 'settled', reason: 'invoicePaid' })
    expect(handling).toMatchObject({
      invoicePayment: { invoice: { id: planted.invoiceId }, reason, reversedAt: null },
      invoicesSuggested: [],
      payout: null,
      booking: null,
    })
    expect(await invoice()).toMatchObject({
      state: 'paid',
      version: 2,
      isPaymentAsked: false,
      payment: { lineId: id },
      paidReference: null,
    })
    expect(await codeOf(ask(id, { version: 2 }))).toBe('alreadyMatched')
  })

  test('pays each of its providers what was booked as owed to it', async () => {
    const other = await plantInvoice(server, 1)
    // As if the invoice had been of two providers.
    await server.database.plant(`set session_replication_role = replica;
      update provider_invoices i set lines = i.lines || o.lines, settled_minor = i.settled_minor + 1
        from provider_invoices o where i.id = '${decodeId('providerInvoice', planted.invoiceId)}'
         and o.id = '${decodeId('providerInvoice', other.invoiceId)}';
      update transfers set key = 'provider.fee:${planted.invoiceId}:2'
       where key = 'provider.fee:${other.invoiceId}:1'`)
    const id = await lineOf(amount + 1)
    await decideAs(second, (await ask(id)).approvalId)
    expect([await payable(), await make.balance(other.payable)]).toEqual([0, 0])
    await decideAs(second, (await askBack(id)).approvalId)
    expect([await payable(), await make.balance(other.payable)]).toEqual([amount, 1])
  })

  test('is taken back by two: the invoice is unpaid, the line open, and it pays anew', async () => {
    const id = await lineOf(amount)
    const before = await bank()
    await decideAs(second, (await ask(id)).approvalId)
    const { approvalId } = await askBack(id)
    expect((await whole(id)).handling.asked).toMatchObject({ kind: 'lineUninvoice' })
    expect(await codeOf(decideAs(cashier, approvalId))).toBe('fourEyes')
    await decideAs(second, approvalId)
    expect([await payable(), await bank()]).toEqual([amount, before])
    const { line, handling } = await whole(id)
    expect([line.state, handling.invoicePayment?.reversedAt !== null]).toEqual(['unmatched', true])
    expect(await invoice()).toMatchObject({ state: 'issued', version: 3, payment: null })
    expect(await codeOf(askBack(id, 3))).toBe('lineNotOpen')
    await decideAs(second, (await ask(id, { version: 3, invoiceVersion: 3 })).approvalId)
    expect([await payable(), await bank()]).toEqual([0, before + amount])
    await decideAs(second, (await askBack(id, 4)).approvalId)
    expect(await payable()).toBe(amount)
  })

  test('is exactly what two settled: another amount is refused, and by how much', async () => {
    for (const overMinor of [1, -1])
      expect(await refusalOf(ask(await lineOf(amount + overMinor)))).toMatchObject({
        code: 'invoiceRefused',
        details: { reason: 'otherAmount', overMinor },
      })
  })

  test('pays one invoice once: of two requests the second is not executed', async () => {
    const [one, other] = [await lineOf(amount), await lineOf(amount)]
    const [first, late] = [await ask(one), await ask(other)]
    await decideAs(second, first.approvalId)
    expect(await refusalOf(decideAs(second, late.approvalId))).toMatchObject({
      code: 'stateRefused',
      details: { reason: 'invoiceChanged' },
    })
    expect(await payable()).toBe(0)
    const third = await lineOf(amount)
    expect(await refusalOf(ask(third, { invoiceVersion: 2 }))).toMatchObject(refusedFor('paidAlready'))
  })

  test('sent twice is asked for once', async () => {
    const id = await lineOf(amount)
    const key = once()
    const [first, again] = [
      await cashier.call('preTransactions.askInvoice', inputOf(id), key),
      await cashier.call('preTransactions.askInvoice', inputOf(id), key),
    ]
    expect(again).toEqual(first)
    expect(await codeOf(ask(id))).toBe('conflict')
    await decideAs(second, first.approvalId)
    expect(await payable()).toBe(0)
  })

  test('is refused for money that came, for what nobody settled, and where something changed', async () => {
    expect(await refusalOf(ask(await lineOf(amount, 'in')))).toMatchObject({
      code: 'lineNotOpen',
      details: { reason: 'incoming' },
    })
    const id = await lineOf(amount)
    expect(await codeOf(ask(id, { invoiceId: 'pin_00000000000000000000000000' }))).toBe('notFound')
    expect(await codeOf(ask(id, { version: 2 }))).toBe('stale')
    expect(await refusalOf(ask(id, { invoiceVersion: 2 }))).toMatchObject(refusedFor('invoiceChanged'))
    const pin = decodeId('providerInvoice', planted.invoiceId)
    await server.database.plant(`set session_replication_role = replica;
      update provider_invoices set settled_minor = null, settled_at = null, approval_id = null
       where id = '${pin}'`)
    expect(await refusalOf(ask(id))).toMatchObject(refusedFor('notSettled'))
    expect((await whole(id)).handling.invoicesSuggested).toEqual([])
  })

  test('is refused where other money of this amount is to leave, also since it was asked for', async () => {
    const [id, other] = [await lineOf(amount), await lineOf(amount)]
    const { approvalId } = await ask(id)
    const member = await make.member()
    await server.database.plant(`set session_replication_role = replica;
      insert into withdrawals (reference, member_id, request_key, state, amount_minor, to_bank, to_account_no,
        to_account_name, decision_kind, band, sla_ends_at, bank_account_id, business_on)
      values ('W${amount}', '${member.id}', 'w${amount}', 'sending', ${amount}, 'KBANK', '1112223334', 'x',
        'auto', 'auto', now(), '${account.id}', current_date)`)
    expect(await refusalOf(decideAs(second, approvalId))).toMatchObject({
      code: 'stateRefused',
      details: { reason: 'moneyAwaited' },
    })
    expect(await refusalOf(ask(other))).toMatchObject(refusedFor('moneyAwaited'))
    expect(await payable()).toBe(amount)
    await server.database.plant(`set session_replication_role = replica;
      delete from withdrawals where reference = 'W${amount}'`)
  })

  test('that was set aside meanwhile pays nothing', async () => {
    const id = await lineOf(amount)
    const { approvalId } = await ask(id)
    await second.call('preTransactions.ignoreLine', { id, version: 1, reason }, once())
    expect(await codeOf(decideAs(second, approvalId))).toBe('lineNotOpen')
    expect(await payable()).toBe(amount)
  })
})

describe('what the sheet offers', () => {
  test('is every unpaid invoice, those of this amount first; none beside money that came', async () => {
    await plantInvoice(server, amount + 500)
    const offered = async (id: string) =>
      (await cashier.call('preTransactions.invoiceOptions', { id })).records
    const records = await offered(await lineOf(amount))
    expect(records[0]).toMatchObject({
      invoice: { id: planted.invoiceId, month: '2026-10-01' },
      settledMinor: amount,
      dueOn: '2026-11-07',
      isExact: true,
      isAsked: false,
    })
    expect(records.filter(({ isExact }) => isExact)).toHaveLength(1)
    expect(records.length).toBeGreaterThan(1)
    expect(await offered(await lineOf(amount, 'in'))).toEqual([])
  })
})
