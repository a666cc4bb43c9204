// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { until, wait } from '../../testing/clock.ts'
import { expectSent, press, type } from '../../testing/hands.ts'
import { page } from '../../testing/money.ts'
import { inBrowser, live, open } from '../../testing/page.ts'
import { id, person } from '../../testing/people.ts'
import {
  button,
  buttons,
  expectGone,
  expectShown,
  field,
  isEnabled,
  part,
  wordsOf,
} from '../../testing/seen.ts'
import { actsSent, askedOf, nowKnown, refuse, tell, type Answers } from '../../testing/wire.ts'

// What stays of an answer that was given or refused, and what goes.

inBrowser()

type Of<N extends keyof Answers> = Extract<Answers[N], { [key: string]: unknown }>
const hash = (letter: string) => letter.repeat(64)
const listed: Of<'approvals.list'>['records'][number] = {
  id: id('approval', 1),
  kind: 'roleChange',
  entity: 'role',
  entityId: id('role', 2),
  entityName: 'ฝากถอน',
  amountMinor: 250_050,
  reason: 'ต้องดูแลกะดึก',
  maker: 'สมชาย',
  isOwn: false,
  mayDecide: true,
  state: 'pending',
  checker: null,
  comment: null,
  isSoleOwner: false,
  checkersNeeded: 1,
  checks: [],
  createdAt: '2026-11-23T09:00:00.000Z',
  expiresAt: '2026-11-24T09:00:00.000Z',
  settledAt: null,
}
const asked: Of<'approvals.get'> = {
  ...listed,
  documentHash: hash('a'),
  differences: [],
  mayReveal: false,
  evidenceSha256: null,
  approverRoles: ['เจ้าหน้าที่'],
}
const openRequest = async (change: Partial<typeof asked> = {}, more: Answers = {}) => {
  await open(`/setting?tab=approvals&open=${asked.id}`, {
    'approvals.list': page(listed),
    'approvals.get': { ...asked, ...change },
    ...more,
  })
  await live()
  await expectShown('ต้องดูแลกะดึก')
  await until(() => part('dialog', /./))
}
const comment = 'ความเห็นของผู้อนุมัติ'
const code = 'รหัส 6 หลักจากแอปยืนยันตัวตน'

it('a refused answer can be given again, and the other one too; a wrong code goes', async () => {
  await openRequest({}, { 'approvals.decide': refuse('badOtp') })
  expect(wordsOf(part('dialog', /./))).toContain('2,500.50 บาท')
  expect(wordsOf(part('dialog', /./))).toContain('23/11/2569 16:00')
  await press('อนุมัติ')
  await expectShown('กรอกความเห็นอย่างน้อย 3 ตัวอักษร')
  await expectShown('กรอกรหัสให้ครบ 6 หลัก')
  await type(comment, ' ตรวจแล้ว ')
  await type(code, '12x3456')
  await press('อนุมัติ')
  const of = { id: asked.id, comment: 'ตรวจแล้ว', documentHash: hash('a'), code: '123456' }
  await expectSent(['approvals.decide', { ...of, isApproved: true }])
  await until(() => expect(field(code).value).toBe(''))
  expect(field(comment).value).toBe(' ตรวจแล้ว ')
  const areEnabled = () => ['อนุมัติ', 'ไม่อนุมัติ'].map((name) => isEnabled(button(name)))
  await until(() => expect(areEnabled()).toEqual([true, true]))
  nowKnown({ 'approvals.decide': { state: 'rejected' } })
  await type(code, '123456')
  await press('ไม่อนุมัติ')
  await expectShown('บันทึกว่าไม่อนุมัติแล้ว')
  expect(actsSent()[1]).toEqual(['approvals.decide', { ...of, isApproved: false }])
})

it('a request changed while it was read is read anew: no word of before stays', async () => {
  await openRequest()
  await type(comment, 'เห็นด้วย')
  const change = async (letter: string, reason: string) => {
    nowKnown({ 'approvals.get': { ...asked, documentHash: hash(letter), reason } })
    tell({ topic: 'approval', id: asked.id, version: 2 })
    await expectShown(reason)
  }
  await change('a', 'ต้องดูแลกะดึกและกะเช้า')
  expect(field(comment).value).toBe('เห็นด้วย')
  await change('b', 'ขอสิทธิ์เพิ่ม')
  expect(field(comment).value).toBe('')
})

it('what a request changes is told in baht, and no limit as none', async () => {
  const differences = [
    { field: 'approvalLimitMinor', before: 1_000_050, after: null },
    { field: 'withdrawalMaxMinor', before: 25_025, after: 90_000 },
    { field: 'nameSimilarityBps', before: null, after: 9850 },
  ]
  await openRequest({ differences, expiresAt: '2026-11-23T10:01:30.000Z' })
  const words = () => wordsOf(part('dialog', /./))
  await until(() => expect(words()).toContain('10,000.50'))
  expect(words()).toMatch(/10,000.50 .*ไม่จำกัด/)
  expect(words()).toMatch(/250.25 .*900.00/)
  expect(words()).toContain('ชื่อบัญชีเหมือนชื่อสมาชิก 98.5%')
  expect(words()).not.toContain('หมดเวลา')
  await wait(92_000)
  await until(() => expect(words()).toContain('หมดเวลา'))
  // Its clock moves every ten seconds; the test's runs on while it looks.
  expect(Date.now()).toBeLessThan(Date.parse('2026-11-23T10:02:20.000Z'))
})

it('who may decide sees whole what is kept from others: a number, the balance of a new account', async () => {
  const masked = [
    { field: 'bank', before: null, after: 'KTB' },
    { field: 'accountNo', before: null, after: 'xxx-x-x1001-x' },
  ]
  const clear = [
    masked[0],
    { field: 'accountNo', before: null, after: '9871100101' },
    { field: 'openingMinor', before: null, after: 123_456 },
  ].flatMap((each) => each ?? [])
  await openRequest(
    { kind: 'bankAccountAdd', differences: masked, mayReveal: true },
    { 'approvals.reveal': { differences: clear } },
  )
  await until(() => expect(wordsOf(part('dialog', /./))).toMatch(/ยอดเปิดบัญชี.*1,234\.56/))
  expect(wordsOf(part('dialog', /./))).toContain('987-1-10010-1')
})

it('a taught wording tells what each of its varying parts is', async () => {
  const differences = [{ field: 'wording', before: null, after: 'เงินเข้า [amount] บ. [x] บช[own]' }]
  await openRequest({ kind: 'taughtFormat', differences })
  const words = () => wordsOf(part('dialog', /./))
  await until(() => expect(words()).toMatch(/เงินเข้า จำนวนเงิน บ. \[x\] บช ?บัญชีของเรา/))
})

it('what a request that was taken back is about is read again on every screen', async () => {
  await openRequest({ isOwn: true, mayDecide: false }, { 'approvals.cancel': { state: 'withdrawn' } })
  await expectShown('คุณเป็นผู้ขอ ต้องให้อีกคนที่มีสิทธิ์ตัดสิน')
  const before = askedOf('dashboard.menu').length
  await press('ยกเลิกคำขอ')
  await until(() => part('dialog', 'ยกเลิกคำขอนี้'))
  await press('ยกเลิกคำขอ', part('dialog', 'ยกเลิกคำขอนี้'))
  await expectSent(['approvals.cancel', { id: asked.id }])
  await expectShown('ยกเลิกคำขอแล้ว')
  await until(() => expect(askedOf('dashboard.menu').length).toBeGreaterThan(before))
})

it('a request that is not theirs to decide offers no answer', async () => {
  await openRequest({ mayDecide: false })
  await expectShown('คำขอนี้ไม่ใช่เรื่องที่บัญชีนี้ตัดสินได้')
  expect(() => button('อนุมัติ')).toThrow('No button')
})

const account: Answers = {
  'auth.account': {
    phone: '',
    shift: '',
    approvalLimitMinor: null,
    adjustmentPerDayMinor: null,
    addresses: [],
    signedInBefore: null,
    recoveryCodesLeft: 8,
  },
}

it('a password that was changed stands in no field any more; one that was refused stays', async () => {
  const who = person({ otpEnable: false })
  await open(
    '/setting?tab=security',
    { ...account, 'auth.changePassword': refuse('badCredentials') },
    { who },
  )
  const labels = ['รหัสผ่านปัจจุบัน', 'รหัสผ่านใหม่', 'รหัสผ่านใหม่อีกครั้ง']
  const typed = ['old password', 'new password', 'another']
  for (const [at, label] of labels.entries()) await type(label, typed[at] ?? '')
  const values = () => labels.map((label) => field(label).value)
  const form = () => field('รหัสผ่านใหม่').closest('form') ?? document.body
  await press('เปลี่ยนรหัสผ่าน', form())
  await expectShown('ไม่ตรงกับรหัสผ่านใหม่')
  expect(actsSent()).toEqual([])
  await type('รหัสผ่านใหม่อีกครั้ง', 'new password')
  await press('เปลี่ยนรหัสผ่าน', form())
  const sent = [
    'auth.changePassword',
    { currentPassword: 'old password', newPassword: 'new password' },
  ] as const
  await expectSent([...sent])
  await until(() => expect(document.querySelector('[aria-invalid=true]')).not.toBeNull())
  expect(values()).toEqual(['old password', 'new password', 'new password'])
  nowKnown({ 'auth.changePassword': {} })
  await press('เปลี่ยนรหัสผ่าน', form())
  await expectShown('เปลี่ยนรหัสผ่านแล้ว เครื่องอื่นออกจากระบบแล้ว')
  await until(() => expect(values()).toEqual(['', '', '']))
})

it('signing out everywhere else leaves this one alone', async () => {
  const session = (n: number) => ({
    id: id('session', n),
    createdAt: '2026-11-20T02:00:00.000Z',
    lastSeenAt: '2026-11-23T02:00:00.000Z',
    address: '10.0.0.1',
    device: 'Firefox',
    isCurrent: n === 2,
  })
  await open('/setting?tab=sessions', {
    'auth.sessions': { records: [session(1), session(2), session(3)] },
    'auth.endSession': {},
  })
  await expectShown('เครื่องนี้')
  const times = /เข้าเมื่อ .*20\/11\/2569 09:00:00 .*ใช้ล่าสุด .*23\/11\/2569 09:00:00/
  expect(wordsOf(document.body)).toMatch(times)
  await press('ออกจากระบบเครื่องอื่นทั้ง 2 เครื่อง')
  await expectShown('ออกจากระบบแล้ว 2 เครื่อง')
  expect(actsSent()).toEqual([1, 3].map((n) => ['auth.endSession', { id: id('session', n) }]))
})

it('how far a job is is asked for while one is under way, and no longer', async () => {
  const job = (state: 'running' | 'done', progressDone: number) => ({
    id: id('backgroundJob', 1),
    kind: 'export' as const,
    name: 'สมาชิก.csv',
    state,
    tries: 1,
    progressDone,
    progressTotal: 40_000,
    failure: null,
    exportId: null,
    createdAt: '2026-11-23T09:00:00.000Z',
    startedAt: '2026-11-23T09:00:01.000Z',
    endedAt: state === 'done' ? '2026-11-23T09:20:00.000Z' : null,
  })
  await open('/setting?tab=jobs', { 'backgroundJobs.list': { records: [job('running', 10_000)] } })
  await expectShown('ทำแล้ว 10,000 จาก 40,000')
  nowKnown({ 'backgroundJobs.list': { records: [job('running', 20_000)] } })
  await wait(2500)
  await expectShown('ทำแล้ว 20,000 จาก 40,000')
  nowKnown({ 'backgroundJobs.list': { records: [job('done', 40_000)] } })
  await wait(2500)
  await expectGone('ทำแล้ว')
  await expectShown('สั่งเมื่อ 23/11/2569 16:00:00')
  await expectShown('จบเมื่อ 23/11/2569 16:20:00')
  const before = askedOf('backgroundJobs.list').length
  await wait(8000)
  expect(askedOf('backgroundJobs.list')).toHaveLength(before)
})

it('an authenticator is moved by six digits of the old one, or by a recovery code', async () => {
  const prove = async (given: string) => {
    await open('/setting?tab=security', { ...account, 'auth.replaceOtp': refuse('badCredentials') })
    await press('ย้ายไปเครื่องใหม่')
    const label = 'รหัส 6 หลักจากแอป หรือรหัสกู้คืน'
    await until(() => field(label))
    const form = field(label).closest('form') ?? document.body
    await type('รหัสผ่านปัจจุบัน', 'secret', form)
    await type(label, given, form)
    await press('ต่อไป', form)
    await until(() =>
      expect(actsSent().length + form.querySelectorAll('[aria-invalid=true]').length).toBeGreaterThan(0),
    )
    return actsSent()[0]
  }
  expect(await prove('123456')).toEqual(['auth.replaceOtp', { password: 'secret', code: '123456' }])
  expect(await prove('1234')).toBeUndefined()
  const recoveryCode = 'ABCD-EFGH-JKLM'
  expect(await prove(recoveryCode)).toEqual(['auth.replaceOtp', { password: 'secret', recoveryCode }])
})

it('a file that is made tells when it was asked for and until when it can be fetched', async () => {
  const file: Of<'exports.list'>['records'][number] = {
    id: id('export', 1),
    fileName: 'สมาชิก.csv',
    state: 'done',
    rows: 12_345,
    bytes: 2_000_000,
    list: 'members',
    sha256: null,
    doneAt: '2026-11-22T18:30:00.000Z',
    failure: null,
    isXlsxAsked: false,
    isCut: false,
    createdAt: '2026-11-22T18:00:00.000Z',
    expiresAt: '2026-11-23T18:30:00.000Z',
  }
  await open('/setting?tab=files', { 'exports.list': { records: [file] } })
  await expectShown('สั่งเมื่อ 23/11/2569 01:00:00')
  await expectShown('ดาวน์โหลดได้ถึง 24/11/2569 01:30:00')
})

it('whoever works closes their own shift here, with no other right; a seller has none', async () => {
  const sum = (count: number, amountMinor: number) => ({ count, amountMinor })
  const figures = {
    linked: sum(12, 1_250_050),
    approved: sum(3, 300_000),
    rejected: sum(1, 50_000),
    paid: sum(2, 200_000),
    adjusted: sum(0, 0),
  }
  const shifts: Answers = {
    'reconcile.shiftNow': {
      startedAt: '2026-11-23T01:00:00.000Z',
      now: '2026-11-23T09:00:00.000Z',
      figures,
    },
    'reconcile.ownShifts': {
      records: [
        {
          id: id('shift', 1),
          employee: 'มาลี',
          isOwn: true,
          startedAt: '2026-11-22T01:00:00.000Z',
          endedAt: '2026-11-22T09:00:00.000Z',
          businessOn: '2026-11-22',
          figures,
          note: 'ถอนค้าง 2 รายการ',
          acknowledgedBy: null,
          acknowledgedAt: null,
        },
      ],
    },
    'reconcile.closeShift': { id: id('shift', 2) },
  }
  await open('/setting?tab=shift', shifts, { who: person({ rights: {} }) })
  await expectShown('ถอนค้าง 2 รายการ')
  expect(wordsOf(document.body)).toMatch(/จับคู่เงินฝาก 12 · 12,500.50 .*ยังไม่มีคนรับกะ/)
  expect(buttons('รับกะ')).toEqual([])
  await press('ปิดกะ')
  const sheet = await until(() => part('dialog', /./))
  await type('บันทึกส่งต่อกะ', 'ธนาคารช้า', sheet)
  await press('ปิดกะ', sheet)
  const sent = { startedAt: '2026-11-23T01:00:00.000Z', note: 'ธนาคารช้า' }
  await expectSent(['reconcile.closeShift', sent])
  await open('/setting', {}, { who: person({ type: 'seller', rights: {} }) })
  await expectShown('การแสดงผล')
  expect(wordsOf(document.body)).not.toContain('กะของฉัน')
})
