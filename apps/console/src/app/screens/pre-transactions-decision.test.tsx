// @vitest-environment happy-dom
import type { ResourceRequires } from '@khlang/contract/kit/permissions.ts'
import { expect, it } from 'vitest'
import { until, wait } from '../../testing/clock.ts'
import { expectSent, press, type } from '../../testing/hands.ts'
import { line, page, row, type Row } from '../../testing/money.ts'
import { goTo, inBrowser, open } from '../../testing/page.ts'
import { id, person } from '../../testing/people.ts'
import { button, buttons, expectShown, field, isEnabled, part, wordsOf } from '../../testing/seen.ts'
import { actsSent, askedOf, refuse, type Answers } from '../../testing/wire.ts'

// The sheet of one withdrawal: held while it is decided, sent as it was held, given back.

inBrowser()

type Of<N extends keyof Answers> = Extract<Answers[N], { [key: string]: unknown }>
type Sheet = Of<'preTransactions.withdrawal'>
const requests = '/pre-transaction/request?tab=requests&size=50'
const withdrawal = id('withdrawal', 1)
const sheetOf = (of: Row, change: Partial<Sheet> = {}): Sheet => ({
  row: of,
  toBank: 'SCB',
  toAccountMasked: 'xxx-x-x2001-x',
  toAccountName: 'สมหญิง',
  feeMinor: 1500,
  checks: [],
  cashMinor: 10_000,
  lockedMinor: 70_025,
  needs: 'onePerson',
  firstApprover: null,
  isOwnFirstApproval: false,
  canApprove: true,
  cannotApproveReason: null,
  deciders: [],
  payouts: [],
  recent: [],
  sources: [
    { id: id('bankAccount', 1), label: 'จ่าย 1', bank: 'KBANK', isChosen: false },
    { id: id('bankAccount', 2), label: 'จ่าย 2', bank: 'KBANK', isChosen: true },
  ],
  legs: [],
  ...change,
})
const openSheet = async (of: Row, change: Partial<Sheet> = {}, who = person(), more: Answers = {}) => {
  await open(
    `${requests}&open=${withdrawal}`,
    {
      'preTransactions.requests': page(of),
      'preTransactions.approvals': { records: [] },
      'preTransactions.withdrawal': sheetOf(of, change),
      'preTransactions.claim': { claimedUntil: '2026-11-23T10:02:00.000Z', version: 6 },
      'preTransactions.release': {},
      ...more,
    },
    { who },
  )
  await expectShown('เครดิตที่กันไว้ถอน')
}
const held = ['preTransactions.claim', { id: withdrawal, isTakeover: false }] as const
const given = ['preTransactions.release', { id: withdrawal }] as const
const confirmation = () => until(() => part('dialog', /./))
const target = { id: withdrawal, version: 6 }

it('is held while its sheet stands open, and approved as it was held, from the account chosen', async () => {
  await openSheet(row(1), {}, person(), { 'preTransactions.approve': { state: 'approved', version: 7 } })
  const words = wordsOf(document.body)
  expect(words).toContain('ค่าธรรมเนียม 15.00 ยอดโอนจริง 485.00')
  expect(words).toContain('เครดิตที่ใช้ได้ 100.00 เครดิตที่กันไว้ถอน 700.25')
  await expectSent([...held])
  await press(/^อนุมัติ A$/)
  const sheet = await confirmation()
  expect(wordsOf(sheet)).toMatch(/เครดิตที่กันไว้ถอน 700.25 .*200.25/)
  await type('โอนจากบัญชี', id('bankAccount', 1), sheet)
  await press(/500.00/, sheet)
  await until(() => expect(actsSent()).toHaveLength(2))
  expect(actsSent()[1]).toEqual(['preTransactions.approve', { ...target, accountId: id('bankAccount', 1) }])
  await goTo(requests)
  await until(() => expect(actsSent().at(-1)).toEqual(given))
})

it('is read and not held above the own limit, and by who may only look', async () => {
  const heldBy = async (who: ReturnType<typeof person>) => {
    await openSheet(row(1), { canApprove: false, cannotApproveReason: 'overApprovalLimit' }, who)
    await wait(1000)
    return actsSent()
  }
  expect(await heldBy(person({ abilities: { approvalLimitMinor: 49_999 } }))).toEqual([])
  expect(await heldBy(person({ rights: { pretransactionRequest: ['isRead'] } }))).toEqual([])
  expect(await heldBy(person({ abilities: { approvalLimitMinor: 50_000 } }))).toEqual([held])
})

it('once decided gives its place to the next that this person may take', async () => {
  const claimedUntil = '2026-11-23T10:30:00.000Z'
  const rows = [
    row(1),
    row(2, { claimedBy: 'สมชาย', claimedUntil }),
    row(3, { amountMinor: 900_001 }),
    row(4, { amountMinor: 900_000 }),
  ]
  await openSheet(row(1), {}, person({ abilities: { approvalLimitMinor: 900_000 } }), {
    'preTransactions.requests': page(...rows),
    'preTransactions.withdrawal': ({ id: of }) => sheetOf(rows.find((one) => one.id === of) ?? row(1)),
    'preTransactions.approve': { state: 'approved', version: 7 },
  })
  await expectSent([...held])
  await press(/^อนุมัติ A$/)
  await press(/500.00/, await confirmation())
  await until(() => expect(location.search).toContain(id('withdrawal', 4)))
})

it('in another’s hand is taken over by who leads people alone', async () => {
  const claimed = row(1, { claimedBy: 'สมชาย', claimedUntil: '2026-11-23T10:30:00.000Z' })
  const ways = async (...employeeManagement: ['isRead', ...'isUpdate'[]]) => {
    const rights = { pretransactionRequest: ['isRead', 'isUpdate'], employeeManagement } as const
    await openSheet(claimed, {}, person({ rights }))
    await expectShown('สมชาย กำลังตรวจรายการนี้ ถือไว้ถึง 17:30:00')
    return buttons('รับช่วงต่อ').length
  }
  expect(await ways('isRead')).toBe(0)
  expect(await ways('isRead', 'isUpdate')).toBe(1)
  await press('รับช่วงต่อ')
  await expectSent(['preTransactions.claim', { id: withdrawal, isTakeover: true }])
})

it('is refused with the reason chosen and the words typed, each to whom it is for', async () => {
  await openSheet(row(1), {}, person(), { 'preTransactions.reject': { version: 7 } })
  await expectSent([...held])
  await press(/^ปฏิเสธ R$/)
  const sheet = await confirmation()
  expect(wordsOf(sheet)).toMatch(/เครดิตที่ใช้ได้ 100.00 .*600.00/)
  await type('เหตุผล', 'nameMismatch', sheet)
  await type('หมายเหตุแอดมิน', 'โทรถามแล้ว', sheet)
  await type('เหตุผล (ลูกค้าเห็น)', 'กรุณาติดต่อ', sheet)
  await press(/500.00/, sheet)
  await until(() => expect(actsSent()).toHaveLength(2))
  expect(actsSent()[1]).toEqual([
    'preTransactions.reject',
    { ...target, reasonCode: 'nameMismatch', remarkStaff: 'โทรถามแล้ว', remarkMember: 'กรุณาติดต่อ' },
  ])
})

it('of unknown outcome ends with an outgoing line of what was sent, from its account', async () => {
  const unknown = row(1, { state: 'unknown', accountId: id('bankAccount', 2) })
  const out = line(8, { accountId: id('bankAccount', 2), direction: 'out', amountMinor: 48_500 })
  await openSheet(unknown, { canApprove: false }, person(), {
    'preTransactions.lines': page(out),
    'preTransactions.resolveUnknown': { version: 7 },
  })
  await expectSent([...held])
  await press(/ A$/)
  const sheet = await confirmation()
  await until(() => expect(askedOf('preTransactions.lines')).toHaveLength(1))
  expect(askedOf('preTransactions.lines')).toEqual([
    { direction: 'out', amountMinor: 48_500, size: 25, accountId: id('bankAccount', 2) },
  ])
  ;(await until(() => field('23/11/2569 16:40:00 SCB xxx1234 485.00', sheet))).click()
  await type('หมายเหตุแอดมิน', 'ตรงกับธนาคาร', sheet)
  await press('ยืนยันว่าโอนแล้ว', sheet)
  await until(() => expect(actsSent()).toHaveLength(2))
  expect(actsSent()[1]).toEqual([
    'preTransactions.resolveUnknown',
    { ...target, lineId: out.id, remark: 'ตรงกับธนาคาร' },
  ])
})

it('of unknown outcome is ended by who may reconcile alone', async () => {
  const actsOf = async (...reconcile: ['isRead', ...'isUpdate'[]]) => {
    const rights = {
      pretransactionRequest: ['isRead', 'isUpdate'],
      pretransactionReconcileWithdraw: reconcile,
    } as const
    await openSheet(row(1, { state: 'unknown' }), { canApprove: false }, person({ rights }))
    await expectSent([...held])
    return buttons(/ A$/).length
  }
  expect(await actsOf('isRead')).toBe(0)
  expect(await actsOf('isRead', 'isUpdate')).toBe(1)
})

it('that failed is not sent again by who may not approve it', async () => {
  const actsOf = async (canApprove: boolean) => {
    await openSheet(row(1, { state: 'failed' }), { canApprove })
    await expectSent([...held])
    return buttons(/ [AR]$/).map(wordsOf)
  }
  expect(await actsOf(true)).toHaveLength(2)
  expect(await actsOf(false)).toEqual(['ปฏิเสธ R'])
})

it('what the checks forbid is not asked for on behalf of a member', async () => {
  const checked = (result: 'pass' | 'block') => ({
    member: row(1).member,
    beforeMinor: 90_050,
    afterMinor: 0,
    checks: [{ code: 'balance', result, detail: {} }],
    band: 'onePerson',
    toBank: 'SCB',
    toAccountMasked: 'xxx-x-x2001-x',
    toAccountName: 'สมหญิง',
    legs: [],
  })
  const isPossible = async (result: 'pass' | 'block') => {
    await open(`/pre-transaction/pre-withdraw/${id('member', 1)}`, {
      'preTransactions.previewWithdrawal': ({ amountMinor }) =>
        checked(amountMinor === undefined ? 'pass' : result),
    })
    await type('จำนวนเงิน', '900.50')
    await type('หมายเหตุ', 'โทรมาขอถอน')
    await until(() => expect(askedOf('preTransactions.previewWithdrawal').at(-1)?.amountMinor).toBe(90_050))
    await wait(500)
    return isEnabled(button('ตรวจก่อนส่งถอน'))
  }
  expect(await isPossible('pass')).toBe(true)
  expect(await isPossible('block')).toBe(false)
})

it('tells when attempts ended, what the wallet held after entries, and who is still needed', async () => {
  const attempt = { state: 'failed', railRef: 'R1', createdAt: '2026-11-23T09:00:00.000Z' }
  const entry = { at: '2026-11-23T08:00:00.000Z', kind: 'deposit.credited', amountMinor: 20_010 }
  await openSheet(row(1), {
    firstApprover: 'วิภา',
    payouts: [
      { ...attempt, attempt: 1, settledAt: '2026-11-23T09:05:00.000Z' },
      { ...attempt, attempt: 2, settledAt: null },
    ],
    recent: [{ ...entry, afterMinor: 80_035 }],
  })
  const words = wordsOf(document.body)
  expect(words).toMatch(/ครั้งที่ 1 .*23\/11\/2569 16:05:00 .*ครั้งที่ 2 .*23\/11\/2569 16:00:00/)
  expect(words).toMatch(/\+200.10 .*800.35/)
  expect(words).toContain('ต้องอนุมัติโดย อีกหนึ่งคน')
})

it('that somebody else decided meanwhile is told with who did and when', async () => {
  const taken = refuse('alreadyHandled', { by: 'วิภา', at: '2026-11-23T09:30:00.000Z', state: 'approved' })
  await openSheet(row(1), {}, person(), { 'preTransactions.approve': taken })
  await expectSent([...held])
  await press(/^อนุมัติ A$/)
  await press(/500.00/, await confirmation())
  await expectShown('วิภา จัดการรายการนี้ไปแล้ว 23/11/2569 16:30:00')
})

it('the line that a check speaks of is led to for who may read lines alone', async () => {
  const ways = async (more: ResourceRequires) => {
    const checks = [
      { code: 'balance', result: 'pass' as const, detail: { lineId: id('statementLine', 1) } },
    ]
    const rights = { pretransactionRequest: ['isRead'], ...more } as const
    await openSheet(row(1), { checks }, person({ rights }))
    return buttons('ดูรายการเดินบัญชี').length
  }
  expect(await ways({})).toBe(0)
  expect(await ways({ pretransactionNotMatch: ['isRead'] })).toBe(1)
})
