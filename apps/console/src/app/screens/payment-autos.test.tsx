// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { until } from '../../testing/clock.ts'
import { expectSent, press, type } from '../../testing/hands.ts'
import { page } from '../../testing/money.ts'
import { inBrowser, open } from '../../testing/page.ts'
import { id, person } from '../../testing/people.ts'
import { buttons, expectShown, part, wordsOf } from '../../testing/seen.ts'
import { askedOf, type Answers } from '../../testing/wire.ts'

// Our own accounts: what lies on them, and who stops one or uses it again.

inBrowser()

type Account = Extract<Answers['paymentAutos.list'], { records: unknown }>['records'][number]
const account = (n: number, change: Partial<Account> = {}): Account => ({
  id: id('bankAccount', n),
  bank: 'KBANK',
  label: `บัญชี ${n}`,
  accountName: 'บริษัท',
  accountNoMasked: `xxx-x-x100${n}-x`,
  role: 'withdrawal',
  state: 'active',
  takesIn: true,
  paysOut: true,
  change: null,
  asked: [],
  priority: 100,
  usesUniqueSatang: false,
  isSettingUp: false,
  lowBalanceMinor: null,
  highBalanceMinor: null,
  sweep: null,
  balanceMinor: 5_000_000,
  bankBalanceMinor: 5_000_000,
  lastLineAt: null,
  lastMessageAt: null,
  isBroken: false,
  gapCount: 0,
  inToday: { count: 1, amountMinor: 111_100 },
  outToday: { count: 2, amountMinor: 222_200 },
  paidTodayMinor: 2_500_000,
  dayLimitMinor: 10_000_000,
  transferLimitMinor: 5_000_050,
  rail: null,
  reporters: [],
  version: 7,
  ...change,
})
const openWith = (who = person(), ...records: Account[]) =>
  open('/payment-auto/list', { 'paymentAutos.list': { records } }, { who })
const cardOf = (label: string) => {
  const found = [...document.querySelectorAll('article')].find(
    (one) => one.getAttribute('aria-label') === label,
  )
  if (!found) throw new Error(`No card ${label}`)
  return found
}

it('a card tells the balance of book and bank, what moved today and what may still go', async () => {
  await openWith(
    person(),
    account(1, { bankBalanceMinor: 4_999_925, lastMessageAt: '2026-11-23T08:00:00.000Z' }),
    account(2, { role: 'deposit', balanceMinor: 1_000_000, bankBalanceMinor: 1_000_000 }),
    account(3, { balanceMinor: 2_000_000, bankBalanceMinor: 2_000_000, transferLimitMinor: null }),
  )
  await expectShown('ยอดตามธนาคาร')
  const words = wordsOf(cardOf('บัญชี 1'))
  expect(words).toContain('50,000.00 ยอดตามธนาคาร 49,999.25 ต่างกัน -0.75')
  expect(words).toContain('เข้าวันนี้ 1,111.00 1 รายการ')
  expect(words).toContain('ออกวันนี้ 2,222.00 2 รายการ')
  expect(words).toContain('สั่งจ่ายและโยกออกวันนี้ 25,000.00 / 100,000.00')
  expect(words).toContain('สูงสุดต่อครั้ง 50,000.50')
  expect(wordsOf(cardOf('บัญชี 3'))).toContain('สูงสุดต่อครั้ง ไม่จำกัด')
  expect(words).toMatch(/ข้อความล่าสุด 2 ชม/)
  expect(cardOf('บัญชี 1').querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')).toBe('25')
  expect(wordsOf(cardOf('บัญชี 2'))).not.toContain('ต่างกัน')
  const all = wordsOf(document.body)
  expect(all).toMatch(/บัญชีถอน 70,000.00 2 บัญชี/)
  expect(all).toMatch(/บัญชีฝาก 10,000.00 1 บัญชี/)
  expect(all).toMatch(/บัญชีที่ยอดไม่ตรง 1/)
})

it('where the bank tells no balance there is none to differ from the book', async () => {
  await openWith(person(), account(1, { bankBalanceMinor: null }))
  await expectShown('ยอดตามธนาคาร')
  expect(wordsOf(cardOf('บัญชี 1'))).toContain('50,000.00 ยอดตามธนาคาร –')
  expect(wordsOf(document.body)).not.toContain('ต่างกัน')
  expect(wordsOf(document.body)).toMatch(/บัญชีที่ยอดไม่ตรง 0/)
})

it('who may not see balances is told no sum of some of them', async () => {
  await openWith(person(), account(1, { balanceMinor: null, bankBalanceMinor: null }), account(2))
  await expectShown('บัญชีถอน')
  expect(wordsOf(document.body)).toContain('บัญชีถอน 2 บัญชี')
  expect(wordsOf(cardOf('บัญชี 1'))).not.toContain('ยอดตามธนาคาร')
})

it('an account is paused, frozen or used again as it stood, with the reason', async () => {
  const act = async (name: string, change: Partial<Account> = {}) => {
    await open('/payment-auto/list', {
      'paymentAutos.list': { records: [account(1, change)] },
      'paymentAutos.pause': { version: 8 },
      'paymentAutos.freeze': { version: 8 },
      'paymentAutos.resume': { state: 'waiting', approvalId: id('approval', 1) },
    })
    await press(`${name} บัญชี 1`)
    await type('เหตุผล', ' ผิดปกติ ')
    const sheet = await until(() => part('dialog', /./))
    const words = wordsOf(sheet)
    await press(name, sheet)
    return words
  }
  const sent = { id: id('bankAccount', 1), version: 7, reason: 'ผิดปกติ' }
  await act('พัก')
  await expectSent(['paymentAutos.pause', sent])
  await act('อายัด')
  await expectSent(['paymentAutos.freeze', sent])
  expect(await act('เปิดใช้', { state: 'paused' })).toContain('ใช้โอนออกได้ทันที')
  expect(await act('เปิดใช้', { state: 'frozen' })).toContain('จนกว่าจะอนุมัติ บัญชียังหยุดใช้อยู่')
  await expectSent(['paymentAutos.resume', sent])
  await expectShown('ยังหยุดใช้จนกว่าคนที่สองอนุมัติ')
})

it('who may only look stops nothing, and what waits for a second person is not asked for again', async () => {
  const acts = () => buttons(/^(พัก|เปิดใช้|อายัด) บัญชี/).map((one) => one.getAttribute('aria-label'))
  await openWith(person({ rights: { paymentAuto: ['isRead'] } }), account(1))
  await expectShown('บัญชี 1')
  expect(acts()).toEqual([])
  await openWith(person(), account(1), account(2, { state: 'frozen', asked: ['thaw'] }))
  await expectShown('บัญชี 2')
  expect(acts()).toEqual(['พัก บัญชี 1', 'อายัด บัญชี 1'])
  expect(wordsOf(document.body)).toContain('บัญชีที่หยุดใช้ 1')
})

it('what lets more leave an account says that it takes two, and its whole settings are sent', async () => {
  await open('/payment-auto/list', {
    'paymentAutos.list': { records: [account(1), account(2)] },
    'paymentAutos.setup': { rails: ['app'] },
    'paymentAutos.update': { state: 'waiting', approvalId: id('approval', 1) },
  })
  await press('แก้ไข บัญชี 1')
  const sheet = await until(() => part('dialog', /./))
  expect(wordsOf(sheet)).not.toContain('ต้องมีคนที่สองอนุมัติ')
  await type('สูงสุดต่อวัน', '200000', sheet)
  await expectShown('ต้องมีคนที่สองอนุมัติ')
  await type('เหตุผล', 'ธนาคารเพิ่มวงเงิน', sheet)
  await press('บันทึก', sheet)
  const limits = { transferLimitMinor: 5_000_050, dayLimitMinor: 20_000_000, priority: 100, rail: null }
  const levels = { lowBalanceMinor: null, highBalanceMinor: null, sweepToId: null, sweepKeepMinor: null }
  const how = { usesUniqueSatang: false }
  const row = { id: id('bankAccount', 1), version: 7, label: 'บัญชี 1', reason: 'ธนาคารเพิ่มวงเงิน' }
  await expectSent(['paymentAutos.update', { ...row, ...limits, ...levels, ...how }])
  await expectShown('รอคนที่สองอนุมัติ')
})

type Line = Extract<Answers['paymentAutos.lines'], { records: unknown }>['records'][number]
const line = (n: number, change: Partial<Line> = {}): Line => ({
  id: id('statementLine', n),
  direction: 'in',
  amountMinor: 70_025,
  balanceAfterMinor: 5_000_050,
  bankTime: '2026-11-22T18:05:00.000Z',
  receivedAt: '2026-11-22T18:05:09.000Z',
  valueOn: '2026-11-23',
  payerBank: 'SCB',
  payerMask: 'xxx1234',
  payerName: null,
  channel: null,
  ref: null,
  source: 'sms',
  chain: 'linked',
  state: 'autoMatched',
  reference: null,
  member: null,
  handler: null,
  gap: null,
  ...change,
})

it('a statement tells each line signed, the balance after it, and what moved unseen', async () => {
  const missing = { fromAt: null, movedMinor: -100_000 }
  const out = line(2, {
    direction: 'out',
    amountMinor: -20_010,
    balanceAfterMinor: 4_980_040,
    gap: missing,
  })
  const gap = {
    fromMinor: 5_000_000,
    toMinor: 4_900_000,
    movedMinor: -100_000,
    fromAt: '2026-11-22T17:00:00.000Z',
    toAt: '2026-11-22T17:30:00.000Z',
  }
  await open(`/payment-auto/transactions/${id('bankAccount', 1)}?amount=700.25&direction=in`, {
    'paymentAutos.get': { ...account(1), gaps: [gap], strangers: [] },
    'paymentAutos.lines': page(line(1), out),
    'paymentAutos.lineTotals': {
      count: 9,
      isEstimate: false,
      netMinor: -123_456,
      inMinor: 876_544,
      outMinor: -1_000_000,
    },
  })
  await expectShown('-1,234.56')
  const rows = [...document.querySelectorAll('tbody tr')].map(wordsOf)
  expect(rows[0]).toMatch(/23\/11\/2569 01:05:00 \+700.25 .*50,000.50/)
  expect(rows[1]).toMatch(/-200.10 .*ขาด -1,000.00 49,800.40/)
  expect(wordsOf(document.body)).toContain(
    '23/11/2569 00:00:00 – 23/11/2569 00:30:00 · ยอดเปลี่ยนไป -1,000.00',
  )
  expect(askedOf('paymentAutos.lines').at(-1)).toMatchObject({ amountMinor: 70_025, direction: 'in' })
  expect(askedOf('paymentAutos.lineTotals').at(-1)).toEqual({
    id: id('bankAccount', 1),
    amountMinor: 70_025,
    direction: 'in',
  })
})

it('a line tells its own times and, of each message it was read from, when that one came', async () => {
  const message = (n: number, receivedAt: string) => ({
    id: id('message', n),
    source: 'sms' as const,
    sender: `KBANK${n}`,
    text: 'เงินเข้า 700.25',
    receivedAt,
  })
  const of = line(1)
  await open(`/payment-auto/transactions/${id('bankAccount', 1)}?open=${of.id}`, {
    'paymentAutos.get': { ...account(1), gaps: [], strangers: [] },
    'paymentAutos.lines': page(of),
    'paymentAutos.lineTotals': { count: 1, isEstimate: false, netMinor: 0, inMinor: 0, outMinor: 0 },
    'paymentAutos.line': {
      ...of,
      messages: [message(1, '2026-11-22T18:05:07.000Z'), message(2, '2026-11-22T18:06:30.000Z')],
      fileRows: [
        {
          fileId: id('statementFile', 1),
          name: 'พฤศจิกายน.csv',
          no: 1204,
          text: '23/11/2569 | 01:05 | 700.25',
          importedAt: '2026-11-23T02:00:00.000Z',
        },
      ],
    },
  })
  await expectShown('KBANK2')
  const words = wordsOf(part('dialog', /./))
  expect(words).toMatch(/เวลาตามธนาคาร .*23\/11\/2569 01:05:00 .*23\/11\/2569 01:05:09/)
  expect(words).toMatch(/พฤศจิกายน.csv · แถวที่ 1,204 .* 23\/11\/2569 \| 01:05 \| 700.25/)
  expect(words).toMatch(/KBANK1 · 23\/11\/2569 01:05:07 .*KBANK2 · 23\/11\/2569 01:06:30/)
})

it('why an account stands still is told as long as it does, and how its phones are', async () => {
  const change = { reason: 'ยอดไม่ตรง', by: 'สมชาย', at: '2026-11-23T08:00:00.000Z' }
  const phone = { name: 'เครื่อง 1', state: 'online' as const, lastSeenAt: '2026-11-23T09:59:00.000Z' }
  await openWith(
    person(),
    account(1, { change, reporters: [{ ...phone, batteryBps: 5500 }] }),
    account(2, { change, state: 'frozen', asked: ['thaw'] }),
  )
  await expectShown('บัญชี 2')
  expect(wordsOf(cardOf('บัญชี 1'))).toContain('เครื่อง 1 · แบต 55%')
  expect(wordsOf(cardOf('บัญชี 1'))).not.toContain('สมชาย')
  expect(wordsOf(cardOf('บัญชี 2'))).toMatch(/สมชาย: ยอดไม่ตรง \( ?2 ชม. ที่แล้ว ?\) · รอคนที่สองอนุมัติ/)
})
