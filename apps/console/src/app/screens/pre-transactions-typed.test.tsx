// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { until } from '../../testing/clock.ts'
import { press, type } from '../../testing/hands.ts'
import { deposit, line, member, queueKnown, row, whole } from '../../testing/money.ts'
import { inBrowser, open } from '../../testing/page.ts'
import { id } from '../../testing/people.ts'
import { button, expectShown, field, isEnabled, part, wordsOf } from '../../testing/seen.ts'
import { actsSent, askedOf, refuse, type Answers } from '../../testing/wire.ts'

// What is typed for a member and what became of it; the ways on from a row.

inBrowser()

const queue = '/pre-transaction/deposit-withdraw'
const withdrawable = {
  member: member(1),
  beforeMinor: 90_050,
  afterMinor: 65_025,
  checks: [],
  band: 'onePerson',
  toBank: 'SCB',
  toAccountMasked: 'xxx-x-x2001-x',
  toAccountName: 'สมหญิง ใจดี',
  legs: [],
}
const previewOf = (amountMinor: number) => ({
  beforeMinor: 90_050,
  afterMinor: 90_050 + amountMinor,
  legs: [],
  fittingLine: null,
  fittingScore: null,
  doubles: [],
  needsApproval: false,
  overDay: null,
  checkers: [],
  isAlone: false,
  member: member(1),
  accounts: [],
})
const sheet = () => until(() => part('dialog', /./))

it('a credit by hand is sent in satang, and told with what the wallet holds then', async () => {
  const openForm = () =>
    open(`/pre-transaction/pre-deposit/${id('member', 1)}`, {
      'preTransactions.previewWithdrawal': withdrawable,
      'preTransactions.previewDeposit': ({ amountMinor }) => previewOf(amountMinor),
      'preTransactions.createDeposit': { state: 'done', approvalId: null, depositId: id('deposit', 1) },
    })
  await openForm()
  await expectShown('เติมเครดิตด้วยมือให้ kl1')
  document.querySelector<HTMLInputElement>('input[value=goodwill]')?.click()
  await type('จำนวนเงิน', '120.25')
  await type('หมายเหตุแอดมิน', 'ชดเชยเกมค้าง')
  await press('ตรวจก่อนเติมเครดิต 120.25')
  const asked = await sheet()
  await until(() => expect(wordsOf(asked)).toMatch(/900.50 \+120.25 1,020.75/))
  await press('เติมเครดิต 120.25', asked)
  await expectShown('เติมเครดิต 120.25 ให้ kl1 แล้ว เครดิตเป็น 1,020.75')
  const input = { memberId: id('member', 1), amountMinor: 12_025, kind: 'goodwill' }
  const words = { reasonCode: 'compensation', remarkStaff: 'ชดเชยเกมค้าง' }
  expect(actsSent()).toEqual([['preTransactions.createDeposit', { ...input, ...words }]])
  expect(askedOf('preTransactions.previewDeposit').at(-1)).toMatchObject({ amountMinor: 12_025 })
  // Whoever signs in again where the session ended does not find it typed as if it were still to be done.
  await openForm()
  await expectShown('เติมเครดิตด้วยมือให้ kl1')
  expect(field('จำนวนเงิน').value).toBe('')
})

it('more than the day allows is told with the limit and what is left of it, and not sent', async () => {
  await open(`/pre-transaction/pre-deposit/${id('member', 1)}`, {
    'preTransactions.previewWithdrawal': withdrawable,
    'preTransactions.previewDeposit': ({ amountMinor }) => ({
      ...previewOf(amountMinor),
      overDay: { limitMinor: 100_050, leftMinor: 30_025 },
    }),
  })
  await type('จำนวนเงิน', '500')
  await expectShown('วงเงินวันละ ฿1,000.50 วันนี้ทำได้อีก ฿300.25')
  expect(isEnabled(button(/^ตรวจก่อน/))).toBe(false)
})

it('a withdrawal on behalf names the account it goes to, and is sent as confirmed', async () => {
  await open(`/pre-transaction/pre-withdraw/${id('member', 1)}`, {
    'preTransactions.previewWithdrawal': withdrawable,
    'preTransactions.createWithdrawal': {
      withdrawalId: id('withdrawal', 1),
      reference: 'W1',
      state: 'review',
    },
  })
  await expectShown('ถอนแทน kl1')
  await type('จำนวนเงิน', '250.25')
  await type('หมายเหตุ', 'โทรมาขอถอน')
  await press('ตรวจก่อนส่งถอน')
  const asked = await sheet()
  expect(wordsOf(asked)).toContain('SCB xxx-x-x2001-x ชื่อบัญชี สมหญิง ใจดี')
  expect(wordsOf(asked)).toMatch(/900.50 -250.25 650.25/)
  await press('กันเงินและส่งถอน 250.25', asked)
  await expectShown('ส่งถอน W1 ยอด 250.25 ของ kl1 แล้ว')
  await expectShown('รอตรวจสอบอยู่ในหน้ารายการรอตรวจสอบ')
  const input = { memberId: id('member', 1), amountMinor: 25_025, remark: 'โทรมาขอถอน' }
  expect(actsSent()).toEqual([['preTransactions.createWithdrawal', input]])
})

it('money can have come today in Bangkok, and not on a day that has not begun there', async () => {
  vi.setSystemTime('2026-11-23T17:30:00.000Z')
  await open(`/pre-transaction/pre-deposit/${id('member', 1)}`, {
    'preTransactions.previewWithdrawal': withdrawable,
    'preTransactions.previewDeposit': ({ amountMinor }) => previewOf(amountMinor),
  })
  await press('วันที่โอน: เลือกวันที่')
  const today = await until(() => button('24 พ.ย. 2569'))
  expect([isEnabled(today), today.getAttribute('aria-current')]).toEqual([true, 'date'])
  expect(isEnabled(button('25 พ.ย. 2569'))).toBe(false)
})

it('a withdrawal without an amount yet is not judged by what hangs on the amount', async () => {
  const blocked = (code: string) => ({ code, result: 'block' as const, detail: {} })
  const checks = ['notActive', 'amountLimits', 'balance', 'bigAmount'].map(blocked)
  await open(`/pre-transaction/pre-withdraw/${id('member', 1)}`, {
    'preTransactions.previewWithdrawal': { ...withdrawable, checks },
  })
  await expectShown('ใส่จำนวนเงินเพื่อตรวจวงเงินและยอดคงเหลือ')
  const names = () => [...part('table', 'ผลตรวจ').querySelectorAll('strong')].map(wordsOf)
  expect(names()).toEqual(['notActive'])
  await type('จำนวนเงิน', '250.25')
  await until(() => expect(names()).toEqual(['notActive', 'วงเงินถอน', 'ยอดคงเหลือ', 'ยอดใหญ่']))
})

it('taking back what was spent tells what is left of it and what the member would owe', async () => {
  const credited = deposit(1, { state: 'credited', takeBack: { lineId: null } })
  await open(`${queue}?tab=all&open=${credited.id}`, {
    ...queueKnown(credited),
    'preTransactions.queueRow': credited,
    'preTransactions.previewReversal': {
      id: credited.id,
      reference: 'D1',
      kind: 'goodwill',
      amountMinor: 50_000,
      creditedAt: '2026-11-22T18:30:00.000Z',
      member: member(1),
      beforeMinor: 19_975,
      afterMinor: -30_025,
      shortfallMinor: 30_025,
      legs: [],
      checkers: [],
      isAlone: false,
      asked: null,
    },
    'preTransactions.askReversal': { state: 'waiting', approvalId: id('approval', 1) },
  })
  await press('ย้อนรายการ')
  await expectShown('สมาชิกใช้เงินไปแล้ว เหลือ 199.75')
  await expectShown('ถ้าอนุมัติตอนนี้ สมาชิกจะค้างชำระ 300.25')
  await expectShown('เติมเมื่อ 23/11/2569 01:30:00')
  expect(isEnabled(button('ส่งคำขอย้อน 500.00'))).toBe(true)
})

it('the line of a row is looked for where it is: among the open ones until it is credited', async () => {
  const tabOf = async (state: 'credited' | 'pending') => {
    const one = deposit(1, { state })
    await open(`${queue}?tab=all&open=${one.id}`, { ...queueKnown(one), 'preTransactions.queueRow': one })
    const way = await until(() => button('ดูรายการเดินบัญชี'))
    return new URL(way.getAttribute('href') ?? '', location.href).searchParams.get('tab')
  }
  expect(await tabOf('credited')).toBe('handled')
  expect(await tabOf('pending')).toBe('open')
})

it('a link whose money was spent tells what is left, and can only be asked to be taken back', async () => {
  const of = line(1)
  const credited = deposit(1, { state: 'credited', takeBack: { lineId: of.id } })
  await open(`${queue}?tab=all&open=${credited.id}`, {
    ...queueKnown(credited),
    'preTransactions.queueRow': credited,
    'preTransactions.line': whole(of, { canUndoUntil: '2026-11-23T10:05:00.000Z', canAskUnlink: true }),
    'preTransactions.previewTakeBack': {
      member: member(1),
      beforeMinor: 19_975,
      afterMinor: -50_026,
      shortfallMinor: 50_026,
      legs: [],
      checkers: [],
      isAlone: false,
    },
  })
  await press('ย้อนรายการ')
  await expectShown('สมาชิกใช้เงินไปแล้ว เหลือ 199.75')
  await press('ขอยกเลิกการจับคู่แทน')
  await expectShown('ขอยกเลิกการจับคู่ 700.01')
})

it('a credit whose taking back waits already is not asked for again: its request comes up', async () => {
  const of = line(1)
  const asked = { id: id('approval', 7), isOwn: false, maker: 'สมชาย' }
  const credited = deposit(1, { state: 'credited', takeBack: { lineId: of.id } })
  const request: Answers = {
    'preTransactions.line': whole(of, {
      canAskUnlink: true,
      unlinkAsked: asked,
    }),
    'preTransactions.previewTakeBack': {
      member: member(1),
      beforeMinor: 70_001,
      afterMinor: 0,
      shortfallMinor: 0,
      legs: [],
      checkers: [],
      isAlone: false,
    },
  }
  await open(`${queue}?tab=all&open=${credited.id}`, {
    ...queueKnown(credited, row(2)),
    'preTransactions.queueRow': credited,
    'approvals.get': refuse('notFound'),
    ...request,
  })
  await press('ย้อนรายการ')
  await until(() => expect(askedOf('approvals.get')).toEqual([{ id: asked.id }]))
})
