import { decodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bankPhone } from '../../../testing/bank-phone.ts'
import { codeOf, once, refusalOf } from '../../../testing/refusal.ts'
import type { Person, TestServer } from '../../../testing/server.ts'
import { startLineDesk, type LineDesk } from '../../../testing/world/line-desk.ts'
import { decideAs } from '../../../testing/world/decide.ts'
import type { FactoryAccount, MoneyFactory } from '../../../testing/world/money-factory.ts'
import { matchRefunds } from './match-refunds.ts'

let desk: LineDesk
let server: TestServer
let make: MoneyFactory
let cashier: Person
let second: Person
beforeAll(async () => {
  desk = await startLineDesk()
  ;({ server, make, cashier, second } = desk)
})
afterAll(async () => {
  expect(await desk.stop()).toEqual([])
})

let account: FactoryAccount
let phone: Awaited<ReturnType<typeof bankPhone>>
beforeEach(async () => {
  account = await make.account({ bank: 'SCB' })
  phone = await bankPhone(make, account)
})

const payer = { tag: 'KBNK', digits: '567890' }
const to = { bank: 'KBANK', accountNo: '1234567890', accountName: 'สมชาย ใจดี' } as const
const reason = 'ลูกค้าโอนผิด ขอคืน'
const lineOf = async (amountMinor = 30_000, from: { payer?: typeof payer } = { payer }) =>
  (await phone.receives({ amountMinor, ...from })).body.data?.lineId ?? ''
const ask = (id: string, more: object = {}) =>
  cashier.call('preTransactions.askRefund', { id, version: 1, ...to, reason, ...more }, once())
const agreed = async (amountMinor?: number) => {
  const id = await lineOf(amountMinor)
  await decideAs(second, (await ask(id)).approvalId)
  return id
}
const leaves = async (amountMinor = 30_000) =>
  (await phone.receives({ amountMinor, direction: 'out' })).body.data?.lineId ?? ''
const match = () => matchRefunds(server.services)
const whole = (id: string) => cashier.call('preTransactions.line', { id })
const stateOf = async (id: string) => (await whole(id)).line.state
const unmatched = () => make.balance(`unmatched:${account.outside}`)
const alarmsOf = (id: string) =>
  make.query<{ code: string }>('select code from alarms where entity_id = $1 and cleared_at is null', [id])

describe('money that goes back to its payer', () => {
  test('is asked for by one, agreed to by another, and over when the bank shows it', async () => {
    const bankBefore = await make.balance(`bank:${account.outside}`)
    const id = await lineOf()
    const { state, approvalId } = await ask(id)
    expect(state).toBe('waiting')
    expect((await whole(id)).handling.asked).toMatchObject({ kind: 'lineRefund', isOwn: true })
    const { differences } = await second.call('approvals.get', { id: approvalId })
    expect(differences).toContainEqual({
      field: 'account',
      before: null,
      after: { bank: 'KBANK', accountNoMasked: 'xxx-x-x6789-x', accountName: 'สมชาย ใจดี' },
    })
    expect(differences).toContainEqual({ field: 'printedPayer', before: null, after: 'KBANK ????567890' })
    await decideAs(second, approvalId)
    expect((await whole(id)).line.state).toBe('refundPending')
    expect((await whole(id)).handling.refund).toMatchObject({
      state: 'approved',
      toAccountNo: 'xxx-x-x6789-x',
      outLineId: null,
    })
    expect(await unmatched()).toBe(30_000)
    const out = await leaves()
    expect(await alarmsOf(out)).toEqual([])
    await match()
    await match()
    expect([await stateOf(id), await stateOf(out)]).toEqual(['refunded', 'settled'])
    expect(await unmatched()).toBe(0)
    expect(await make.balance(`bank:${account.outside}`)).toBe(bankBefore)
    expect((await whole(out)).handling.refund).toMatchObject({ state: 'done', lineId: id })
  })

  test('is not over by what a format reads that is still learnt: a person says so', async () => {
    const id = await agreed(31_000)
    const out = await leaves(31_000)
    await server.database.plant(`update statement_lines set flags = '{readLate}' where id = $1`, [
      decodeId('statementLine', out),
    ])
    await match()
    expect([await stateOf(id), await stateOf(out)]).toEqual(['refundPending', 'unmatched'])
    await cashier.call('preTransactions.closeRefund', { id, version: 2, outId: out }, once())
    expect([await stateOf(id), await stateOf(out)]).toEqual(['refunded', 'settled'])
  })

  test('goes to nobody the bank speaks against, nor to ourselves, nor over what is doubtful', async () => {
    const id = await lineOf()
    const refused = (more: object) => refusalOf(ask(id, more))
    const contradicts = { code: 'refundRefused', details: { reason: 'payerContradicts' } }
    expect(await refused({ accountNo: '1234567891' })).toEqual(contradicts)
    expect(await refused({ bank: 'SCB' })).toEqual(contradicts)
    const plain = await lineOf(30_100, {})
    const ours = { bank: 'SCB', accountNo: account.accountNo }
    expect(await refusalOf(ask(plain, ours))).toMatchObject({ details: { reason: 'ownAccount' } })
    const out = await leaves(100)
    expect(await refusalOf(ask(out))).toMatchObject({ code: 'lineNotOpen' })
    await server.database.plant('update statement_lines set possible_double_of = $2 where id = $1', [
      decodeId('statementLine', plain),
      decodeId('statementLine', id),
    ])
    expect(await refusalOf(ask(plain))).toMatchObject({ code: 'blocked' })
    expect((await ask(plain, { isConfirmed: true })).state).toBe('waiting')
  })

  test('is asked for once; linked, set aside or refunded it is not refunded again', async () => {
    const id = await lineOf()
    await ask(id)
    expect(await refusalOf(ask(id))).toMatchObject({
      code: 'conflict',
      details: { reason: 'approvalPending' },
    })
    const member = await make.member()
    const link = { id, version: 1, memberId: member.outside, remark: reason }
    expect(await codeOf(cashier.call('preTransactions.link', link, once()))).toBe('conflict')
    const done = await agreed(30_200)
    expect(await codeOf(ask(done, { version: 2 }))).toBe('lineNotOpen')
    expect(
      await codeOf(cashier.call('preTransactions.link', { ...link, id: done, version: 2 }, once())),
    ).toBe('lineNotOpen')
  })

  test('counts in what the account may still send today', async () => {
    await server.database.plant('update bank_accounts set day_limit_minor = 50000 where id = $1', [
      account.id,
    ])
    await agreed()
    const [row] = await make.query<{ ordered: number }>(
      `select ordered_of_day($1, (select business_on from line_refunds
        where bank_account_id = $1)) as ordered`,
      [account.id],
    )
    expect(Number(row?.ordered)).toBe(30_000)
    expect(await refusalOf(ask(await lineOf(20_001)))).toEqual({
      code: 'refundRefused',
      details: { reason: 'tooMuch' },
    })
    expect((await ask(await lineOf(20_000))).state).toBe('waiting')
    await server.database.plant(`update bank_accounts set state = 'frozen' where id = $1`, [account.id])
    expect(await refusalOf(ask(await lineOf(100)))).toMatchObject({ details: { reason: 'frozen' } })
  })

  test('two of one amount: of a line that names nobody a person says whose it is', async () => {
    const one = await agreed()
    const other = await lineOf(30_000, {})
    const elsewhere = { ...to, accountNo: '9999999999' }
    await decideAs(second, (await ask(other, elsewhere)).approvalId)
    const out = await leaves()
    await match()
    expect([await stateOf(one), await stateOf(other)]).toEqual(['refundPending', 'refundPending'])
    const { records } = await cashier.call('preTransactions.refundLines', { id: one })
    expect(records.map(({ id }) => id)).toEqual([out])
    const close = (id: string, outId: string) =>
      cashier.call('preTransactions.closeRefund', { id, version: 2, outId }, once())
    expect(await refusalOf(close(one, other))).toMatchObject({ details: { reason: 'notFitting' } })
    await close(one, out)
    expect(await codeOf(close(other, out))).toBe('refundRefused')
    expect([await stateOf(one), await stateOf(other)]).toEqual(['refunded', 'refundPending'])
    const last = await leaves()
    await match()
    expect([await stateOf(other), await stateOf(last)]).toEqual(['refunded', 'settled'])
  })

  test('called off before it is paid it is unidentified and takes two to link; after, it stays', async () => {
    const id = await agreed()
    const cancel = (of: string, version = 2) =>
      cashier.call('preTransactions.cancelRefund', { id: of, version, reason: 'ลูกค้าไม่คืนแล้ว' }, once())
    await cancel(id)
    expect(await stateOf(id)).toBe('unmatched')
    expect(await unmatched()).toBe(30_000)
    const { outside: memberId } = await make.member()
    const { reasons } = await cashier.call('preTransactions.previewLink', { id, memberId })
    expect(reasons).toContain('reopened')
    const out = await leaves()
    expect(await alarmsOf(out)).toEqual([{ code: 'bank.outgoingUnknown' }])
    const paid = await agreed(40_000)
    await leaves(40_000)
    expect(await refusalOf(cancel(paid))).toEqual({
      code: 'refundRefused',
      details: { reason: 'refundSeen' },
    })
    // What came while two refunds were awaited and explains none has its alarm.
    const twice = await leaves(40_000)
    await match()
    expect(await stateOf(paid)).toBe('refundPending')
    await cashier.call(
      'preTransactions.closeRefund',
      {
        id: paid,
        version: 2,
        outId: (await cashier.call('preTransactions.refundLines', { id: paid })).records.at(-1)?.id ?? '',
      },
      once(),
    )
    await match()
    expect(await alarmsOf(twice)).toEqual([{ code: 'bank.outgoingUnknown' }])
  })

  test('and no statement of the program’s own role moves such money without its two people', async () => {
    const id = await agreed()
    const query = (text: string, values: unknown[]) =>
      server.services.pool.query(text, values).then(
        () => 'done',
        (error: unknown) => (error as { code?: string }).code ?? String(error),
      )
    const uuid = decodeId('statementLine', id)
    expect(await query(`update line_refunds set to_account_no = '1' where line_id = $1`, [uuid])).toBe(
      'KL105',
    )
    expect(
      await query(
        `update line_refunds set state = 'done', out_line_id = line_id, ended_at = now()
        where line_id = $1`,
        [uuid],
      ),
    ).toBe('KL105')
    expect(
      await query(
        `select post_transfers('strict', array['deposit.refunded:' || $1 || ':1'], array['deposit.refunded'],
           array[$1], array[current_date], array[current_date], null, array[1], array[$2, $3], array[1],
           array[2], array[30000::bigint], array['THB'], null)`,
        [id, `unmatched:${account.outside}`, `bank:${account.outside}`],
      ),
    ).toBe('KL105')
  })
})
