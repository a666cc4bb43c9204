// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { until, wait } from '../../testing/clock.ts'
import { expectSent, press, type } from '../../testing/hands.ts'
import { page, row } from '../../testing/money.ts'
import { inBrowser, open } from '../../testing/page.ts'
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
import { actsSent, askedOf, nowKnown, refuse, type Answers } from '../../testing/wire.ts'

// One member: their money, what a person sets on them, and the account their money goes to.

inBrowser()

type Of<N extends keyof Answers> = Extract<Answers[N], { [key: string]: unknown }>
type Member = Of<'members.get'>
const detail = `/member/member-detail/${id('member', 1)}`
const listed: Of<'members.list'>['records'][number] = {
  id: id('member', 1),
  username: 'kl1',
  name: 'สมหญิง ใจดี',
  phoneMasked: '081-xxx-0001',
  bank: 'SCB',
  accountNoMasked: 'xxx-x-x2001-x',
  level: 0,
  tags: [],
  state: 'active',
  balanceMinor: 111_100,
  depositMinor: 333_300,
  withdrawalMinor: 444_400,
  netMinor: -111_100,
  lastDepositAt: null,
  lastLoginAt: null,
  waitingChange: null,
  createdAt: '2026-01-01T02:00:00.000Z',
  version: 5,
}
const known: Member = {
  ...listed,
  firstName: 'สมหญิง',
  lastName: 'ใจดี',
  lineId: null,
  email: null,
  birthOn: null,
  sourceChannel: 'other',
  stateReason: null,
  lockedMinor: 22_250,
  depositCount: 3,
  withdrawalCount: 4,
  firstDepositAt: null,
  withdrawHoldUntil: null,
  seller: null,
  referrer: null,
  withdrawBlocks: [],
  pendingChange: null,
  accounts: [],
  canLogin: true,
  canDeposit: true,
  canWithdraw: true,
  canBet: true,
  isAutoWithdraw: false,
  withdrawalMinMinor: null,
  withdrawalMaxMinor: 1_000_050,
  withdrawalDayMinor: null,
  withdrawalDayCount: null,
}
const openDetail = (tab: string, more: Answers = {}, who = person()) =>
  open(`${detail}?tab=${tab}`, { 'members.get': known, ...more }, { who })

it('the wallet is told apart: what can be spent, what is held, what came and went', async () => {
  await openDetail('overview')
  await expectShown('เครดิตคงเหลือ')
  const words = wordsOf(document.body)
  expect(words).toContain('เครดิตคงเหลือ 1,111.00 กันไว้รอถอน 222.50 ยอดฝากรวม 3,333.00')
  expect(words).toContain('ยอดถอนรวม 4,444.00 ฝากลบถอน -1,111.00')
  expect(words).toContain('ถอนสูงสุดต่อครั้ง (บาท) ฿10,000.50')
  expect(words).toContain('ถอนสูงสุดต่อวัน (บาท) ตามระบบ')
})

it('money that goes out is marked as such among what came and went', async () => {
  const rows = page(row(1), row(2, { kind: 'deposit', state: 'credited', reference: 'D2' }))
  await openDetail('money', { 'preTransactions.queue': rows })
  await expectShown('D2')
  const lineOf = (reference: string) =>
    [...document.querySelectorAll('tbody tr')].map(wordsOf).find((words) => words.includes(reference))
  expect(lineOf('W1')).toContain('-500.00')
  expect(lineOf('D2')).toContain('+500.00')
  expect(askedOf('preTransactions.queue').at(-1)).toMatchObject({ memberId: id('member', 1) })
})

it('a credit of the statement is taken back as the credit it is', async () => {
  const sourceId = id('deposit', 9)
  const entry = { id: 'entry-1', at: '2026-11-22T18:30:00.000Z', kind: 'deposit.credited' }
  const amounts = { amountMinor: 50_025, beforeMinor: 10_000, afterMinor: 60_025 }
  const none = { by: null, remark: null, fate: null, reversedBy: null, reverses: null }
  const days = { businessOn: '2026-11-22', valueOn: '2026-11-23' }
  const whose = { member: { id: listed.id, username: 'kl1', name: listed.name }, reference: 'D9', sourceId }
  const credit = { ...entry, ...amounts, ...none, ...days, ...whose, takeBack: { lineId: null } }
  await openDetail('statement', {
    'creditTransactions.list': { ...page(credit), isBehind: false },
    'preTransactions.previewReversal': refuse('notFound'),
  })
  await expectShown('+500.25')
  await expectShown('23/11/2569 01:30:00 วันทำการ 22/11/2569')
  expect(wordsOf(document.querySelector('tbody tr') ?? document.body)).toMatch(/\+500.25 .*100.00 .*600.25/)
  await press('ย้อนรายการ')
  await until(() => expect(askedOf('preTransactions.previewReversal')).toEqual([{ id: sourceId }]))
  await expectShown('ไม่พบข้อมูลนี้')
})

it('who may not read statements and the queue is offered neither with a member', async () => {
  const tabs = () => [...document.querySelectorAll('[role=tab]')].map(wordsOf)
  await openDetail('statement', {}, person({ rights: { memberManagement: ['isRead', 'isUpdate'] } }))
  await expectShown('ข้อมูลส่วนตัว')
  expect(tabs()).not.toContain('รายการเครดิต')
  expect(tabs()).not.toContain('ฝาก-ถอน')
  expect(buttons(/^(เติมเครดิตด้วยมือ|ถอนแทนสมาชิก)$/)).toEqual([])
})

it('limits are saved in satang over the version that is shown, with the reason', async () => {
  await openDetail('controls', { 'members.update': { version: 6 } })
  await type('ถอนสูงสุดต่อวัน (บาท)', '๕,๐๐๐.๒๕')
  await expectShown('ถอนสูงสุดต่อวัน (บาท) ไม่มี 5,000.25')
  await type('เหตุผล', ' สมาชิกขอ ')
  await press('บันทึกสิทธิ์และวงเงิน')
  await until(() => expect(actsSent()).toHaveLength(1))
  expect(actsSent()[0]).toEqual([
    'members.update',
    {
      id: known.id,
      version: 5,
      canLogin: true,
      canDeposit: true,
      canWithdraw: true,
      canBet: true,
      isAutoWithdraw: false,
      withdrawalMinMinor: null,
      withdrawalMaxMinor: 1_000_050,
      withdrawalDayMinor: 500_025,
      withdrawalDayCount: null,
      level: 0,
      tags: [],
      reason: 'สมาชิกขอ',
    },
  ])
  await expectShown('บันทึกสิทธิ์และวงเงินของ kl1 แล้ว')
  await type('ถอนสูงสุดต่อวัน (บาท)', '6000')
  await type('เหตุผล', 'ขออีกครั้ง')
  await press('บันทึกสิทธิ์และวงเงิน')
  await until(() => expect(actsSent()).toHaveLength(2))
  expect(actsSent()[1]?.[1]).toMatchObject({ version: 6, withdrawalDayMinor: 600_000 })
})

it('what another person saved meanwhile stays; only what was typed is put over it', async () => {
  await openDetail('controls', { 'members.update': refuse('stale') })
  await type('ถอนสูงสุดต่อวัน (บาท)', '5000')
  await type('เหตุผล', 'สมาชิกขอ')
  nowKnown({ 'members.get': { ...known, version: 9, canWithdraw: false, withdrawalMaxMinor: 200_000 } })
  await press('บันทึกสิทธิ์และวงเงิน')
  await expectShown('มีคนบันทึกการแก้ไขก่อนคุณ')
  nowKnown({ 'members.update': { version: 10 } })
  await press('บันทึกสิทธิ์และวงเงิน')
  await until(() => expect(actsSent()).toHaveLength(2))
  expect(actsSent()[1]?.[1]).toMatchObject({
    version: 9,
    canWithdraw: false,
    withdrawalMaxMinor: 200_000,
    withdrawalDayMinor: 500_000,
  })
})

const rules: Of<'members.accountChange'> = {
  holdHours: 24,
  everyDays: 30,
  possibleFrom: null,
  needsEvidence: true,
  pending: null,
}
const change = `/member/change-account/${id('member', 1)}`

it('an account is asked to be changed to what was typed, and not without its picture', async () => {
  const openForm = (of: Partial<typeof rules>) =>
    open(change, {
      'members.get': known,
      'members.accountChange': { ...rules, ...of },
      'members.changeAccount': { state: 'waiting', approvalId: id('approval', 1), nameSimilarityBps: null },
    })
  const fill = async () => {
    ;(await until(() => field('ธนาคาร'))).click()
    await press(/KBANK/)
    await type('เลขบัญชี', '๑๒๓-4-56789-0')
    await type('ชื่อบัญชี', ' สมหญิง ใจดีมาก ')
    await type('เหตุผล', 'ปิดบัญชีเดิม')
    await press('ส่งคำขอเปลี่ยนบัญชี')
  }
  await openForm({ needsEvidence: false })
  await expectShown('พักการถอนของสมาชิกคนนี้ 24 ชั่วโมง')
  await fill()
  await expectSent([
    'members.changeAccount',
    {
      id: known.id,
      bank: 'KBANK',
      accountNo: '1234567890',
      accountName: 'สมหญิง ใจดีมาก',
      reason: 'ปิดบัญชีเดิม',
    },
  ])
  await expectShown('รออีกคนอนุมัติ')
  await openForm({})
  await fill()
  await until(() => expect(document.querySelector('[aria-invalid=true]')).not.toBeNull())
  expect(actsSent()).toEqual([])
})

it('so soon after another change no account is changed, and from when on it may be is said', async () => {
  await open(change, {
    'members.get': known,
    'members.accountChange': { ...rules, possibleFrom: '2026-11-24T18:30:00.000Z' },
  })
  await expectShown('เปลี่ยนบัญชีได้ทุก 30 วัน')
  expect(wordsOf(document.body)).toContain('25 พ.ย. 01:30 น. (อีก 1 วัน 8 ชม.)')
  expect(isEnabled(button('ส่งคำขอเปลี่ยนบัญชี'))).toBe(false)
})

it('a new password is shown once it is made, and no sooner', async () => {
  await open(`/member/change-password/${known.id}`, {
    'members.get': known,
    'members.changePassword': { password: 'made-up-1' },
  })
  await press('สร้างรหัสผ่านใหม่')
  expect(wordsOf(document.body)).not.toContain('รหัสผ่านใหม่:')
  const sheet = await until(() => part('dialog', /./))
  await type('เหตุผล', 'ลืมรหัส', sheet)
  await press('สร้างรหัสผ่านใหม่', sheet)
  await expectShown('ยูสเซอร์: kl1 รหัสผ่านใหม่: made-up-1')
  expect(actsSent()).toEqual([['members.changePassword', { id: known.id, reason: 'ลืมรหัส' }]])
})

it('a time that is over is told without a time left', async () => {
  const possibleFrom = '2026-11-23T09:59:30.000Z'
  await open(change, { 'members.get': known, 'members.accountChange': { ...rules, possibleFrom } })
  await expectShown('เปลี่ยนได้อีกครั้งตั้งแต่ 23 พ.ย. 16:59 น.')
  expect(wordsOf(document.body)).not.toContain('อีก 0')
})

it('a change that waits is taken back by who asked for it, and decided by others', async () => {
  const openPending = (isOwn: boolean) =>
    open(change, {
      'members.get': {
        ...known,
        pendingChange: {
          id: id('approval', 1),
          kind: 'memberAccountChange',
          maker: 'สมชาย',
          createdAt: '2026-11-23T09:00:00.000Z',
        },
      },
      'members.accountChange': {
        ...rules,
        pending: {
          id: id('approval', 1),
          maker: 'สมชาย',
          isOwn,
          reason: 'ปิดบัญชีเดิม',
          createdAt: '2026-11-23T09:00:00.000Z',
          expiresAt: '2026-11-24T09:00:00.000Z',
          before: { bank: 'SCB', accountNoMasked: 'xxx-x-x2001-x', accountName: 'สมหญิง ใจดี' },
          after: { bank: 'KBANK', accountNoMasked: 'xxx-x-x7890-x', accountName: 'สมหญิง ใจดี' },
          nameSimilarityBps: 9850,
        },
      },
      'approvals.get': refuse('notFound'),
      'approvals.cancel': { state: 'withdrawn' },
    })
  await openPending(false)
  await expectShown('เหมือนชื่อสมาชิก 98.5%')
  const difference = wordsOf(part('table', 'บัญชีเดิมและบัญชีใหม่'))
  expect(wordsOf(document.body)).toContain('คำขอหมดอายุ 24 พ.ย. 16:00 น.')
  expect(difference).toMatch(/SCB .*KBANK .*xxx-x-x2001-x .*xxx-x-x7890-x/)
  expect(buttons('ตรวจและตัดสินคำขอ')).toHaveLength(1)
  expect(buttons('ยกเลิกคำขอเปลี่ยนบัญชี')).toEqual([])
  await openPending(true)
  await press('ยกเลิกคำขอเปลี่ยนบัญชี')
  expect(buttons('ตรวจและตัดสินคำขอ')).toEqual([])
  await press('ยกเลิกคำขอเปลี่ยนบัญชี', await until(() => part('dialog', /./)))
  await expectSent(['approvals.cancel', { id: id('approval', 1) }])
})

it('sums of the page and of the whole filter stand under the column they are of', async () => {
  await open('/member/member-management', {
    'members.list': { ...page(listed), isOfNearest: false },
    'members.totals': {
      count: 9,
      isEstimate: false,
      balanceMinor: 500_050,
      depositMinor: 600_060,
      withdrawalMinor: 700_070,
      netMinor: -100_010,
    },
  })
  await expectShown('7,000.70')
  const foot = wordsOf(document.querySelector('tfoot') ?? document.body)
  expect(foot).toMatch(/1,111.00 .*3,333.00 .*4,444.00 .*-1,111.00/)
  expect(foot).toMatch(/5,000.50 .*6,000.60 .*7,000.70 .*-1,000.10/)
})

it('an account of before is told from when to when it was paid to', async () => {
  const before = {
    id: id('memberBankAccount', 1),
    bank: 'SCB',
    accountNoMasked: 'xxx-x-x2001-x',
    accountName: 'สมหญิง ใจดี',
    state: 'alias' as const,
    since: '2026-01-01T02:00:00.000Z',
    until: '2026-02-03T18:30:00.000Z',
    askedBy: 'สมชาย',
    approvedBy: 'วิภา',
    reason: null,
  }
  await openDetail('accounts', { 'members.get': { ...known, accounts: [before] } })
  await expectShown('ตั้งแต่ 01/01/2569 09:00:00 ถึง 04/02/2569 01:30:00')
})

it('who may only look at members is offered no act on one', async () => {
  const rights = { memberManagement: ['isRead'] } as const
  await open(
    '/member/member-management',
    { 'members.list': { ...page(listed), isOfNearest: false }, 'members.totals': refuse('notFound') },
    { who: person({ rights }) },
  )
  await until(() => button('ทำรายการกับ kl1'))
  document.querySelector<HTMLElement>('tbody tr td')?.click()
  await wait(500)
  expect(location.pathname).toBe('/member/member-management')
  await press('ทำรายการกับ kl1')
  await expectShown('คุณมีสิทธิ์ดูอย่างเดียว')
})

it('a limit that is emptied is the one of the brand again, and not none at all', async () => {
  // A member of their own: what was typed over another one stays kept.
  await open(`/member/member-detail/${id('member', 2)}?tab=controls`, {
    'members.get': { ...known, id: id('member', 2), withdrawalDayCount: 3 },
    'members.update': { version: 6 },
  })
  await until(() => expect(field('จำนวนครั้งถอนต่อวัน').value).toBe('3'))
  await type('จำนวนครั้งถอนต่อวัน', '')
  await type('เหตุผล', 'กลับตามระบบ')
  await press('บันทึกสิทธิ์และวงเงิน')
  await until(() => expect(actsSent()).toHaveLength(1))
  expect(actsSent()[0]?.[1]).toMatchObject({ withdrawalDayCount: null })
})

it('a sign-in tells when in Bangkok and from where it was, and whether it was let in', async () => {
  const login = (at: string, result: string) => ({ at, result, address: '203.0.113.7', userAgent: null })
  const logins = [
    login('2026-11-22T18:30:00.000Z', 'done'),
    login('2026-11-22T18:29:00.000Z', 'badCredentials'),
  ]
  await openDetail('logins', { 'members.logins': page(...logins) })
  await expectShown('203.0.113.7')
  const [done, refused] = [...document.querySelectorAll('tbody tr')].map(wordsOf)
  expect(done).toMatch(/23\/11\/2569 01:30:00 สำเร็จ 203/)
  expect(refused).toMatch(/23\/11\/2569 01:29:00 ไม่สำเร็จ 203/)
})

it('when a member signed in last and when they paid in is told apart', async () => {
  await openDetail('overview', {
    'members.get': {
      ...known,
      lastLoginAt: '2026-11-23T08:00:00.000Z',
      firstDepositAt: '2026-01-02T18:30:00.000Z',
      lastDepositAt: '2026-11-20T18:30:00.000Z',
    },
  })
  await expectShown('เข้าสู่ระบบล่าสุด 2 ชม. ที่แล้ว')
  expect(wordsOf(document.body)).toMatch(/03\/01\/2569 01:30:00 .*21\/11\/2569 01:30:00/)
})

it('numbers that were shown in clear are hidden again by a press', async () => {
  await openDetail('overview', {
    'members.reveal': { phone: '+66812345678', accounts: [], pending: null },
  })
  await press('แสดงเบอร์และเลขบัญชี')
  const sheet = await until(() => part('dialog', /./))
  await type('เหตุผล', 'สมาชิกโทรมา', sheet)
  await press('แสดงข้อมูล', sheet)
  await expectShown('081-234-5678')
  await press('ซ่อน')
  await expectGone('081-234-5678')
  await expectShown('081-xxx-0001')
})

it('a change that took two tells who asked and who approved, and the values in baht', async () => {
  const act = { actor: 'วิภา', askedBy: 'สมชาย', action: 'memberUpdate', result: 'done', reason: null }
  const values = { before: { withdrawalMaxMinor: 123_450 }, after: { withdrawalMaxMinor: 678_900 } }
  await openDetail('activity', {
    'members.activity': page({ at: '2026-11-22T18:30:00.000Z', ...act, ...values }),
  })
  await expectShown('ผู้ขอ สมชาย · ผู้อนุมัติ วิภา')
  await expectShown('23/11/2569 01:30:00')
  await expectShown('1,234.50 6,789.00')
})
