// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { until } from '../../testing/clock.ts'
import { expectSent, press, type } from '../../testing/hands.ts'
import { page } from '../../testing/money.ts'
import { inBrowser, open } from '../../testing/page.ts'
import { id } from '../../testing/people.ts'
import { expectShown, field, part, wordsOf } from '../../testing/seen.ts'
import { refuse, type Answers } from '../../testing/wire.ts'

// Saved forms of transfers beside the form: one is filled in, named, timed, taken off.

inBrowser()

type Of<N extends keyof Answers> = Extract<Answers[N], { [key: string]: unknown }>
type Template = Of<'ownTransfers.templates'>['records'][number]
type Source = Of<'ownTransfers.accounts'>['records'][number]

const source = (n: number, role: Source['role']): Source => ({
  id: id('bankAccount', n),
  bank: 'KBANK',
  label: `บัญชี ${n}`,
  accountNoMasked: `xxx-x-x100${n}-x`,
  role,
  state: 'active',
  paysOut: true,
  balanceMinor: 30_000_000,
  transferLimitMinor: null,
  leftTodayMinor: null,
  due: null,
})
const template = (change: Partial<Template> = {}): Template => ({
  id: id('transferTemplate', 1),
  name: 'รวมเงินก่อนสิ้นวัน',
  fromId: id('bankAccount', 1),
  toId: id('bankAccount', 2),
  amountMinor: null,
  keepMinor: 10_000_000,
  purpose: 'hold',
  reason: 'ส่วนเกิน',
  by: 'มาลี',
  schedule: null,
  last: null,
  version: 3,
  ...change,
})
const openForm = (templates: Template[], answers: Answers = {}) =>
  open('/payment-auto/transfer', {
    'ownTransfers.accounts': { records: [source(1, 'deposit'), source(2, 'withdrawal')] },
    'ownTransfers.list': page(),
    'ownTransfers.templates': { records: templates },
    ...answers,
  })
const side = () => wordsOf([...document.querySelectorAll('#screen aside')].at(0) ?? document.head)

it('the form is saved under a name; one that is taken is said at the name', async () => {
  await openForm([template({ amountMinor: 5000, keepMinor: null })], {
    'ownTransfers.createTemplate': ({ name }) =>
      name === 'ซ้ำ' ? refuse('templateNameInUse') : { id: id('transferTemplate', 2) },
  })
  // Nothing to save yet: the form says what is missing.
  await press('บันทึกเป็นแบบ')
  await expectShown('เลือกบัญชีที่จะโอนออก')
  await press('ใช้แบบ รวมเงินก่อนสิ้นวัน')
  await press('บันทึกเป็นแบบ')
  const sheet = await until(() => part('dialog', /บันทึกแบบฟอร์มนี้/))
  await type('ชื่อแบบ', 'ซ้ำ', sheet)
  await press('บันทึกเป็นแบบ', sheet)
  await expectShown('มีแบบโยกเงินชื่อนี้แล้ว')
  await type('ชื่อแบบ', ' ห้าสิบ ', sheet)
  await press('บันทึกเป็นแบบ', sheet)
  await expectShown('บันทึกแบบ ห้าสิบ แล้ว')
  const saved = {
    fromId: id('bankAccount', 1),
    toId: id('bankAccount', 2),
    amountMinor: 5000,
    keepMinor: null,
    purpose: 'hold' as const,
    reason: 'ส่วนเกิน',
  }
  await expectSent(
    ['ownTransfers.createTemplate', { name: 'ซ้ำ', ...saved }],
    ['ownTransfers.createTemplate', { name: 'ห้าสิบ', ...saved }],
  )
})

it('one is filled in by a press; what comes of it stands there before it is sent', async () => {
  await openForm([template()])
  await until(() => expect(side()).toContain('ส่วนที่เกิน ฿100,000.00'))
  await press('ใช้แบบ รวมเงินก่อนสิ้นวัน')
  await expectShown('จะโอน ฿200,000.00')
  expect([field('จากบัญชี').value, field('เข้าบัญชี').value, field('เหตุผล').value]).toEqual([
    'KBANK บัญชี 1',
    'KBANK บัญชี 2',
    'ส่วนเกิน',
  ])
})

it('one is given a time and days, and is said to be asked for in one’s own name', async () => {
  await openForm([template()], { 'ownTransfers.updateTemplate': { version: 4 } })
  await press('ชื่อและเวลาของแบบ รวมเงินก่อนสิ้นวัน')
  const sheet = await until(() => part('dialog', /ชื่อและเวลา/))
  sheet.querySelector<HTMLInputElement>('[name="isScheduled"]')?.click()
  expect(wordsOf(sheet)).toContain('ส่งคำขอในชื่อคุณ')
  await until(() => field('เวลา', sheet))
  await press('บันทึก', sheet)
  await expectShown('เลือกเวลา และวันอย่างน้อยหนึ่งวัน')
  await type('เวลา', '23:00', sheet)
  field('ส.', sheet).click()
  field('อา.', sheet).click()
  await press('บันทึก', sheet)
  await expectSent([
    'ownTransfers.updateTemplate',
    {
      id: id('transferTemplate', 1),
      version: 3,
      name: 'รวมเงินก่อนสิ้นวัน',
      schedule: { at: '23:00', days: [1, 2, 3, 4, 5] },
    },
  ])
})

it('what became of the last time stands below it: a request, or why there is none', async () => {
  const schedule = { at: '23:00', days: [1, 2, 3, 4, 5, 6, 7], by: 'มาลี' }
  const last = { on: '2026-11-23', at: '2026-11-23T16:00:01.000Z' }
  const asked = { skipped: null, transferId: id('ownTransfer', 7), reference: 'T2611-000007' }
  await openForm([
    template({ schedule, last: { ...last, skipped: 'open', transferId: null, reference: null } }),
    template({ id: id('transferTemplate', 2), name: 'อีกแบบ', last: { ...last, ...asked } }),
  ])
  await until(() => expect(side()).toContain('ทุกวัน เวลา 23:00 น. · มาลี'))
  expect(side()).toMatch(/23\/11\/\d{4}: ไม่ได้ส่งคำขอ มีรายการโยกเงินคู่บัญชีนี้ค้างอยู่แล้ว/)
  expect(side()).toMatch(/23\/11\/\d{4}: ส่งคำขอ T2611-000007 แล้ว/)
})

it('one is taken off the list with a reason', async () => {
  await openForm([template()], { 'ownTransfers.removeTemplate': { version: 4 } })
  await press('ลบแบบ รวมเงินก่อนสิ้นวัน')
  const sheet = await until(() => part('dialog', /ลบแบบ/))
  await type('เหตุผล', 'ไม่ใช้แล้ว', sheet)
  await press('ลบ', sheet)
  await expectSent([
    'ownTransfers.removeTemplate',
    { id: id('transferTemplate', 1), version: 3, reason: 'ไม่ใช้แล้ว' },
  ])
})
