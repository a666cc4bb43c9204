// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { until, wait } from '../../testing/clock.ts'
import { expectSent, key, press, type } from '../../testing/hands.ts'
import { accounts, line, member, page, suggestion, whole } from '../../testing/money.ts'
import type { Line, LineWhole } from '../../testing/money.ts'
import { inBrowser, open } from '../../testing/page.ts'
import { id, person } from '../../testing/people.ts'
import { button, buttons, expectGone, expectShown, field, isEnabled } from '../../testing/seen.ts'
import { part, wordsOf } from '../../testing/seen.ts'
import { actsSent, askedOf, nowKnown, refuse, type Answers } from '../../testing/wire.ts'

// What was chosen and typed about one line belongs to that line, and goes when another is in hand.

inBrowser()

const matching = '/pre-transaction/matching'
const three = [line(1), line(2), line(3)]
const linesKnown = (lines: Line[], change: (of: Line) => Partial<LineWhole> = () => ({})): Answers => ({
  'preTransactions.accounts': accounts,
  'preTransactions.lines': page(...lines),
  'preTransactions.lineTotals': { count: 3, isEstimate: false, amountMinor: 210_006, ages: {} },
  'preTransactions.line': ({ id: asked }) => {
    const of = lines.find((one) => one.id === asked)
    return of ? whole(of, change(of)) : refuse('notFound')
  },
})
const preview = {
  beforeMinor: 10_000,
  afterMinor: 80_001,
  needsNote: false,
  score: 55,
  contradictions: [],
  reasons: [],
  needsApproval: false,
  checkers: [],
  isAlone: false,
  isOwnMember: false,
  creditedBefore: [],
}
const linked = {
  state: 'done' as const,
  approvalId: null,
  depositId: id('deposit', 1),
  reference: 'D1',
  creditAfterMinor: 80_001,
  undoUntil: '2026-11-23T10:10:00.000Z',
}
const sheet = () => part('dialog', /./)
const inHand = () => wordsOf(part('region', 'รายการที่เลือก'))
const rows = () => [...part('list', 'รายการไม่พบยูส').querySelectorAll('button')]
const held = () => rows().findIndex((one) => one.getAttribute('aria-current') === 'true')
const choose = async (label: string) => {
  const radio = await until(() => field(label))
  radio.click()
}

it('the first line is in hand at once; its candidates have scores and masked numbers', async () => {
  const best = suggestion(2, {
    score: 72,
    deposit: { id: id('deposit', 9), reference: 'D9', amountMinor: 70_001, at: line(1).receivedAt },
  })
  const locked = suggestion(4, { member: { ...suggestion(4).member, state: 'locked' } })
  await open(
    matching,
    linesKnown(three, () => ({ suggestions: [best, locked] })),
  )
  await expectShown('น่าจะเป็นของ (2 คน)')
  expect(held()).toBe(0)
  expect(rows().map((one) => /\+700\.0\d/.exec(wordsOf(one))?.[0])).toEqual([
    '+700.01',
    '+700.02',
    '+700.03',
  ])
  expect(wordsOf(document.body)).toContain('3 รายการ · 2,100.06 บาท')
  expect(inHand()).toContain('เวลาธนาคาร 23/11/2569 16:40:00')
  expect(inHand()).toContain('kl2 สมาชิก 2 SCB xxx-x-x2002-x 72 คะแนน')
  expect(inHand()).toContain('แจ้งฝากไว้ D9')
  expect(inHand()).toMatch(/kl4 สมาชิก 4 ล็อก/)
})

it('a line behind missing messages tells that the file of its account ends the wait', async () => {
  const waiting = line(1, { state: 'waiting', chain: 'afterHole' })
  await open(matching, linesKnown([waiting]))
  await expectShown('เมื่อนำเข้าไฟล์รายการเดินบัญชีของช่วงที่ขาด')
  const ways = [...part('region', 'รายการที่เลือก').querySelectorAll('a')].map((way) =>
    way.getAttribute('href'),
  )
  expect(ways).toContain(`/payment-auto/transactions/${waiting.accountId}?tab=import`)
})

it('a link is sent as it was read, and what it credited is said with the way back', async () => {
  await open(matching, {
    ...linesKnown(three, () => ({ suggestions: [suggestion(2)] })),
    'preTransactions.previewLink': preview,
    'preTransactions.link': linked,
  })
  await expectShown('น่าจะเป็นของ (1 คน)')
  await key('l')
  await expectShown('จับคู่ 700.01 ให้ kl2')
  await until(() => expect(wordsOf(sheet())).toContain('100.00'))
  expect(wordsOf(sheet())).toContain('เงินไม่พบยูส KBANK รับ 1 กระเป๋าของ kl2 700.01')
  await press('จับคู่และเติมเครดิต 700.01')
  const of = { id: id('statementLine', 1), version: 3, memberId: id('member', 2), isConfirmed: true }
  await expectSent(['preTransactions.link', of])
  await expectShown('เติมเครดิต 700.01 ให้ kl2 แล้ว เครดิตเป็น 800.01')
  const ways = () => buttons(/^ย้อน/).length
  expect(ways()).toBe(1)
  await wait(601_000)
  await until(() => expect(ways()).toBe(0))
})

it('money said to be credited before closes that deposit, not the one that fits', async () => {
  const before = { id: id('deposit', 1), reference: 'D1', at: line(1).receivedAt, member: member(2) }
  const fits = { id: id('deposit', 9), reference: 'D9', amountMinor: 70_001, at: line(1).receivedAt }
  const sentAs = async (label: string) => {
    await open(matching, {
      ...linesKnown(three, () => ({ suggestions: [suggestion(2, { deposit: fits })] })),
      'preTransactions.previewLink': { ...preview, creditedBefore: [before] },
      'preTransactions.link': linked,
    })
    await press('จับคู่กับ kl2')
    await expectShown('ยอดนี้มีคนเติมให้ก่อนข้อความจะมา: D1 kl2')
    const submit = () => button('จับคู่และเติมเครดิต 700.01')
    expect(isEnabled(submit())).toBe(false)
    await choose(label)
    await until(() => expect(isEnabled(submit())).toBe(true))
    submit().click()
    await until(() => expect(actsSent()).toHaveLength(1))
    return actsSent()[0]?.[1]
  }
  const of = { id: id('statementLine', 1), version: 3, memberId: id('member', 2), isConfirmed: true }
  const same = 'เงินก้อนเดียวกับ D1 ล้างพักยอด ไม่เติมเครดิตซ้ำ'
  expect(await sentAs(same)).toEqual({ ...of, depositId: before.id })
  const other = 'เงินคนละก้อน เติมเครดิตให้สมาชิกคนนี้'
  expect(await sentAs(other)).toEqual({ ...of, depositId: fits.id, isOtherMoney: true })
})

it('nobody credits their own wallet, and one who is locked only after a second look', async () => {
  const locked = suggestion(2, { member: { ...suggestion(2).member, state: 'locked' } })
  const submitOf = async (isOwnMember: boolean) => {
    await open(matching, {
      ...linesKnown(three, () => ({ suggestions: [locked] })),
      'preTransactions.previewLink': { ...preview, isOwnMember },
    })
    await press('จับคู่กับ kl2')
    await until(() => expect(askedOf('preTransactions.previewLink')).toHaveLength(1))
    await expectShown('กระเป๋าของ kl2')
    const isFree = [isEnabled(button('จับคู่และเติมเครดิต 700.01'))]
    await choose('ตรวจสอบแล้วว่าเป็นเงินของสมาชิกคนนี้ แม้ถูกล็อกหรือระงับอยู่')
    await wait(100)
    return [...isFree, isEnabled(button('จับคู่และเติมเครดิต 700.01'))]
  }
  expect(await submitOf(false)).toEqual([false, true])
  expect(await submitOf(true)).toEqual([false, false])
})

it('another half of a transfer that somebody took meanwhile is none', async () => {
  const other = line(8, { accountId: id('bankAccount', 2), direction: 'out', amountMinor: 70_001 })
  await open(matching, { ...linesKnown(three), 'preTransactions.oppositeLines': { records: [other] } })
  await press('โยกเงินภายใน')
  const submit = () => button('ปิดทั้งสองรายการ')
  await expectShown('KBANK จ่าย 1 · −700.01')
  expect(isEnabled(submit())).toBe(false)
  await choose('KBANK จ่าย 1 · −700.01')
  await until(() => expect(isEnabled(submit())).toBe(true))
  expect(wordsOf(sheet())).toContain('จากบัญชี KBANK จ่าย 1 เข้าบัญชี KBANK รับ 1')
  nowKnown({ 'preTransactions.oppositeLines': { records: [] } })
  await wait(11_000)
  window.dispatchEvent(new Event('visibilitychange'))
  await expectShown('ไม่พบรายการอีกฝั่ง')
  expect(isEnabled(submit())).toBe(false)
})

it('a line that is settled gives its place to the next, and no other line does', async () => {
  await open(matching, { ...linesKnown(three), 'preTransactions.ignoreLine': { version: 4 } })
  await until(() => expect(held()).toBe(0))
  await key('j')
  await until(() => expect(held()).toBe(1))
  await expectShown('+700.02')
  await key('i')
  await type('ทำไมจึงไม่ต้องจับคู่', 'ดอกเบี้ยธนาคาร')
  await press('พักรายการ', sheet())
  await expectSent([
    'preTransactions.ignoreLine',
    { id: id('statementLine', 2), version: 3, reason: 'ดอกเบี้ยธนาคาร' },
  ])
  await until(() => expect(held()).toBe(2))
  await expectShown('พักรายการ 700.02 แล้ว')
})

it('what was looked for beside one line does not stand beside another', async () => {
  await open(matching, {
    ...linesKnown(three),
    'preTransactions.searchMembers': { records: [suggestion(7)] },
  })
  await type('ค้นหาสมาชิกคนอื่น', 'kl7')
  await expectShown('สมาชิก 7')
  expect(askedOf('preTransactions.searchMembers')).toEqual([
    { search: 'kl7', lineId: id('statementLine', 1) },
  ])
  rows()[1]?.click()
  await expectGone('สมาชิก 7')
  expect((await until(() => field('ค้นหาสมาชิกคนอื่น'))).value).toBe('')
})

it('who may only look links nothing, by no button and no key', async () => {
  const rights = { pretransactionNotMatch: ['isRead'], memberManagement: ['isRead'] } as const
  await open(
    matching,
    linesKnown(three, () => ({ suggestions: [suggestion(2)] })),
    { who: person({ rights }) },
  )
  await expectShown('บัญชีนี้ดูได้อย่างเดียว')
  expect(buttons(/^(จับคู่กับ|พักรายการ|โยกเงินภายใน)/)).toEqual([])
  await key('l')
  await key('i')
  await wait(500)
  expect(document.querySelector('[role=dialog]')).toBeNull()
  expect(inHand()).toContain('kl2')
  expect(document.querySelector('a[href*="member-detail"]')).toBeNull()
})

it('somebody who was faster is named, and their line is in hand no more', async () => {
  const taken = { state: 'manualMatched', handler: 'สมชาย', handledAt: '2026-11-23T09:59:00.000Z' } as const
  await open(matching, {
    ...linesKnown(three, () => ({ suggestions: [suggestion(2)] })),
    'preTransactions.previewLink': preview,
    'preTransactions.link': refuse('lineNotOpen'),
  })
  await press('จับคู่กับ kl2')
  await expectShown('100.00')
  nowKnown(linesKnown([line(1, taken), line(2), line(3)]))
  await press('จับคู่และเติมเครดิต 700.01')
  await expectShown('สมชาย จัดการรายการ 700.01 ไปก่อนแล้ว (จับคู่โดยพนักงาน)')
  await until(() => expect(held()).toBe(1))
})

const found = { ...suggestion(5).member, phoneMasked: '081-xxx-0005' }
const nothingFound = { lines: [], deposits: [], unreadMessages: 0, silentAccounts: [] }

it('an answer about missing money is of the question that was asked last, and goes with it', async () => {
  await open(matching, {
    ...linesKnown(three),
    'preTransactions.searchMember': { records: [found] },
    'preTransactions.findMissing': { verdict: 'nothingFound', ...nothingFound },
  })
  await press('ฝากเงินไม่เข้า')
  await type('1. สมาชิกคนไหน', 'kl5')
  await press(/^kl5 /)
  expect(isEnabled(await until(() => button('หาเงินก้อนนี้')))).toBe(false)
  const ask = async (baht: string) => {
    await type('2. โอนมาเท่าไร', baht)
    await press('หาเงินก้อนนี้')
  }
  await ask('๕๐๐')
  await expectShown('ยังไม่พบเงินเข้า 500.00')
  await type('2. โอนมาเท่าไร', '501')
  await expectGone('ยังไม่พบเงินเข้า')
  await press('หาเงินก้อนนี้')
  await expectShown('ยังไม่พบเงินเข้า 501.00')
  await type('เวลาที่โอน', '14:05')
  await expectGone('ยังไม่พบเงินเข้า')
  await press('หาเงินก้อนนี้')
  await expectShown('ยังไม่พบเงินเข้า 501.00')
  await type('เข้าบัญชีไหนของเรา', id('bankAccount', 1))
  await expectGone('ยังไม่พบเงินเข้า')
  await press('หาเงินก้อนนี้')
  await expectShown('ยังไม่พบเงินเข้า 501.00')
  await type('เวลาที่โอน', '25:00')
  await until(() => expect(isEnabled(button('หาเงินก้อนนี้'))).toBe(false))
  const of = { memberId: found.id }
  const at = '2026-11-23T07:05:00.000Z'
  expect(askedOf('preTransactions.findMissing')).toEqual([
    { ...of, amountMinor: 50_000 },
    { ...of, amountMinor: 50_100 },
    { ...of, amountMinor: 50_100, at },
    { ...of, amountMinor: 50_100, at, accountId: id('bankAccount', 1) },
  ])
  await press('เปลี่ยนสมาชิก')
  await expectGone('081-xxx-0005')
})
