// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { now, until, wait } from '../../testing/clock.ts'
import { press } from '../../testing/hands.ts'
import { page } from '../../testing/money.ts'
import { inBrowser, open } from '../../testing/page.ts'
import { id, person } from '../../testing/people.ts'
import { button, buttons, expectGone, expectShown, part, wordsOf } from '../../testing/seen.ts'
import { askedOf, nowKnown, refuse, type Answers } from '../../testing/wire.ts'
import { playDay } from './play-day.fixture.ts'

// What is shown of games: the day on the first screen, and how it goes with each provider.

inBrowser()

type Of<N extends keyof Answers> = Extract<Answers[N], { [key: string]: unknown }>
const figure = { count: 0, amountMinor: 0 }
const none = { ...figure, oldestAt: null }
const dashboard: Answers = {
  'dashboard.now': {
    at: now,
    businessOn: '2026-11-23',
    waitingDeposits: none,
    waitingWithdrawals: none,
    unmatchedLines: none,
    unreadMessages: 0,
    waitingAccountChanges: null,
    accounts: null,
    ownMinor: null,
    memberLiabilityMinor: null,
    coverBps: null,
    alarms: [],
  },
  'dashboard.day': {
    businessOn: '2026-11-23',
    deposits: figure,
    withdrawals: figure,
    netMinor: 0,
    autoCredited: figure,
    manualCredited: figure,
    registered: 0,
    firstDeposits: figure,
    autoMatchBps: null,
    medianCreditSeconds: null,
    medianWithdrawalSeconds: null,
    before: { deposits: figure, withdrawals: figure, netMinor: 0, registered: 0 },
    hours: [],
  },
  'dashboard.alarms': { records: [] },
  'reports.day': playDay,
}
const rights = { dashboard: ['isRead'], agentReport: ['isRead'], betReport: ['isRead'] } as const
const hrefs = (of: Element) => [...of.querySelectorAll('a')].map((one) => one.getAttribute('href'))

it('a day of play stands beside the day before, and each figure leads to its rows', async () => {
  await open('/dashboard', dashboard, { who: person({ rights }) })
  await expectShown('สมาชิกที่ได้มากสุด')
  const games = part('region', 'เกม วันที่ 23 พ.ย. 2569')
  const words = wordsOf(games)
  expect(words).toContain('กำไรขั้นต้น (GGR) -1,200.00 -฿2,200.00 จากเมื่อวานทั้งวัน')
  expect(words).toContain(
    'กำไรสุทธิ (NGR) -1,080.00 -฿1,980.00 จากเมื่อวานทั้งวัน ค่าธรรมเนียมค่าย -฿120.00 · โบนัส ฿0.00',
  )
  expect(words).toContain('ยอดเดิมพัน 5,000.00 +25% จากเมื่อวานทั้งวัน เป็นยอดเดิมพันสุทธิ 100%')
  expect(words).toContain('มาร์จิน -24% วันก่อน 25%')
  expect(words).toContain('สมาชิกที่เล่น 2 +100% จากเมื่อวานทั้งวัน')
  const day = 'from=2026-11-23&to=2026-11-23'
  const settled = 'settledFrom=2026-11-23&settledTo=2026-11-23'
  expect(hrefs(games).slice(0, 7)).toEqual([
    `/report/total-daily?${day}&by=game`,
    `/report/total-daily?${day}`,
    `/report/total-daily?${day}`,
    `/report/total-daily?${day}&by=provider`,
    `/report/total-user?${day}`,
    `/bet-report?${settled}`,
    `/report/total-daily?${day}&by=game&providerId=${id('gameProvider', 1)}`,
  ])
  await press('เกมยอดนิยม')
  await expectShown('เสือทอง')
  expect(hrefs(games)).toContain(
    `/report/total-daily?${day}&by=game&gameId=${id('game', 1)}&providerId=${id('gameProvider', 1)}`,
  )
  const won = part('region', 'สมาชิกที่ได้มากสุด')
  expect(wordsOf(won)).toContain('mali8899 3 3,000.00 +3,200.00')
  expect(hrefs(won)).toEqual([`/bet-report?memberId=${id('member', 1)}&${settled}`])
  expect(wordsOf(part('region', 'สมาชิกที่เดิมพันมากสุด'))).toBe('สมาชิกที่เดิมพันมากสุด ยังไม่มี')
})

it('who may not know what the house pays sees no NGR', async () => {
  const unknown = { creditMinor: null, bonusMinor: null, feeMinor: null, ngrMinor: null }
  const own = { ...playDay, ...unknown, before: { ...playDay.before, ...unknown } }
  await open(
    '/dashboard',
    { ...dashboard, 'reports.day': own },
    { who: person({ type: 'seller', rights }) },
  )
  await expectShown('สมาชิกที่ได้มากสุด')
  expect(wordsOf(part('region', 'เกม วันที่ 23 พ.ย. 2569'))).not.toContain('NGR')
})

it('who may read no report sees no games; who may not see bets is led to none', async () => {
  await open('/dashboard', dashboard, { who: person({ rights: { dashboard: ['isRead'] } }) })
  await expectShown('ยอดวันที่ 23 พ.ย. 2569')
  expect(askedOf('reports.day')).toEqual([])
  const { betReport: _, ...noBets } = rights
  await open('/dashboard', dashboard, { who: person({ rights: noBets }) })
  await expectShown('สมาชิกที่ได้มากสุด')
  expect(document.querySelectorAll('a[href^="/bet-report"]')).toHaveLength(0)
})

const named = { th: 'ค่ายทอง', en: 'Gold' }
const provider = { id: id('gameProvider', 1), name: named }
const sums = {
  bets: 1,
  stakeMinor: 100,
  validMinor: 100,
  countedMinor: 100,
  payoutMinor: 0,
  winLossMinor: -100,
  companyMinor: 100,
  marginBps: 10_000,
}
const health = { way: 'in', calls: 1200, refused: 30, faults: 4, p95Ms: 60 } as const
const card: Of<'reports.board'>['records'][number] = {
  id: provider.id,
  type: null,
  provider,
  hasLogo: false,
  state: 'active',
  pressed: { state: 'active', version: 7, isAsked: false },
  health: [health],
  games: 3,
  members: 1,
  ...sums,
  shareBps: 10_000,
  openCount: 0,
  openMinor: 0,
  worst: null,
}
const period = { from: '2026-11-23', to: '2026-11-23' }
const board = (change: Partial<typeof card> = {}): Answers => ({
  'reports.board': { ...period, records: [{ ...card, ...change }] },
  'reports.providerCalls': {
    ...period,
    provider,
    ways: [health],
    outcomes: [
      { way: 'in', outcome: 'done', isFault: false, calls: 1166 },
      { way: 'in', outcome: 'badSignature', isFault: true, calls: 4 },
    ],
    points: [{ on: '2026-11-23', hourAt: '2026-11-23T09:00:00.000Z', ...health, p95Ms: 30_000 }],
  },
})
const watching = { providerDashboard: ['isRead'] } as const

it('a provider’s calls are told on its card, and row by row where one presses them', async () => {
  await open('/website/game-providers', board(), { who: person({ rights: watching }), language: 'en' })
  await expectShown('1,200 · 4 faults')
  expect(wordsOf(document.body)).toContain('We answer 95% within 60 ms')
  expect(buttons('Close')).toEqual([])
  document.querySelector<HTMLAnchorElement>('a[href*="open=gpr_"]')?.click()
  await expectShown('Hour by hour, or day by day')
  expect(askedOf('reports.providerCalls').at(-1)).toEqual({ providerId: provider.id, period: 'today' })
  const panel = wordsOf(part('dialog', 'Gold'))
  expect(panel).toContain('Wrong signature or address Fault Calls to us 4')
  expect(panel).toContain('Calls to us 1,200 30 4 > 10 s')
})

it('a provider is maintained with a confirmation; one that is asked about is left alone', async () => {
  const who = person({ rights: { ...watching, gameManagement: ['isRead', 'isUpdate'] } })
  await open(
    '/website/game-providers',
    { ...board(), 'gameCatalogue.setProviderState': { state: 'done', approvalId: null } },
    { who, language: 'en' },
  )
  await press('Maintenance')
  await expectShown('Maintenance of Gold')
  expect(wordsOf(part('dialog', 'Maintenance of Gold'))).toContain('One person may resume it')
  await open(
    '/website/game-providers',
    board({ state: 'closed', pressed: { state: 'closed', version: 7, isAsked: true } }),
    { who, language: 'en' },
  )
  await expectShown('A change of this provider waits for a second person')
  await expectGone('Ask to open')
  expect(buttons('Open')).toEqual([])
  await open(
    '/website/game-providers',
    board({ state: 'closed', pressed: { state: 'closed', version: 7, isAsked: false } }),
    {
      who,
      language: 'en',
    },
  )
  await until(() => expect(button('Open')).toBeDefined())
})

it('what a link narrows bets by stands among the filters by its name', async () => {
  const nothing = { count: 0, stakeMinor: 0, validMinor: 0, payoutMinor: 0, winLossMinor: 0 }
  const of = {
    type: 'slot',
    providerId: id('gameProvider', 1),
    gameId: id('game', 1),
    memberId: id('member', 1),
    settledHour: '2026-11-23T03:00:00.000Z',
  }
  await open(`/bet-report?${new URLSearchParams(of)}`, {
    'betReports.list': page(),
    'betReports.totals': { isEstimate: false, ...nothing },
    'betReports.archivedMonths': { months: [] },
    'betReports.choices': {
      providers: [provider],
      games: [{ id: id('game', 1), name: { th: 'เสือทอง', en: 'Golden Tiger' } }],
      member: { id: id('member', 1), username: 'mali8899' },
    },
  })
  const active = () => [...part('list', 'ตัวกรองที่ใช้อยู่').querySelectorAll('li')]
  await expectShown('mali8899')
  const chips = active().map((chip) => wordsOf(chip).replace(' เอาออก', ''))
  expect(chips.slice(0, -1)).toEqual([
    'ประเภทเกม สล็อต',
    'ค่ายเกม ค่ายทอง',
    'เกม เสือทอง',
    'สมาชิก mali8899',
    'ชั่วโมงที่ผลออก 23/11/2569 10:00',
  ])
  for (const name of ['ค่ายทอง', 'mali8899', '10:00']) await press(new RegExp(name))
  await until(() => expect(location.search).not.toMatch(/providerId|memberId|settledHour/))
  expect(askedOf('betReports.list').at(-1)).toEqual({ size: 25, type: ['slot'], gameId: id('game', 1) })
})

it('a period that won after one that lost is told by the difference, and any other by a share', async () => {
  const sumsOf = (from: string, to: string, companyMinor: number, stakeMinor: number) => ({
    from,
    to,
    members: 1,
    ...sums,
    companyMinor,
    stakeMinor,
    depositCount: 1,
    depositMinor: 50_000,
    withdrawalCount: 0,
    withdrawalMinor: 0,
    netMinor: 50_000,
    creditMinor: 0,
    bonusMinor: 0,
    feeMinor: 0,
    ngrMinor: companyMinor,
  })
  await open('/report/total-daily', {
    'reports.daily': { records: [], currentPage: 1, recordPerPage: 50, totalPages: 0, totalRecords: 0 },
    'reports.choices': { providers: [], games: [], sellers: [] },
    'reports.asOf': { days: [], since: null },
    'reports.dailyTotals': {
      count: 0,
      isEstimate: false,
      ...sumsOf('2026-11-02', '2026-11-03', 23_000, 300_000),
      before: { ...sumsOf('2026-10-31', '2026-11-01', -31_500, 200_000), depositMinor: 0 },
      span: 'day',
      points: [],
    },
  })
  await expectShown('เทียบช่วงก่อน')
  const words = wordsOf(document.body)
  expect(words).toContain('กำไรขั้นต้น (GGR) +230.00 +฿545.00 เทียบช่วงก่อน')
  expect(words).toContain('ยอดเดิมพัน 3,000.00 +50% เทียบช่วงก่อน')
  expect(words).toContain('ฝาก 500.00 +฿500.00 เทียบช่วงก่อน')
})

it('of some games no member is shown what stays of them, for bonuses belong to no game', async () => {
  const costs = { feeMinor: 0, ngrMinor: 0 }
  const span = { from: '2026-11-23', to: '2026-11-23' }
  const row: Of<'reports.users'>['records'][number] = {
    id: id('member', 1),
    member: { id: id('member', 1), username: 'mali8899' },
    level: 0,
    seller: null,
    ...sums,
    depositCount: 0,
    depositMinor: 0,
    withdrawalCount: 0,
    withdrawalMinor: 0,
    netMinor: 0,
    ...costs,
    balanceMinor: 0,
  }
  const asked = async (search: string) => {
    await open(`/report/total-user${search}`, {
      'reports.users': { ...page(row), ...span, canSort: false },
      'reports.userTotals': { count: 0, isEstimate: false, ...span, ...sums, ...costs },
      'reports.choices': { providers: [], games: [], sellers: [] },
      'reports.asOf': { days: [], since: null },
    })
    await expectShown('mali8899')
    return wordsOf(part('grid', /./))
  }
  expect(await asked('')).toContain('กำไรสุทธิ (NGR)')
  expect(await asked('?type=slot')).not.toContain('กำไรสุทธิ (NGR)')
})

it('bets are found by amounts in baht; without a day it is said what they need', async () => {
  const nothing = { count: 0, stakeMinor: 0, validMinor: 0, payoutMinor: 0, winLossMinor: 0 }
  const answers = {
    'betReports.totals': { isEstimate: false, ...nothing },
    'betReports.archivedMonths': { months: [] },
    'betReports.choices': { providers: [], games: [], member: null },
  }
  const day = { from: '2026-11-23', to: '2026-11-23' }
  const amounts = { payoutMinMinor: '1000000', stakeMaxMinor: '2050' }
  await open(`/bet-report?${new URLSearchParams({ ...day, ...amounts })}`, {
    ...answers,
    'betReports.list': page(),
  })
  await expectShown('ยังไม่มี')
  const asked = { size: 25, ...day, payoutMinMinor: 1_000_000, stakeMaxMinor: 2050 }
  expect(askedOf('betReports.list').at(-1)).toEqual(asked)
  const chips = wordsOf(part('list', 'ตัวกรองที่ใช้อยู่'))
  expect(chips).toMatch(/ยอดจ่าย .*10,000.00.*ยอดเดิมพัน .*20.50/)
  const needsDay = refuse('amountDay', undefined, 'from')
  await open(`/bet-report?${new URLSearchParams(amounts)}`, {
    ...answers,
    'betReports.list': needsDay,
    'betReports.totals': needsDay,
  })
  await expectShown('ค้นได้ครั้งละหนึ่งวัน')
  nowKnown({ ...answers, 'betReports.list': page() })
  await press('ค้นในวันที่เดิมพัน 23 พ.ย. 2569')
  await until(() => expect(askedOf('betReports.list').at(-1)).toEqual(asked))
  const told = { saidName: 'address', saidValue: '198.51.100.7' }
  const needsMember = refuse('amountDay', undefined, 'saidValue')
  const refused = { ...answers, 'betReports.list': needsMember, 'betReports.totals': needsMember }
  await open(`/bet-report?${new URLSearchParams(told)}`, refused)
  await expectShown('เลือกสมาชิก หรือค่ายแล้วเลือกเกมด้วย')
  expect(askedOf('betReports.list').at(-1)).toEqual({ size: 25, ...told })
  const toldChips = wordsOf(part('list', 'ตัวกรองที่ใช้อยู่'))
  expect(toldChips).toMatch(/ข้อมูลที่ค่ายแจ้ง .*ไอพี.*ค่าที่แจ้ง .*198.51.100.7/)
  // A day alone would not do: none is offered.
  expect(wordsOf(document.body)).not.toContain('ค้นในวันที่เดิมพัน')
})

it('rows of a page that goes on are held still, and let go once it has left them', async () => {
  const bet = (n: number): Of<'betReports.list'>['records'][number] => ({
    id: id('bet', n),
    ref: `R${n}`,
    member: { id: id('member', 1), username: `player${n}` },
    provider,
    game: { name: { th: 'เสือทอง', en: 'Golden Tiger' }, type: 'slot' },
    state: 'lost',
    stakeMinor: 1000,
    payoutMinor: 0,
    winLossMinor: -1000,
    validMinor: 1000,
    countedMinor: 1000,
    placedAt: now,
    settledAt: now,
    businessOn: '2026-11-23',
    settledOn: '2026-11-23',
    version: 2,
    said: { device: 'MOBILE', featureBuy: 'yes' },
  })
  let newest = 25
  const nothing = { count: 0, stakeMinor: 0, validMinor: 0, payoutMinor: 0, winLossMinor: 0 }
  await open('/bet-report', {
    'betReports.list': () => page(...Array.from({ length: 25 }, (_, n) => bet(newest - n))),
    'betReports.totals': { isEstimate: false, ...nothing },
    'betReports.archivedMonths': { months: [] },
    'betReports.choices': { providers: [provider], games: [], member: null },
  })
  await expectShown('player25')
  const scroller = document.querySelector('[role="grid"]')?.parentElement
  // Somebody reads from the third row on.
  if (scroller) scroller.scrollTop = 104
  scroller?.dispatchEvent(new Event('scroll'))
  newest += 5
  await wait(16_000)
  await expectShown('มาใหม่ 5 รายการ')
  expect(scroller?.scrollTop).toBe(364)
  // Of what is read three rows are left on the page.
  newest += 15
  await wait(16_000)
  await expectShown('player45')
  expect(scroller?.scrollTop).toBe(0)
  await expectGone('มาใหม่')
})
