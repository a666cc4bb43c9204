import { randomUUID } from 'node:crypto'
import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankPhone } from '../../testing/bank-phone.ts'
import { createMoneyFactory, type MoneyFactory } from '../../testing/world/money-factory.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import { totalsOfLines } from '../bank-lines/line-queries.ts'

let server: TestServer
let make: MoneyFactory
let clerk: Person
beforeAll(async () => {
  server = await startTestServer()
  make = await createMoneyFactory(server)
  clerk = await server.person({ permissions: { pretransactionNotMatch: ['isRead', 'isUpdate'] } })
})
afterAll(() => server.stop())

test('handled lines stand in the order of handling, page by page in both directions', async () => {
  const account = await make.account({ bank: 'SCB' })
  const phone = await bankPhone(make, account)
  const ids: string[] = []
  for (const amountMinor of [11_100, 11_200, 11_300, 11_400, 11_500]) {
    const { body } = await phone.receives({ amountMinor })
    ids.push(body.data?.lineId ?? '')
  }
  const [first = '', second = '', third = '', fourth = '', untouched = ''] = ids
  const handled = [third, first, fourth, second]
  for (const id of handled) {
    const input = { id, version: 1, reason: 'ทดสอบลำดับ' }
    await clerk.call('preTransactions.ignoreLine', input, { idempotencyKey: randomUUID() })
  }
  const filter = { scope: 'all' as const, accountId: account.outside, order: 'handled' as const }
  const [newest] = (await clerk.call('preTransactions.lines', { ...filter, size: 1 })).records
  expect(newest?.id).toBe(second)
  const seen: string[] = []
  let page = await clerk.call('preTransactions.lines', { ...filter, size: 2 })
  for (;;) {
    seen.push(...page.records.map(({ id }) => id))
    if (page.afterCursor === null) break
    page = await clerk.call('preTransactions.lines', { ...filter, size: 2, after: page.afterCursor })
  }
  // What nobody touched stands where it came, which was before the first of them was handled.
  expect(seen).toEqual([...handled.toReversed(), untouched])
  const back = page.beforeCursor ?? ''
  const before = await clerk.call('preTransactions.lines', { ...filter, size: 2, before: back })
  expect(before.records.map(({ id }) => id)).toEqual([first, third])
})

test('a cursor of one order is refused in the other', async () => {
  const filter = { scope: 'all' as const, size: 1 }
  const { afterCursor } = await clerk.call('preTransactions.lines', { ...filter, order: 'handled' })
  const other = clerk.call('preTransactions.lines', { ...filter, after: afterCursor ?? '' })
  await expect(other).rejects.toMatchObject({ code: 'invalidCursor' })
})

test('ages are counted from when a line came: each limit belongs to the older', async () => {
  const account = await make.account()
  const nowMs = server.services.now()
  const ages = { '14 minutes 59 seconds': 1, '15 minutes': 10, '59 minutes': 100, '1 hour': 1_000 }
  const older = { '23 hours 59 minutes': 10_000, '1 day': 100_000, '30 days': 1_000_000 }
  for (const [age, amount] of Object.entries({ ...ages, ...older }))
    await server.database.plant(
      `insert into statement_lines (bank_account_id, direction, amount_minor, bank_time_precision,
           received_at, source, dedupe_key, chain, state, business_on, value_on)
         values ($1, 'in', $2, 'none', $3::timestamptz - $4::interval, 'sms', $4::text, 'linked', 'unmatched',
           '2026-11-10', '2026-11-10')`,
      [account.id, amount, new Date(nowMs).toISOString(), age],
    )
  const filter = { scope: 'all', accountId: account.id } as const
  const totals = await totalsOfLines(server.services.db, filter, new Date(nowMs).toISOString())
  expect([totals.count, totals.amountMinor]).toEqual([7, 1_111_111])
  expect(totals.ages).toEqual({
    under15Minutes: { count: 1, amountMinor: 1 },
    under1Hour: { count: 2, amountMinor: 110 },
    under1Day: { count: 2, amountMinor: 11_000 },
    under30Days: { count: 1, amountMinor: 100_000 },
    over30Days: { count: 1, amountMinor: 1_000_000 },
  })
})

test('filters by one aspect each, and opposite lines are of another account within a day', async () => {
  const account = await make.account({ bank: 'SCB' })
  const { body } = await (await bankPhone(make, account)).receives({ amountMinor: 51_000 })
  const id = body.data?.lineId ?? ''
  const elsewhere = await make.account()
  const key51 = decodeId('statementLine', id)
  let planted = 0
  const put = async (set: object = {}): Promise<string> => {
    planted += 1
    const row = {
      at: account.id,
      direction: 'in',
      amount: 51_000,
      state: 'unmatched',
      on: '2026-11-10',
      ...set,
    }
    const more = { mask: null, name: null, ref: null, late: '0 hours', ...set }
    await server.database.plant(
      `insert into statement_lines (bank_account_id, direction, amount_minor, bank_time_precision,
           received_at, source, dedupe_key, chain, state, business_on, value_on, payer_mask, payer_name, ref)
         select $1, $2, $3, 'none', l.received_at + $10::interval, 'sms', $4, 'linked', $5, $6, $6, $7, $8, $9
           from statement_lines l where l.id = $11`,
      [row.at, row.direction, row.amount, `planted-${planted}`, row.state, row.on].concat([
        more.mask,
        more.name,
        more.ref,
        more.late,
        key51,
      ] as string[]),
    )
    const [made] = await make.query<{ id: string }>(
      'select id from statement_lines where dedupe_key = $1',
      [`planted-${planted}`],
    )
    return encodeId('statementLine', made?.id ?? '')
  }
  const rows = {
    plain: await put(),
    out: await put({ direction: 'out' }),
    more: await put({ amount: 51_001 }),
    suggested: await put({ state: 'suggested' }),
    ignored: await put({ state: 'ignored' }),
    before: await put({ on: '2026-11-09' }),
    after: await put({ on: '2026-11-11' }),
    masked: await put({ mask: '??????4321' }),
    named: await put({ name: 'สมหมาย ใจเย็น' }),
    refOf: await put({ ref: 'R-51' }),
  }
  const found = async (filter: object) => {
    const input = { accountId: account.outside, from: '2026-11-09', to: '2026-11-11', ...filter }
    const { records } = await clerk.call('preTransactions.lines', input)
    const { count } = await clerk.call('preTransactions.lineTotals', input)
    expect(count).toBe(records.length)
    return Object.entries(rows)
      .filter(([, each]) => records.some((record) => record.id === each))
      .map(([name]) => name)
  }
  const all = Object.keys(rows)
  const without = (...names: string[]) => all.filter((name) => !names.includes(name))
  expect(await found({ scope: 'all' })).toEqual(all)
  expect(await found({})).toEqual(without('ignored'))
  expect(await found({ direction: 'out' })).toEqual(['out'])
  expect(await found({ direction: 'in' })).toEqual(without('out', 'ignored'))
  expect(await found({ amountMinor: 51_001 })).toEqual(['more'])
  expect(await found({ state: ['suggested'] })).toEqual(['suggested'])
  expect(await found({ state: ['ignored'], scope: 'all' })).toEqual(['ignored'])
  // The last day is first, and within a day what came last.
  const ofDays = {
    accountId: account.outside,
    from: '2026-11-09',
    to: '2026-11-11',
    scope: 'all' as const,
    size: 9,
  }
  const page = await clerk.call('preTransactions.lines', ofDays)
  const rest = await clerk.call('preTransactions.lines', { ...ofDays, after: page.afterCursor ?? '' })
  const { before, after, ...between } = rows
  expect([page, rest].map(({ records }) => records.map((row) => row.id))).toEqual([
    [after, ...Object.values(between).toReversed()],
    [before],
  ])
  expect(await found({ from: '2026-11-10' })).toEqual(without('ignored', 'before'))
  expect(await found({ to: '2026-11-10' })).toEqual(without('ignored', 'after'))
  expect(await found({ hasPayer: true })).toEqual(['masked', 'named'])
  expect(await found({ hasPayer: false })).toEqual(without('ignored', 'masked', 'named'))
  expect(await found({ search: '4321' })).toEqual(['masked'])
  expect(await found({ search: '432' })).toEqual([])
  expect(await found({ search: ' ใจเย็น ' })).toEqual(['named'])
  expect(await found({ search: 'R-51' })).toEqual(['refOf'])
  expect(await found({ search: 'R-5' })).toEqual([])
  expect(await found({ accountId: elsewhere.outside, scope: 'all' })).toEqual([])

  const opposite: Record<string, object> = {
    yes: { at: elsewhere.id, direction: 'out' },
    suggested: { at: elsewhere.id, direction: 'out', state: 'suggested' },
    own: { direction: 'out' },
    incoming: { at: elsewhere.id },
    settled: { at: elsewhere.id, direction: 'out', state: 'settled' },
    'another amount': { at: elsewhere.id, direction: 'out', amount: 51_001 },
    'a day before': { at: elsewhere.id, direction: 'out', late: '-24 hours' },
    'a day after': { at: elsewhere.id, direction: 'out', late: '24 hours' },
    'more before': { at: elsewhere.id, direction: 'out', late: '-24 hours -1 millisecond' },
    'more after': { at: elsewhere.id, direction: 'out', late: '24 hours 1 millisecond' },
  }
  const ids: string[][] = []
  for (const [name, set] of Object.entries(opposite)) ids.push([await put(set), name])
  const { records } = await clerk.call('preTransactions.oppositeLines', { id })
  const seen = ids.flatMap(([each, name]) => (records.some((record) => record.id === each) ? [name] : []))
  expect(seen).toEqual(['yes', 'suggested', 'a day before', 'a day after'])
})
