import { afterAll, beforeAll, expect, test } from 'vitest'
import { ChatRooms } from './chat/rooms.ts'
import type { Outside } from './control.ts'
import { Page } from './page.ts'
import { BankRefusal } from './world.ts'

const sent: unknown[] = []
const rooms = new ChatRooms([], () => undefined)
const account = { bank: 'SCB', accountNo: '4051187426', accountName: 'Own', role: 'deposit', phone: 'one' }
const outside = {
  world: { accounts: [{ ...account, balanceMinor: 100 }], movements: {} },
  site: { members: [{ id: 'mbr_1', username: 'kl1', accountName: '<b>ใจดี</b>', bank: 'SCB' }] },
  phones: {
    waiting: [],
    counts: {},
    state: [
      {
        name: '<i>one',
        isOn: false,
        batteryPercent: 12,
        isCharging: false,
        skewMs: -600_000,
        waiting: 3,
        deviceId: 'dev_1',
        fingerprint: '21fe-31df-a154-a261',
      },
    ],
  },
  gateway: null,
  rail: { payouts: [], planned: ['fail', 'late'], plan: (...plans: string[]) => void sent.push(plans) },
  rooms,
  chat: { port: 7403 },
  schedule: { state: { isOn: false } },
  badDay: { state: { seed: null, isRunning: false, endsAtMs: null, planted: [] } },
  acts: {
    deposit: (wish: unknown) => {
      sent.push(wish)
      return { ok: true }
    },
    pairPhone: (wish: unknown) => {
      sent.push(wish)
      return { phone: 'two', fingerprint: '21fe-31df' }
    },
    openAccount: (wish: { accountNo: string }) => {
      if (wish.accountNo === account.accountNo) throw new BankRefusal('accountExists')
      sent.push(wish)
      return wish
    },
    putSim: (wish: unknown) => {
      sent.push(wish)
      return wish
    },
    farePhone: (wish: unknown) => {
      sent.push(wish)
      return wish
    },
    withdrawal: () => null,
    duplicate: () => ({ ok: true }),
  },
} as unknown as Outside

let base: string
const page = new Page(outside, 'http://127.0.0.1:7400')
beforeAll(async () => {
  base = `http://localhost:${await page.start(0)}`
})
afterAll(() => page.stop())

async function tell(name: string, body: unknown) {
  const answer = await fetch(`${base}/control/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const { error, field } = (await answer.json()) as { error?: string; field?: string }
  return { status: answer.status, error, field }
}
const shown = async (lang: string) => (await fetch(`${base}/?lang=${lang}`)).text()
const submit = (name: string, fields: Record<string, string>) =>
  fetch(`${base}/form/${name}`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

test.each([
  ['deposit', { amount: 500 }, 'amount', 'unknown field "amount": this event takes member, amountMinor,'],
  ['duplicate', { times: 2 }, 'times', 'unknown field "times": this event takes none'],
  ['deposit', { __proto__x: 1 }, '__proto__x', 'unknown field "__proto__x"'],
  [
    'deposit',
    { amountMinor: '500' },
    'amountMinor',
    '"amountMinor" is wrong: it must be a whole number, at',
  ],
  ['deposit', { amountMinor: 0.5 }, 'amountMinor', 'a whole number, at least 1'],
  ['deposit', { amountMinor: null }, 'amountMinor', 'a whole number, at least 1'],
  ['deposit', { hasRequest: 'yes' }, 'hasRequest', '"hasRequest" is wrong: it must be true or false'],
  ['deposit', { payer: 'me' }, 'payer', '"payer" is wrong: it must be one of self, other, stranger'],
  ['deposit', { member: 7 }, 'member', '"member" is wrong: it must be text of 1 to 2000 letters'],
  ['message', { text: 'x' }, 'accountNo', '"accountNo" is needed: it must be text'],
  ['rail', {}, 'next', '"next" is needed: it must be one or a list of succeed,'],
  ['rail', { next: ['fail', 'maybe'] }, 'next', '"next" is wrong'],
  ['rail', { next: [] }, 'next', '"next" is wrong'],
  ['chat', {}, 'mode', '"mode" is needed: it must be one of up, down, slow, limitOnce'],
  ['chat', { mode: 'up', channel: 'fax' }, 'channel', 'one or a list of line, telegram, discord, webhook'],
  [
    'chat',
    { mode: 'up', room: 'x' },
    'room',
    'unknown field "room": this event takes channel, mode, slowMs',
  ],
  ['run', { count: 1001 }, 'count', '"count" is wrong: it must be a whole number from 1 to 1000'],
  [
    'pair-phone',
    { text: 'https://example.com' },
    'text',
    '"text" is wrong: it must be what the picture says',
  ],
  ['phone', { isOn: false }, 'phone', '"phone" is needed: it must be text'],
  ['phone', { phone: 'one', batteryPercent: 101 }, 'batteryPercent', 'a whole number from 0 to 100'],
  [
    'open-account',
    { accountNo: '123456' },
    'bank',
    '"bank" is needed: it must be one of KBANK, SCB, KTB, BBL',
  ],
  ['open-account', { bank: 'UOBT', accountNo: '123456' }, 'bank', 'one of KBANK, SCB'],
  ['open-account', { bank: 'BBL', accountNo: '12345' }, 'accountNo', 'it must be 6 to 15 digits'],
  ['open-account', { bank: 'BBL', accountNo: '198-7-00418-2' }, 'accountNo', 'it must be 6 to 15 digits'],
  ['open-account', { bank: 'BBL', accountNo: '123456', balanceMinor: -1 }, 'balanceMinor', 'at least 0'],
  ['sim', { accountNo: '4051187426' }, 'phone', '"phone" is needed'],
  ['deposit', [], 'body', '"body" is wrong: it must be a JSON object'],
  ['deposit', '{', 'body', '"body" is wrong: it must be JSON'],
])('%s refuses %j, names the field and says what it takes', async (name, wish, field, error) => {
  sent.length = 0
  expect(await tell(name, wish)).toEqual({ status: 422, field, error: expect.stringContaining(error) })
  expect(sent).toEqual([])
})

test('an event that does not exist is refused with those that do', async () => {
  const { status, error } = await tell('depositt', {})
  expect(status).toBe(404)
  expect(error).toContain('no event "depositt"; there are deposit, stranger')
})

test('what fits reaches the world as it was sent', async () => {
  sent.length = 0
  const wish = { member: 'kl1', amountMinor: 50_000, hasRequest: true, payer: 'self' }
  expect((await tell('deposit', wish)).status).toBe(200)
  expect((await tell('rail', { next: ['fail', 'late'] })).status).toBe(200)
  expect((await tell('rail', { next: 'never' })).status).toBe(200)
  expect(sent).toEqual([wish, ['fail', 'late'], ['never']])
})

test('a form says in the reader’s language what was done and what was not', async () => {
  sent.length = 0
  expect(
    (await submit('deposit', { lang: 'en', amount: '500.5', member: '', hasRequest: '1' })).status,
  ).toBe(303)
  expect(sent).toEqual([{ amountMinor: 50_050, hasRequest: true }])
  expect(await shown('th')).toContain('ส่งแล้ว: สมาชิกโอนเงินฝาก')
  await submit('deposit', { amount: 'ห้าร้อย' })
  expect(await shown('th')).toContain('ใส่เป็นตัวเลข เช่น 500 หรือ 500.25')
  expect(await shown('en')).toContain('Type a number such as 500 or 500.25')
  await submit('withdrawal', {})
  expect(await shown('th')).toContain('ไม่พบสมาชิกที่มีเครดิตพอ')
  expect(sent).toHaveLength(1)
})

test('the page names what accounts are for, the outcomes that are set, and the back office', async () => {
  const text = await shown('th')
  expect(text).toContain('SCB 4051187426 · รับฝาก')
  expect(text).toContain('ไม่สำเร็จ → ตอบช้า 12 วินาที')
  // A sign-in belongs to the name of the machine that the person uses.
  expect(text).toContain('href="http://localhost:7400/"')
  expect(text).toContain('&lt;b&gt;ใจดี')
})

test('a phone is paired and set by form, and stands on the page with what people compare', async () => {
  sent.length = 0
  const qr = `http://127.0.0.1:7400/auto/v1/device/pair#${'A'.repeat(32)}`
  expect((await submit('pair-phone', { lang: 'th', text: qr, accountNo: '' })).status).toBe(303)
  expect(await shown('th')).toContain('ส่งแล้ว: จับคู่มือถือ')
  expect(await shown('th')).toContain('เทียบกับหลังบ้านทีละตัว: 21fe-31df')
  const set = { phone: 'one', isOn: 'false', batteryPercent: '5', isCharging: '', skewMs: '-600000' }
  await submit('phone', set)
  expect(sent).toEqual([{ text: qr }, { phone: 'one', isOn: false, batteryPercent: 5, skewMs: -600_000 }])
  const text = await shown('en')
  expect(text).toContain('&lt;i&gt;one<code>21fe-31df-a154-a261</code>')
  expect(text).toContain('off<span class="meta">12%</span><span class="meta">Clock -10 min</span>')
})

test('an account of ours is opened in baht, once, and its SIM put into a phone', async () => {
  sent.length = 0
  const blank = { accountName: '', phone: '', role: 'holding', lang: 'en' }
  const gsb = { bank: 'GSB', accountNo: '020458210741' }
  await submit('open-account', { ...blank, ...gsb, balance: '1500.5' })
  await submit('open-account', { ...blank, ...gsb, balance: '' })
  await submit('sim', { accountNo: gsb.accountNo, phone: '<i>one' })
  const opened = { ...gsb, role: 'holding' }
  expect(sent).toEqual([
    { ...opened, balanceMinor: 150_050 },
    opened,
    { accountNo: gsb.accountNo, phone: '<i>one' },
  ])
  expect(await shown('en')).toContain('Sent: Put an account’s SIM into a phone')
  await submit('open-account', { ...blank, bank: 'SCB', accountNo: '4051187426', balance: '' })
  expect(await shown('th')).toContain('มีบัญชีเลขนี้อยู่แล้ว')
  await submit('open-account', { ...blank, ...gsb, balance: 'much' })
  expect(await shown('en')).toContain('Type a number such as 500 or 500.25')
  expect(sent).toHaveLength(3)
})

test('a chat service goes down and up by form and by call, one or all', async () => {
  const modes = () => rooms.state.map(({ mode }) => mode)
  expect((await submit('chat', { lang: 'en', channel: 'line', mode: 'down' })).status).toBe(303)
  expect(modes()).toEqual(['down', 'up', 'up', 'up'])
  expect(await shown('en')).toContain('Now: LINE: down (503)')
  expect((await tell('chat', { mode: 'up' })).status).toBe(200)
  expect(modes()).toEqual(['up', 'up', 'up', 'up'])
})

test('the rooms stand on the page in a frame that reads itself anew, newest message first', async () => {
  const room = rooms.find('discord', '1261100000000000001')
  if (!room) throw new Error('no room')
  rooms.take(room, { key: 'k', text: 'first <script>', atMs: Date.parse('2026-11-21T03:00:00Z') })
  rooms.take(room, { key: null, text: 'second', atMs: Date.parse('2026-11-21T03:00:01Z') })
  rooms.take(room, { key: 'k', text: 'first <script>', atMs: Date.now() })
  const whole = await fetch(`${base}/?lang=en`)
  expect(whole.headers.get('content-security-policy')).toContain("frame-src 'self'")
  expect(whole.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  const text = await whole.text()
  expect(text).toContain('<iframe src="/chat?lang=en"')
  expect(text).toContain('http://127.0.0.1:7403/hooks/accounting')
  const frame = await fetch(`${base}/chat?lang=en`)
  expect(frame.headers.get('refresh')).toBe('3')
  expect(frame.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  const inside = await frame.text()
  expect(inside).toContain('first &lt;script&gt;')
  expect(inside.indexOf('second')).toBeLessThan(inside.indexOf('first &lt;'))
  expect(inside).toContain('10:00:00 · sent again, shown once × 1')
  expect(await (await fetch(`${base}/chat?lang=th`)).text()).toContain('ยังไม่มีข้อความ')
})
