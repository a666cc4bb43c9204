// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { until } from '../../testing/clock.ts'
import { expectSent, press, type } from '../../testing/hands.ts'
import { page } from '../../testing/money.ts'
import { inBrowser, open } from '../../testing/page.ts'
import { id, person } from '../../testing/people.ts'
import { buttons, expectGone, expectShown, field, part, wordsOf } from '../../testing/seen.ts'
import { askedOf, refuse, type Answers } from '../../testing/wire.ts'

// Money between our own accounts: what is asked for, what stands there while it is typed, how far it came.

inBrowser()

type Of<N extends keyof Answers> = Extract<Answers[N], { [key: string]: unknown }>
type Source = Of<'ownTransfers.accounts'>['records'][number]
type Transfer = Of<'ownTransfers.get'>
type Approval = Of<'approvals.get'>

const source = (n: number, change: Partial<Source> = {}): Source => ({
  id: id('bankAccount', n),
  bank: 'KBANK',
  label: `บัญชี ${n}`,
  accountNoMasked: `xxx-x-x100${n}-x`,
  role: 'deposit',
  state: 'active',
  paysOut: true,
  balanceMinor: 30_000_000,
  transferLimitMinor: null,
  leftTodayMinor: null,
  due: null,
  ...change,
})
const payouts = source(2, { bank: 'SCB', role: 'withdrawal', balanceMinor: 1_000_050 })
const end = ({ id: of, bank, label, accountNoMasked }: Source, isBroken = false) => ({
  id: of,
  bank,
  label,
  accountNoMasked,
  isBroken,
})
const apr = id('approval', 1)
const transfer = (change: Partial<Transfer> = {}): Transfer => ({
  id: id('ownTransfer', 1),
  reference: 'T2611-000001',
  from: end(source(1)),
  to: end(payouts),
  amountMinor: 5_000_000,
  purpose: 'topUp',
  reason: 'เติมถอน',
  state: 'asked',
  maker: 'มาลี',
  checker: null,
  approvalId: apr,
  createdAt: '2026-11-23T09:00:00.000Z',
  approvedAt: null,
  endedAt: null,
  endedBy: null,
  seenOut: false,
  seenIn: false,
  template: null,
  version: 1,
  ...change,
})
const agreed = (change: Partial<Transfer> = {}) =>
  transfer({
    state: 'approved',
    checker: 'สมชาย',
    approvedAt: '2026-11-23T09:10:00.000Z',
    version: 2,
    ...change,
  })
const request = (change: Partial<Approval> = {}): Approval => ({
  id: apr,
  kind: 'ownTransfer',
  state: 'pending',
  entity: 'ownTransfer',
  entityId: id('ownTransfer', 1),
  entityName: 'T2611-000001',
  amountMinor: null,
  maker: 'มาลี',
  isOwn: false,
  checker: null,
  isSoleOwner: false,
  reason: 'เติมถอน',
  comment: null,
  createdAt: '2026-11-23T09:00:00.000Z',
  expiresAt: '2026-11-23T21:00:00.000Z',
  settledAt: null,
  mayDecide: true,
  mayReveal: false,
  approverRoles: [],
  checkersNeeded: 1,
  checks: [],
  evidenceSha256: null,
  documentHash: 'a'.repeat(64),
  differences: [
    { field: 'reference', before: null, after: 'T2611-000001' },
    { field: 'amountMinor', before: null, after: 5_000_000 },
    { field: 'purpose', before: null, after: 'topUp' },
  ],
  ...change,
})

const pattern = (change: Partial<Of<'ownTransfers.pattern'>> = {}): Of<'ownTransfers.pattern'> => ({
  template: null,
  from: { balanceMinor: 30_000_000 },
  to: { balanceMinor: 1_000_050 },
  days: [17, 18, 19, 20, 21, 22, 23].map((day) => ({
    on: `2026-11-${day}`,
    count: day === 23 ? 3 : 0,
    sumMinor: day === 23 ? 3_000_000 : 0,
  })),
  typicalMinor: 1_000_000,
  largestMinor: 1_500_000,
  typicalHour: 23,
  signs: [],
  ...change,
})

const openForm = (answers: Answers = {}, ...sources: Source[]) =>
  open('/payment-auto/transfer', {
    'ownTransfers.accounts': { records: sources.length > 0 ? sources : [source(1), payouts] },
    'ownTransfers.list': page(),
    'ownTransfers.templates': { records: [] },
    'ownTransfers.create': { state: 'waiting', approvalId: apr, id: id('ownTransfer', 1) },
    'ownTransfers.get': transfer(),
    ...answers,
  })
/** The list of a box, opened: the box that only looks like it gives way to the real one first. */
const choices = (label: string): Promise<Element> =>
  until(() => {
    const box = field(label)
    const list = document.getElementById(box.getAttribute('aria-controls') ?? '')
    if (list) return list
    if (box.getAttribute('aria-expanded') !== 'true') box.click()
    throw new Error(`${label} is not open`)
  })
const choose = async (label: string, name: RegExp): Promise<void> => press(name, await choices(label))
const seen = () => wordsOf([...document.querySelectorAll('#screen aside')].at(0) ?? document.head)

it('while it is typed, both balances and the limits that are left stand beside it', async () => {
  await openForm({}, source(1, { transferLimitMinor: 20_000_000, leftTodayMinor: 25_000_000 }), payouts)
  await choose('จากบัญชี', /บัญชี 1/)
  await choose('เข้าบัญชี', /บัญชี 2/)
  await type('จำนวนเงิน', '49,999.99')
  await until(() => expect(seen()).toContain('ยอดก่อน 300,000.00 ยอดหลัง 250,000.01'))
  expect(seen()).toContain('ยอดก่อน 10,000.50 ยอดหลัง 60,000.49')
  expect(seen()).toContain('วงเงินต่อครั้ง เหลือ 150,000.01 วงเงินวันนี้ เหลือ 200,000.01')
  expect(seen()).not.toContain('สแกนใบหน้า')
  await type('จำนวนเงิน', '50000')
  await until(() => expect(seen()).toContain('สแกนใบหน้า'))
  await type('จำนวนเงิน', '200000.01')
  await until(() => expect(seen()).toContain('เกินวงเงินต่อครั้ง'))
})

it('all above what stays is reckoned from balance and limits, and sent as an amount', async () => {
  await openForm({}, source(1, { leftTodayMinor: 25_000_000 }), payouts)
  await choose('จากบัญชี', /บัญชี 1/)
  await choose('เข้าบัญชี', /บัญชี 2/)
  field('ส่วนที่เกิน').click()
  await type('เหลือไว้ในบัญชี', '100000')
  await expectShown('จะโอน ฿200,000.00 จากเงินที่ย้ายได้ ฿300,000.00')
  expect(seen()).toContain('ยอดก่อน 300,000.00 ยอดหลัง 100,000.00')
  await type('เหลือไว้ในบัญชี', '0')
  await expectShown('ได้เท่านี้เพราะวงเงิน')
  await type('เหตุผล', 'ส่วนเกิน')
  await press('ส่งขออนุมัติ')
  await expectSent([
    'ownTransfers.create',
    {
      fromId: id('bankAccount', 1),
      toId: id('bankAccount', 2),
      amountMinor: 25_000_000,
      keepMinor: 0,
      purpose: 'topUp',
      reason: 'ส่วนเกิน',
    },
  ])
})

it('a balance that moved meanwhile is read again, and what comes of it now is sent next', async () => {
  let balanceMinor = 30_000_000
  await openForm({
    'ownTransfers.accounts': () => ({ records: [source(1, { balanceMinor }), payouts] }),
    'ownTransfers.create': ({ amountMinor }) =>
      amountMinor === balanceMinor
        ? { state: 'waiting' as const, approvalId: apr, id: id('ownTransfer', 1) }
        : refuse('transferRefused', { reason: 'balanceMoved' }),
  })
  await choose('จากบัญชี', /บัญชี 1/)
  await choose('เข้าบัญชี', /บัญชี 2/)
  field('ส่วนที่เกิน').click()
  await type('เหลือไว้ในบัญชี', '0')
  await type('เหตุผล', 'ส่วนเกิน')
  balanceMinor = 20_000_000
  await press('ส่งขออนุมัติ')
  await expectShown('ยอดเงินเปลี่ยนไป')
  await expectShown('จะโอน ฿200,000.00')
  await press('ส่งขออนุมัติ')
  await expectShown('ส่งคำขอ T2611-000001 จำนวน ฿200,000.00 แล้ว')
})

it('what is asked for is sent as typed, told by its reference, and the form is empty again', async () => {
  await openForm()
  await choose('จากบัญชี', /บัญชี 1/)
  await choose('เข้าบัญชี', /บัญชี 2/)
  await type('จำนวนเงิน', '50000')
  await type('เหตุผล', ' เติมถอน ')
  await press('ส่งขออนุมัติ')
  await expectSent([
    'ownTransfers.create',
    {
      fromId: id('bankAccount', 1),
      toId: id('bankAccount', 2),
      amountMinor: 5_000_000,
      purpose: 'topUp',
      reason: 'เติมถอน',
    },
  ])
  await expectShown('ส่งคำขอ T2611-000001 จำนวน ฿50,000.00 แล้ว')
  expect([field('จากบัญชี').value, field('จำนวนเงิน').value, field('เหตุผล').value]).toEqual(['', '', ''])
  await type('เหตุผล', 'อีกรายการ')
  await expectGone('ส่งคำขอ T2611-000001')
})

it('the two accounts change places; a frozen one cannot be chosen', async () => {
  await openForm({}, source(1), payouts, source(3, { state: 'frozen' }))
  await choose('จากบัญชี', /บัญชี 1/)
  await choose('เข้าบัญชี', /บัญชี 1/)
  await until(() => expect(field('เข้าบัญชี').value).toBe('KBANK บัญชี 1'))
  expect(field('จากบัญชี').value).toBe('')
  await press('สลับบัญชีต้นทางกับปลายทาง')
  await until(() => expect(field('จากบัญชี').value).toBe('KBANK บัญชี 1'))
  const [frozen] = buttons(/บัญชี 3/, await choices('เข้าบัญชี'))
  expect(frozen?.getAttribute('data-combobox-disabled')).toBe('true')
})

it.each([
  ['dayLimit', 'จำนวนเงิน', 'เกินวงเงินวันนี้ของบัญชีต้นทาง'],
  ['tooMuch', 'จำนวนเงิน', 'เกินยอดหรือวงเงินวันนี้ของบัญชีต้นทาง'],
  ['frozen', 'เข้าบัญชี', 'บัญชีนี้ถูกอายัด โยกเงินไม่ได้'],
] as const)('a refusal because of %s stands at its field', async (reason, label, words) => {
  await openForm({ 'ownTransfers.create': refuse('transferRefused', { reason }) })
  await choose('จากบัญชี', /บัญชี 1/)
  await choose('เข้าบัญชี', /บัญชี 2/)
  await type('จำนวนเงิน', '100')
  await type('เหตุผล', 'เติมถอน')
  await press('ส่งขออนุมัติ')
  await until(() => {
    const of = field(label).getAttribute('aria-describedby')?.split(' ') ?? []
    expect(of.map((each) => document.getElementById(each)?.textContent)).toContain(words)
  })
})

it('what may not be seen is not reckoned, and is not asked for whole', async () => {
  await openForm({}, source(1, { balanceMinor: null }), payouts)
  await choose('จากบัญชี', /บัญชี 1/)
  await expectShown('ตำแหน่งของคุณไม่เห็นยอดของบัญชี')
  expect(wordsOf(document.body)).not.toContain('ส่วนที่เกิน')
  expect(seen()).not.toContain('300,000')
})

const openOne = (one: Transfer, answers: Answers = {}, who = person()) =>
  open(
    `/payment-auto/transfer?open=${one.id}`,
    {
      'ownTransfers.accounts': { records: [source(1), payouts] },
      'ownTransfers.templates': { records: [] },
      'ownTransfers.list': page(one),
      'ownTransfers.get': one,
      'approvals.get': request({ state: 'approved', mayDecide: false }),
      'ownTransfers.cancel': { version: 3 },
      ...answers,
    },
    { who },
  )

it('an agreed transfer that no bank shows is cancelled with its reason', async () => {
  await openOne(agreed())
  await expectShown('โอนในแอปธนาคารตามบัญชีและจำนวนนี้ได้เลย')
  await press('ยกเลิกการโยกเงิน')
  const sheet = await until(() => part('dialog', /^ยกเลิกการโยกเงิน/))
  await type('เหตุผล', ' โอนไม่ได้ ', sheet)
  await press('ยกเลิกการโยกเงิน', sheet)
  await expectSent(['ownTransfers.cancel', { id: id('ownTransfer', 1), version: 2, reason: 'โอนไม่ได้' }])
})

it('one that a bank shows is cancelled no more, and tells which half is missing', async () => {
  await openOne(agreed({ seenOut: true }))
  await expectShown('กำลังรออีกข้าง')
  const dialog = part('dialog', /T2611/)
  expect(wordsOf(dialog)).toMatch(/เห็นเงินออกจากต้นทาง เห็นเงินเข้าปลายทาง · กำลังรอ สำเร็จ/)
  expect(buttons('ยกเลิกการโยกเงิน')).toEqual([])
})

it('an awaited half behind missing messages tells the account whose file ends the wait', async () => {
  await openOne(agreed({ seenOut: true, from: end(source(1), true), to: end(payouts, true) }))
  await expectShown('บัญชี 2: มีข้อความจากธนาคารหายไป')
  const dialog = part('dialog', /T2611/)
  expect(wordsOf(dialog)).not.toContain('บัญชี 1: มีข้อความ')
  const ways = [...dialog.querySelectorAll('a')].map((way) => way.getAttribute('href'))
  expect(ways).toContain(`/payment-auto/transactions/${id('bankAccount', 2)}?tab=import`)
})

it('what waits opens where it is decided, told in words', async () => {
  await open(`/payment-auto/approve-transfer?open=${id('ownTransfer', 1)}`, {
    'ownTransfers.accounts': { records: [] },
    'ownTransfers.list': page(transfer()),
    'approvals.get': request(),
    'ownTransfers.pattern': pattern({ signs: ['muchMore', 'newDestination'], template: 'ทุกคืน' }),
  })
  await expectShown('มากกว่า 3 เท่าของยอดสูงสุดใน 7 วัน')
  await expectShown('บัญชีปลายทางเพิ่งเพิ่มไม่ถึง 24 ชั่วโมงก่อนขอ')
  await expectShown('ระบบส่งคำขอตามเวลาของแบบ ทุกคืน')
  await expectShown('3 รายการ รวม ฿30,000.00')
  await expectShown('23:00–23:59')
  await expectShown('เงินในบัญชีปลายทาง 10,000.50')
  // The drawing has its figures one press away.
  await press('ดูเป็นตาราง')
  await until(() => expect(wordsOf(part('dialog', /โยกเงิน/))).toContain('23/11 ฿30,000.00'))
  await expectShown('โยกเพื่อ เติมบัญชีถอน')
  await until(() => expect(buttons('อนุมัติ')).toHaveLength(1))
  expect(wordsOf(document.body)).toContain('จำนวนเงิน 50,000.00')
  expect(askedOf('ownTransfers.list')[0]).toMatchObject({ state: ['asked'] })
})
