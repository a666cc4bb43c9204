import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeFile } from '../../testing/exported.ts'
import { bankPhone, scbTime } from '../../testing/bank-phone.ts'
import { createMoneyFactory, type MoneyFactory } from '../../testing/world/money-factory.ts'
import { meanwhile } from '../../testing/world/while-held.ts'
import { codeOf } from '../../testing/refusal.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'

let server: TestServer
let make: MoneyFactory
let clerk: Person
const queue = { pretransactionDepositWithdraw: ['isRead', 'isCreate', 'isUpdate'] } as const
beforeAll(async () => {
  server = await startTestServer()
  make = await createMoneyFactory(server)
  clerk = await server.person({ permissions: queue, abilities: { exportData: true }, hasStepUp: true })
})
afterAll(async () => {
  const violations = await make.judge()
  await server.stop()
  expect(violations).toEqual([])
})
const key = () => ({ idempotencyKey: randomUUID() })
async function desk() {
  const account = await make.account({ bank: 'SCB' })
  return { account, phone: await bankPhone(make, account) }
}

test('an automatic deposit stands in the queue with credit before and after, and in the totals', async () => {
  const { account, phone } = await desk()
  const member = await make.member({ bank: 'KBANK', accountNo: '1234777001' })
  await phone.receives({ amountMinor: 11_100, payer: { tag: 'KBNK', digits: '777001' } })
  await phone.receives({ amountMinor: 22_200, payer: { tag: 'KBNK', digits: '777001' } })
  const filter = { memberId: member.outside }
  const page = await clerk.call('preTransactions.queue', { ...filter, size: 1 })
  expect(page.records).toEqual([
    expect.objectContaining({
      kind: 'deposit',
      state: 'credited',
      amountMinor: 22_200,
      creditBeforeMinor: 11_100,
      creditAfterMinor: 33_300,
      source: 'auto',
      accountId: account.outside,
    }),
  ])
  const next = await clerk.call('preTransactions.queue', {
    ...filter,
    size: 1,
    after: page.afterCursor ?? '',
  })
  expect(next.records.map((row) => row.amountMinor)).toEqual([11_100])
  expect(next.hasAfter).toBe(false)
  const id = page.records[0]?.id ?? ''
  expect(await clerk.call('preTransactions.queueRow', { kind: 'deposit', id })).toEqual(page.records[0])
  const totals = await clerk.call('preTransactions.queueTotals', { ...filter, tab: 'done' })
  expect(totals).toMatchObject({
    count: 2,
    depositMinor: 33_300,
    netMinor: 33_300,
    tabs: { all: 2, waiting: 0, done: 2 },
  })
  const file = await wholeFile(
    clerk.call('preTransactions.exportQueue', { ...filter, format: 'csv' }, key()),
  )
  expect(file.rows).toBe(2)
  expect(Buffer.from(file.base64, 'base64').toString()).toContain('333.00')
  // Closed values are printed as the screen shows them, in the reader's language.
  const columns = ['kind', 'state', 'source'] as const
  for (const [language, words] of [
    ['th', 'ฝาก,เติมแล้ว,ออโต้'],
    ['en', 'In,Credited,Auto'],
  ] as const) {
    const input = { ...filter, format: 'csv' as const, columns: [...columns] }
    const { base64 } = await wholeFile(
      server.as(clerk.token, language)('preTransactions.exportQueue', input, key()),
    )
    expect(Buffer.from(base64, 'base64').toString().split('\r\n').slice(1, 3)).toEqual([words, words])
  }
})

test('the strip shows the book, the bank and what moved today, only to who may see balances', async () => {
  const { account, phone } = await desk()
  await phone.receives({ amountMinor: 5_000 })
  // What is not money, or is told a second time, moved nothing.
  await server.database.plant(
    `insert into statement_lines (bank_account_id, direction, amount_minor, bank_time_precision, received_at,
       source, dedupe_key, chain, state, business_on, value_on)
     select bank_account_id, direction, 700, bank_time_precision, received_at, source, s.state, chain,
            s.state, business_on, value_on
       from statement_lines, unnest(array['waiting', 'duplicate', 'quarantined', 'rejected']) as s (state)
      where bank_account_id = $1`,
    [account.id],
  )
  const cardFor = async (person: Person) =>
    (await person.call('preTransactions.accounts', {})).records.find((card) => card.id === account.outside)
  expect(await cardFor(clerk)).toMatchObject({
    balanceMinor: null,
    bankBalanceMinor: null,
    inTodayMinor: 5_000,
  })
  const owner = await server.person({ isAdmin: true })
  expect(await cardFor(owner)).toMatchObject({
    balanceMinor: 1_005_000,
    bankBalanceMinor: 1_005_000,
    isBroken: false,
  })
})

test('a noted deposit waits, credits nothing, and is refused once with a reason', async () => {
  const member = await make.member()
  const input = { memberId: member.outside, amountMinor: 9_900, remark: 'โอนแล้วไม่เข้า' }
  const made = await clerk.call('preTransactions.createPending', input, key())
  expect(await make.cash(member)).toBe(0)
  const row = await clerk.call('preTransactions.queueRow', { kind: 'deposit', id: made.depositId })
  expect(row).toMatchObject({ state: 'pending', amountMinor: 9_900, reference: made.reference })
  const reject = (version: number) =>
    clerk.call(
      'preTransactions.rejectDeposit',
      { id: made.depositId, version, reasonCode: 'noMoneyFound', remark: 'ไม่พบยอด' },
      key(),
    )
  expect(await codeOf(reject(7))).toBe('stale')
  expect(await reject(1)).toEqual({ version: 2 })
  expect(await codeOf(reject(2))).toBe('stateRefused')
  // One that ends at this very moment is refused no more.
  const late = await clerk.call('preTransactions.createPending', input, key())
  const text = `update deposits set state = 'expired', version = version + 1 where reference = $1`
  const answer = await meanwhile(server, { text, values: [late.reference] }, () => {
    const wanted = {
      id: late.depositId,
      version: 1,
      reasonCode: 'noMoneyFound',
      remark: 'ไม่พบยอด',
    } as const
    return codeOf(clerk.call('preTransactions.rejectDeposit', wanted, key()))
  })
  expect(answer).toBe('stateRefused')
  await server.database.plant('delete from deposits where reference = $1', [late.reference])
  // What was refused stands in the list and in no sum, but in its own tab's.
  const of = { memberId: member.outside }
  expect(await clerk.call('preTransactions.queueTotals', of)).toMatchObject({
    count: 1,
    depositCount: 0,
    netMinor: 0,
    notCountedCount: 1,
  })
  expect(await clerk.call('preTransactions.queueTotals', { ...of, tab: 'cancelled' })).toMatchObject({
    depositCount: 1,
    netMinor: 9_900,
    notCountedCount: 0,
  })
})

test('a seller sees the deposits of their own members only', async () => {
  const seller = await server.person({ type: 'seller', permissions: queue })
  const own = await make.member({ sellerId: seller.id })
  const other = await make.member()
  const note = (memberId: string) =>
    clerk.call('preTransactions.createPending', { memberId, amountMinor: 100, remark: 'ทดสอบ' }, key())
  const [mine, foreign] = [await note(own.outside), await note(other.outside)]
  const seen = (await seller.call('preTransactions.queue', {})).records.map((row) => row.id)
  expect(seen).toEqual([mine.depositId])
  expect(
    await codeOf(seller.call('preTransactions.queueRow', { kind: 'deposit', id: foreign.depositId })),
  ).toBe('notFound')
  // Rows asked for together: what is out of sight is left out, and says nothing of itself.
  const deposits = [mine.depositId, foreign.depositId]
  const together = await seller.call('preTransactions.queueRows', { deposits, withdrawals: [] })
  expect(together.records.map((row) => row.id)).toEqual([mine.depositId])
  expect((await seller.call('preTransactions.accounts', {})).records).toEqual([])
})

test('what a search finds stands by time, each row once, page by page, whatever else is asked', async () => {
  const members = [await make.member(), await make.member()]
  for (const amountMinor of [301, 302, 303, 304, 305, 307, 309]) {
    const memberId = members[amountMinor % 2]?.outside ?? ''
    await clerk.call('preTransactions.createPending', { memberId, amountMinor, remark: 'ทดสอบ' }, key())
  }
  const own = members[1]
  const { records } = await clerk.call('preTransactions.queue', { memberId: own?.outside ?? '' })
  const search = records[0]?.member.username ?? ''
  const seen = async (asked: object): Promise<number[]> => {
    const rows: number[] = []
    for (let place: { after?: string } = {}, isMore = true; isMore;) {
      const input = { search, size: 1, ...place, ...asked }
      const page = await clerk.call('preTransactions.queue', input)
      rows.push(...page.records.map(({ amountMinor }) => amountMinor))
      isMore = page.hasAfter
      place = { after: page.afterCursor ?? '' }
    }
    return rows
  }
  expect(await seen({})).toEqual([309, 307, 305, 303, 301])
  expect(await seen({ tab: 'deposits' })).toEqual([309, 307, 305, 303, 301])
  expect(await seen({ tab: 'waiting' })).toEqual([301, 303, 305, 307, 309])
  expect(await seen({ amountMinMinor: 306 })).toEqual([309, 307])
  expect(await seen({ tab: 'withdrawals' })).toEqual([])
  const [reference] = records.map((row) => row.reference)
  expect((await clerk.call('preTransactions.queue', { search: reference })).records).toHaveLength(1)
})

test('totals of a search count what its own asker may find, whoever else asks the same', async () => {
  const member = await make.member({ bank: 'KBANK', accountNo: '7788990011' })
  await make.request(member, null, 4500)
  const seeing = await server.person({ permissions: queue, abilities: { revealPii: true } })
  // The end of an account number: for who sees numbers in clear.
  const search = '990011'
  const ask = (person: Person) => person.call('preTransactions.queueTotals', { search, tab: 'all' })
  const alone = [await ask(seeing), await ask(clerk)].map(({ count }) => count)
  expect(alone).toEqual([1, 0])
  const all = Array.from({ length: 8 }, () => [seeing, clerk]).flat()
  const counts = (await Promise.all(all.map(ask))).map(({ count }) => count)
  expect(counts).toEqual(Array.from({ length: 8 }, () => [1, 0]).flat())
})

test('rows that live events name are asked for together, as the queue shows them', async () => {
  const member = await make.member()
  const ids: string[] = []
  for (const amountMinor of [100, 200]) {
    const input = { memberId: member.outside, amountMinor, remark: 'ทดสอบ' }
    ids.push((await clerk.call('preTransactions.createPending', input, key())).depositId)
  }
  const { records } = await clerk.call('preTransactions.queueRows', { deposits: ids, withdrawals: [] })
  const page = await clerk.call('preTransactions.queue', { memberId: member.outside })
  const byId = (rows: readonly { id: string }[]) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  expect(byId(records)).toEqual(byId(page.records))
  const tooMany = Array.from({ length: 101 }, () => ids[0] ?? '')
  expect(
    await codeOf(clerk.call('preTransactions.queueRows', { deposits: tooMany, withdrawals: [] })),
  ).toBe('outOfRange')
})

test('what waits comes the longest waiting first, by pages and in the file', async () => {
  const member = await make.member()
  for (const amountMinor of [101, 102, 103]) {
    const input = { memberId: member.outside, amountMinor, remark: 'ทดสอบ' }
    await clerk.call('preTransactions.createPending', input, key())
  }
  const filter = { memberId: member.outside, tab: 'waiting' } as const
  const amounts = (page: { readonly records: readonly { readonly amountMinor: number }[] }) =>
    page.records.map((row) => row.amountMinor)
  const first = await clerk.call('preTransactions.queue', { ...filter, size: 2 })
  expect(amounts(first)).toEqual([101, 102])
  const second = { ...filter, size: 2, after: first.afterCursor ?? '' }
  expect(amounts(await clerk.call('preTransactions.queue', second))).toEqual([103])
  expect(amounts(await clerk.call('preTransactions.queue', { ...filter, tab: 'all' }))).toEqual([
    103, 102, 101,
  ])
  const file = await wholeFile(
    clerk.call('preTransactions.exportQueue', { ...filter, format: 'csv', columns: ['amount'] }, key()),
  )
  const text = Buffer.from(file.base64, 'base64').toString()
  expect([...text.matchAll(/^1\.0\d/gm)].map(String)).toEqual(['1.01', '1.02', '1.03'])
  expect(text).toContain('years are CE')
})

test('the wizard of money that did not arrive says what stands in the way', async () => {
  const { account, phone } = await desk()
  const member = await make.member({ bank: 'KBANK', accountNo: '1234888001' })
  const ask = (amountMinor: number) =>
    clerk.call('preTransactions.findMissing', {
      memberId: member.outside,
      amountMinor,
      accountId: account.outside,
    })
  await phone.receives({ amountMinor: 45_012 })
  // The amount alone ties nobody to a line: it is shown, and not named as this member's.
  const similar = await ask(45_000)
  expect(similar).toMatchObject({
    verdict: 'similarLine',
    lines: [{ amountMinor: 45_012, matchScore: 0 }],
  })
  const wait = { memberId: member.outside, amountMinor: 44_000, remark: 'แจ้งโอน' }
  await phone.receives({ amountMinor: 44_000 })
  await clerk.call('preTransactions.createPending', wait, key())
  const open = await ask(44_000)
  expect(open).toMatchObject({ verdict: 'openLineFound', lines: [{ amountMinor: 44_000 }] })
  const other = await make.member({ bank: 'KBANK', accountNo: '1234888002' })
  // Digits of another's account would rule this member out; a line without them was linked to the other.
  await clerk.call(
    'preTransactions.createPending',
    { ...wait, memberId: other.outside, amountMinor: 43_000 },
    key(),
  )
  const { body } = await phone.receives({ amountMinor: 43_000 })
  const linked = { id: body.data?.lineId ?? '', version: 1, memberId: other.outside }
  const linker = await server.person({
    permissions: { pretransactionNotMatch: ['isRead', 'isUpdate'] },
    hasStepUp: true,
  })
  await linker.call('preTransactions.link', linked, key())
  expect(await make.cash(other)).toBe(43_000)
  expect((await ask(43_000)).verdict).not.toBe('creditedToOther')
  await clerk.call('preTransactions.createPending', { ...wait, amountMinor: 43_000 }, key())
  expect((await ask(43_000)).verdict).toBe('creditedToOther')
  await phone.receives({ amountMinor: 46_000, payer: { tag: 'KBNK', digits: '888001' } })
  expect((await ask(46_000)).verdict).toBe('alreadyCredited')
  const text = `${scbTime(new Date())} 470.00 จากKBNK/x888001เข้าx${account.accountNo.slice(-6)} ใช้ได้10,470.00บ`
  await phone.say(text)
  expect((await ask(47_000)).verdict).toBe('quarantined')
  // Free money stands before what was credited, however well that fits.
  const free = (await phone.receives({ amountMinor: 46_000 })).body.data?.lineId
  const { lines } = await ask(46_000)
  expect(lines).toMatchObject([
    { id: free, member: null },
    { state: 'autoMatched', member: { id: member.outside } },
  ])
  expect(lines[0]?.matchScore).toBeLessThan(lines[1]?.matchScore ?? 0)
  const found = await clerk.call('preTransactions.searchMember', { search: member.username })
  expect(found.records).toEqual([
    expect.objectContaining({ id: member.outside, accountNoMasked: 'xxx-x-x8800-x' }),
  ])
})
