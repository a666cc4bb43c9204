import { encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { once, refusalOf } from '../../testing/refusal.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import { decideAs, decidePassword } from '../../testing/world/decide.ts'
import {
  createMoneyFactory,
  type FactoryAccount,
  type MoneyFactory,
} from '../../testing/world/money-factory.ts'
import { pastBetween } from './pattern.ts'

// What whoever decides a transfer reads of the habit of its two accounts.

let server: TestServer
let make: MoneyFactory
let maker: Person
let checker: Person
beforeAll(async () => {
  server = await startTestServer()
  make = await createMoneyFactory(server)
  const abilities = { seeOwnBalances: true }
  const permissions = { paymentAutoTransfer: ['isRead', 'isCreate'] as const }
  maker = await server.person({ permissions, abilities, hasStepUp: true })
  const checks = { paymentAutoTransfer: ['isRead', 'isUpdate'] as const }
  checker = await server.person({ permissions: checks, hasStepUp: true, password: decidePassword })
})
afterAll(async () => server.stop())

let from: FactoryAccount
let to: FactoryAccount
beforeEach(async () => {
  from = await make.account({ bank: 'SCB' })
  to = await make.account({ bank: 'SCB', role: 'withdrawal' })
  await server.database.plant(
    `update bank_accounts set created_at = now() - interval '25 hours' where id = $1`,
    [to.id],
  )
})

const ask = (amountMinor: number, ends: { from?: FactoryAccount; to?: FactoryAccount } = {}) =>
  maker.call(
    'ownTransfers.create',
    {
      fromId: (ends.from ?? from).outside,
      toId: (ends.to ?? to).outside,
      amountMinor,
      purpose: 'topUp',
      reason: 'เติมบัญชีถอน',
    },
    once(),
  )
/** Agreed to, asked for so many days ago at an hour of Bangkok. */
const past = async (amountMinor: number, daysAgo = 0, hour = 23) => {
  const { id, approvalId } = await ask(amountMinor)
  await decideAs(checker, approvalId)
  await server.database.plant(
    `update own_transfers set business_on = business_on - $2::int,
       created_at = ((current_date - 10)::timestamp + make_interval(hours => $3)) at time zone 'Asia/Bangkok'
      where id = inside_id($1)`,
    [id, daysAgo, hour],
  )
  return id
}
const pattern = (id: string, by = maker) => by.call('ownTransfers.pattern', { id })

describe('the pattern of a transfer', () => {
  test('counts what was agreed to between the two accounts in seven business days, day by day', async () => {
    await past(10_000, 0, 9)
    await past(30_000, 6)
    await past(20_000, 6)
    await past(99_000, 7)
    await ask(50_000)
    const other = await make.account({ bank: 'SCB' })
    const { approvalId } = await ask(70_000, { to: other })
    await decideAs(checker, approvalId)
    const refused = await ask(60_000)
    await decideAs(checker, refused.approvalId, false)
    const { id } = await ask(90_000)
    const seen = await pattern(id)
    expect(seen).toMatchObject({ typicalMinor: 20_000, largestMinor: 30_000, typicalHour: 23, signs: [] })
    expect(seen.days.map(({ count, sumMinor }) => [count, sumMinor])).toEqual([
      [2, 50_000],
      ...Array.from({ length: 5 }, () => [0, 0]),
      [1, 10_000],
    ])
    // 1,000,000 in each account, less the four to here and the one to another that are to leave.
    expect(seen).toMatchObject({ from: { balanceMinor: 771_000 }, to: { balanceMinor: 1_000_000 } })
  })

  test('is unusual above three times the greatest of the seven days, and not at it', async () => {
    await past(10_000)
    await past(40_000, 7)
    expect((await pattern((await ask(30_000)).id)).signs).toEqual([])
    expect((await pattern((await ask(30_001)).id)).signs).toEqual(['muchMore'])
  })

  test('is unusual the first time between two accounts, in this direction, and into a new one', async () => {
    const { id } = await ask(10_000)
    expect(await pattern(id)).toMatchObject({
      signs: ['firstBetween'],
      typicalMinor: null,
      largestMinor: null,
      typicalHour: null,
    })
    await past(10_000, 30)
    expect((await pattern(id)).signs).toEqual([])
    const back = await ask(10_000, { from: to, to: from })
    expect((await pattern(back.id)).signs).toEqual(['firstBetween', 'newDestination'])
  })

  test('shows balances to whoever may see them, and nothing to whoever may not read transfers', async () => {
    const { id } = await ask(10_000)
    expect(await pattern(id, checker)).toMatchObject({
      from: { balanceMinor: null },
      to: { balanceMinor: null },
    })
    const stranger = await server.person({ permissions: { paymentAuto: ['isRead'] } })
    expect(await refusalOf(pattern(id, stranger))).toMatchObject({ code: 'forbidden' })
    const none = encodeId('ownTransfer', from.id)
    expect(await refusalOf(pattern(none))).toMatchObject({ code: 'notFound' })
  })

  test('is read by an index: of 40,000 transfers only those of the pair and the days', async () => {
    const { id } = await ask(10_000)
    const [row] = await make.query<{ id: string; on: string }>(
      'select id, business_on::text as on from own_transfers where id = inside_id($1)',
      [id],
    )
    await server.database.plant(
      `insert into own_transfers (reference, from_account_id, to_account_id, amount_minor, purpose, reason,
          maker_id, business_on, state, ended_at, approval_id, out_line_id, in_line_id)
        select 'P' || n, case n % 2 when 0 then $1::uuid else $2 end,
            case n % 2 when 0 then $2::uuid else $1 end, n, 'other',
          'old', $3::uuid, $4::date - n / 100, 'done', now(), uuidv7(), uuidv7(), uuidv7()
          from generate_series(1, 40000) n`,
      [from.id, to.id, maker.id, row?.on],
    )
    await server.database.asAdmin('analyze own_transfers')
    const query = pastBetween({ id: row?.id ?? '', fromId: from.id, toId: to.id, on: row?.on ?? '' })
    const { sql, parameters } = query.compile(server.services.db)
    const { rows } = await server.services.pool.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, buffers, timing off, costs off) ${sql}`,
      [...parameters],
    )
    const plan = rows.map((each) => each['QUERY PLAN']).join('\n')
    expect(plan).toContain('own_transfers_pair')
    expect(plan).not.toContain('Seq Scan')
    // The first plan that is told buffers is the whole of it: 350 rows of the pair in its days, of 40,000.
    expect(Number(/Buffers: shared hit=(\d+)/.exec(plan)?.[1])).toBeLessThan(120)
    expect((await pattern(id)).days.reduce((sum, { count }) => sum + count, 0)).toBeLessThan(360)
  })
})
