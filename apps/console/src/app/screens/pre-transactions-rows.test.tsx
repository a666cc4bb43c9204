// @vitest-environment happy-dom
import type { ResourceRequires } from '@khlang/contract/kit/permissions.ts'
import { expect, it } from 'vitest'
import { until, wait } from '../../testing/clock.ts'
import { key, press, type } from '../../testing/hands.ts'
import { accounts, deposit, page, queueKnown, row, type Row } from '../../testing/money.ts'
import { inBrowser, open } from '../../testing/page.ts'
import { id, person } from '../../testing/people.ts'
import { buttons, expectShown, part, wordsOf } from '../../testing/seen.ts'
import { actsSent, askedOf, type Answers } from '../../testing/wire.ts'

// What the queue tells of each row and account, and what is saved or refused of it.

inBrowser()

const queue = '/pre-transaction/deposit-withdraw'
const decided: Extract<Answers['preTransactions.withdrawal'], { legs: unknown }> = {
  row: row(1),
  toBank: 'SCB',
  toAccountMasked: 'xxx-x-x2001-x',
  toAccountName: 'สมหญิง',
  feeMinor: 0,
  checks: [],
  cashMinor: 10_000,
  lockedMinor: 70_025,
  needs: 'onePerson',
  firstApprover: null,
  isOwnFirstApproval: false,
  canApprove: true,
  cannotApproveReason: null,
  deciders: [],
  payouts: [],
  recent: [],
  sources: [],
  legs: [],
}
const lineOf = (reference: string) =>
  [...document.querySelectorAll('tbody tr')].map(wordsOf).find((words) => words.includes(reference))

it('a file of the queue holds what is filtered, in the columns that are shown', async () => {
  await open(`${queue}?tab=withdrawals&state=paid&from=2026-11-01&amountMinMinor=10025`, {
    ...queueKnown(row(1)),
    'preTransactions.exportQueue': { jobId: id('export', 1) },
    'exports.list': { records: [] },
  })
  await expectShown('W1')
  await press('ส่งออก')
  await press('ไฟล์ CSV')
  await until(() => expect(actsSent()).toHaveLength(1))
  expect(actsSent()[0]).toMatchObject([
    'preTransactions.exportQueue',
    { tab: 'withdrawals', state: ['paid'], from: '2026-11-01', amountMinMinor: 10_025, format: 'csv' },
  ])
})

it('the cards of our accounts and the credit of a row tell each amount in its place', async () => {
  document.cookie = 'khlang_accounts=whole'
  const records = accounts.records.map((one) => ({ ...one, inTodayMinor: 111_100, outTodayMinor: 222_200 }))
  const moved = row(1, { creditBeforeMinor: 30_010, creditAfterMinor: 10_010 })
  await open(`${queue}?tab=all`, {
    ...queueKnown(moved, deposit(2, { state: 'credited', amountMinor: 20_000 })),
    'preTransactions.accounts': { records },
    'preTransactions.slipsOfDeposit': { records: [] },
  })
  await expectShown('W1')
  expect(wordsOf(part('list', /^บัญชีของเรา/))).toContain('เข้าวันนี้ 1,111.00 ออกวันนี้ 2,222.00')
  expect(lineOf('W1')).toContain('300.10 100.10')
  expect(wordsOf(document.body)).toContain('1,234.56')
  const foot = wordsOf(document.querySelector('tfoot') ?? document.body)
  expect(foot).toContain('234.56')
  expect(foot).toContain('-300.00')
})

it('a row that no list shows is asked for by its kind', async () => {
  for (const kind of ['withdrawal', 'deposit'] as const) {
    const one = row(9, { kind, state: kind === 'deposit' ? 'credited' : 'paid', amountMinor: 12_345 })
    await open(`${queue}?tab=all&open=${one.id}`, { ...queueKnown(), 'preTransactions.queueRow': one })
    await expectShown('123.45')
    expect(askedOf('preTransactions.queueRow')).toEqual([{ kind, id: one.id }])
  }
})

it('what waits is late once its own promise is over', async () => {
  const at = '2026-11-23T09:50:00.000Z'
  const rows = [
    row(1, { at, slaEndsAt: '2026-11-23T09:55:00.000Z' }),
    row(2, { at, slaEndsAt: '2026-11-23T10:30:00.000Z' }),
  ]
  await open(`${queue}?tab=waiting`, queueKnown(...rows))
  await expectShown('W2')
  const states = [...document.querySelectorAll<HTMLElement>('tbody [data-state]')].map(
    (one) => one.dataset['state'],
  )
  expect(states).toEqual(['late', 'calm'])
})

it('a deposit is refused for the reason that was chosen, with the word to the staff', async () => {
  const waiting = deposit(1, { version: 4 })
  await open(`/pre-transaction/request?open=${waiting.id}`, {
    ...queueKnown(),
    'preTransactions.requests': page(waiting),
    'preTransactions.queueRow': waiting,
    'preTransactions.approvals': { records: [] },
    'preTransactions.rejectDeposit': { version: 5 },
  })
  await press('ปฏิเสธรายการฝาก')
  const sheet = await until(() => part('dialog', /./))
  await type('เหตุผล', 'badSlip', sheet)
  await type('หมายเหตุแอดมิน', 'สลิปเก่า', sheet)
  await press(/500.00/, sheet)
  await until(() => expect(actsSent()).toHaveLength(1))
  const input = { id: waiting.id, version: 4, reasonCode: 'badSlip', remark: 'สลิปเก่า' }
  expect(actsSent()).toEqual([['preTransactions.rejectDeposit', input]])
})

it('each line of the menu counts what waits behind it', async () => {
  await open(`${queue}?tab=all`, {
    ...queueKnown(),
    'dashboard.menu': { queue: 11, requests: 12, openLines: 13, accountChanges: 14 },
  })
  const menu = () => wordsOf(document.querySelector('nav') ?? document.body)
  await until(() => expect(menu()).toMatch(/คิวฝาก-ถอน 11/))
  expect(menu()).toMatch(/รายการรอตรวจสอบ 12/)
  expect(menu()).toMatch(/รายการไม่พบยูส 13/)
  expect(menu()).toMatch(/สมาชิก 14/)
})

it('A confirms at once only what no check speaks against; all else is read first', async () => {
  const sheetOf = (change: Partial<Row>): Answers => ({
    ...queueKnown(row(1, change)),
    'preTransactions.withdrawal': { ...decided, row: row(1, change) },
    'preTransactions.claim': { claimedUntil: '2026-11-23T10:02:00.000Z', version: 2 },
    'preTransactions.release': {},
  })
  const confirms = async (change: Partial<Row> = {}) => {
    await open(`${queue}?tab=waiting`, sheetOf(change))
    await expectShown('W1')
    await key('j')
    await key('a')
    await expectShown('เครดิตที่กันไว้ถอน')
    await until(() => expect(actsSent()).toHaveLength(1))
    await wait(1000)
    return document.querySelectorAll('[role=dialog]').length
  }
  expect(await confirms()).toBe(1)
  expect(await confirms({ checksFailed: ['bigAmount'] })).toBe(0)
  expect(await confirms({ state: 'failed' })).toBe(0)
})

it('beside a row stand the ways that this person may go, and why they decide nothing', async () => {
  const offered = async (rights: ResourceRequires) => {
    const read = { pretransactionDepositWithdraw: ['isRead'] } as const
    const visit = { who: person({ rights: { ...read, ...rights } }) }
    const known = { ...queueKnown(row(1)), 'preTransactions.queueRow': row(1) }
    await open(`${queue}?tab=all&open=${row(1).id}`, known, visit)
    await expectShown('ทุกรายการของ kl1')
    const ways = buttons(/^(ดูรายการ|เปิดใบพิจารณา)/, part('dialog', /./)).map(wordsOf)
    return [...ways, wordsOf(document.body).includes('บัญชีนี้ไม่มีสิทธิ์ตัดสินรายการถอน')]
  }
  expect(await offered({ pretransactionNotMatch: ['isRead'] })).toEqual(['ดูรายการเดินบัญชี', true])
  expect(await offered({ creditTransaction: ['isRead'] })).toEqual(['ดูรายการเครดิต', true])
  expect(await offered({ pretransactionRequest: ['isRead'] })).toEqual([true])
  const decides = { pretransactionRequest: ['isRead', 'isUpdate'] } as const
  expect(await offered(decides)).toEqual(['เปิดใบพิจารณา', false])
})
