import { CallError } from '@khlang/contract/derived/client.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { baht, bankPhone, scbTime } from '../../testing/bank-phone.ts'
import { linkByTwo } from '../../testing/world/links.ts'
import {
  createMoneyFactory,
  type FactoryMember,
  type MoneyFactory,
} from '../../testing/world/money-factory.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import { decidePassword } from '../../testing/world/decide.ts'
import { soundsOf } from '../../platform/people/name-sound.ts'
import { normaliseName } from '../../platform/people/names.ts'
import { chanceOf } from './hostile-day.fixture.ts'

let server: TestServer
let make: MoneyFactory
let clerk: Person
let colleague: Person
beforeAll(async () => {
  server = await startTestServer()
  make = await createMoneyFactory(server)
  clerk = await server.person({
    permissions: {
      pretransactionNotMatch: ['isRead', 'isUpdate'],
      pretransactionDepositWithdraw: ['isRead', 'isCreate', 'isUpdate'],
    },
    hasStepUp: true,
  })
  colleague = await server.person({
    hasStepUp: true,
    password: decidePassword,
    permissions: { pretransactionNotMatch: ['isRead', 'isUpdate'] },
  })
})
afterAll(async () => {
  const violations = await make.judge()
  await server.stop()
  expect(violations).toEqual([])
})
/** Moments before one and the same: a message is told by its minute, and a minute may end meanwhile. */
const minutesAgo = () => {
  const now = Date.now()
  return (minutes: number) => new Date(now - minutes * 60_000)
}
const key = () => ({ idempotencyKey: randomUUID() })
const desk = async (bank = 'SCB', hasBalances = true) => {
  const account = await make.account({ bank, hasBalances })
  return { account, phone: await bankPhone(make, account) }
}
const lineState = (answer: { body: { data?: { lineState?: string | null } } }) =>
  answer.body.data?.lineState
const lineId = (answer: { body: { data?: { lineId?: string | null } } }) => answer.body.data?.lineId ?? ''

test('the database hears a name as the server does', async () => {
  const names = [
    'สมชาย จันทร์หอม',
    'นาย กิตติศักดิ์ ทรงชัย',
    'MR. SOMCHAI CHANHOM',
    'น.ส.สุวรรณา พรหม',
    'Charn RATTANAKORN',
  ]
  const titles =
    'ห้างหุ้นส่วนจำกัด ว่าที่ร้อยตรี เด็กหญิง เด็กชาย ว่าที่ร.ต. นางสาว บริษัท บมจ. บจก. หจก. น.ส. นส. ด.ช. ด.ญ. นาง นาย คุณ'
  for (const title of titles.split(' ')) names.push(`${title}วีระ สุข`)
  for (const title of ['MISS', 'MRS.', 'MR', 'MS', 'COMPANY', 'CO.', 'K.', 'ว่าที่ ร.ต.'])
    names.push(`${title} WEERA`)
  // Each letter between two others, so that none is lost as a double.
  const letters = 'กขคฆงจฉชฌซศษสฎฏฐฑฒดตถทธนณรฤลฬบปผฝพฟภมวยหอฮABCDEFGHIJKLMNOPQRSTUVWXYZ'
  for (const letter of letters) names.push(`ม${letter}อม`, `มส${letter}`)
  names.push('ทราย', 'ธรรม', 'ธรร', 'จันทร์', 'ศักดิ์', 'พันธุ์', 'CHOSHAPHATHAKHA', 'ANGARN', 'SSOMM', '12')
  const rows = await make.query<{ name: string; sound: string }>(
    'select name, name_sound(name) as sound from unnest($1::text[]) as name',
    [names],
  )
  expect(rows).toEqual(names.map((name) => ({ name, sound: soundsOf(normaliseName(name)) })))
  expect(soundsOf('สมชาย')).toBe(soundsOf('Somchai'))
})

test(
  'a hundred payments of people who look alike credit the true payer or nobody',
  { timeout: 300_000 },
  async () => {
    const { account, phone } = await desk()
    const chance = chanceOf(20_261_122)
    const first = ['สมชาย', 'ชาลี', 'วีระ']
    const last = ['จันทร์หอม', 'จันทร์ดี', 'ใจดี', 'แก้วใส']
    const people: (FactoryMember & { bank: string; name: string })[] = []
    for (let n = 0; n < 24; n += 1) {
      const bank = chance.pick(['KBANK', 'SCB', 'KTB'])
      const accountNo = `${chance.digits(4)}${chance.pick(['198166', '771234'])}`
      const [firstName, lastName] = [chance.pick(first), chance.pick(last)]
      const state = chance.next() < 0.15 ? 'suspended' : 'active'
      const member = await make.member({ bank, accountNo, firstName, lastName, state })
      people.push({ ...member, bank, name: `${firstName} ${lastName}` })
    }
    // Some whose digits only they have: they are credited among all the others.
    for (const digits of ['310007', '310014', '310021'])
      people.push({ ...(await make.member({ accountNo: `5555${digits}` })), bank: 'KBANK', name: 'ไม่ ซ้ำ' })
    const expected = new Map<string, string>()
    for (let n = 0; n < 100; n += 1) {
      const payer = chance.pick(people)
      const asking = chance.pick(people)
      const amountMinor = 10_000 + n
      if (chance.next() < 0.6)
        await make.request(asking, account, amountMinor, {
          isUniqueSatang: asking !== payer && chance.next() < 0.3,
        })
      else
        await clerk
          .call(
            'preTransactions.createPending',
            { memberId: asking.outside, amountMinor, remark: 'แจ้งโอน' },
            key(),
          )
          .catch(() => null)
      const tag = chance.next() < 0.2 ? 'QQQA' : { KBANK: 'KBNK', SCB: 'SCB', KTB: 'KTB' }[payer.bank]
      const isNamed = payer.bank === 'SCB'
      const printed = isNamed
        ? { name: `นาย ${payer.name.slice(0, 10)}` }
        : { payer: { tag: tag ?? 'KTB', digits: payer.accountNo.slice(-6) } }
      const answer = await phone.receives({ amountMinor, ...printed })
      expect(answer.status).toBe(200)
      expected.set(lineId(answer), payer.id)
    }
    const credited = await make.query<{ line: string; member: string; state: string }>(
      `select outside_id('stl', l.id) as line, d.member_id as member, l.state from statement_lines l
       join deposits d on d.statement_line_id = l.id and d.state = 'credited' where l.bank_account_id = $1`,
      [account.id],
    )
    expect(credited.filter(({ line, member }) => expected.get(line) !== member)).toEqual([])
    expect(credited.length).toBeGreaterThan(3)
  },
)

describe('time', () => {
  test('of a clock set back, or older than the last, breaks no chain whose balance links', async () => {
    const { phone } = await desk()
    const at = minutesAgo()
    const states = []
    for (const minutes of [0, 3, 3, 6]) {
      const text = phone.move({ amountMinor: 7_700 + minutes, at: at(minutes) })
      states.push(lineState(await phone.say(text, { sentAt: at(minutes) })))
    }
    expect(states).toEqual(['unmatched', 'unmatched', 'unmatched', 'unmatched'])
  })

  test('to come or long past sends the line to a person, and is no day of the books', async () => {
    const { account, phone } = await desk('TTB')
    const member = await make.member({
      bank: 'SCB',
      accountNo: '1234566091',
      firstName: 'สมชาย',
      lastName: 'ใจดี',
    })
    let balance = 1_000_000
    const say = (day: string) => {
      balance += 30_000
      const own = account.accountNo.slice(-4)
      return phone.say(
        `มีเงิน300.00บ.โอนเข้าบ/ชxx${own} จาก SCB X6091 นาย สมชาย ใจ เหลือ${baht(balance)}บ.${day}@10:00`,
      )
    }
    const ids = [lineId(await say('22/11/69')), lineId(await say('01/01/20'))]
    expect(await make.cash(member)).toBe(0)
    const rows = await make.query<{ reason: string; off: number }>(
      `select reason, abs(value_on - business_on) as off from statement_lines where bank_account_id = $1`,
      [account.id],
    )
    expect(ids).toHaveLength(2)
    expect(rows.map(({ reason, off }) => [reason, off <= 1])).toEqual([
      ['bankTimeOdd', true],
      ['bankTimeOdd', true],
    ])
    const far = make.query(
      `update statement_lines set value_on = '2069-11-22' where bank_account_id = $1`,
      [account.id],
    )
    await expect(far).rejects.toMatchObject({ code: '42501' })
  })
})

test('the third of +555 −555 +555 within a minute is new, told again it is a duplicate', async () => {
  const { account, phone } = await desk()
  const at = new Date()
  const [sent, moves] = [(n: number) => new Date(at.getTime() - 3000 + n * 500), [] as string[]]
  moves.push(phone.move({ amountMinor: 55_500, at }))
  moves.push(phone.move({ amountMinor: 55_500, direction: 'out', at }))
  const first = await phone.say(moves[0] ?? '', { sentAt: sent(0) })
  await phone.say(moves[1] ?? '', { sentAt: sent(1) })
  // Another phone that tells of the first movement late says nothing new.
  const other = await bankPhone(make, account)
  expect((await other.say(moves[0] ?? '', { sentAt: sent(2) })).body.data?.state).toBe('duplicate')
  const third = await phone.say(moves[0] ?? '', { sentAt: sent(3) })
  expect(third.body.data).toMatchObject({ state: 'read', lineState: 'unmatched' })
  expect(lineId(third)).not.toBe(lineId(first))
  expect((await phone.say(moves[0] ?? '', { sentAt: sent(4) })).body.data?.state).toBe('duplicate')
})

test('money told twice behind a hole is credited once, whatever people accept before it', async () => {
  const { phone } = await desk()
  const [payer, other] = [await make.member(), await make.member()]
  const at = minutesAgo()
  phone.move({ amountMinor: 11_100, at: at(9) })
  const late = phone.move({
    amountMinor: 22_200,
    payer: { tag: 'KBNK', digits: other.accountNo.slice(-6) },
  })
  const paid = { amountMinor: 33_300, payer: { tag: 'KBNK', digits: payer.accountNo.slice(-6) }, at: at(0) }
  const told = phone.move(paid)
  const again = told.replace(scbTime(at(0)), scbTime(at(4)))
  const first = lineId(await phone.say(again))
  const twin = lineId(await phone.say(told))
  const accept = (id: string, member: FactoryMember) =>
    linkByTwo(clerk, colleague, { id, version: 1, memberId: member.outside, isConfirmed: true })
  await accept(first, payer)
  await accept(lineId(await phone.say(late)), other)
  expect(await make.cash(payer)).toBe(33_300)
  const seen = await clerk.call('preTransactions.line', { id: twin })
  expect(seen).toMatchObject({ line: { state: 'suggested', isPossibleDouble: true } })
})

test('late messages that fill a hole a person went on behind are credited by themselves, once', async () => {
  const { phone } = await desk()
  const [early, late, after] = [await make.member(), await make.member(), await make.member()]
  const at = minutesAgo()
  const paid = (of: FactoryMember, amountMinor: number) =>
    phone.move({ amountMinor, payer: { tag: 'KBNK', digits: of.accountNo.slice(-6) }, at: at(0) })
  const [first, second] = [paid(early, 11_200), paid(late, 22_400)]
  const id = lineId(await phone.say(paid(after, 33_600)))
  await linkByTwo(clerk, colleague, { id, version: 1, memberId: after.outside })
  const part = await phone.say(second)
  expect([lineState(part), await make.cash(late)]).toEqual(['waiting', 0])
  // With the other one the money leads from the one end of the hole to the other.
  expect(lineState(await phone.say(first))).toBe('autoMatched')
  expect([await make.cash(early), await make.cash(late)]).toEqual([11_200, 22_400])
  for (const told of [first, second]) {
    const again = await phone.say(told.replace(scbTime(at(0)), scbTime(at(1))))
    expect(lineState(again)).not.toBe('autoMatched')
  }
  expect([await make.cash(early), await make.cash(late)]).toEqual([11_200, 22_400])
  expect(lineState(await phone.say(paid(early, 44_800)))).toBe('autoMatched')
})

test('a wallet push posted twice is a possible double, and no silent link', async () => {
  const { phone } = await desk('TMW', false)
  const member = await make.member()
  const text = 'คุณได้รับเงิน 321.00 บาท จาก 081-xxx-1234'
  const push = { source: 'push' as const }
  const [first, second] = [lineId(await phone.say(text, push)), lineId(await phone.say(text, push))]
  const seen = await clerk.call('preTransactions.line', { id: second })
  expect(seen).toMatchObject({ line: { isPossibleDouble: true }, possibleDoubleOf: { id: first } })
  expect((await clerk.call('preTransactions.line', { id: first })).possibleDoubleOf).toBeNull()
  const link = (id: string) =>
    clerk
      .call('preTransactions.link', { id, version: 1, memberId: member.outside, remark: 'ลูกค้าโอน' }, key())
      .catch((error: unknown) => error)
  const refused = await link(second)
  expect(refused).toBeInstanceOf(CallError)
  expect(refused).toMatchObject({ code: 'blocked', details: { reason: 'possibleDouble' } })
  expect(await make.cash(member)).toBe(0)
})

test('messages taken for no money are listed, and show no balance to whoever may not see one', async () => {
  const { account, phone } = await desk()
  const own = account.accountNo.slice(-6)
  await phone.say(`ถอน/โอนเงินไม่สำเร็จ 500.00บ บ/ชx${own} ${scbTime(new Date())} ใช้ได้8,765.10บ`)
  await phone.say('อ่านไม่ออก 88.00 บาท คงเหลือ 7,654.32 บาท')
  const { records } = await clerk.call('preTransactions.failedMessages', { kind: 'notMoney' })
  expect(records).toMatchObject([{ failure: 'failedMovement' }])
  expect(records[0]?.text).toContain('500.00')
  expect(records[0]?.text).not.toContain('8,765')
  const unread = await clerk.call('preTransactions.failedMessages', {})
  expect(unread.records[0]?.text).toContain('88.00')
  expect(unread.records[0]?.text).not.toContain('7,654')
  const owner = await server.person({
    permissions: { pretransactionNotMatch: ['isRead'] },
    abilities: { seeOwnBalances: true },
  })
  const whole = await owner.call('preTransactions.failedMessages', { kind: 'notMoney' })
  expect(whole.records[0]?.text).toContain('8,765.10')
})

test('a noted deposit ends with its time', async () => {
  const member = await make.member()
  const note = { memberId: member.outside, amountMinor: 64_000, remark: 'แจ้งโอน' }
  await clerk.call('preTransactions.createPending', note, key())
  const [row] = await make.query<{ minutes: number }>(
    `select round(extract(epoch from expires_at - created_at) / 60)::int as minutes from deposits
      where member_id = $1`,
    [member.id],
  )
  expect(row?.minutes).toBe(30)
})
