// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { until, wait } from '../../testing/clock.ts'
import { key, press, type } from '../../testing/hands.ts'
import {
  accounts,
  deposit,
  line,
  member,
  page,
  queueKnown,
  row,
  whole,
  type Row,
} from '../../testing/money.ts'
import { goTo, inBrowser, live, open } from '../../testing/page.ts'
import { id, person } from '../../testing/people.ts'
import { buttons, expectGone, expectShown, field, part, wordsOf } from '../../testing/seen.ts'
import { askedOf, nowKnown, tell } from '../../testing/wire.ts'

// The queue and what is typed for a member: what events bring, what is offered, what a filter begins with.

inBrowser()

const queue = '/pre-transaction/deposit-withdraw'
const event = (of: Row, change: Partial<Row> = {}) => {
  const next = { ...of, ...change }
  tell({ topic: of.kind, id: of.id, version: next.version, row: next })
}
const lineOf = (reference: string) =>
  [...document.querySelectorAll('tbody tr')].map(wordsOf).find((words) => words.includes(reference))
const references = () =>
  [...document.querySelectorAll('tbody tr')].flatMap((one) => /\b[WD]\d+\b/.exec(wordsOf(one))?.[0] ?? [])

it('a row goes into the list that is shown now, the newest first, judged by its filter', async () => {
  await open(`${queue}?tab=all`, queueKnown(row(1)))
  await Promise.all([live(), expectShown('W1')])
  event(row(2, { at: '2026-11-23T09:59:00.000Z' }))
  await until(() => expect(references()).toEqual(['W2', 'W1']))
  event(row(2), { version: 2, state: 'paid', at: '2026-11-23T09:59:00.000Z' })
  await until(() => expect(lineOf('W2')).toContain('โอนแล้ว'))
  nowKnown(queueKnown())
  await press(/^ฝาก/, part('tablist', 'กลุ่มรายการ'))
  await expectGone('W1')
  event(row(3))
  event(deposit(4))
  await until(() => expect(references()).toEqual(['D4']))
  expect(askedOf('preTransactions.queue').at(-1)).toEqual({ tab: 'deposits', size: 50 })
})

it('of a long list what is near stands in the page; above a row in hand news is only told', async () => {
  const at = (n: number) => new Date(Date.parse('2026-11-23T09:00:00.000Z') - n * 60_000).toISOString()
  const many = Array.from({ length: 100 }, (_, n) => row(n + 1, { at: at(n + 1) }))
  await open(`${queue}?tab=all`, queueKnown(...many))
  await Promise.all([live(), expectShown('W1')])
  const before = references()
  expect(before.length).toBeLessThan(60)
  expect(before).toEqual(many.slice(0, before.length).map(({ reference }) => reference))
  // On top with nothing in hand it comes to stand there.
  event(row(101, { at: at(0) }))
  await until(() => expect(references()[0]).toBe('W101'))
  await key('j')
  await key('j')
  await until(() => expect(document.querySelector('[data-held]')?.textContent).toContain('W1'))
  event(row(102, { at: at(-1) }))
  await expectShown('มาใหม่ 1 รายการ')
  expect(references()).not.toContain('W102')
  expect(document.querySelector('tbody')?.style.transform).not.toBe('')
  await press('มาใหม่ 1 รายการ')
  // A browser tells of every scroll by itself.
  part('grid', 'คิวฝาก-ถอน').parentElement?.dispatchEvent(new Event('scroll'))
  await until(() => expect(references()[0]).toBe('W102'))
})

it('rows that somebody reads stay under the eye when one above them leaves', async () => {
  const many = Array.from({ length: 60 }, (_, n) => row(n + 1))
  await open(`${queue}?tab=waiting`, queueKnown(...many))
  await Promise.all([live(), expectShown('W1')])
  const list = part('grid', 'คิวฝาก-ถอน').parentElement
  const height = Number.parseInt(document.querySelector<HTMLElement>('tr[data-row]')?.style.height ?? '')
  const scrollTo = (top: number) => {
    if (list) list.scrollTop = top
    list?.dispatchEvent(new Event('scroll'))
  }
  scrollTo(20 * height)
  const leaving = references().at(3) ?? ''
  event(row(Number(leaving.slice(1))), { version: 2, state: 'paid' })
  await until(() => expect(references()).not.toContain(leaving))
  expect(list?.scrollTop).toBe(19 * height)
})

it('a row that is opened lets nothing be asked for again that the list keeps true', async () => {
  await open(`${queue}?tab=all`, queueKnown(row(1)))
  await Promise.all([live(), expectShown('W1')])
  await wait(11_000)
  await press('ดู W1')
  await until(() => part('dialog', /./))
  expect(askedOf('preTransactions.queue')).toHaveLength(1)
  expect(askedOf('preTransactions.accounts')).toHaveLength(1)
})

it('rows of events are asked for together, and those of later events again', async () => {
  await open(`${queue}?tab=all`, queueKnown(row(1)))
  await Promise.all([live(), expectShown('W1')])
  const tellOf = (topic: 'deposit' | 'withdrawal', n: number) =>
    tell({ topic, id: id(topic, n), version: 1 })
  tellOf('withdrawal', 1)
  tellOf('withdrawal', 1)
  tellOf('deposit', 1)
  await until(() => expect(askedOf('preTransactions.queueRows')).toHaveLength(1))
  tellOf('deposit', 2)
  await until(() => expect(askedOf('preTransactions.queueRows')).toHaveLength(2))
  expect(askedOf('preTransactions.queueRows')).toEqual([
    { deposits: [id('deposit', 1)], withdrawals: [id('withdrawal', 1)] },
    { deposits: [id('deposit', 2)], withdrawals: [] },
  ])
})

it('a page that was on its way and is older than a row takes it in once more', async () => {
  await open(`${queue}?tab=all`, queueKnown(row(1)))
  await Promise.all([live(), expectShown('W1')])
  await wait(11_000)
  const arrive = Promise.withResolvers<ReturnType<typeof page<Row>>>()
  nowKnown({ 'preTransactions.queue': () => arrive.promise })
  window.dispatchEvent(new Event('visibilitychange'))
  await until(() => expect(askedOf('preTransactions.queue')).toHaveLength(2))
  event(row(1), { version: 2, state: 'paid' })
  await until(() => expect(lineOf('W1')).toContain('โอนแล้ว'))
  arrive.resolve(page(row(1), row(5)))
  await until(() => expect(references()).toEqual(['W1', 'W5']))
  await until(() => expect(lineOf('W1')).toContain('โอนแล้ว'))
})

it('what waits is read again after whatever may change it', async () => {
  await open('/pre-transaction/request', {
    ...queueKnown(),
    'preTransactions.requests': page(row(1)),
    'preTransactions.approvals': { records: [] },
  })
  await Promise.all([live(), expectShown('W1')])
  for (const topic of ['withdrawal', 'deposit', 'approval']) {
    const before = askedOf('preTransactions.requests').length
    tell({ topic, id: 'one', version: 1 })
    await wait(2500)
    expect(askedOf('preTransactions.requests').length, topic).toBeGreaterThan(before)
  }
})

it('a row that another person has in hand offers to look, and no act', async () => {
  const claimedUntil = '2026-11-23T10:01:00.000Z'
  const rows = [
    row(1),
    row(2, { claimedBy: 'สมชาย', claimedUntil }),
    row(3, { claimedBy: 'มาลี', claimedUntil }),
  ]
  await open(`${queue}?tab=all`, queueKnown(...rows))
  await expectShown('W3')
  const acts = (n: number) =>
    buttons(new RegExp(`^(ดู|อนุมัติ|ปฏิเสธ|ส่งโอน) W${n}$`)).map((one) => one.getAttribute('aria-label'))
  expect(acts(1)).toEqual(['ดู W1', 'อนุมัติ W1', 'ปฏิเสธ W1'])
  expect(acts(2)).toEqual(['ดู W2'])
  expect(acts(3)).toEqual(['ดู W3', 'อนุมัติ W3', 'ปฏิเสธ W3'])
  await wait(62_000)
  await until(() => expect(acts(2)).toHaveLength(3))
})

it('an amount above the own limit is not approved here, and nothing without the right', async () => {
  const acts = async (who = person()) => {
    await open(`${queue}?tab=all`, queueKnown(row(1)), { who })
    await expectShown('W1')
    return buttons(/ W1$/).map((one) => one.getAttribute('aria-label'))
  }
  const limited = (approvalLimitMinor: number) => person({ abilities: { approvalLimitMinor } })
  expect(await acts(limited(50_000))).toContain('อนุมัติ W1')
  expect(await acts(limited(49_999))).toEqual(['ดู W1', 'ปฏิเสธ W1'])
  part('img', 'เกินวงเงินของคุณ (฿499.99)')
  const rights = { pretransactionDepositWithdraw: ['isRead'] } as const
  expect(await acts(person({ rights }))).toEqual(['ดู W1'])
})

it('another filter begins at the first page, nothing open; sums are of the whole filter', async () => {
  await open(`${queue}?tab=all&after=cursor`, queueKnown(row(1), deposit(2)))
  await expectShown('W1')
  const sums = wordsOf(document.querySelector('dl') ?? document.body)
  expect(sums).toMatch(/\(1\) 1,234.56 .*\(2\) 1,000.00 .* 234.56$/)
  expect(askedOf('preTransactions.queue')).toEqual([{ tab: 'all', size: 50, after: 'cursor' }])
  await type('ค้นหา', ' kl1 ')
  await until(() =>
    expect(askedOf('preTransactions.queue').at(-1)).toEqual({ tab: 'all', size: 50, search: 'kl1' }),
  )
  expect(new URLSearchParams(location.search).has('after')).toBe(false)
})

it('who may not refuse a deposit is offered neither the button nor the key', async () => {
  const refusable = async (who = person()) => {
    await open(
      `/pre-transaction/request?open=${id('deposit', 1)}`,
      {
        ...queueKnown(),
        'preTransactions.requests': page(deposit(1), deposit(2)),
        'preTransactions.queueRow': deposit(1),
        'preTransactions.approvals': { records: [] },
      },
      { who },
    )
    await expectShown('รายการฝากนี้ยังรอเงินเข้า')
    const offered = buttons('ปฏิเสธรายการฝาก').length
    await key('r')
    return offered
  }
  const sheets = () => document.querySelectorAll('[role=dialog]').length
  expect(await refusable()).toBe(1)
  await until(() => expect(sheets()).toBe(1))
  const rights = {
    pretransactionRequest: ['isRead', 'isUpdate'],
    pretransactionDepositWithdraw: ['isRead'],
  } as const
  expect(await refusable(person({ rights }))).toBe(0)
  await wait(1000)
  expect(sheets()).toBe(0)
})

it('a credit is taken back by one person only while there is time, and then asked for', async () => {
  const of = line(1)
  const shownAt = async (canUndoUntil: string | null, canAskUnlink = true) => {
    const credited = deposit(1, { state: 'credited', takeBack: { lineId: of.id }, amountMinor: 70_001 })
    await open(`${queue}?tab=all&open=${credited.id}`, {
      ...queueKnown(credited),
      'preTransactions.queueRow': credited,
      'preTransactions.line': whole(of, { canUndoUntil, canAskUnlink }),
      'preTransactions.previewTakeBack': {
        member: member(1),
        beforeMinor: 70_001,
        afterMinor: 0,
        shortfallMinor: 0,
        legs: [],
        checkers: [],
        isAlone: true,
      },
    })
    await press('ย้อนรายการ')
    const titles = ['ย้อนการจับคู่ 700.01', 'ขอยกเลิกการจับคู่ 700.01', 'รายการนี้ย้อนไม่ได้แล้ว']
    return await until(() => {
      const found = titles.findLast((title) => wordsOf(document.body).includes(title))
      expect(found).toBeDefined()
      return found
    })
  }
  expect(await shownAt('2026-11-23T10:05:00.000Z')).toBe('ย้อนการจับคู่ 700.01')
  expect(await shownAt('2026-11-23T09:59:59.000Z')).toBe('ขอยกเลิกการจับคู่ 700.01')
  expect(await shownAt(null)).toBe('ขอยกเลิกการจับคู่ 700.01')
  expect(await shownAt(null, false)).toBe('รายการนี้ย้อนไม่ได้แล้ว')
})

const checked = (n: number) => ({
  member: member(n),
  beforeMinor: 90_050,
  afterMinor: 0,
  checks: [],
  band: 'onePerson',
  toBank: 'SCB',
  toAccountMasked: 'xxx-x-x2001-x',
  toAccountName: `สมาชิก ${n}`,
  legs: [],
})

it('a withdrawal of all is of what the wallet holds; another form begins empty', async () => {
  await open(`/pre-transaction/pre-withdraw/${id('member', 1)}`, {
    'preTransactions.previewWithdrawal': ({ memberId }) => checked(memberId === id('member', 1) ? 1 : 2),
  })
  await expectShown('ถอนแทน kl1')
  await press('ถอนทั้งหมด 900.50')
  await until(() => expect(field('จำนวนเงิน').value).toBe('900.50'))
  await until(() =>
    expect(askedOf('preTransactions.previewWithdrawal').at(-1)).toEqual({
      memberId: id('member', 1),
      amountMinor: 90_050,
    }),
  )
  await goTo(`/pre-transaction/pre-withdraw/${id('member', 2)}`)
  await expectShown('ถอนแทน kl2')
  expect(field('จำนวนเงิน').value).toBe('')
})

it('a deposit typed for one member does not stand in the form of another', async () => {
  await open(`/pre-transaction/pre-deposit/${id('member', 1)}`, {
    'preTransactions.accounts': accounts,
    'preTransactions.previewWithdrawal': ({ memberId }) => checked(memberId === id('member', 1) ? 1 : 2),
    'preTransactions.previewDeposit': ({ memberId, amountMinor }) => ({
      beforeMinor: 90_050,
      afterMinor: 90_050 + amountMinor,
      legs: [],
      fittingLine: null,
      fittingScore: null,
      doubles: [],
      needsApproval: true,
      overDay: null,
      checkers: [],
      isAlone: false,
      member: member(memberId === id('member', 1) ? 1 : 2),
      accounts: [],
    }),
  })
  await expectShown('เติมเครดิตด้วยมือให้ kl1')
  await type('จำนวนเงิน', '120.25')
  await expectShown('ตรวจก่อนส่งขออนุมัติ 120.25')
  await goTo(`/pre-transaction/pre-deposit/${id('member', 2)}`)
  await expectShown('เติมเครดิตด้วยมือให้ kl2')
  expect(field('จำนวนเงิน').value).toBe('')
})
