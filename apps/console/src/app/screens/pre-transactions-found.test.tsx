// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { until } from '../../testing/clock.ts'
import { expectSent, press, type } from '../../testing/hands.ts'
import { accounts, line, member, page, suggestion, whole } from '../../testing/money.ts'
import { inBrowser, open } from '../../testing/page.ts'
import { id, person } from '../../testing/people.ts'
import { button, buttons, expectShown, isEnabled, part, wordsOf } from '../../testing/seen.ts'
import { askedOf, type Answers } from '../../testing/wire.ts'

// What was found of missing money, and what people linked by hand.

inBrowser()

const matching = '/pre-transaction/matching'
const found = { ...suggestion(5).member, phoneMasked: '081-xxx-0005' }
const nothingFound = { lines: [], deposits: [], unreadMessages: 0, silentAccounts: [] }
const noLines: Answers = {
  'preTransactions.accounts': accounts,
  'preTransactions.lines': page(),
  'preTransactions.lineTotals': { count: 0, isEstimate: false, amountMinor: 0, ages: {} },
}

it('an open line is found for whoever looks, and linked by who may link alone', async () => {
  const lineFound = { ...line(1), signals: [], matchScore: 55 }
  const mayLink = async (who = person()) => {
    await open(
      matching,
      {
        ...noLines,
        'preTransactions.searchMember': { records: [found] },
        'preTransactions.findMissing': {
          verdict: 'openLineFound',
          ...nothingFound,
          lines: [lineFound],
        },
      },
      { who },
    )
    await press('ฝากเงินไม่เข้า')
    await type('1. สมาชิกคนไหน', 'kl5')
    await press(/^kl5 /)
    await type('2. โอนมาเท่าไร', '700.01')
    await press('หาเงินก้อนนี้')
    await expectShown('พบเงินเข้ายอดนี้ที่ยังไม่มีเจ้าของ')
    await expectShown('700.01 บาท 23/11/2569 16:40:00')
    return buttons('จับคู่ให้สมาชิกนี้').length
  }
  expect(await mayLink()).toBe(1)
  const rights = {
    pretransactionNotMatch: ['isRead'],
    pretransactionDepositWithdraw: ['isRead'],
  } as const
  expect(await mayLink(person({ rights }))).toBe(0)
})

it('money that was credited already is told to be theirs, or another’s by name', async () => {
  const creditedTo = async (n: number) => {
    const credited = line(1, { state: 'autoMatched', member: member(n) })
    await open(matching, {
      ...noLines,
      'preTransactions.searchMember': { records: [found] },
      'preTransactions.findMissing': {
        verdict: n === 5 ? 'alreadyCredited' : 'creditedToOther',
        ...nothingFound,
        lines: [{ ...credited, signals: [], matchScore: 55 }],
      },
    })
    await press('ฝากเงินไม่เข้า')
    await type('1. สมาชิกคนไหน', 'kl5')
    await press(/^kl5 /)
    await type('2. โอนมาเท่าไร', '700.01')
    await press('หาเงินก้อนนี้')
    await expectShown(n === 5 ? 'เติมให้แล้ว ตามรายการ' : 'ถูกเติมให้คนอื่นไปแล้ว เช่น kl7')
    return wordsOf(await until(() => part('dialog', /./)))
  }
  expect(await creditedTo(5)).toContain('เติมให้สมาชิกคนนี้แล้ว')
  const other = await creditedTo(7)
  expect(other).toContain('เติมให้ kl7 แล้ว')
  expect(other).not.toContain('เติมให้สมาชิกคนนี้แล้ว')
})

const handLink = (n: number, undoneAt: string | null) => ({
  id: id('deposit', n),
  lineId: id('statementLine', n),
  reference: `D${n}`,
  employee: 'สมชาย',
  member: member(n),
  amountMinor: 70_000 + n,
  score: 55,
  reasons: [],
  isChecked: false,
  linkedAt: '2026-11-22T08:00:00.000Z',
  undoneAt,
})

it('a person’s links of a day are asked for of that person and that day', async () => {
  const on = '2026-11-22'
  await open(`${matching}?tab=report&from=${on}&to=${on}`, {
    'preTransactions.accounts': accounts,
    'preTransactions.linkReport': {
      records: [
        {
          employeeId: id('employee', 3),
          name: 'สมชาย',
          on,
          count: 2,
          amountMinor: 123_456,
          lowScore: 0,
          contradicted: 0,
          old: 0,
          undone: 0,
          checked: 0,
        },
      ],
    },
    'preTransactions.handLinks': page(handLink(1, null), handLink(2, '2026-11-22T09:00:00.000Z')),
  })
  await expectShown('1,234.56')
  expect(askedOf('preTransactions.linkReport').at(-1)).toEqual({ from: on, to: on })
  document.querySelector<HTMLElement>('tbody tr td')?.click()
  await until(() => expect(askedOf('preTransactions.handLinks')).toHaveLength(1))
  expect(askedOf('preTransactions.handLinks')[0]).toMatchObject({
    employeeId: id('employee', 3),
    from: on,
    to: on,
  })
  await expectShown('700.02')
  const links = [...(await until(() => part('dialog', /./))).querySelectorAll('li')].map(wordsOf)
  expect(links.map((words) => words.includes('ย้อนแล้ว'))).toEqual([false, true])
  expect(links[1]).toContain('700.02 บาท kl2 · 22/11/2569 15:00:00')
})

it('lines are asked for by every filter of the address, and told by how long they wait', async () => {
  const filter = {
    from: '2026-11-20',
    to: '2026-11-22',
    direction: 'in',
    hasPayer: true,
    search: 'kl1',
  } as const
  const address = new URLSearchParams({ ...filter, hasPayer: 'true', amount: '700.25' })
  await open(`${matching}?${address}`, {
    ...noLines,
    'preTransactions.lineTotals': {
      count: 3,
      isEstimate: false,
      amountMinor: 210_075,
      ages: {
        under15Minutes: { count: 2, amountMinor: 140_050 },
        over30Days: { count: 1, amountMinor: 70_025 },
      },
    },
  })
  await expectShown('2,100.75')
  const asked = { scope: 'open', amountMinor: 70_025, ...filter }
  expect(askedOf('preTransactions.lineTotals').at(-1)).toEqual(asked)
  expect(askedOf('preTransactions.lines').at(-1)).toEqual({ ...asked, size: 50 })
  const ages = [...document.querySelectorAll('li[data-none], ul[aria-label] li')].map(wordsOf)
  expect(ages.some((words) => words.endsWith('2 1,400.50'))).toBe(true)
  expect(ages.some((words) => words.endsWith('1 700.25'))).toBe(true)
})

it('money that left is signed, and what waits for a second person offers nothing else', async () => {
  const inHand = async (of: ReturnType<typeof line>, change: Parameters<typeof whole>[1] = {}) => {
    await open(`${matching}?line=${of.id}`, {
      ...noLines,
      'preTransactions.lines': page(of),
      'preTransactions.line': whole(of, change),
    })
    await until(() => expect(wordsOf(part('region', 'รายการที่เลือก'))).toContain('ข้อความ'))
    return part('region', 'รายการที่เลือก')
  }
  const out = await inHand(line(1, { direction: 'out' }))
  expect(wordsOf(out)).toContain(' -700.01 ')
  expect(buttons('โยกเงินภายใน', out)).toHaveLength(1)
  const maker = { isOwn: false, maker: 'สมชาย', reason: 'แน่ใจ', reasons: [] }
  const asked = { id: id('approval', 1), member: member(2), ...maker }
  const waiting = await inHand(line(1, { isLinkAsked: true }), { linkAsked: asked })
  expect(wordsOf(waiting)).toContain('สมชาย')
  expect(buttons(/^(โยกเงินภายใน|พักรายการ|จับคู่กับ)/, waiting)).toEqual([])
})

it('links by person are of today in Bangkok where no day is named', async () => {
  vi.setSystemTime('2026-11-23T17:30:00.000Z')
  await open(`${matching}?tab=report`, {
    'preTransactions.accounts': accounts,
    'preTransactions.linkReport': { records: [] },
  })
  await until(() => expect(askedOf('preTransactions.linkReport')).toHaveLength(1))
  expect(askedOf('preTransactions.linkReport')).toEqual([{ from: '2026-11-24', to: '2026-11-24' }])
})

it('a message that nobody could read is set aside by who may act on lines alone', async () => {
  const message = {
    id: id('message', 1),
    accountId: id('bankAccount', 1),
    source: 'sms',
    sender: 'KBANK',
    text: 'เงินเข้า 1,250.00 บ. ยอด 9,999.00',
    receivedAt: '2026-11-23T09:40:00.000Z',
    failure: 'unknown',
    deviceId: id('device', 1),
    device: 'เครื่อง 1',
  }
  const openMessages = async (who = person()) => {
    const known = { 'preTransactions.failedMessages': page(message), 'preTransactions.dismissMessage': {} }
    await open(`${matching}?tab=messages`, { ...noLines, ...known }, { who })
    await expectShown('หารายการยอด 1,250.00')
  }
  await openMessages(person({ rights: { pretransactionNotMatch: ['isRead'] } }))
  expect(buttons('พักข้อความ')).toEqual([])
  await openMessages()
  await press('พักข้อความ')
  const sheet = await until(() => part('dialog', /./))
  await type('ทำไมจึงไม่ใช่เงินเข้า', 'โฆษณา', sheet)
  await press('พักข้อความ', sheet)
  await expectSent(['preTransactions.dismissMessage', { messageId: message.id, reason: 'โฆษณา' }])
})

it('lines that were settled tell when that was', async () => {
  const settled = line(1, {
    state: 'manualMatched',
    handler: 'สมชาย',
    handledAt: '2026-11-23T09:55:00.000Z',
  })
  await open(`${matching}?tab=handled&line=${settled.id}`, {
    ...noLines,
    'preTransactions.lines': page(settled),
    'preTransactions.line': whole(settled),
  })
  await expectShown('23/11/2569 16:55:00')
  await expectShown('จับคู่โดยพนักงาน โดย สมชาย 5 นาทีที่แล้ว')
})

it('a deposit that has not come is noted by who may make deposits alone', async () => {
  const mayNote = async (...pretransactionDepositWithdraw: ['isRead', ...'isCreate'[]]) => {
    const rights = { pretransactionNotMatch: ['isRead'], pretransactionDepositWithdraw } as const
    const known = {
      'preTransactions.searchMember': { records: [found] },
      'preTransactions.findMissing': { verdict: 'nothingFound' as const, ...nothingFound },
    }
    await open(matching, { ...noLines, ...known }, { who: person({ rights }) })
    await press('ฝากเงินไม่เข้า')
    await type('1. สมาชิกคนไหน', 'kl5')
    await press(/^kl5 /)
    await type('2. โอนมาเท่าไร', '700.01')
    await press('หาเงินก้อนนี้')
    await until(() =>
      expect(document.querySelector('[role=dialog] [data-tone][role=status]')).not.toBeNull(),
    )
    return buttons('บันทึกรายการรอเงินเข้า 700.01').length
  }
  expect(await mayNote('isRead')).toBe(0)
  expect(await mayNote('isRead', 'isCreate')).toBe(1)
})

it('missing money is looked for from today in Bangkok, and on no day that has not begun there', async () => {
  vi.setSystemTime('2026-11-23T17:30:00.000Z')
  await open(matching, { ...noLines, 'preTransactions.searchMember': { records: [found] } })
  await press('ฝากเงินไม่เข้า')
  await type('1. สมาชิกคนไหน', 'kl5')
  await press(/^kl5 /)
  await press('วันที่โอน: 24 พ.ย. 2569')
  expect(isEnabled(await until(() => button('24 พ.ย. 2569')))).toBe(true)
  expect(isEnabled(button('25 พ.ย. 2569'))).toBe(false)
})
