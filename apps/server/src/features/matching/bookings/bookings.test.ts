import type { BookingCategory } from '@khlang/contract/pre-transactions/booking-words.ts'
import { decodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bankPhone } from '../../../testing/bank-phone.ts'
import { codeOf, once, refusalOf } from '../../../testing/refusal.ts'
import type { Person, TestServer } from '../../../testing/server.ts'
import { startLineDesk, type LineDesk } from '../../../testing/world/line-desk.ts'
import { decideAs } from '../../../testing/world/decide.ts'
import type { FactoryAccount, MoneyFactory } from '../../../testing/world/money-factory.ts'
import { bookByRule } from './book-by-rule.ts'
import { whyNotRule } from './rules.ts'

let desk: LineDesk
let server: TestServer
let make: MoneyFactory
let cashier: Person
let second: Person
beforeAll(async () => {
  desk = await startLineDesk()
  ;({ server, make, cashier, second } = desk)
})
afterAll(async () => {
  expect(await desk.stop()).toEqual([])
})

let account: FactoryAccount
let phone: Awaited<ReturnType<typeof bankPhone>>
beforeEach(async () => {
  account = await make.account({ bank: 'SCB' })
  phone = await bankPhone(make, account)
})

const reason = 'ค่าธรรมเนียมธนาคาร'
const lineOf = async (amountMinor: number, direction: 'in' | 'out' = 'in') =>
  (await phone.receives({ amountMinor, direction })).body.data?.lineId ?? ''
type Category = BookingCategory
const book = (id: string, category: Category, version = 1) =>
  cashier.call('preTransactions.bookLine', { id, version, category, reason }, once())
const whole = (id: string) => cashier.call('preTransactions.line', { id })
const balances = (...codes: string[]) => Promise.all(codes.map((code) => make.balance(code)))
const own = () => balances(`bank:${account.outside}`, `unmatched:${account.outside}`)

describe('a line of the company’s own', () => {
  test('is income, or a cost, and moves the book so; a small one by one person', async () => {
    const [fees = 0, interest = 0] = await balances('expense:fee:bank', 'income:interest')
    const [bank = 0] = await own()
    const into = await lineOf(5_000)
    expect(await book(into, 'interest')).toEqual({ state: 'done', approvalId: null })
    expect(await own()).toEqual([bank - 5_000, 0])
    const out = await lineOf(1_000, 'out')
    await book(out, 'bankFee')
    expect(await balances('expense:fee:bank', 'income:interest')).toEqual([fees - 1_000, interest + 5_000])
    expect((await own())[0]).toBe(bank - 4_000)
    expect([(await whole(into)).line.state, (await whole(out)).line.state]).toEqual(['income', 'settled'])
    expect((await whole(out)).handling.booking).toMatchObject({ category: 'bankFee', rule: null, reason })
  })

  test('takes two above the limit of the brand or one’s own, and for the owner’s money always', async () => {
    await server.set({ bookingAloneMinor: 50_000 })
    const small = await server.person({
      permissions: { pretransactionNotMatch: ['isRead', 'isUpdate'] },
      hasStepUp: true,
      abilities: { approvalLimitMinor: 10_000 },
    })
    const by = async (person: Person, amountMinor: number, category: Category = 'otherIncome') => {
      const input = { id: await lineOf(amountMinor), version: 1, category, reason }
      return (await person.call('preTransactions.bookLine', input, once())).state
    }
    expect([await by(cashier, 50_000), await by(cashier, 50_001)]).toEqual(['done', 'waiting'])
    expect([await by(small, 10_000), await by(small, 10_001)]).toEqual(['done', 'waiting'])
    for (const category of ['ownerTopUp', 'unclaimed'] as const)
      expect(await by(cashier, 100, category)).toBe('waiting')
    const id = await lineOf(10_000_000)
    const [equity = 0] = await balances('equity:owner')
    await decideAs(second, (await book(id, 'ownerTopUp')).approvalId)
    expect(await balances('equity:owner')).toEqual([equity + 10_000_000])
  })

  test('goes its own way only, once, and not while anybody else may have it', async () => {
    const out = await lineOf(300, 'out')
    expect(await refusalOf(book(out, 'interest'))).toMatchObject({ details: { reason: 'wrongWay' } })
    const id = await lineOf(400)
    await book(id, 'feeIncome')
    expect(await codeOf(book(id, 'feeIncome', 2))).toBe('alreadyMatched')
    const asked = await lineOf(1_000_000)
    await book(asked, 'otherIncome')
    expect(await codeOf(book(asked, 'otherIncome'))).toBe('conflict')
  })

  test('is taken back by two, and then takes two to link; booked anew it moves the book again', async () => {
    const id = await lineOf(600)
    await book(id, 'interest')
    const [interest = 0] = await balances('income:interest')
    const { approvalId } = await cashier.call(
      'preTransactions.askUnbook',
      { id, version: 2, reason },
      once(),
    )
    expect((await whole(id)).handling.asked).toMatchObject({ kind: 'lineUnbook' })
    await decideAs(second, approvalId)
    expect(await balances('income:interest')).toEqual([interest - 600])
    expect([(await whole(id)).line.state, (await own())[1]]).toEqual(['unlinked', 600])
    const { outside: memberId } = await make.member()
    const { reasons } = await cashier.call('preTransactions.previewLink', { id, memberId })
    expect(reasons).toContain('unlinked')
    await book(id, 'otherIncome', 3)
    expect((await own())[1]).toBe(0)
    const again = await cashier.call('preTransactions.askUnbook', { id, version: 4, reason }, once())
    await decideAs(second, again.approvalId)
    expect((await own())[1]).toBe(600)
  })
})

describe('a rule', () => {
  const wanted = (more: object = {}) => ({
    name: `ค่าธรรมเนียม ${account.outside}`,
    direction: 'out' as const,
    category: 'bankFee' as const,
    accountId: account.outside,
    bank: null,
    texts: ['ถอน/โอนเงิน'],
    channel: null,
    amountMinor: 1_500,
    maxMinor: 2_000,
    reason,
    ...more,
  })
  const ask = (more: object = {}) => cashier.call('preTransactions.askRule', wanted(more), once())
  const rules = async () => (await cashier.call('preTransactions.bookingRules', {})).records
  const ruleHere = async () => (await rules()).find((each) => each.account?.id === account.outside)
  /** Lines lie open for a while before a rule takes them. */
  const rested = () =>
    server.database.plant(
      `update statement_lines set created_at = created_at - interval '3 minutes' where bank_account_id = $1
         and created_at > now() - interval '1 minute'`,
      [account.id],
    )
  const early = () =>
    server.database.plant(
      `set session_replication_role = replica; update booking_rules set approved_at = approved_at - interval
         '1 hour'; set session_replication_role = origin`,
    )

  test('that two agreed to books what it tells and says so; switched off it books no more', async () => {
    const { approvalId, state } = await ask()
    expect(state).toBe('waiting')
    const before = await lineOf(1_500, 'out')
    const { differences } = await second.call('approvals.get', { id: approvalId })
    expect(differences).toContainEqual({ field: 'wouldHaveBooked', before: null, after: 1 })
    await decideAs(second, approvalId)
    const [told, other] = [await lineOf(1_500, 'out'), await lineOf(1_501, 'out')]
    await bookByRule(server.services)
    expect((await whole(told)).line.state).toBe('unmatched')
    await early()
    await server.database.plant(
      `update statement_lines set created_at = created_at - interval '2 hours' where id = $1`,
      [decodeId('statementLine', before)],
    )
    await rested()
    await bookByRule(server.services)
    await bookByRule(server.services)
    const states = await Promise.all([before, told, other].map(async (id) => (await whole(id)).line.state))
    expect(states).toEqual(['unmatched', 'settled', 'unmatched'])
    const rule = await ruleHere()
    expect((await whole(told)).handling.booking).toMatchObject({
      category: 'bankFee',
      rule: { id: rule?.id, name: rule?.name },
      by: null,
    })
    expect(rule).toMatchObject({ state: 'active', bookedCount: 1, bookedMinor: 1_500 })
    const off = { id: rule?.id ?? '', version: 1, reason: 'เลิกใช้' }
    await cashier.call('preTransactions.switchRuleOff', off, once())
    expect(await codeOf(cashier.call('preTransactions.switchRuleOff', off, once()))).toBe('stateRefused')
    const later = await lineOf(1_500, 'out')
    await rested()
    await bookByRule(server.services)
    expect((await whole(later)).line.state).toBe('unmatched')
  })

  test('books nothing again that two took back, and nothing that a format still learns to read', async () => {
    await decideAs(second, (await ask()).approvalId)
    const [told, learnt] = [await lineOf(1_500, 'out'), await lineOf(1_500, 'out')]
    await server.database.plant(`update statement_lines set flags = '{readLate}' where id = $1`, [
      decodeId('statementLine', learnt),
    ])
    await early()
    await rested()
    await bookByRule(server.services)
    const { line } = await whole(told)
    expect([line.state, (await whole(learnt)).line.state]).toEqual(['settled', 'unmatched'])
    const back = { id: told, version: line.version, reason }
    await decideAs(second, (await cashier.call('preTransactions.askUnbook', back, once())).approvalId)
    const [fees] = await balances('expense:bankFee')
    await bookByRule(server.services)
    expect((await whole(told)).line.state).toBe('unmatched')
    expect(await balances('expense:bankFee')).toEqual([fees])
    const alarms = await make.query<{ code: string }>(
      'select code from alarms where entity_id = $1 and cleared_at is null',
      [told],
    )
    expect(alarms).toEqual([{ code: 'bank.outgoingUnknown' }])
    const ours = server.services.pool.query(
      `insert into line_bookings (line_id, category, amount_minor, rule_id)
       select line_id, category, amount_minor, rule_id from line_bookings where line_id = $1`,
      [decodeId('statementLine', told)],
    )
    await expect(ours).rejects.toThrow('approvalMissing')
  })

  test('of a bank and a channel takes the lines of both, and of no other', async () => {
    const other = await make.account({ bank: 'KBANK' })
    const rule = { name: 'ค่าถอนตู้', accountId: null, texts: [], amountMinor: null }
    const { approvalId } = await ask({ ...rule, bank: 'SCB', channel: 'ATM' })
    await decideAs(second, approvalId)
    expect((await rules()).find(({ name }) => name === rule.name)).toMatchObject({
      bank: 'SCB',
      channel: 'ATM',
      account: null,
    })
    const fits = async (accountId: string, channel: string | null) => {
      const id = decodeId('statementLine', await lineOf(1_000, 'out'))
      const [row] = await make.query<{ fits: boolean }>(
        `select coalesce(rule_fits(r, l), false) as fits from booking_rules r,
           (select (jsonb_populate_record(x, jsonb_build_object('bank_account_id', $2::text,
             'channel', $3::text))).* from statement_lines x where x.id = $1) l where r.name = $4`,
        [id, accountId, channel, rule.name],
      )
      return row?.fits
    }
    expect([
      await fits(account.id, 'ATM'),
      await fits(account.id, 'CDM'),
      await fits(account.id, null),
      await fits(other.id, 'ATM'),
    ]).toEqual([true, false, false, false])
  })

  test('takes nothing that names anybody, that a member asked for, or that two rules tell', async () => {
    const income = { direction: 'in', category: 'interest', texts: ['เข้าบ/ช'], amountMinor: null }
    await decideAs(second, (await ask(income)).approvalId)
    const member = await make.member()
    const named = (await phone.receives({ amountMinor: 700, payer: { tag: 'KBNK', digits: '123123' } }))
      .body.data?.lineId
    await make.request(member, account, 800)
    const [asked, plain] = [await lineOf(800), await lineOf(900)]
    await early()
    await rested()
    await bookByRule(server.services)
    const states = await Promise.all(
      [named ?? '', asked, plain].map(async (id) => (await whole(id)).line.state),
    )
    expect(states).toEqual(['unmatched', 'suggested', 'income'])
    await decideAs(second, (await ask({ ...income, name: 'อีกกฎ', category: 'otherIncome' })).approvalId)
    const twice = await lineOf(950)
    await early()
    await rested()
    await bookByRule(server.services)
    expect((await whole(twice)).line.state).toBe('unmatched')
  })

  test('tells something of a line, stays below what one books alone, and has a name of its own', async () => {
    await server.set({ bookingAloneMinor: 50_000 })
    const why = async (more: object) => {
      const refusal = await refusalOf(ask(more))
      return typeof refusal === 'string' ? refusal : (refusal.details as { reason: string }).reason
    }
    expect(await why({ texts: [], amountMinor: null })).toBe('ruleTooWide')
    expect(await why({ maxMinor: 50_001 })).toBe('tooMuch')
    expect(await why({ category: 'interest' })).toBe('wrongWay')
    expect(await why({ category: 'ownerDraw' })).toBe('neverByRule')
    await decideAs(second, (await ask()).approvalId)
    expect(await why({})).toBe('ruleNameInUse')
    expect(whyNotRule({ ...wanted(), amountMinor: 2_001 }, 50_000)).toBe('tooMuch')
  })

  test('and no statement of the program’s own role books without one, or makes one wider', async () => {
    await decideAs(second, (await ask()).approvalId)
    const id = decodeId('statementLine', await lineOf(1_600, 'out'))
    const said = (text: string, ...values: unknown[]) =>
      server.services.pool.query(text, values).then(
        () => 'done',
        (error: unknown) => (error as { code?: string }).code ?? String(error),
      )
    const rule = decodeId('bookingRule', (await ruleHere())?.id ?? '')
    const byRule = `insert into line_bookings (line_id, category, amount_minor, rule_id)
      values ($1, 'bankFee', 1600, $2)`
    expect(await said(byRule, id, rule)).toBe('KL105')
    const big = decodeId('statementLine', await lineOf(9_000_000))
    const alone = `insert into line_bookings (line_id, category, amount_minor, maker_id)
      values ($1, 'interest', 9000000, $2)`
    expect(await said(alone, big, cashier.id)).toBe('KL105')
    expect(await said('update booking_rules set max_minor = 9000000 where id = $1', rule)).toBe('KL105')
    expect(await said(`update booking_rules set state = 'off', off_at = now() where id = $1`, rule)).toBe(
      'done',
    )
    expect(await said(`update booking_rules set state = 'active', off_at = null where id = $1`, rule)).toBe(
      'KL105',
    )
  })
})
