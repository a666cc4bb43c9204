import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bankPhone } from '../../testing/bank-phone.ts'
import { codeOf, once } from '../../testing/refusal.ts'
import type { Person } from '../../testing/server.ts'
import { decideAs, decidePassword } from '../../testing/world/decide.ts'
import type { FactoryAccount, FactoryMember } from '../../testing/world/money-factory.ts'
import { createMoneyOutWorld, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import { findDoublePayments } from './double-payments.ts'
import { filledIn, swelling } from './sheets/sheets.fixture.ts'

let world: MoneyOutWorld
let cashier: Person
let checker: Person
let account: FactoryAccount
let phone: Awaited<ReturnType<typeof bankPhone>>

const dayMs = 86_400_000
const bangkokDay = (ms: number): string => new Date(ms + 7 * 3_600_000).toISOString().slice(0, 10)
const today = () => bangkokDay(Date.now())

beforeAll(async () => {
  world = await createMoneyOutWorld()
  const permissions = {
    pretransactionReconcileDeposit: ['isRead', 'isUpdate'],
    pretransactionReconcileWithdraw: ['isRead', 'isUpdate'],
    pretransactionRequest: ['isRead', 'isUpdate'],
    pretransactionNotMatch: ['isRead', 'isUpdate'],
    memberManagement: ['isRead', 'isCreate'],
  } as const
  const person = { permissions, hasStepUp: true, password: decidePassword, abilities: { exportData: true } }
  cashier = await world.server.person(person)
  checker = await world.server.person(person)
})
afterAll(async () => {
  const violations = await world.factory.judge()
  await world.stop()
  expect(violations).toEqual([])
})
beforeEach(async () => {
  account = await world.factory.account({ bank: 'SCB' })
  phone = await bankPhone(world.factory, account)
})

const rowsOf = async (on = today(), accountId = account.outside) =>
  (await cashier.call('preTransactions.reconcileDepositList', { accountId, on, size: 100 })).records
const classesOf = async (on = today()): Promise<string[]> =>
  (await rowsOf(on))
    .map((row) => `${row.class} ${row.line?.amountMinor ?? row.record?.amountMinor}`)
    .toSorted()
const totalsOf = (on = today()) =>
  cashier.call('preTransactions.reconcileDepositTotals', { accountId: account.outside, on })

const payer = (member: FactoryMember) => ({ tag: 'KBNK', digits: member.accountNo.slice(-6) })
/** A member's payment whose owner the printed account tells. */
async function pays(amountMinor: number, at?: Date): Promise<FactoryMember> {
  const member = await world.factory.member()
  await phone.receives({ amountMinor, payer: payer(member), ...(at ? { at } : {}) })
  return member
}
/** Money credited by two people before its line came. */
async function typed(amountMinor: number): Promise<FactoryMember> {
  const member = await world.factory.member()
  const { approvalId } = await cashier.call(
    'preTransactions.createDeposit',
    {
      memberId: member.outside,
      amountMinor,
      kind: 'realDeposit',
      accountId: account.outside,
      reasonCode: 'systemMissedDeposit',
      remarkStaff: 'สลิปจากลูกค้า',
    },
    once(),
  )
  await decideAs(checker, approvalId)
  return member
}
/** What a later look sees: whose time to wait is over. */
async function later<T>(minutes: number, look: () => Promise<T>): Promise<T> {
  world.server.clock.ms = minutes * 60_000
  try {
    return await look()
  } finally {
    world.server.clock.ms = 0
  }
}

describe('what came in on a day', () => {
  test('20 days of messages with planted differences: each is listed, and no other', async () => {
    await world.server.set({ depositRequestMinutes: 5 })
    for (let day = 0; day < 20; day += 1) {
      account = await world.factory.account({ bank: 'SCB' })
      phone = await bankPhone(world.factory, account)
      const at = 10_000 + day * 100
      const expected = ['matchedAuto 50000', `matchedAuto ${at}`]
      await pays(50_000)
      await pays(at)
      if (day % 2 === 0) {
        // Nobody's, of an amount that another has on this day.
        await phone.receives({ amountMinor: 50_000, payer: { tag: 'KBNK', digits: '000001' } })
        expected.push('extra 50000')
      }
      if (day % 3 === 0) {
        const text = phone.move({ amountMinor: at + 1 })
        // One movement that two channels tell of is one line.
        await phone.say(text)
        await phone.say(text, { source: 'push' })
        expected.push(`extra ${at + 1}`)
      }
      if (day % 4 === 1) {
        await pays(at + 2, new Date(Date.now() - dayMs))
        expected.push(`late ${at + 2}`)
      }
      if (day % 5 === 2) {
        await typed(at + 3)
        expected.push(`missing ${at + 3}`)
      }
      if (day % 5 === 3) {
        await phone.receives({ amountMinor: at + 4, payer: payer(await typed(at + 4)) })
        expected.push(`matchedAuto ${at + 4}`)
      }
      if (day % 4 === 2) {
        const member = await world.factory.member()
        await world.factory.request(member, account, at + 5)
        await phone.receives({ amountMinor: at + 5 })
        expected.push(`partiallyReconciled ${at + 5}`)
      }
      expect(await later(6, () => classesOf())).toEqual(expected.toSorted())
    }
  }, 60_000)

  test('pages, classes, searches and totals of a day agree, what differs among what does not', async () => {
    const members = [await pays(10_000), await pays(20_000)]
    await phone.receives({ amountMinor: 30_000, payer: { tag: 'KBNK', digits: '000001' } })
    members.push(await pays(40_000), await pays(50_000))
    const of = { accountId: account.outside, on: today() }
    const read = (more: object) =>
      cashier.call('preTransactions.reconcileDepositList', { ...of, size: 2, ...more })
    const idsOf = ({ records }: Awaited<ReturnType<typeof read>>) => records.map(({ id }) => id)
    const whole = (await rowsOf()).map(({ id }) => id)
    expect(whole).toHaveLength(5)

    const pages = [await read({})]
    for (let last = pages[0]; last?.hasAfter === true; last = pages.at(-1))
      pages.push(await read({ after: last.afterCursor }))
    expect(pages.flatMap(idsOf)).toEqual(whole)
    expect(pages.map(({ hasBefore }) => hasBefore)).toEqual([false, true, true])
    const [first, second, third] = pages
    expect(idsOf(await read({ before: third?.beforeCursor }))).toEqual(second ? idsOf(second) : [])
    expect(await read({ before: second?.beforeCursor })).toMatchObject({ hasBefore: false, hasAfter: true })
    expect(idsOf(await read({ before: second?.beforeCursor }))).toEqual(first ? idsOf(first) : [])

    expect((await read({ size: 9, class: ['matchedAuto'] })).records).toHaveLength(4)
    expect((await read({ class: ['matchedManual'] })).records).toEqual([])
    expect(await read({ class: ['extra'] })).toMatchObject({
      records: [{ class: 'extra' }],
      hasAfter: false,
    })
    for (const search of [members[1]?.username ?? '', '200.00'])
      expect((await read({ search })).records.map((row) => row.line?.amountMinor)).toEqual([20_000])
    const totals = (more: object) =>
      cashier.call('preTransactions.reconcileDepositTotals', { ...of, ...more })
    expect(await totals({})).toMatchObject({
      count: 5,
      theirsMinor: 150_000,
      oursMinor: 120_000,
      openCount: 1,
    })
    expect(await totals({ class: ['matchedAuto'] })).toMatchObject({
      classes: [{ class: 'matchedAuto', count: 4, openCount: 0, theirsMinor: 120_000, oursMinor: 120_000 }],
    })
    expect(await totals({ search: '200.00' })).toMatchObject({ count: 1, theirsMinor: 20_000 })
    expect(await totals({ class: ['extra'], search: '200.00' })).toMatchObject({ count: 0, theirsMinor: 0 })
  })

  test('a late line stands on both days, and the sums differ by it on each', async () => {
    await pays(70_000, new Date(Date.now() - dayMs))
    await pays(10_000)
    const yesterday = bangkokDay(Date.now() - dayMs)
    expect([await classesOf(yesterday), await classesOf()]).toEqual([
      ['late 70000'],
      ['late 70000', 'matchedAuto 10000'],
    ])
    expect(await totalsOf(yesterday)).toMatchObject({ theirsMinor: 70_000, oursMinor: 0 })
    const sums = {
      theirsMinor: 10_000,
      oursMinor: 80_000,
      differenceMinor: -70_000,
      explainedMinor: -70_000,
      openCount: 0,
    }
    expect(await totalsOf()).toMatchObject(sums)
  })

  test('pages, classes and a search find the same rows', async () => {
    for (const amountMinor of [11_100, 22_200, 33_300]) await pays(amountMinor)
    await phone.receives({ amountMinor: 44_400 })
    const ask = { accountId: account.outside, on: today() }
    const list = (more: object) =>
      cashier.call('preTransactions.reconcileDepositList', { ...ask, size: 3, ...more })
    const first = await list({})
    const next = await list({ after: first.afterCursor })
    const back = await list({ before: next.beforeCursor })
    expect([first, next, back].map(({ records }) => records.length)).toEqual([3, 1, 3])
    expect(back.records).toEqual(first.records)
    expect((await list({ class: ['extra'] })).records).toMatchObject([{ class: 'extra', isOpen: true }])
    expect((await list({ search: '222.00' })).records).toMatchObject([{ line: { amountMinor: 22_200 } }])
    const { reference = '' } = first.records[1]?.record ?? {}
    expect((await list({ search: reference })).records).toMatchObject([{ record: { reference } }])
  })
})

const extraRow = async () => {
  await phone.receives({ amountMinor: 12_300 })
  const [row] = await rowsOf()
  if (!row) throw new Error('no row')
  return row
}
const ofRow = (row: { id: string }) => ({ accountId: account.outside, on: today(), id: row.id })
const force = (row: { id: string; facts: string }, facts = row.facts) =>
  cashier.call(
    'preTransactions.reconcileDepositDecide',
    { ...ofRow(row), facts, decision: 'force', remark: 'เจ้าของโอนเติมทุน' },
    once(),
  )

describe('a difference that two people sign', () => {
  test('is forced and open no more; no money moves; its history tells who', async () => {
    const row = await extraRow()
    const before = await world.factory.balance(`bank:${account.outside}`)
    const { approvalId, state } = await force(row)
    expect(state).toBe('waiting')
    expect(await rowsOf()).toMatchObject([{ class: 'extra', isOpen: true, isAsked: true }])
    expect(await codeOf(force(row))).toBe('conflict')
    await decideAs(checker, approvalId)
    expect(await rowsOf()).toMatchObject([{ class: 'forced', was: 'extra', isOpen: false }])
    expect(await totalsOf()).toMatchObject({
      differenceMinor: 12_300,
      explainedMinor: 12_300,
      openCount: 0,
    })
    expect(await world.factory.balance(`bank:${account.outside}`)).toBe(before)
    const { history } = await cashier.call('preTransactions.reconcileDepositRow', ofRow(row))
    expect(history.map(({ action }) => action)).toEqual(['approved', 'asked'])
  })

  test('is refused when the row is another than it was', async () => {
    const row = await extraRow()
    expect(await codeOf(force(row, '0000000000000000'))).toBe('stale')
    const { approvalId } = await force(row)
    await cashier.call(
      'preTransactions.ignoreLine',
      { id: row.line?.id ?? '', version: row.line?.version ?? 0, reason: 'โอนผิดบัญชี' },
      once(),
    )
    expect(await codeOf(decideAs(checker, approvalId))).toBe('conflict')
    expect(await codeOf(force((await rowsOf())[0] ?? row))).toBe('stateRefused')
  })
})

describe('a spreadsheet that is sent back', () => {
  const preview = (base64: string) =>
    cashier.call('preTransactions.reconcileDepositPreview', {
      accountId: account.outside,
      on: today(),
      base64,
    })

  test('says what each row would do, and each decision is made by itself', async () => {
    await phone.receives({ amountMinor: 12_300 })
    await phone.receives({ amountMinor: 45_600 })
    await phone.receives({ amountMinor: 78_900 })
    const sheet = await cashier.call('preTransactions.reconcileDepositSheet', {
      accountId: account.outside,
      on: today(),
      class: ['extra'],
    })
    expect(sheet.rows).toBe(3)
    const words = [
      ['force', 'เจ้าของโอน'],
      ['ignore', 'โอนผิด'],
      ['link', 'ของใคร'],
    ]
    const { records } = await preview(await filledIn(sheet.base64, words))
    expect(records.map(({ decision, error }) => [decision, error])).toEqual([
      ['force', null],
      ['ignore', null],
      ['link', 'notAllowed'],
    ])
    const decide = (at: number) => {
      const { row, decision, remark } = records[at] ?? {}
      if (!row || !decision) throw new Error('no decision')
      return cashier.call(
        'preTransactions.reconcileDepositDecide',
        { ...ofRow(row), facts: row.facts, decision, remark: remark ?? '' },
        once(),
      )
    }
    expect(await decide(0)).toMatchObject({ state: 'waiting' })
    expect(await decide(1)).toMatchObject({ state: 'done' })
    expect(await codeOf(decide(2))).toBe('stateRefused')
    expect(await codeOf(decide(1))).toBe('stale')
    expect(await classesOf()).toEqual(['extra 12300', 'extra 78900', 'ignored 45600'].toSorted())
    const again = await preview(await filledIn(sheet.base64, words))
    expect(again.records.map(({ error }) => error)).toEqual([null, 'changed', 'notAllowed'])
  })

  test('a fee is set aside as on the screen of matching: by those who have its right', async () => {
    await phone.receives({ amountMinor: 1_500, direction: 'out' })
    const permissions = { pretransactionReconcileWithdraw: ['isRead', 'isUpdate'] as const }
    const reader = await world.server.person({ permissions, hasStepUp: true })
    const ask = { accountId: account.outside, on: today(), size: 100 }
    const { records } = await cashier.call('preTransactions.reconcileWithdrawList', ask)
    const row = records.find(({ decisions }) => decisions.includes('fee'))
    if (!row) throw new Error('no fee')
    const input = { ...ofRow(row), facts: row.facts, decision: 'fee' as const, remark: 'ค่าธรรมเนียม' }
    const decide = (by: Person) => by.call('preTransactions.reconcileWithdrawDecide', input, once())
    expect(await codeOf(decide(reader))).toBe('forbidden')
    expect(await decide(cashier)).toMatchObject({ state: 'done' })
  })

  test('what is no spreadsheet, or swells, is refused', async () => {
    expect(await codeOf(preview(Buffer.from('id,facts').toString('base64')))).toBe('sheetUnreadable')
    expect(await codeOf(preview(swelling()))).toBe('sheetUnreadable')
  })
})

describe('what went out on a day', () => {
  test('without its line it is expected, then missing; two lines of one are found, and signed', async () => {
    await world.server.set({ payoutUnknownMinutes: 2 })
    const list = async () => {
      const ask = { accountId: world.source.outside, on: today(), size: 100 }
      return (await cashier.call('preTransactions.reconcileWithdrawList', ask)).records
    }
    const classes = async () =>
      (await list()).map((row) => `${row.class} ${row.theirsMinor} ${row.oursMinor}`).toSorted()
    const paid = await world.regular(300_000)
    const unseen = await world.regular(300_000)
    await world.withdraw(paid, 30_000)
    await world.withdraw(unseen, 40_000)
    await world.payouts()
    expect(await classes()).toEqual(['expected 0 30000', 'expected 0 40000'])
    await world.outgoing(30_000)
    expect(await later(3, classes)).toEqual(['matchedAuto 30000 30000', 'missing 0 40000'])
    await world.outgoing(30_000)
    await world.outgoing(7_700)
    await findDoublePayments(world.server.services)
    const rows = await later(3, list)
    expect(rows.map((row) => `${row.class} ${row.theirsMinor} ${row.oursMinor}`).toSorted()).toEqual([
      'doublePaid 30000 0',
      'extra 7700 0',
      'matchedAuto 30000 30000',
      'missing 0 40000',
    ])
    const double = rows.find((row) => row.class === 'doublePaid')
    expect(double?.other?.reference).toMatch(/^W/)
    const open = () =>
      world.factory.query(`select code from alarms where code = 'doublePayment' and cleared_at is null`)
    expect(await open()).toHaveLength(1)
    const { approvalId } = await cashier.call(
      'preTransactions.reconcileWithdrawDecide',
      {
        accountId: world.source.outside,
        on: today(),
        id: double?.id ?? '',
        facts: double?.facts ?? '',
        decision: 'force',
        remark: 'ธนาคารคืนเงินแล้ว',
      },
      once(),
    )
    await decideAs(checker, approvalId)
    expect(await open()).toEqual([])
    await findDoublePayments(world.server.services)
    expect(await open()).toEqual([])
  })

  test('a member who is paid the same twice within a day is told of, once', async () => {
    const member = await world.regular(300_000)
    for (let round = 0; round < 2; round += 1) {
      const { body } = await world.withdraw(member, 55_500)
      const id = body.data?.id ?? ''
      if (body.data?.state === 'review') {
        await cashier.call('preTransactions.claim', { id })
        const { version } = await world.row(id)
        await cashier.call('preTransactions.approve', { id, version }, once())
      }
      await world.payouts()
      await world.outgoing(55_500)
    }
    await findDoublePayments(world.server.services)
    await findDoublePayments(world.server.services)
    const found = await world.factory.query(
      `select kind, amount_minor from double_payments where amount_minor = 55500`,
    )
    expect(found).toEqual([{ kind: 'sameMember', amount_minor: 55_500 }])
    const ask = { accountId: world.source.outside, on: today(), class: ['doublePaid' as const] }
    const { records } = await cashier.call('preTransactions.reconcileWithdrawList', ask)
    expect(records.map((row) => row.line?.amountMinor)).toEqual([55_500])
  })

  test('a line that nobody could settle is tied to the payment by a person', async () => {
    const member = await world.regular(300_000)
    const { body } = await world.withdraw(member, 66_600)
    await world.payouts()
    await world.outgoing(66_600, { isOnlyStored: true })
    const ask = { accountId: world.source.outside, on: today() }
    const { records } = await cashier.call('preTransactions.reconcileWithdrawList', { ...ask, size: 100 })
    const row = records.find(({ line }) => line?.amountMinor === 66_600)
    expect(row).toMatchObject({ class: 'partiallyReconciled', record: { id: body.data?.id } })
    const input = { ...ask, id: row?.id ?? '', facts: row?.facts ?? '' }
    const decided = await cashier.call(
      'preTransactions.reconcileWithdrawDecide',
      { ...input, decision: 'link', remark: 'ตรวจสเตทเมนต์แล้ว' },
      once(),
    )
    expect(decided.state).toBe('done')
    const after = await cashier.call('preTransactions.reconcileWithdrawList', { ...ask, size: 100 })
    expect(after.records.find(({ id }) => id === row?.id)).toMatchObject({ class: 'matchedManual' })
  })
})
