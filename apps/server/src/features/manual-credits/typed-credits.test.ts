import { randomUUID } from 'node:crypto'
import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import { suspense } from '@khlang/ledger/accounts.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { businessOn, valueOn } from '../../platform/business-day.ts'
import { codeOf, key } from '../../testing/world/members.ts'
import {
  createMoneyFactory,
  type FactoryAccount,
  type MoneyFactory,
} from '../../testing/world/money-factory.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import { decideAs, decidePassword } from '../../testing/world/decide.ts'
import { whileHeld } from '../../testing/world/while-held.ts'
import * as queries from './queries.ts'

// Credit that people type: what counts in their day, what warns of a double, and the row that is left.
let server: TestServer
let make: MoneyFactory
let bank: FactoryAccount
let anna: Person
let ben: Person
const permissions = {
  pretransactionNotMatch: ['isRead'],
  pretransactionDepositWithdraw: ['isRead', 'isCreate'],
  pretransactionRequest: ['isRead', 'isUpdate'],
  memberManagement: ['isRead', 'isCreate'],
} as const
const options = { permissions, hasStepUp: true, password: decidePassword } as const
beforeAll(async () => {
  server = await startTestServer()
  make = await createMoneyFactory(server)
  bank = await make.account({ bank: 'BBL' })
  anna = await server.person(options)
  ben = await server.person(options)
})
afterAll(() => server.stop())

const words = { reasonCode: 'compensation', remarkStaff: 'for the trouble' } as const
type Kind = 'realDeposit' | 'goodwill' | 'correction'
const give = (by: Person, memberId: string, amountMinor: number, kind: Kind, rest: object = {}) =>
  by.call('preTransactions.createDeposit', { memberId, amountMinor, kind, ...words, ...rest }, key())
const moment = (at: number): string => new Date(at).toISOString()

test('what one linked alone counts in their day: their own, of the day, not undone', async () => {
  const { id: memberId } = await make.member()
  const on = '2026-11-20'
  const counted = () => queries.linkedByMaker(server.services.db, anna.id, on)
  const put = (set: object) => {
    const row = { by: anna.id, on, approval: null, undone: null, ...set }
    return server.database.plant(
      `insert into hand_links (deposit_id, statement_line_id, employee_id, member_id, amount_minor, score,
         reasons, approval_id, business_on, undone_at)
       values (gen_random_uuid(), gen_random_uuid(), $1, $2, 100, 50, '{}', $3, $4, $5)`,
      [row.by, memberId, row.approval, row.on, row.undone],
    )
  }
  expect(await counted()).toBe(0)
  await put({ by: ben.id })
  await put({ on: '2026-11-19' })
  await put({ on: '2026-11-21' })
  await put({ approval: randomUUID() })
  await put({ undone: moment(Date.now()) })
  expect(await counted()).toBe(0)
  await put({})
  await put({})
  expect(await counted()).toBe(200)
})

test('what one linked alone leaves less of their day for what they type, as the preview says', async () => {
  const person = await server.person({ ...options, abilities: { adjustmentPerDayMinor: 1000 } })
  const { id, outside: memberId } = await make.member()
  await server.database.plant(
    `insert into hand_links (deposit_id, statement_line_id, employee_id, member_id, amount_minor, score,
       reasons, business_on)
     values (gen_random_uuid(), gen_random_uuid(), $1, $2, 300, 50, '{}', brand_day())`,
    [person.id, id],
  )
  const left = async (amountMinor: number) =>
    (await person.call('preTransactions.previewDeposit', { memberId, amountMinor, kind: 'goodwill' }))
      .overDay
  expect(await left(700)).toBeNull()
  expect(await left(701)).toEqual({ limitMinor: 1000, leftMinor: 700 })
})

describe('the same amount twice', () => {
  const atMs = Date.parse('2026-11-20T05:00:00.000Z')
  const at = moment(atMs)
  const tenMinutes = 10 * 60_000
  const warned = async (put: (memberId: string, otherId: string) => Promise<void>) => {
    const [member, other] = [await make.member(), await make.member()]
    await put(member.id, other.id)
    const of = { memberId: member.id, amountMinor: 5_000, at }
    return (await queries.doublesOf(server.services.db, of)).length
  }
  const deposit = async (memberId: string, set: object = {}) => {
    const row = { state: 'credited', requested: null, amount: 5_000, made: at, credited: at, ...set }
    await server.database.plant(
      `insert into deposits (reference, member_id, state, method, amount_requested_minor, amount_minor,
         by_kind, created_at, credited_at, business_on)
       values ($1, $2, $3, 'bank', $4, $5, 'auto', $6, $7, current_date)`,
      [randomUUID(), memberId, row.state, row.requested, row.amount, row.made, row.credited],
    )
  }
  const adjustment = async (memberId: string, set: object = {}) => {
    const row = { amount: 5_000, made: at, ...set }
    await server.database.plant(
      `insert into adjustments (reference, member_id, kind, amount_minor, reason_code, remark_staff, maker_id,
         business_on, created_at) values ($1, $2, 'goodwill', $3, 'x', 'x', $4, current_date, $5)`,
      [randomUUID(), memberId, row.amount, anna.id, row.made],
    )
  }
  const open = { credited: null, amount: null, requested: 5_000 }
  const far = moment(atMs - 3_600_000)
  test.each<[string, number, (memberId: string, otherId: string) => Promise<void>]>([
    ['a credited deposit', 1, (of) => deposit(of)],
    ['one that waits', 1, (of) => deposit(of, { ...open, state: 'pending' })],
    ['one that was announced', 1, (of) => deposit(of, { ...open, state: 'created' })],
    ['none that was refused', 0, (of) => deposit(of, { ...open, state: 'rejected' })],
    ['none that was taken back', 0, (of) => deposit(of, { state: 'reversed' })],
    ['none of another member', 0, (_, other) => deposit(other)],
    ['none of another amount', 0, (of) => deposit(of, { amount: 5_001 })],
    [
      'one by what came in, not by what was asked for',
      0,
      (of) => deposit(of, { amount: 4_999, requested: 5_000 }),
    ],
    ['one up to ten minutes before', 1, (of) => deposit(of, { credited: moment(atMs - tenMinutes) })],
    ['none before that', 0, (of) => deposit(of, { credited: moment(atMs - tenMinutes - 1) })],
    ['one up to ten minutes after', 1, (of) => deposit(of, { credited: moment(atMs + tenMinutes) })],
    ['none after that', 0, (of) => deposit(of, { credited: moment(atMs + tenMinutes + 1) })],
    ['one by when it was credited, not asked for', 1, (of) => deposit(of, { made: far })],
    ['goodwill', 1, (of) => adjustment(of)],
    ['no goodwill of another member', 0, (_, other) => adjustment(other)],
    ['no goodwill of another amount', 0, (of) => adjustment(of, { amount: 4_999 })],
    ['no goodwill of an hour ago', 0, (of) => adjustment(of, { made: far })],
  ])('warns of %s', async (_, expected, put) => {
    expect(await warned(put)).toBe(expected)
  })

  test('is not credited by a second person once its own line has credited it', async () => {
    const { db } = server.services
    const isStopped = async (set: object, kind = 'realDeposit') => {
      const [member, other] = [await make.member(), await make.member()]
      const { of = member.id, ...rest } = { ...set, ...('isOther' in set ? { of: other.id } : {}) }
      await deposit(of, rest)
      const [approval] = await server.database.asAdmin<{ id: string }>(
        `insert into approvals (kind, entity, entity_id, document, document_hash, reason, maker_id, requires,
           created_at) values ('manualDeposit', 'member', $1, '{}', '', 'x', $2, '{}', $3) returning id`,
        [member.outside, anna.id, at],
      )
      const document = { kind, memberId: member.outside, amountMinor: 5_000 }
      const said = db
        .transaction()
        .execute((tx) => queries.assertNotCreditedMeanwhile(tx, approval?.id ?? '', document))
      return said.then(
        () => false,
        ({ code }: { code: string }) => code === 'alreadyMatched',
      )
    }
    expect(await isStopped({})).toBe(true)
    expect(await isStopped({ credited: moment(atMs - tenMinutes) })).toBe(true)
    expect(await isStopped({ credited: moment(atMs - tenMinutes - 1) })).toBe(false)
    expect(await isStopped({ isOther: true })).toBe(false)
    expect(await isStopped({ amount: 5_001 })).toBe(false)
    expect(await isStopped({ state: 'reversed' })).toBe(false)
    expect(await isStopped({}, 'goodwill')).toBe(false)
  })
})

test('typed money is offered a fitting open line of its account and amount, a day old at most', async () => {
  const member = await make.member({ bank: 'KBANK' })
  const elsewhere = await make.account()
  const nowMs = Date.now()
  let amountMinor = 120_000
  const offered = async (set: object, of: object = {}) => {
    amountMinor += 10
    const usual = { account: bank.id, direction: 'in', state: 'unmatched', more: 0, agoMs: 0, digits: 6 }
    const line = { ...usual, ...set }
    await server.database.plant(
      `insert into statement_lines (bank_account_id, direction, amount_minor, bank_time, bank_time_precision,
         received_at, payer_bank, payer_mask, source, dedupe_key, chain, state, business_on, value_on)
       values ($1, $2, $3, $4, 'minute', $4, 'KBANK', $5, 'sms', $6, 'linked', $7, current_date,
         current_date)`,
      [
        line.account,
        line.direction,
        amountMinor + line.more,
        moment(nowMs - line.agoMs),
        `????${member.accountNo.slice(-line.digits)}`,
        randomUUID(),
        line.state,
      ],
    )
    const wanted = { memberId: member.id, amountMinor, accountId: bank.id, now: moment(nowMs), ...of }
    return queries.fittingLine(server.services.db, wanted, 40)
  }
  const day = 24 * 3_600_000
  const { score } = (await offered({})) ?? { score: 0 }
  expect(score).toBeGreaterThanOrEqual(40)
  expect(await offered({ state: 'suggested' })).not.toBeNull()
  expect(await offered({ agoMs: day - 1_000 })).not.toBeNull()
  expect(await offered({ account: elsewhere.id }, { accountId: undefined })).not.toBeNull()
  for (const set of [
    { account: elsewhere.id },
    { direction: 'out' },
    { state: 'autoMatched' },
    { state: 'waiting' },
    { more: 1 },
    { agoMs: day },
  ])
    expect(await offered(set)).toBeNull()
  const stranger = await make.member({ bank: 'SCB' })
  expect(await offered({}, { memberId: stranger.id })).toBeNull()
  const wanted = { memberId: member.id, amountMinor, accountId: bank.id, now: moment(nowMs) }
  const at = (minScore: number) => queries.fittingLine(server.services.db, wanted, minScore)
  expect([(await at(score))?.score, await at(score + 1)]).toEqual([score, null])
  // A newer one that fits less well is not offered in its place.
  expect(await offered({ more: -10, digits: 4 })).toBeNull()
  expect((await at(1))?.score).toBe(score)
})

describe('typed credit', () => {
  test('of real money is for an open deposit account of the brand, up to ten million baht', async () => {
    const member = await make.member()
    const typed = async (accountId: string, amountMinor = 1_000) =>
      codeOf(give(anna, member.outside, amountMinor, 'realDeposit', { accountId }))
    const closed = [await make.account({ role: 'withdrawal' }), await make.account({ role: 'holding' })]
    const frozen = await make.account()
    closed.push(frozen)
    await make.query(`update bank_accounts set state = 'frozen' where id = $1`, [frozen.id])
    for (const { outside } of closed) expect(await typed(outside)).toBe('422 invalidValue')
    expect(await typed(bank.outside, 1_000_000_001)).toBe('422 amountLimit')
    expect(await typed(bank.outside, 1_000_000_000)).toBe('ok')
    const paused = await make.account()
    await make.query(`update bank_accounts set state = 'paused', priority = 1 where id = $1`, [paused.id])
    const accounts = await queries.depositAccounts(server.services.db)
    const ids = accounts.map(({ id }) => id)
    expect(ids).toContain(bank.id)
    expect(closed.filter(({ id }) => ids.includes(id))).toEqual([])
    expect(ids[0]).toBe(paused.id)
  })

  test('is for members in one’s sight who are active, then and when it is decided', async () => {
    const seller = await server.person({ ...options, type: 'seller' })
    const [own, other] = [await make.member({ sellerId: seller.id }), await make.member()]
    expect(await codeOf(give(seller, other.outside, 100, 'goodwill'))).toBe('404 memberNotFound')
    const real = { accountId: bank.outside }
    expect(await codeOf(give(seller, own.outside, 100, 'realDeposit', real))).toBe('422 invalidValue')
    const input = { memberId: own.outside, amountMinor: 100, kind: 'realDeposit' } as const
    const seen = await seller.call('preTransactions.previewDeposit', input)
    expect(seen).toMatchObject({ accounts: [], checkers: [], legs: [], fittingLine: null })
    const asked = await give(anna, own.outside, 600_000, 'goodwill')
    await give(anna, other.outside, 600_000, 'goodwill')
    const waits = async (by: Person) =>
      (await by.call('preTransactions.approvals', {})).records.map(({ member }) => member.id)
    expect(await waits(seller)).toEqual([own.outside])
    expect(await waits(anna)).toEqual(expect.arrayContaining([own.outside, other.outside]))
    await make.query(`update members set state = 'suspended' where id = $1`, [own.id])
    expect(await codeOf(give(anna, own.outside, 100, 'goodwill'))).toBe('409 memberNotActive')
    // Nobody is asked about money that could not be credited.
    expect(await codeOf(give(anna, own.outside, 100, 'realDeposit', real))).toBe('409 memberNotActive')
    expect(await codeOf(decideAs(ben, asked.approvalId))).toBe('409 memberNotActive')
    expect(await make.cash(own)).toBe(0)
  })

  test('that waits is listed until it is decided or over, with whose it is', async () => {
    const member = await make.member()
    const records = async (by = anna) =>
      (await by.call('preTransactions.approvals', {})).records.filter(
        (row) => row.member.id === member.outside,
      )
    const gift = await give(anna, member.outside, 600_000, 'correction', { remarkMember: 'ขออภัย' })
    const real = await give(anna, member.outside, 300, 'realDeposit', { accountId: bank.outside })
    expect((await records()).map(({ id, isOwn }) => [id, isOwn])).toEqual([
      [gift.approvalId, true],
      [real.approvalId, true],
    ])
    const [first] = await records(ben)
    expect(first).toMatchObject({ kind: 'manualCredit', maker: anna.username, isOwn: false })
    expect(first).toMatchObject({ amountMinor: 600_000, reason: words.remarkStaff })
    await decideAs(ben, gift.approvalId, false)
    expect((await records()).map(({ id }) => id)).toEqual([real.approvalId])
    await server.database.plant('update approvals set expires_at = now() where id = $1', [
      decodeId('approval', real.approvalId ?? ''),
    ])
    expect(await records()).toEqual([])
  })

  test('leaves the whole row of what was asked for, by whom it was asked and agreed', async () => {
    const member = await make.member()
    const on = businessOn(await server.services.settings.get(), server.services.now())
    const asked = await give(anna, member.outside, 600_000, 'correction', { remarkMember: 'ขออภัย' })
    await decideAs(ben, asked.approvalId)
    const given = await make.query(
      `select kind, amount_minor, reason_code, remark_member, remark_staff, maker_id, checker_id, approval_id,
              business_on::text as on, reversed_at from adjustments where member_id = $1`,
      [member.id],
    )
    const said = { reason_code: 'compensation', remark_member: 'ขออภัย', remark_staff: words.remarkStaff }
    const by = {
      maker_id: anna.id,
      checker_id: ben.id,
      approval_id: decodeId('approval', asked.approvalId ?? ''),
    }
    expect(given).toEqual([
      { kind: 'correction', amount_minor: 600_000, ...said, ...by, on, reversed_at: null },
    ])

    const bankTime = moment(Date.now() - 50 * 3_600_000)
    const rest = { accountId: bank.outside, bankTime, remarkMember: 'ขออภัย' }
    const real = await give(anna, member.outside, 70_000, 'realDeposit', rest)
    const fromMs = server.services.now()
    await decideAs(ben, real.approvalId)
    const [row] = await make.query<{ id: string; at: string }>(
      `select id, credited_at as at, state, method, amount_minor, bank_account_id, statement_line_id,
              by_kind, by_id, reason_code, remark_member, remark_staff, approval_id, business_on::text as on,
              credits, version,
              credit_before_minor as before, credit_after_minor as after from deposits where member_id = $1`,
      [member.id],
    )
    expect(row).toMatchObject({
      state: 'credited',
      method: 'manual',
      amount_minor: 7e4,
      bank_account_id: bank.id,
      ...said,
      statement_line_id: null,
      by_kind: 'employee',
      by_id: anna.id,
      credits: 1,
      version: 1,
      on,
      approval_id: decodeId('approval', real.approvalId ?? ''),
      before: 6e5,
      after: 67e4,
    })
    expect(Date.parse(row?.at ?? '')).toBeGreaterThanOrEqual(fromMs)
    const moved = await make.query(
      `select f.code as from, business_on::text as on, value_on::text as of from transfers t
         join accounts f on f.id = t.from_id where source_id = $1`,
      [encodeId('deposit', row?.id ?? '')],
    )
    expect(moved).toEqual([{ from: suspense(bank.outside).code, on, of: valueOn(bankTime) }])
    expect(await make.judge()).toEqual([])
  })
})

describe('in the very instant', () => {
  test('two credits of one person do not both fit under their limit of the day', async () => {
    const person = await server.person({ ...options, abilities: { adjustmentPerDayMinor: 1000 } })
    const members = [await make.member(), await make.member()]
    const hold = { text: 'select from employees where id = $1 for no key update', values: [person.id] }
    const gift = (member: string) => () => codeOf(give(person, member, 600, 'goodwill'))
    const gifts = members.map(({ outside }) => gift(outside))
    const answers = await whileHeld(server, hold, gifts)
    expect(answers.filter((answer) => answer === 'ok').length).toBeLessThan(2)
  })

  test('a member who is stopped is credited nothing', async () => {
    const member = await make.member()
    const stop = { text: `update members set state = 'suspended' where id = $1`, values: [member.id] }
    const gift = () => codeOf(give(anna, member.outside, 100, 'goodwill'))
    expect(await whileHeld(server, stop, [gift])).not.toEqual(['ok'])
    expect(await make.cash(member)).toBe(0)
  })
})
