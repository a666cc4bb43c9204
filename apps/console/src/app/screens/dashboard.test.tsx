// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { now, until, wait } from '../../testing/clock.ts'
import { press, expectSent, type } from '../../testing/hands.ts'
import { inBrowser, live, open } from '../../testing/page.ts'
import { id, person } from '../../testing/people.ts'
import { button, buttons, isEnabled, part, expectShown, expectGone, wordsOf } from '../../testing/seen.ts'
import { playDay } from './play-day.fixture.ts'
import { askedOf, nowKnown, refuse, tell, type Answers } from '../../testing/wire.ts'

// What the first screen shows, keeps true while it stands open, and sends.

inBrowser()

type Of<N extends keyof Answers> = Extract<Answers[N], { [key: string]: unknown }>
const none = { count: 0, amountMinor: 0, oldestAt: null }
const money: Of<'dashboard.now'> = {
  at: now,
  businessOn: '2026-11-23',
  waitingDeposits: { count: 3, amountMinor: 1_234_550, oldestAt: '2026-11-23T09:48:00.000Z' },
  waitingWithdrawals: none,
  unmatchedLines: none,
  unreadMessages: 2,
  waitingAccountChanges: { toSettle: 1, asked: 2, oldestAt: null },
  accounts: null,
  ownMinor: 9_999_000,
  memberLiabilityMinor: 10_000_000,
  coverBps: 9999,
  alarms: [],
}
const figure = (count: number, amountMinor: number) => ({ count, amountMinor })
const day: Of<'dashboard.day'> = {
  businessOn: '2026-11-23',
  deposits: figure(12, 1_500_025),
  withdrawals: figure(4, 500_000),
  netMinor: 1_000_025,
  autoCredited: figure(10, 1_400_000),
  manualCredited: figure(2, 100_025),
  registered: 7,
  firstDeposits: figure(1, 5000),
  autoMatchBps: 8333,
  medianCreditSeconds: 42,
  medianWithdrawalSeconds: 5400,
  before: {
    deposits: figure(10, 1_000_000),
    withdrawals: figure(4, 500_000),
    netMinor: 500_000,
    registered: 7,
  },
  hours: [],
}
type Alarm = Of<'dashboard.alarms'>['records'][number]
const alarm = (n: number, change: Partial<Alarm> = {}): Alarm => ({
  id: id('alarm', n),
  code: 'bank.silent',
  entity: 'bankAccount',
  entityId: id('bankAccount', 1),
  detail: {},
  raisedAt: '2026-11-23T08:05:00.000Z',
  account: null,
  endedBy: 'acknowledge',
  mayEnd: true,
  askedBy: null,
  isAskedByMe: false,
  approvalId: null,
  ...change,
})
const known = (...alarms: Alarm[]): Answers => ({
  'dashboard.now': money,
  'dashboard.day': day,
  'reports.day': playDay,
  'dashboard.alarms': { records: alarms },
})
const moneyRights = { dashboard: ['isRead'], pretransactionDepositWithdraw: ['isRead'] } as const

it('money now is said in Thai, with what waits, how long, and the sums of the day', async () => {
  await open('/dashboard', known())
  await expectShown('เงินตอนนี้')
  const moneyNow = wordsOf(part('region', 'เงินตอนนี้'))
  expect(moneyNow).toContain('ฝากรอ 3 ฿12,345.50 · นานสุด 12 นาที · เกินกำหนด')
  expect(moneyNow).toContain('ถอนรอ 0 ไม่มีอะไรค้าง')
  expect(moneyNow).toContain('เปลี่ยนบัญชีรอคุณอนุมัติ 1 คำขอของคุณรอคนอื่น 2')
  expect(moneyNow).toContain('เงินในบัญชีของเรา 99,990.00')
  const ofDay = wordsOf(part('region', 'ยอดวันที่ 23 พ.ย. 2569'))
  expect(ofDay).toContain('ฝาก 15,000.25 +50% จากเมื่อวานทั้งวัน 12 รายการ')
  expect(ofDay).toContain('ฝากลบถอน 10,000.25 +100.01%')
  expect(ofDay).toContain('ถอน 5,000.00 0% จากเมื่อวานทั้งวัน 4 รายการ')
  expect(ofDay).toContain('จับคู่ออโต้ได้ 83.33%')
  expect(ofDay).toContain('เติมเครดิตอัตโนมัติ 14,000.00 10 รายการ')
  expect(ofDay).toContain('เติมเครดิตด้วยมือ 1,000.25 2 รายการ')
  expect(ofDay).toContain('เวลาเติมเครดิต 42 วินาที')
  expect(ofDay).toContain('เวลาถอน 1 ชม. 30 นาที')
  await expectShown('ข้อมูล ณ 23/11/2569 17:00:00')
})

it('our accounts cover what we owe from the last satang on, and are short of it below', async () => {
  const cover = async (coverBps: number) => {
    await open('/dashboard', { ...known(), 'dashboard.now': { ...money, coverBps } }, { language: 'en' })
    await expectShown('Money now')
    const card = [...document.querySelectorAll('[data-tone]')].find((one) =>
      wordsOf(one).startsWith('Cover '),
    )
    return [card?.getAttribute('data-tone'), card && wordsOf(card)]
  }
  expect(await cover(9999)).toEqual(['red', 'Cover 99.99% We hold less than we owe'])
  expect(await cover(10_000)).toEqual(['green', 'Cover 100% We hold enough for all members'])
})

it('figures are read again after events, once for many, and again after later ones', async () => {
  const account = refuse('notFound')
  await open('/dashboard', { ...known(alarm(1)), 'auth.account': account })
  await Promise.all([live(), expectShown('เงินตอนนี้')])
  const names = ['dashboard.now', 'dashboard.day', 'dashboard.alarms'] as const
  const counts = () => names.map((name) => askedOf(name).length)
  const topics = ['deposit', 'withdrawal', 'statementLine', 'message', 'bankAccount', 'transfer', 'member']
  const hear = (heard: string[]) => {
    for (const topic of heard) tell({ topic, id: 'one', version: 1 })
  }
  const again = async (heard: string[]) => {
    const before = counts()
    hear(heard)
    await wait(3000)
    expect(counts(), heard.join()).toEqual(before.map((count) => count + 1))
  }
  await wait(2000)
  await again([...topics, ...topics])
  for (const topic of topics) await again([topic])
  await press('ตั้งค่าบัญชีของฉัน')
  await expectShown('ข้อมูลของฉัน')
  const left = counts()
  hear(topics)
  await wait(4000)
  expect(counts()).toEqual(left)
})

it('alarms that announce nothing are asked for by the clock, by whom they are the own', async () => {
  const askedIn = async (ms: number, who = person()) => {
    await open('/dashboard', known(alarm(1)), { who })
    await expectShown('ยอดวันที่')
    const before = askedOf('dashboard.alarms').length
    await wait(ms)
    return [before, askedOf('dashboard.alarms').length]
  }
  expect(await askedIn(31_000)).toEqual([1, 2])
  expect(await askedIn(31_000, person({ rights: { dashboard: ['isRead'] } }))).toEqual([0, 0])
  expect(await askedIn(31_000, person({ type: 'seller' }))).toEqual([0, 0])
})

it('stopped payouts stand first, then what is urgent; each says what is known of it', async () => {
  const fuse = alarm(4, {
    code: 'payoutFuse',
    endedBy: 'resumePayouts',
    detail: { sentMinor: 5_000_000, limitMinor: 4_000_000 },
  })
  const gap = alarm(2, { code: 'bank.chainContradiction', detail: { gapMinor: -12_345 } })
  await open('/dashboard', known(alarm(1), gap, fuse, alarm(5, { code: 'unheardOf' })))
  await expectShown('เรื่องที่ต้องดู')
  const section = part('region', 'เรื่องที่ต้องดู')
  expect(wordsOf(section)).toContain('ค้าง 4 เรื่อง · ด่วน 2 เรื่อง')
  const rows = [...section.querySelectorAll('li')].map(wordsOf)
  expect(rows[0]).toContain('ด่วน จ่ายเกินวงเงินต่อชั่วโมง จ่ายแล้ว ฿50,000.00 ใน 1 ชั่วโมง เพดาน ฿40,000.00')
  expect(rows[1]).toContain('ด่วน ยอดธนาคารขัดกัน ยอดต่างกัน ฿123.45')
  expect(rows[2]).toContain('ควรดู บัญชีเงียบ ไม่มีข้อความเข้านาน 1 ชม. ที่แล้ว')
  expect(rows[3]).toContain('เรื่องเตือนจากระบบ (unheardOf)')
})

it('who may end which alarm the server says; of the others is told why there is no button', async () => {
  const resume = alarm(2, { code: 'payoutFuse', endedBy: 'resumePayouts', mayEnd: false })
  const win = alarm(3, { code: 'play.unusualWin', entity: 'member', entityId: id('member', 1) })
  const acts = () => buttons(/^(รับทราบ|ขอจ่ายต่อ):/).map((each) => each.getAttribute('aria-label'))
  const who = person({ rights: moneyRights })
  await open('/dashboard', known(alarm(1, { mayEnd: false }), resume, { ...win, mayEnd: false }), { who })
  await expectShown('บัญชีนี้ดูได้อย่างเดียว รับทราบเรื่องเงินต้องมีสิทธิ์แก้ไขคิวฝาก-ถอน')
  expect(acts()).toEqual([])
  await open('/dashboard', known(alarm(1, { mayEnd: false }), resume, win), { who })
  await expectShown('เรื่องที่ไม่มีปุ่ม บัญชีนี้ดูได้อย่างเดียว')
  expect(acts()).toEqual(['รับทราบ: สมาชิกชนะผิดปกติ'])
  await open('/dashboard', known(win), { who })
  await expectShown('สมาชิกชนะผิดปกติ')
  await expectGone('ดูได้อย่างเดียว')
})

it('who asked that payouts go on waits for somebody else, who is told who asked', async () => {
  const asked = { endedBy: 'resumePayouts', askedBy: 'สมชาย', approvalId: id('approval', 1) } as const
  const resume = alarm(2, { code: 'payoutFuse', ...asked })
  await open('/dashboard', known({ ...resume, isAskedByMe: true }))
  await expectShown('คุณส่งคำขอแล้ว รออีกคนยืนยัน')
  expect(buttons(/^(ตรวจคำขอจ่ายต่อ|ขอจ่ายต่อ):/)).toEqual([])
  await open('/dashboard', known(resume))
  await expectShown('สมชาย')
  expect(buttons(/^ตรวจคำขอจ่ายต่อ:/)).toHaveLength(1)
  nowKnown({ 'approvals.get': refuse('notFound') })
  await press(/^ตรวจคำขอจ่ายต่อ:/)
  await until(() => expect(askedOf('approvals.get')).toEqual([{ id: asked.approvalId }]))
  // The next one at this desk is shown nothing of what the one before had open.
  await open('/dashboard', known(resume), { who: { ...person(), username: 'wipa' } })
  await expectShown('สมชาย')
  await wait(500)
  expect(askedOf('approvals.get')).toEqual([])
})

it('the alarm that was opened is the one that is ended, however the list moves on behind it', async () => {
  await open('/dashboard', { ...known(alarm(1), alarm(2)), 'dashboard.acknowledgeAlarm': {} })
  await Promise.all([live(), expectShown('ค้าง 2 เรื่อง')])
  button('รับทราบ: บัญชีเงียบ ไม่มีข้อความเข้านาน').click()
  await type('ตรวจแล้วพบอะไร', 'ok')
  nowKnown({ 'dashboard.alarms': { records: [alarm(2, { endedBy: 'resumePayouts' })] } })
  tell({ topic: 'approval', id: id('approval', 1), version: 1 })
  await expectShown('ค้าง 1 เรื่อง')
  await press('รับทราบ', part('dialog', /./))
  await expectShown('ใส่อย่างน้อย 3 ตัวอักษร')
  await type('ตรวจแล้วพบอะไร', '  โทรถามแล้ว ')
  await press('รับทราบ', part('dialog', /./))
  await expectSent(['dashboard.acknowledgeAlarm', { alarmId: id('alarm', 1), reason: 'โทรถามแล้ว' }])
  await expectShown('รับทราบแล้ว')
})

it('an alarm that somebody ended meanwhile is said to be so, and is gone', async () => {
  const taken = refuse('alreadyHandled', { at: now })
  await open('/dashboard', { ...known(alarm(1)), 'dashboard.acknowledgeAlarm': taken }, { language: 'en' })
  await press('Acknowledge: An account is silent')
  await type('What did you find?', 'called them')
  nowKnown({ 'dashboard.alarms': { records: [] } })
  await press('Acknowledge', part('dialog', /./))
  await expectShown('This was already handled. Nothing more is needed.')
  await expectShown('Nothing is open')
  await expectGone('An account is silent')
})

it('who looks after bets alone, and nothing is open of play, is told so of play alone', async () => {
  const rights = { dashboard: ['isRead'], betReport: ['isRead'] } as const
  const low = alarm(2, { code: 'provider.lowBalance', entity: 'distributor' })
  await open('/dashboard', known(alarm(1), low), { who: person({ rights }) })
  await expectShown('ไม่มีเรื่องค้างของการเล่นและค่ายเกม')
})

it('who looks after bets alone sees what is open of play and providers, not of money', async () => {
  const detail = {
    label: 'ค่ายนก',
    reference: 'T-1',
    why: 'spent',
    others: [
      { reference: 'T-2', why: 'unclear' },
      { reference: 'T-3', why: 'unclear' },
    ],
  }
  const drift = alarm(2, { code: 'provider.owed', entity: 'gameProvider', detail })
  const rights = { dashboard: ['isRead'], betReport: ['isRead', 'isUpdate'] } as const
  await open('/dashboard', known(alarm(1), drift), { who: person({ rights }) })
  await expectShown('ค้าง 1 เรื่อง')
  await expectShown('มีเรื่องค้างกับค่ายเกม')
  const spent = 'ค่ายนก ปรับลดยอดจ่าย T-1 แต่สมาชิกใช้เงินไปแล้ว ระบบไม่ได้ดึงเงินคืน ตกลงกับค่าย'
  await expectShown(`${spent} · ค่ายนก แจ้งยอด T-2, T-3 ที่ยังไม่ชัดว่าต้องขยับเงินหรือไม่`)
  await expectGone('บัญชีเงียบ ไม่มีข้อความเข้านาน')
  await expectGone('เงินตอนนี้')
})

it('after a restore nothing goes on before somebody has compared what the rails sent', async () => {
  const restored = alarm(3, { code: 'restored', endedBy: 'releaseRestored' })
  const asked = { state: 'waiting', approvalId: id('approval', 1) } as const
  await open('/dashboard', { ...known(restored), 'dashboard.releaseRestored': asked })
  await press(/^ขอปลดล็อก/)
  const sheet = await until(() => part('dialog', /./))
  await type('ตรวจแล้วพบอะไร', 'ครบทุกรายการ', sheet)
  const submit = () => button('ขอปลดล็อก', sheet)
  expect(isEnabled(submit())).toBe(false)
  sheet.querySelector<HTMLInputElement>('input[type=checkbox]')?.click()
  await press('ขอปลดล็อก', sheet)
  await expectSent(['dashboard.releaseRestored', { reason: 'ครบทุกรายการ', isRailListChecked: true }])
})

it('a sum of a day leads to the rows of that day alone', async () => {
  await open('/dashboard', known())
  await expectShown('เงินตอนนี้')
  const ways = [...document.querySelectorAll<HTMLAnchorElement>('a[href*="tab="]')].map(
    (one) => new URL(one.href).searchParams,
  )
  for (const tab of ['deposits', 'withdrawals', 'done']) {
    const ofDay = ways.filter((way) => way.get('tab') === tab && way.get('from') !== null)
    expect(
      ofDay.map((way) => [way.get('from'), way.get('to')]),
      tab,
    ).toEqual([['2026-11-23', '2026-11-23']])
  }
  const came = document.querySelector('a[href*=registeredFrom]')?.getAttribute('href')
  expect(came).toContain('registeredFrom=2026-11-23&registeredTo=2026-11-23')
})

const own = (n: number, label: string, balanceMinor: number) => ({
  id: id('bankAccount', n),
  label,
  bank: 'KBANK',
  balanceMinor,
  state: 'active',
  lastMessageAt: null,
})

it('today and yesterday are days of the business, and each hour tells what came and what went', async () => {
  await open('/dashboard', {
    ...known(),
    'dashboard.now': {
      ...money,
      businessOn: '2026-11-22',
      accounts: [own(1, 'รับ 1', 60_025), own(2, 'จ่าย 1', 40_050)],
    },
    'dashboard.day': { ...day, hours: [{ hour: 9, depositMinor: 123_450, withdrawalMinor: 678_900 }] },
  })
  await press('เมื่อวาน')
  await until(() => expect(askedOf('dashboard.day').at(-1)).toEqual({ on: '2026-11-21' }))
  await press('วันนี้')
  await until(() => expect(location.search).toBe(''))
  const accounts = wordsOf(part('region', 'บัญชีของเรา'))
  expect(accounts).toMatch(/รับ 1 .*600.25 .*จ่าย 1 .*400.50 .*รวม 99,990.00/)
  await press('ดูเป็นตาราง')
  await expectShown('ชั่วโมง ฝาก ถอน 09:00 ฿1,234.50 ฿6,789.00')
})

it('many links by hand lead to the links of the day in Bangkok on which it was noticed', async () => {
  const links = alarm(1, { code: 'link.manyByHand', raisedAt: '2026-11-22T18:05:00.000Z' })
  await open('/dashboard', known({ ...links, entity: 'employee', entityId: id('employee', 3) }))
  const way = await until(() => document.querySelector<HTMLAnchorElement>('a[href*="tab=report"]'))
  expect(way?.getAttribute('href')).toContain('from=2026-11-23&to=2026-11-23')
})

it('changes of accounts lead to who may decide them, and new members to who may read them', async () => {
  const ways = async (...memberManagement: ['isRead', ...'isUpdate'[]]) => {
    await open('/dashboard', known(), { who: person({ rights: { ...moneyRights, memberManagement } }) })
    await expectShown('เปลี่ยนบัญชีรอคุณอนุมัติ')
    const wayOf = (search: string) => document.querySelectorAll(`a[href*="${search}"]`).length
    return [wayOf('accountChange=toSettle'), wayOf('registeredFrom')]
  }
  expect(await ways('isRead')).toEqual([0, 1])
  expect(await ways('isRead', 'isUpdate')).toEqual([1, 1])
})
