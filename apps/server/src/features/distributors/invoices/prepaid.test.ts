import { randomUUID } from 'node:crypto'
import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import { providerDrawn } from '@khlang/ledger/wallet.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { postStrict } from '../../../platform/posting/ledger-store.ts'
import { bankPhone } from '../../../testing/bank-phone.ts'
import { codeOf, once, refusalOf } from '../../../testing/refusal.ts'
import type { Person, TestServer } from '../../../testing/server.ts'
import { decideAs, decidePassword } from '../../../testing/world/decide.ts'
import { plantDistributor } from '../../../testing/world/distributors.ts'
import { startLineDesk, type LineDesk } from '../../../testing/world/line-desk.ts'
import type { FactoryAccount, MoneyFactory } from '../../../testing/world/money-factory.ts'
import { watchPrepaid } from '../watch-prepaid.ts'

let desk: LineDesk
let server: TestServer
let make: MoneyFactory
let accountant: Person
let checker: Person
beforeAll(async () => {
  desk = await startLineDesk()
  ;({ server, make } = desk)
  const rights = {
    hasStepUp: true,
    permissions: {
      gameManagement: ['isRead', 'isUpdate'] as const,
      reconcile: ['isRead', 'isUpdate'] as const,
      pretransactionNotMatch: ['isRead', 'isUpdate'] as const,
      pretransactionDepositWithdraw: ['isRead', 'isUpdate'] as const,
      dashboard: ['isRead'] as const,
    },
    abilities: { exportData: true },
  }
  accountant = await server.person(rights)
  checker = await server.person({ ...rights, password: decidePassword })
})
afterAll(async () => expect(await desk.stop()).toEqual([]))

const reason = 'ตามสัญญาที่ลงนามไว้'
let account: FactoryAccount
let phone: Awaited<ReturnType<typeof bankPhone>>
let id: string
let providerId: string
beforeEach(async () => {
  account = await make.account({ bank: 'SCB' })
  phone = await bankPhone(make, account)
  ;({ id, providerId } = await plantDistributor(server))
})

const read = () => accountant.call('distributors.get', { id })
/** Other terms of the distributor, as two agree to them. */
async function agreeOn(change: {
  billing: 'credit' | 'prepaid'
  lowBalanceMinor?: number
  minimumFeeMinor?: number
}) {
  const { code, name, contact, billingDay, minimumFeeMinor, state, version } = await read()
  const terms = { code, name, contact, billingDay, minimumFeeMinor, state, lowBalanceMinor: 0, ...change }
  const asked = await accountant.call('distributors.update', { id, version, ...terms, reason }, once())
  await decideAs(checker, asked.approvalId)
}
const topUp = (amountMinor: number) =>
  accountant.call('distributors.addTopUp', { id, amountMinor, reason }, once())
const invoice = async (invoiceId: string) => (await read()).invoices.find((each) => each.id === invoiceId)
async function settle(invoiceId: string, basis: 'ours' | 'theirs' = 'ours') {
  const version = (await invoice(invoiceId))?.version ?? 0
  return accountant.call('distributors.settleInvoice', { id: invoiceId, version, basis, reason }, once())
}
/** Money is sent ahead: asked for, booked by two, and paid by a line of the bank. @returns the line */
async function sendAhead(amountMinor: number): Promise<string> {
  const asked = await topUp(amountMinor)
  await decideAs(checker, (await settle(asked.id, 'theirs')).approvalId)
  const payer = await bankPhone(make, await make.account({ bank: 'SCB' }))
  const { body } = await payer.receives({ amountMinor, direction: 'out' })
  const lineId = body.data?.lineId ?? ''
  const of = { invoiceId: asked.id, invoiceVersion: (await invoice(asked.id))?.version ?? 0 }
  const paid = await accountant.call(
    'preTransactions.askInvoice',
    { id: lineId, version: 1, ...of, reason },
    once(),
  )
  await decideAs(checker, paid.approvalId)
  return lineId
}
/** A month that is over costs the minimum of 5,000. */
async function draft(month: string) {
  return (await accountant.call('distributors.draftInvoice', { id, month }, once())).id
}
const kept = () => make.balance(`distributor:${id}:prepaid`)

describe('money that is sent ahead', () => {
  test('is asked for, booked by two, and kept there when its bank line has paid it', async () => {
    expect(await refusalOf(topUp(900_000))).toMatchObject({
      code: 'stateRefused',
      details: { reason: 'notPrepaid' },
    })
    await agreeOn({ billing: 'prepaid' })
    expect((await read()).prepaid).toMatchObject({ balanceMinor: 0 })
    const asked = await topUp(900_000)
    expect(await invoice(asked.id)).toMatchObject({ kind: 'topUp', state: 'issued', toldMinor: 900_000 })
    const settled = await settle(asked.id, 'theirs')
    const { differences } = await checker.call('approvals.get', { id: settled.approvalId })
    expect(differences.map(({ field, after }) => [field, after])).toEqual([
      ['distributor', 'Games of the world'],
      ['kind', 'topUp'],
      ['settledMinor', 900_000],
    ])
    expect(await codeOf(decideAs(accountant, settled.approvalId))).toBe('fourEyes')
    await decideAs(checker, settled.approvalId)
    // Agreed to is not sent: nothing is owed, and nothing is kept there.
    expect([(await read()).owedMinor, (await read()).prepaid?.balanceMinor]).toEqual([0, 0])
    const before = await make.balance(`bank:${account.outside}`)
    const { body } = await phone.receives({ amountMinor: 900_000, direction: 'out' })
    const lineId = body.data?.lineId ?? ''
    const { handling } = await accountant.call('preTransactions.line', { id: lineId })
    expect(handling.invoicesSuggested).toMatchObject([{ id: asked.id }])
    const invoiceVersion = (await invoice(asked.id))?.version ?? 0
    const of = { id: lineId, version: 1, invoiceId: asked.id, invoiceVersion, reason }
    const paid = await accountant.call('preTransactions.askInvoice', of, once())
    const shown = (await checker.call('approvals.get', { id: paid.approvalId })).differences
    expect(shown.map(({ field }) => field)).not.toContain('month')
    expect(shown).toContainEqual({ field: 'kind', before: null, after: 'topUp' })
    await decideAs(checker, paid.approvalId)
    expect(await invoice(asked.id)).toMatchObject({ state: 'paid', payment: { lineId } })
    expect((await read()).prepaid?.balanceMinor).toBe(900_000)
    expect([-(await kept()), await make.balance(`bank:${account.outside}`)]).toEqual([
      900_000,
      before + 900_000,
    ])
  })

  test('pays an invoice when two settle it, whole, and no line pays that once more', async () => {
    await agreeOn({ billing: 'prepaid' })
    await sendAhead(600_000)
    const first = await draft('2026-09-01')
    await decideAs(checker, (await settle(first)).approvalId)
    expect(await invoice(first)).toMatchObject({ state: 'paid', isDrawn: true, settledMinor: 500_000 })
    expect([(await read()).prepaid?.balanceMinor, -(await kept())]).toEqual([100_000, 100_000])
    expect(await read()).toMatchObject({ owedMinor: 0 })
    const second = await draft('2026-10-01')
    expect(await refusalOf(settle(second))).toMatchObject({
      code: 'stateRefused',
      details: { reason: 'prepaidShort' },
    })
    // Two that are asked for while there was enough for one: the second is not drawn.
    await sendAhead(500_000)
    const asked = await settle(second)
    await agreeOn({ billing: 'credit' })
    await agreeOn({ billing: 'prepaid' })
    const third = await draft('2026-08-01')
    await decideAs(checker, (await settle(third)).approvalId)
    expect(await refusalOf(decideAs(checker, asked.approvalId))).toMatchObject({
      code: 'stateRefused',
      details: { reason: 'prepaidShort' },
    })
    expect((await read()).prepaid?.balanceMinor).toBe(100_000)
  })

  test('says why where it cannot be, in the language of who asks; nobody has no statement', async () => {
    const why = async (language: string) => {
      const answer = await server.fetch(`/api/v1/distributor/provider/${id}/top-up`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${accountant.token}`,
          'content-type': 'application/json',
          'accept-language': language,
          'idempotency-key': randomUUID(),
        },
        body: JSON.stringify({ amountMinor: 1, reason }),
      })
      return ((await answer.json()) as { error: { message: string } }).error.message
    }
    expect(await why('th')).toContain('ไม่ได้เติมเงินล่วงหน้า')
    expect(await why('en')).toBe('This distributor is paid by its invoices, not ahead')
    const nobody = { id: encodeId('distributor', randomUUID()) }
    expect(await codeOf(accountant.call('distributors.statement', nobody))).toBe('notFound')
    const file = accountant.call('distributors.exportStatement', { ...nobody, format: 'csv' })
    expect(await codeOf(file)).toBe('notFound')
  })

  test('is told entry by entry with the balance after each, also in a file', async () => {
    await agreeOn({ billing: 'prepaid' })
    const lineId = await sendAhead(700_000)
    await decideAs(checker, (await settle(await draft('2026-10-01'))).approvalId)
    const { records, totalRecords } = await accountant.call('distributors.statement', { id })
    expect(totalRecords).toBe(2)
    expect(records).toMatchObject([
      { kind: 'fee', month: '2026-10-01', amountMinor: -500_000, balanceMinor: 200_000, lineId: null },
      { kind: 'topUp', amountMinor: 700_000, balanceMinor: 700_000, lineId },
    ])
    const file = await accountant.call('distributors.exportStatement', { id, format: 'csv' })
    const text = 'base64' in file ? Buffer.from(file.base64, 'base64').toString('utf8') : ''
    expect(text).toContain('7000.00')
    expect(text).toContain('-5000.00')
    // Taken back by two, it is an entry of its own; what was drawn stays, so it is owed now.
    const ask = { id: lineId, version: 2, reason }
    const back = await accountant.call('preTransactions.askUninvoice', ask, once())
    await decideAs(checker, back.approvalId)
    const after = await accountant.call('distributors.statement', { id, size: 1 })
    expect(after.records).toMatchObject([
      { kind: 'takenBack', amountMinor: -700_000, balanceMinor: -500_000 },
    ])
    expect([(await read()).prepaid?.balanceMinor, -(await kept())]).toEqual([-500_000, -500_000])
  })
})

describe('too little that is left', () => {
  const alarms = async () =>
    (await accountant.call('dashboard.alarms', {})).records.filter(({ entityId }) => entityId === id)

  test('counts the months that cost something and were not drawn yet; the alarm ends with more', async () => {
    await agreeOn({ billing: 'prepaid', lowBalanceMinor: 300_000 })
    await watchPrepaid(server.services.db)
    const { costsMinor = 0 } = (await read()).prepaid ?? {}
    // Every month since its contract began costs the minimum of 5,000, this one too.
    expect([costsMinor % 500_000, costsMinor > 500_000]).toEqual([0, true])
    expect(await alarms()).toMatchObject([
      {
        code: 'provider.lowBalance',
        detail: { leftMinor: -costsMinor, lowMinor: 300_000, balanceMinor: 0 },
      },
    ])
    await agreeOn({ billing: 'prepaid', lowBalanceMinor: 300_000, minimumFeeMinor: 100 })
    const costs = (await read()).prepaid?.costsMinor ?? 0
    expect(costs).toBe(costsMinor / 5000)
    await sendAhead(costs + 300_000)
    await watchPrepaid(server.services.db)
    expect(await alarms()).toEqual([])
    await agreeOn({ billing: 'prepaid', lowBalanceMinor: 300_001, minimumFeeMinor: 100 })
    await watchPrepaid(server.services.db)
    expect(await alarms()).toMatchObject([{ detail: { leftMinor: 300_000, lowMinor: 300_001 } }])
  })
})

describe('the database', () => {
  const change = (invoiceId: string, set: { state: 'paid'; is_drawn: boolean }) =>
    server.services.db
      .updateTable('provider_invoices')
      .set(set)
      .where('id', '=', decodeId('providerInvoice', invoiceId))
      .execute()

  test('takes no word for it: what is drawn was posted, whole, from what is kept', async () => {
    const drafted = await draft('2026-10-01')
    const drawn = { state: 'paid', is_drawn: true } as const
    await decideAs(checker, (await settle(drafted)).approvalId)
    // Settled while it was paid by its invoices: a line is to pay it.
    await expect(change(drafted, drawn)).rejects.toThrow('invoiceNotDrawn')
    await agreeOn({ billing: 'prepaid' })
    await sendAhead(600_000)
    await expect(change(drafted, drawn)).rejects.toThrow('invoiceNotDrawn')
    expect(await invoice(drafted)).toMatchObject({ state: 'issued', isDrawn: false })
    // Nor is money posted for it later than two settled it.
    const shares = { distributorId: id, providerId, amountMinor: 500_000, sourceId: drafted }
    const posting = providerDrawn({ ...shares, businessOn: '2026-11-01' })
    const post = server.services.db.transaction().execute((tx) => postStrict(tx, [posting]))
    await expect(post).rejects.toThrow('approvalMissing')
  })
})
