// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { until, wait } from '../../testing/clock.ts'
import { expectSent, press, type } from '../../testing/hands.ts'
import { inBrowser, open } from '../../testing/page.ts'
import { id, person } from '../../testing/people.ts'
import { buttons, expectGone, expectShown, field, part, wordsOf } from '../../testing/seen.ts'
import { actsSent, nowKnown, refuse, type Answers } from '../../testing/wire.ts'

// A new own account: what is asked of a second person, and the way from there to its first use.

inBrowser()

type Of<N extends keyof Answers> = Extract<Answers[N], { [key: string]: unknown }>
type Account = Of<'paymentAutos.get'>
const oba = id('bankAccount', 1)
const apr = id('approval', 1)
const account = (change: Partial<Account> = {}): Account => ({
  id: oba,
  bank: 'KBANK',
  label: 'KBANK ฝาก',
  accountName: 'บริษัท',
  accountNoMasked: 'xxx-x-x1001-x',
  role: 'deposit',
  state: 'paused',
  takesIn: true,
  paysOut: true,
  change: null,
  asked: [],
  priority: 100,
  usesUniqueSatang: true,
  isSettingUp: true,
  lowBalanceMinor: null,
  highBalanceMinor: null,
  sweep: null,
  balanceMinor: 100_000,
  bankBalanceMinor: 100_000,
  lastLineAt: null,
  lastMessageAt: null,
  isBroken: false,
  gapCount: 0,
  inToday: { count: 0, amountMinor: 0 },
  outToday: { count: 0, amountMinor: 0 },
  paidTodayMinor: 0,
  dayLimitMinor: null,
  transferLimitMinor: null,
  rail: null,
  reporters: [],
  version: 1,
  gaps: [],
  strangers: [],
  ...change,
})
const phone: Account['reporters'][number] = {
  name: 'เครื่อง 1',
  state: 'online',
  lastSeenAt: '2026-11-23T09:59:00.000Z',
  batteryBps: null,
}
const heard = '2026-11-23T09:58:00.000Z'
const listed = (label: string) => {
  const { gaps: _, strangers: _names, ...card } = account({ label })
  return card
}
const openForm = (answer: Answers = {}) =>
  open('/payment-auto/add', {
    'paymentAutos.list': { records: [listed('SCB ฝาก')] },
    'paymentAutos.setup': { rails: ['KBANK API'] },
    'paymentAutos.create': { state: 'waiting', approvalId: apr, id: oba },
    'paymentAutos.get': refuse('notFound'),
    'approvals.get': refuse('notFound'),
    ...answer,
  })
const openSteps = (answer: Answers['paymentAutos.get'], who = person(), more: Answers = {}) =>
  open(
    `/payment-auto/add?account=${oba}`,
    { ...(answer ? { 'paymentAutos.get': answer } : {}), ...more },
    { who },
  )

/** What is ticked by its name on the wire. */
const tick = (name: string, value?: string): Promise<HTMLInputElement> =>
  until(() => {
    const at = value === undefined ? '' : `[value=${value}]`
    const found = document.querySelector<HTMLInputElement>(`input[name=${name}]${at}`)
    if (!found) throw new Error(`Nothing to tick: ${name}`)
    return found
  })
/** The steps of the account that is asked for: by then what was typed is forgotten. */
const gone = () => until(() => expect(location.search).toBe(`?account=${oba}&request=${apr}`))
const use = async (role: string) => (await tick('role', role)).click()

/** Chooses a bank of the list that opens. */
async function chooseBank(code: string): Promise<void> {
  const box = await until(() => field('ธนาคาร'))
  box.click()
  await press(new RegExp(`^${code} `))
}
async function typeAccount(): Promise<void> {
  await chooseBank('KBANK')
  await type('เลขบัญชี', '123-4-56789-0')
  await type('ชื่อบัญชี', ' บริษัท ')
  await type('ยอดเปิดบัญชี', '1,000.50')
  await type('เหตุผล', ' บัญชีใหม่ ')
}
const sentAlike = {
  bank: 'KBANK',
  accountNo: '1234567890',
  accountName: 'บริษัท',
  openingMinor: 100_050,
  hasBalances: true,
  reason: 'บัญชีใหม่',
}

it('a deposit account is asked for under the name that is suggested, and its steps are shown', async () => {
  await openForm()
  await typeAccount()
  ;(await tick('usesUniqueSatang')).click()
  await until(() => expect(field('ชื่อที่ใช้เรียก').value).toBe('KBANK ฝาก'))
  await press('ส่งขออนุมัติ')
  await expectSent([
    'paymentAutos.create',
    {
      ...sentAlike,
      label: 'KBANK ฝาก',
      role: 'deposit',
      priority: 99,
      usesUniqueSatang: true,
      rail: null,
      transferLimitMinor: null,
      dayLimitMinor: null,
    },
  ])
  await gone()
  await expectShown('รอผู้อนุมัติคนที่สอง')
})

it('an account for payouts says its rail and its limits', async () => {
  await openForm()
  await typeAccount()
  ;(await tick('usesUniqueSatang')).click()
  await use('withdrawal')
  await type('ชื่อที่ใช้เรียก', 'ถอนหลัก')
  await type('ลำดับการใช้', '๕')
  await type('สูงสุดต่อครั้ง', '50000')
  await type('สูงสุดต่อวัน', '200000')
  ;(await until(() => field('ช่องทางโอน'))).click()
  await press('KBANK API')
  await press('ส่งขออนุมัติ')
  await until(() =>
    expect(actsSent()).toEqual([
      [
        'paymentAutos.create',
        {
          ...sentAlike,
          label: 'ถอนหลัก',
          role: 'withdrawal',
          priority: 5,
          usesUniqueSatang: false,
          rail: 'KBANK API',
          transferLimitMinor: 5_000_000,
          dayLimitMinor: 20_000_000,
        },
      ],
    ]),
  )
  await gone()
})

it('no other role sends what was typed of paying out, nor is it held back by it', async () => {
  await openForm()
  await typeAccount()
  await use('withdrawal')
  await type('สูงสุดต่อครั้ง', 'ห้าพัน')
  await use('holding')
  await expectGone('สูงสุดต่อครั้ง')
  await press('ส่งขออนุมัติ')
  await until(() =>
    expect(actsSent()[0]?.[1]).toMatchObject({
      role: 'holding',
      label: 'KBANK พัก',
      transferLimitMinor: null,
    }),
  )
  await gone()
})

it('what is missing is said, a wallet tells no balance, and a number of ours is none', async () => {
  await openForm({ 'paymentAutos.create': refuse('bankAccountInUse') })
  await press('ส่งขออนุมัติ')
  await expectShown('ใส่ยอดที่แอปธนาคารแสดงตอนนี้ ถ้าไม่มีเงินใส่ 0')
  expect(wordsOf(document.body)).toContain('ใส่เลขบัญชี 6–15 หลัก')
  await typeAccount()
  await type('เลขบัญชี', '12345678901')
  await expectShown('ใส่ไว้ 11 หลัก แต่ปกติ KBANK มี 10 หลัก')
  const tells = await tick('hasBalances')
  expect(tells.checked).toBe(true)
  await chooseBank('SCB')
  await until(() => expect(field('ชื่อที่ใช้เรียก').value).toBe('SCB ฝาก 2'))
  await chooseBank('TMW')
  await until(() => expect(tells.checked).toBe(false))
  await press('ส่งขออนุมัติ')
  await expectShown('เลขบัญชีนี้มีอยู่ในบัญชีของเราแล้ว')
})

const titles = ['คนที่สองอนุมัติ', 'เครื่องรับข้อความ', 'ข้อความแรก', 'เปิดใช้']
const words = (title: string) => wordsOf(part('region', title))
const states = () =>
  titles.map((title) => /(เสร็จแล้ว|ทำตอนนี้|กำลังรอ|ถัดไป)/.exec(words(title).replace(title, ''))?.[0])

it('the four steps follow what the server says, from the request to the first message', async () => {
  await openSteps(refuse('notFound'))
  await expectShown('รอผู้อนุมัติคนที่สอง')
  expect(states()).toEqual(['กำลังรอ', 'ถัดไป', 'ถัดไป', 'ถัดไป'])
  expect(buttons('เปิดใช้บัญชี')).toEqual([])
  expect(buttons('เปิดคำขอในหน้ารออนุมัติ')[0]?.getAttribute('href')).toBe('/setting?tab=approvals')
  nowKnown({ 'paymentAutos.get': account() })
  await wait(5000)
  await expectShown('อนุมัติแล้ว')
  expect(states()).toEqual(['เสร็จแล้ว', 'ทำตอนนี้', 'ถัดไป', 'ถัดไป'])
  expect(buttons('ไปหน้าเครื่องรับข้อความ')[0]?.getAttribute('href')).toBe('/device/list')
  nowKnown({ 'paymentAutos.get': account({ reporters: [phone] }) })
  await wait(5000)
  await expectShown('เครื่อง 1')
  expect(states()).toEqual(['เสร็จแล้ว', 'เสร็จแล้ว', 'กำลังรอ', 'ถัดไป'])
  expect(words('ข้อความแรก')).toContain('โอน 1.00 บาท เข้าบัญชีนี้ แล้วรอข้อความ')
  nowKnown({
    'paymentAutos.get': account({ reporters: [phone], lastMessageAt: heard, lastLineAt: heard }),
  })
  await wait(5000)
  await expectShown('ข้อความมาถึงแล้ว')
  expect(states()).toEqual(['เสร็จแล้ว', 'เสร็จแล้ว', 'เสร็จแล้ว', 'ทำตอนนี้'])
  expect(words('ข้อความแรก')).toMatch(/ข้อความล่าสุด 2 นาที/)
  const inUse = account({ state: 'active', reporters: [phone], lastMessageAt: heard })
  const before = { ...listed('SCB ฝาก'), id: id('bankAccount', 2), state: 'active' as const, priority: 5 }
  nowKnown({ 'paymentAutos.get': inUse, 'paymentAutos.list': { records: [before] } })
  await wait(5000)
  await expectShown('สมาชิกจะเห็นบัญชีนี้ต่อเมื่อ SCB ฝาก รับฝากไม่ได้')
  nowKnown({ 'paymentAutos.list': { records: [] } })
  await wait(5000)
  await expectShown('สมาชิกเห็นบัญชีนี้แล้ว')
  expect(states()).toEqual(['เสร็จแล้ว', 'เสร็จแล้ว', 'เสร็จแล้ว', 'เสร็จแล้ว'])
  expect(buttons('เดินบัญชี')[0]?.getAttribute('href')).toBe(`/payment-auto/transactions/${oba}`)
})

it('a name that wrote to its phone and nobody agreed to is said, with the way to agree to it', async () => {
  const strangers = [
    {
      deviceId: id('device', 7),
      device: 'มือถือ KTB',
      sender: 'Krungthai',
      count: 1,
      lastAt: '2026-11-24T10:00:00.000Z',
    },
  ]
  await openSteps(account({ strangers }))
  await expectShown('มือถือ KTB ได้รับ 1 ข้อความจาก “Krungthai”')
  const way = [...document.querySelectorAll('a')].find((each) =>
    each.textContent?.includes('อนุญาต “Krungthai”'),
  )
  expect(way?.getAttribute('href')).toBe(`/device/update/${id('device', 7)}`)
})

it('an account is put to use as it stands; before a message came one is warned', async () => {
  const start = async (change: Partial<Account>) => {
    await openSteps(account(change), person(), {
      'paymentAutos.resume': { state: 'done', approvalId: null },
    })
    await press('เปิดใช้บัญชี')
    await type('เหตุผล', ' พร้อมใช้ ')
    const sheet = await until(() => part('dialog', /./))
    const said = wordsOf(sheet)
    await press('เปิดใช้', sheet)
    await expectSent(['paymentAutos.resume', { id: oba, version: 1, reason: 'พร้อมใช้' }])
    return said
  }
  expect(await start({})).toContain('ยังไม่มีข้อความจากบัญชีนี้เลย')
  expect(await start({ lastMessageAt: heard })).toContain('ยังอ่านเป็นรายการไม่ได้')
  const followed = await start({ lastMessageAt: heard, lastLineAt: heard })
  expect(followed).not.toContain('ข้อความ')
  expect(followed).toContain('แสดงให้สมาชิกฝาก')
})

it('a message that does not follow the opening balance is said, and who may not go on', async () => {
  const rights = { paymentAuto: ['isRead', 'isCreate'] } as const
  await openSteps(
    account({ lastMessageAt: heard, lastLineAt: heard, isBroken: true }),
    person({ rights: { paymentAuto: [...rights.paymentAuto] } }),
  )
  await expectShown('ไม่ต่อจากยอดเปิดบัญชี')
  expect(buttons('เปิดใช้บัญชี')).toEqual([])
  expect(words('เปิดใช้')).toContain('ขอให้คนที่มีสิทธิ์แก้ไขบัญชี')
  expect(buttons('ไปหน้าเครื่องรับข้อความ')).toEqual([])
})

it('who may add finds the form in the list, and the way back to one that was never used', async () => {
  const heardOf = { ...listed('ใหม่'), lastMessageAt: heard }
  const records = [heardOf, { ...listed('เก่า'), id: id('bankAccount', 2), isSettingUp: false }]
  await open('/payment-auto/list', { 'paymentAutos.list': { records } })
  await expectShown('เก่า')
  expect(buttons('เพิ่มบัญชี')[0]?.getAttribute('href')).toBe('/payment-auto/add')
  expect(buttons(/^ตั้งค่าต่อ /).map((one) => one.getAttribute('href'))).toEqual([
    `/payment-auto/add?account=${oba}`,
  ])
  const who = person({ rights: { paymentAuto: ['isRead'] } })
  await open('/payment-auto/list', { 'paymentAutos.list': { records } }, { who })
  await expectShown('เก่า')
  expect([...buttons('เพิ่มบัญชี'), ...buttons(/^ตั้งค่าต่อ /)]).toEqual([])
})
