// @vitest-environment happy-dom
import type { ResourceRequires } from '@khlang/contract/kit/permissions.ts'
import { expect, it } from 'vitest'
import { until, wait } from '../../testing/clock.ts'
import { press, type } from '../../testing/hands.ts'
import { page, queueKnown } from '../../testing/money.ts'
import { inBrowser, live, open } from '../../testing/page.ts'
import { id, person } from '../../testing/people.ts'
import { button, buttons, expectGone, expectShown, field, wordsOf } from '../../testing/seen.ts'
import { actsSent, askedOf, nowKnown, refuse, tell, type Answers } from '../../testing/wire.ts'

// Who looks: their rights as they are now, and the proof that they are who they say.

inBrowser()

const jobs: Answers = { 'backgroundJobs.list': { records: [] } }

it('own rights are read again when they may have changed, and for nobody else’s', async () => {
  await open('/setting?tab=jobs', jobs)
  await Promise.all([live(), expectShown('ยังไม่มีงานเบื้องหลัง')])
  const asksAfter = async (topic: string, of: string) => {
    const before = askedOf('auth.self').length
    tell({ topic, id: of, version: 1 })
    await wait(500)
    return askedOf('auth.self').length - before
  }
  expect([
    await asksAfter('employee', id('employee', 1)),
    await asksAfter('employee', id('employee', 2)),
  ]).toEqual([1, 0])
  expect([await asksAfter('role', id('role', 1)), await asksAfter('role', id('role', 2))]).toEqual([1, 0])
  expect(await asksAfter('*', '')).toBe(1)
})

it('a right that is taken leaves the menu and shuts the screen without a new sign-in', async () => {
  await open('/setting?tab=jobs', jobs)
  await Promise.all([live(), expectShown('คิวฝาก-ถอน')])
  nowKnown({ 'auth.self': person({ rights: { dashboard: ['isRead'] } }) })
  tell({ topic: 'role', id: id('role', 1), version: 2 })
  await expectGone('คิวฝาก-ถอน')
  expect(buttons(/พนักงาน/)).toEqual([])
})

it('a screen whose right somebody lacks is not shown to them, and asks for nothing', async () => {
  const rights = { dashboard: ['isRead'] } as const
  await open('/pre-transaction/deposit-withdraw', queueKnown(), { who: person({ rights }) })
  await expectShown('ไม่มีสิทธิ์เข้าถึง')
  await wait(500)
  expect(askedOf('preTransactions.queue')).toEqual([])
})

it('a wrong proof leaves nothing typed behind and the act undone; a right one goes on', async () => {
  const job = {
    id: id('backgroundJob', 1),
    kind: 'export' as const,
    name: 'สมาชิก.csv',
    state: 'running' as const,
    tries: 1,
    progressDone: 0,
    progressTotal: null,
    failure: null,
    exportId: null,
    createdAt: '2026-11-23T09:00:00.000Z',
    startedAt: null,
    endedAt: null,
  }
  let isProven = false
  await open(
    '/setting?tab=jobs',
    {
      'backgroundJobs.list': { records: [job] },
      'backgroundJobs.cancel': () => (isProven ? {} : refuse('stepUpRequired')),
      'auth.stepUp': refuse('badCredentials'),
    },
    { who: person({ otpEnable: false }) },
  )
  await press('ยกเลิก สมาชิก.csv')
  await press('ยกเลิกงานนี้')
  await until(() => field('รหัสผ่าน'))
  const form = field('รหัสผ่าน').closest('form') ?? document.body
  const submit = () => [...form.querySelectorAll<HTMLButtonElement>('button[type=submit]')][0]
  const prove = async () => {
    await type('รหัสผ่าน', 'secret', form)
    await until(() => expect(submit()?.disabled).toBe(false))
    submit()?.click()
  }
  await prove()
  await until(() =>
    expect(actsSent().map(([name]) => name)).toEqual(['backgroundJobs.cancel', 'auth.stepUp']),
  )
  await until(() => expect([field('รหัสผ่าน', form).value, submit()?.disabled]).toEqual(['', true]))
  nowKnown({ 'auth.stepUp': { stepUpUntil: '2026-11-23T11:00:00.000Z' } })
  isProven = true
  await prove()
  await expectShown('ยกเลิก สมาชิก.csv แล้ว')
  expect(actsSent().slice(2)).toEqual([
    ['auth.stepUp', { password: 'secret' }],
    ['backgroundJobs.cancel', { id: job.id }],
  ])
})

it('who signs out is signed out at the server too, and nothing they typed is kept', async () => {
  const titled = async () => {
    await open('/notification/add', { 'auth.logout': {} })
    await type('หัวข้อ', 'ปิดระบบคืนนี้')
    await press('เมนูของ มาลี')
  }
  await titled()
  await press('ออกจากระบบ')
  await until(() => button('เข้าสู่ระบบ'))
  expect(actsSent()).toEqual([['auth.logout', {}]])
  expect(wordsOf(document.body)).not.toContain('สิ่งที่พิมพ์ไว้ยังอยู่ครบ')
  await press('มีรหัสใช้ครั้งเดียว ตั้งรหัสผ่านใหม่')
  await type('ชื่อผู้ใช้', 'malee')
  await type('รหัสใช้ครั้งเดียว', 'ABCD-1234')
  await type('รหัสผ่านใหม่', 'a long password')
  await type('รหัสผ่านใหม่อีกครั้ง', 'another password')
  await press('บันทึกรหัสผ่าน')
  await expectShown('รหัสผ่านสองช่องไม่ตรงกัน')
  expect(actsSent()).toHaveLength(1)
})

const inbox = { records: [], currentPage: 1, recordPerPage: 25, totalPages: 0, totalRecords: 0 }

it('a message to the staff is written by who is of the staff', async () => {
  const offered = async (of: 'staff' | 'agent') => {
    await open('/notification/list', { 'notifications.list': inbox }, { who: person({ type: of }) })
    await expectShown('ไม่มีการแจ้งเตือนตามที่กรอง')
    return buttons('ส่งข้อความถึงพนักงาน').length
  }
  expect(await offered('staff')).toBe(1)
  expect(await offered('agent')).toBe(0)
})

it('an amount is looked for in baht among lines, and in satang in the queue', async () => {
  const search = async (place: string) => {
    await open('/notification/list', {
      ...queueKnown(),
      'notifications.list': inbox,
      'members.list': { ...page(), records: [], isOfNearest: false },
      'betReports.list': page(),
      'preTransactions.lines': page(),
      'preTransactions.lineTotals': { count: 0, isEstimate: false, amountMinor: 0, ages: {} },
    })
    await expectShown('ไม่มีการแจ้งเตือนตามที่กรอง')
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', code: 'KeyK', ctrlKey: true }))
    await type('ค้นหาหน้าและคำสั่ง', '1,250.50')
    await press(new RegExp(place))
    return location.search
  }
  expect(await search('ค้นในรายการไม่พบยูส')).toContain('amount=1250.50')
  expect(await search('ค้นในคิวฝาก-ถอน')).toMatch(/amountMinMinor=125050&amountMaxMinor=125050/)
})

it('a bet is found by its id or the name of its round, by whoever may read bets', async () => {
  const bet: Extract<Answers['betReports.list'], { [key: string]: unknown }>['records'][number] = {
    id: id('bet', 1),
    ref: 'R-778812',
    member: { id: id('member', 1), username: 'mali8899' },
    provider: { id: id('gameProvider', 1), name: { th: 'ค่ายทอง', en: 'Gold' } },
    game: { name: { th: 'เสือทอง', en: 'Golden Tiger' }, type: 'slot' },
    state: 'lost',
    stakeMinor: 1000,
    payoutMinor: 0,
    winLossMinor: -1000,
    validMinor: 1000,
    countedMinor: 1000,
    placedAt: '2026-11-23T03:00:00.000Z',
    settledAt: '2026-11-23T03:00:05.000Z',
    businessOn: '2026-11-23',
    settledOn: '2026-11-23',
    version: 2,
    said: { device: 'MOBILE', featureBuy: 'yes' },
  }
  const search = async (typed: string, rights: ResourceRequires) => {
    const sums = { stakeMinor: 1000, validMinor: 1000, payoutMinor: 0, winLossMinor: -1000 }
    const answers: Answers = {
      'notifications.list': inbox,
      'betReports.list': page(bet),
      'betReports.totals': { count: 1, isEstimate: false, ...sums },
      'betReports.archivedMonths': { months: [] },
      'betReports.choices': { providers: [], games: [], member: null },
      'betReports.get': {
        ...bet,
        state: 'void',
        stakeMinor: 0,
        winLossMinor: 0,
        validMinor: 0,
        countedMinor: 0,
        imageOf: null,
        replayUrl: null,
        words: [],
        outcomes: [],
        lastSaid: {
          at: '2026-11-23T09:00:00.000Z',
          by: 'somchai',
          answer: 'differs',
          theirs: { state: 'won', stakeMinor: 1000, payoutMinor: 7700 },
        },
        asked: null,
        voided: null,
        notVoidable: null,
      },
    }
    await open('/notification/list', answers, { who: person({ rights }) })
    await expectShown('ไม่มีการแจ้งเตือนตามที่กรอง')
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', code: 'KeyK', ctrlKey: true }))
    await type('ค้นหาหน้าและคำสั่ง', typed)
  }
  for (const typed of [bet.ref, bet.id]) {
    await search(typed, { betReport: ['isRead'] })
    await press(/R-778812/)
    await until(() => expect(location.pathname + location.search).toBe(`/bet-report?open=${bet.id}`))
    await expectShown('ค่ายมียอดต่างจากเรา และรับแทนกันไม่ได้ ตกลงกับค่ายก่อน')
    await expectShown('77.00')
    await expectShown('โดย somchai')
    await expectShown('ยกเลิกเดิมพัน จึงไม่นับ')
    expect(askedOf('betReports.list')[0]).toMatchObject({ search: typed })
  }
  await search(bet.ref, { agentReport: ['isRead'] })
  await expectShown('ไม่พบสิ่งที่ค้นหา ลองคำอื่น')
  expect(askedOf('betReports.list')).toEqual([])
})
