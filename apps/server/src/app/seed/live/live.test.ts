import { afterAll, beforeAll, expect, test } from 'vitest'
import { payoutWork } from '../../../features/payouts/payouts.ts'
import { checkInvariants } from '../../../testing/invariant-checker.ts'
import { startLiveWorld, type LiveWorld } from './outside.fixture.ts'

// The whole way round without a person: the sandbox as a process of its own, over HTTP, on seeded data.
let world: LiveWorld
let admin: LiveWorld['admin']
let control: LiveWorld['control']

beforeAll(async () => {
  world = await startLiveWorld([payoutWork])
  ;({ admin, control } = world)
}, 180_000)
afterAll(() => world.stop())

interface Moved {
  readonly accountNo: string
  readonly amountMinor: number
  readonly balanceAfterMinor: number
}
interface State {
  readonly messages: { readonly waiting: number; readonly refused: number }
  readonly schedule: { readonly isOn: boolean }
}
const state = () => world.state<State>()
const drained = () => world.drained()

test('clean deposits are credited and all payouts end, without a person', { timeout: 60_000 }, async () => {
  expect((await state()).schedule.isOn).toBe(false)
  const deposits: Moved[] = []
  for (let each = 0; each < 40; each += 1) {
    // Amounts of their own, as members who pay at different times have.
    const amountMinor = 20_000 + each * 100
    deposits.push(await control<Moved>('deposit', { amountMinor, hasRequest: each % 4 === 0 }))
  }
  await drained()
  const credited = await admin.query<{ n: number }>(
    `select count(*)::int as n
       from jsonb_to_recordset($1::jsonb) as w ("accountNo" text, "balanceAfterMinor" bigint)
       join bank_accounts a on a.account_no = w."accountNo"
       join statement_lines l on l.bank_account_id = a.id and l.balance_after_minor = w."balanceAfterMinor"
       join deposits d on d.statement_line_id = l.id and d.state = 'credited' and d.by_kind = 'auto'`,
    [JSON.stringify(deposits)],
  )
  const banks = deposits.filter(({ accountNo }) => accountNo !== '0812347790')
  expect(credited.rows[0]?.n).toBeGreaterThanOrEqual(Math.ceil(banks.length * 0.9))

  await control('rail', { next: ['succeed', 'accept', 'fail', 'succeed', 'accept'] })
  for (let each = 0; each < 10; each += 1) await control('withdrawal')
  const open = async (): Promise<number> => {
    const { rows } = await admin.query<{ n: number }>(
      `select count(*)::int as n from payouts p join withdrawals w on w.id = p.withdrawal_id
        where w.request_key not like 'seed-%' and w.state not in ('paid', 'failed')`,
    )
    return rows[0]?.n ?? -1
  }
  const paid = `select count(*)::int as n from withdrawals
    where request_key not like 'seed-%' and state in ('paid', 'failed')`
  const ended = async (): Promise<number> => (await admin.query<{ n: number }>(paid)).rows[0]?.n ?? -1
  await expect.poll(ended, { timeout: 20_000 }).toBeGreaterThanOrEqual(6)
  await expect.poll(open, { timeout: 20_000 }).toBe(0)
  await drained()
  expect((await state()).messages.refused).toBe(0)
  expect(await checkInvariants(admin)).toEqual([])
})

test(
  'a duplicate, an unreadable text and money without an owner credit nobody',
  { timeout: 30_000 },
  async () => {
    const count = async (): Promise<number> => {
      const { rows } = await admin.query<{ n: number }>(
        `select count(*)::int as n from deposits where state = 'credited'`,
      )
      return rows[0]?.n ?? -1
    }
    const before = await count()
    await control('duplicate')
    await control('unreadable')
    await control('stranger')
    await drained()
    expect(await count()).toBe(before)
    const { rows } = await admin.query<{ state: string }>(
      'select state from bank_messages order by id desc limit 2',
    )
    expect(rows.map((row) => row.state).toSorted()).toEqual(['parseFailed', 'read'])
  },
)

test('an out-of-order pair is put in order and leaves no hole', { timeout: 30_000 }, async () => {
  await control('out-of-order', { accountNo: '4051187426', gapMs: 1500 })
  await drained()
  const broken = await admin.query('select 1 from bank_account_feeds where is_broken')
  expect(broken.rowCount).toBe(0)
})

test('the page is plain, bilingual and refuses other sites', async () => {
  const { base } = world
  const page = await fetch(base)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await page.text()).toContain('โลกจำลอง')
  expect(await (await fetch(`${base}/?lang=en`)).text()).toContain('A member deposits')
  const other = await fetch(`${base}/control/stranger`, {
    method: 'POST',
    headers: { origin: 'https://elsewhere.example', 'content-type': 'application/json' },
    body: '{}',
  })
  expect(other.status).toBe(403)
  const form = await fetch(`${base}/form/login`, {
    method: 'POST',
    body: new URLSearchParams({ lang: 'en' }),
    redirect: 'manual',
  })
  expect(form.status).toBe(303)
  const bad = await fetch(`${base}/control/deposit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ amountMinor: -5 }),
  })
  expect(bad.status).toBe(422)
})
