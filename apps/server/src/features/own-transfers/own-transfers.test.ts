import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bankPhone } from '../../testing/bank-phone.ts'
import { once, refusalOf } from '../../testing/refusal.ts'
import { tellNews } from '../../testing/news.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import { decideAs, decidePassword } from '../../testing/world/decide.ts'
import {
  createMoneyFactory,
  type FactoryAccount,
  type MoneyFactory,
} from '../../testing/world/money-factory.ts'
import { payoutSources } from '../withdrawals/queries.ts'
import { chooseDecided } from '../withdrawals/settle-by-line.ts'
import { matchTransfers } from './match-statements.ts'

let server: TestServer
let make: MoneyFactory
let maker: Person
let checker: Person
beforeAll(async () => {
  server = await startTestServer()
  make = await createMoneyFactory(server)
  const permissions = { paymentAutoTransfer: ['isRead', 'isCreate'] as const }
  const abilities = { seeOwnBalances: true }
  maker = await server.person({ permissions, abilities, hasStepUp: true })
  const checks = { paymentAutoTransfer: ['isRead', 'isUpdate'] as const }
  checker = await server.person({ permissions: checks, hasStepUp: true, password: decidePassword })
})
afterAll(async () => {
  const violations = await make.judge()
  await server.stop()
  expect(violations).toEqual([])
})

let from: FactoryAccount
let to: FactoryAccount
let paying: Awaited<ReturnType<typeof bankPhone>>
let taking: Awaited<ReturnType<typeof bankPhone>>
beforeEach(async () => {
  from = await make.account({ bank: 'SCB' })
  to = await make.account({ bank: 'SCB', role: 'withdrawal' })
  paying = await bankPhone(make, from)
  taking = await bankPhone(make, to)
})

const ask = (amountMinor = 20_000, ends: { from?: FactoryAccount; to?: FactoryAccount } = {}) =>
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
const agreed = async (amountMinor?: number, ends?: { from?: FactoryAccount; to?: FactoryAccount }) => {
  const { id, approvalId } = await ask(amountMinor, ends)
  await decideAs(checker, approvalId)
  return id
}
const one = (id: string) => maker.call('ownTransfers.get', { id })
const match = () => matchTransfers(server.services)
const bookOf = ({ outside }: FactoryAccount) => make.balance(`bank:${outside}`)
const leaves = (amountMinor = 20_000) => paying.receives({ amountMinor, direction: 'out' })
const arrives = (amountMinor = 20_000) =>
  taking.receives({ amountMinor, payer: { tag: 'SCB', digits: from.accountNo.slice(-6) } })
const alarms = async (id: string) => {
  const rows = await make.query<{ code: string }>(
    'select code from alarms where entity_id = $1 and cleared_at is null',
    [id],
  )
  return rows.map(({ code }) => code)
}

describe('a transfer between two own accounts', () => {
  test('is asked for by one, agreed to by another, and done when both statements show it', async () => {
    const before = [await bookOf(from), await bookOf(to)]
    const { id, state, approvalId } = await ask()
    expect(state).toBe('waiting')
    expect(await one(id)).toMatchObject({ state: 'asked', amountMinor: 20_000, checker: null })
    await match()
    await decideAs(checker, approvalId)
    expect(await one(id)).toMatchObject({ state: 'approved', seenOut: false, seenIn: false })
    const out = await leaves()
    expect(await alarms(out.body.data?.lineId ?? '')).toEqual([])
    await match()
    expect(await one(id)).toMatchObject({ state: 'approved', seenOut: true, seenIn: false })
    await arrives()
    await match()
    expect(await one(id)).toMatchObject({ state: 'done', seenOut: true, seenIn: true })
    const moved = [await bookOf(from), await bookOf(to)]
    const [a = 0, b = 0] = before
    // What a bank owes us is kept below zero.
    expect(moved).toEqual([a + 20_000, b - 20_000])
    const states = await make.query('select state from statement_lines where bank_account_id in ($1, $2)', [
      from.id,
      to.id,
    ])
    expect(states).toEqual([{ state: 'internalTransfer' }, { state: 'internalTransfer' }])
    await match()
    expect(await bookOf(to)).toBe(b - 20_000)
  })

  test('is not taken from a line that names another account, came before, or is another amount', async () => {
    await leaves()
    const id = await agreed()
    await match()
    expect(await one(id)).toMatchObject({ seenOut: false })
    await leaves()
    await taking.receives({ amountMinor: 20_000, payer: { tag: 'KBNK', digits: '999999' } })
    await arrives(20_001)
    await match()
    expect(await one(id)).toMatchObject({ state: 'approved' })
    await arrives()
    await match()
    expect(await one(id)).toMatchObject({ state: 'done' })
  })

  test('two alike are done one by one; of too many lines nobody guesses', async () => {
    const [first, second] = [await agreed(), await agreed()]
    await leaves()
    await arrives()
    await match()
    expect(await one(first)).toMatchObject({ state: 'done' })
    expect(await one(second)).toMatchObject({ state: 'approved' })
    await leaves()
    await leaves()
    await arrives()
    await match()
    expect(await one(second)).toMatchObject({ state: 'approved' })
  })

  test('two payers of one amount into one account: only a line that names its payer counts', async () => {
    const other = await make.account({ bank: 'SCB' })
    const others = await bankPhone(make, other)
    const [mine, theirs] = [await agreed(), await agreed(20_000, { from: other })]
    await leaves()
    await others.receives({ amountMinor: 20_000, direction: 'out' })
    await taking.receives({ amountMinor: 20_000 })
    await match()
    expect(await one(mine)).toMatchObject({ state: 'approved' })
    await taking.receives({ amountMinor: 20_000, payer: { tag: 'SCB', digits: other.accountNo.slice(-6) } })
    await match()
    expect(await one(mine)).toMatchObject({ state: 'approved' })
    expect(await one(theirs)).toMatchObject({ state: 'done' })
  })

  test('of which one bank alone tells for long has an alarm until the other does', async () => {
    const id = await agreed()
    await leaves()
    await match()
    expect(await alarms(id)).toEqual([])
    await server.database.plant(
      `update own_transfers set approved_at = approved_at - interval '16 minutes' where state = 'approved'`,
    )
    await match()
    expect(await alarms(id)).toEqual(['transfer.oneSided'])
    expect(
      await refusalOf(maker.call('ownTransfers.cancel', { id, version: 2, reason: 'late' }, once())),
    ).toEqual({ code: 'transferSeen', details: undefined })
    await arrives()
    await match()
    expect(await alarms(id)).toEqual([])
  })
})

describe('what is not the half of a transfer', () => {
  test('a member’s own payment of the amount, whether the bank prints a name or nothing', async () => {
    const id = await agreed()
    await leaves()
    await taking.receives({ amountMinor: 20_000, name: 'นาย สมชาย ใจดี' })
    await match()
    expect(await one(id)).toMatchObject({ state: 'approved' })
    await taking.receives({ amountMinor: 20_000 })
    await match()
    expect(await one(id)).toMatchObject({ state: 'approved' })
  })

  test('where neither bank names anybody: only after a while, and of one pair alone', async () => {
    const id = await agreed()
    const halves = [await leaves(), await taking.receives({ amountMinor: 20_000 })]
    await match()
    expect(await one(id)).toMatchObject({ state: 'approved' })
    const ids = halves.map(({ body }) => body.data?.lineId)
    const came = (ago: string, which = ids) =>
      server.database.plant(
        `update statement_lines set received_at = now() - $2::interval
          where id in (select inside_id(x) from unnest($1::text[]) x)`,
        [which, ago],
      )
    await came('121 seconds')
    // A member's payment beside it: nobody guesses which is which.
    const third = await taking.receives({ amountMinor: 20_000 })
    await match()
    expect(await one(id)).toMatchObject({ state: 'approved' })
    await server.database.plant(`update statement_lines set state = 'ignored' where id = inside_id($1)`, [
      third.body.data?.lineId,
    ])
    await came('8 minutes', ids.slice(0, 1))
    await match()
    expect(await one(id)).toMatchObject({ state: 'approved' })
    await came('121 seconds')
    await match()
    expect(await one(id)).toMatchObject({ state: 'done' })
  })

  test('our own name counts as our account, as far as the bank prints it', async () => {
    const id = await agreed()
    await leaves()
    await taking.receives({ amountMinor: 20_000, name: 'คลัง จำ' })
    await match()
    expect(await one(id)).toMatchObject({ state: 'done' })
  })

  test('a message without a balance, which its true line still follows', async () => {
    const id = await agreed()
    await leaves()
    const { body } = await arrives()
    await make.query(`update statement_lines set chain = 'hint' where id = inside_id($1)`, [
      body.data?.lineId,
    ])
    await match()
    expect(await one(id)).toMatchObject({ state: 'approved', seenIn: false })
  })

  test('a payout’s money, while the amount is awaited: only a named payee settles the payout', () => {
    const line = { bankTime: null, receivedAt: '2026-11-28T03:00:00.000Z', ref: null, payeeName: null }
    const of = { id: 'l', bankAccountId: 'a', amountMinor: 1, payeeBank: null, valueOn: '', businessOn: '' }
    const open = { id: 'w', memberId: 'm', state: 'sending', toBank: 'SCB', toAccountNo: '1234567890' }
    const candidate = { ...open, sentAt: null, isSettled: false, refs: [] }
    const chosen = (parts: object) =>
      chooseDecided({ ...line, ...of, payeeMask: null, ...parts }, [candidate]).settles?.id ?? null
    expect(chosen({})).toBe('w')
    expect(chosen({ isTransferAwaited: true })).toBeNull()
    expect(chosen({ isTransferAwaited: true, payeeMask: '??????7890' })).toBe('w')
  })
})

describe('money that left while a transfer was awaited', () => {
  const alarmed = async (line: Awaited<ReturnType<typeof leaves>>) => alarms(line.body.data?.lineId ?? '')

  test('raises an alarm where more left than was agreed to', async () => {
    await agreed()
    const [first, second] = [await leaves(), await leaves()]
    await match()
    expect([await alarmed(first), await alarmed(second)]).toEqual([[], ['bank.outgoingUnknown']])
  })

  test('raises an alarm where it names an account that is not ours', async () => {
    const id = await agreed()
    const [half, stolen] = [await leaves(), await leaves()]
    await server.database.plant(
      `update statement_lines set payer_mask = '????999999' where id = inside_id($1)`,
      [stolen.body.data?.lineId],
    )
    await arrives()
    await match()
    expect(await one(id)).toMatchObject({ state: 'done' })
    expect([await alarmed(half), await alarmed(stolen)]).toEqual([[], ['bank.outgoingUnknown']])
  })
})

test('a pair that a person closes by hand ends its transfer, and is not the next one’s', async () => {
  const [first, second] = [await agreed(), await agreed()]
  const [out, into] = [await leaves(), await arrives()]
  const clerk = await server.person({
    hasStepUp: true,
    permissions: { pretransactionNotMatch: ['isRead', 'isUpdate'] },
  })
  const [id, oppositeId] = [into.body.data?.lineId ?? '', out.body.data?.lineId ?? '']
  await clerk.call('preTransactions.internalTransfer', { id, version: 1, oppositeId }, once())
  expect(await one(first)).toMatchObject({ state: 'done' })
  expect(await one(second)).toMatchObject({ state: 'approved', seenOut: false, seenIn: false })
  const { records } = await maker.call('ownTransfers.accounts', {})
  expect(records.find((each) => each.id === from.outside)).toMatchObject({ balanceMinor: 960_000 })
})

test('the database keeps what is over, and when it was agreed to', async () => {
  const id = await agreed()
  const set = (what: string) =>
    make.query(`update own_transfers set ${what} where id = inside_id($1)`, [id])
  await expect(set(`approved_at = now() - interval '3 days'`)).rejects.toMatchObject({ code: 'KL105' })
  await maker.call('ownTransfers.cancel', { id, version: 2, reason: 'bank was down' }, once())
  await expect(set(`state = 'approved', ended_at = null`)).rejects.toMatchObject({ code: 'KL105' })
})

describe('a transfer is refused', () => {
  test('beyond what is there, what is agreed to leave already, and the limits of its account', async () => {
    const why = (reason: string) => ({ code: 'transferRefused', details: { reason } })
    expect(await refusalOf(ask(20_000, { to: from }))).toEqual(why('sameAccount'))
    expect(await refusalOf(ask(1_000_001))).toEqual(why('balance'))
    await agreed(900_000)
    expect(await refusalOf(ask(100_001))).toEqual(why('balance'))
    await make.query('update bank_accounts set transfer_limit_minor = 5000 where id = $1', [from.id])
    expect(await refusalOf(ask(5001))).toEqual(why('transferLimit'))
    await make.query('update bank_accounts set day_limit_minor = 904000 where id = $1', [from.id])
    expect(await refusalOf(ask(4001))).toEqual(why('dayLimit'))
    expect(await refusalOf(ask(4000))).toBe('done')
    await make.query(`update bank_accounts set state = 'frozen' where id = $1`, [to.id])
    expect(await refusalOf(ask(1))).toEqual(why('frozen'))
  })

  test('when it is agreed to, if the money is gone meanwhile', async () => {
    const [one1, two] = [await ask(600_000), await ask(600_000)]
    await decideAs(checker, one1.approvalId)
    expect(await refusalOf(decideAs(checker, two.approvalId))).toEqual({
      code: 'stateRefused',
      details: { reason: 'sourceCannotPay' },
    })
  })

  test('all above what stays, where the balance is another than was shown', async () => {
    const why = (reason: string) => ({ code: 'transferRefused', details: { reason } })
    const all = (amountMinor: number, keepMinor: number, by = maker) =>
      by.call(
        'ownTransfers.create',
        {
          fromId: from.outside,
          toId: to.outside,
          amountMinor,
          keepMinor,
          purpose: 'hold',
          reason: 'ส่วนเกิน',
        },
        once(),
      )
    await agreed(100_000)
    expect(await refusalOf(all(950_000, 50_000))).toEqual(why('balanceMoved'))
    expect(await refusalOf(all(0, 900_000))).not.toBe('done')
    const { approvalId, id } = await all(850_000, 50_000)
    const [{ document } = { document: {} }] = await make.query<{ document: object }>(
      'select document from approvals where id = inside_id($1)',
      [approvalId],
    )
    // The amount, and nothing that could come to another one when it is agreed to.
    expect(document).toMatchObject({ amountMinor: 850_000 })
    expect(Object.keys(document)).not.toContain('keepMinor')
    await agreed(60_000)
    expect(await refusalOf(decideAs(checker, approvalId))).toMatchObject({ code: 'stateRefused' })
    expect(await one(id)).toMatchObject({ state: 'asked', amountMinor: 850_000 })
    // A limit bounds it, and is no reason to refuse it.
    await make.query('update bank_accounts set transfer_limit_minor = 7000 where id = $1', [from.id])
    expect(await refusalOf(all(7000, 0))).toBe('done')
    const blind = await server.person({
      permissions: { paymentAutoTransfer: ['isCreate'] },
      hasStepUp: true,
    })
    expect(await refusalOf(all(7000, 0, blind))).toEqual(why('unseen'))
  })

  test('and a payout too, once what is agreed to leave that day fills the limit', async () => {
    await make.query(
      `with rail as (insert into payment_rails (name, base_url, secret)
         values ('limits', 'https://rail.example', '\\x00') returning id)
       update bank_accounts a set day_limit_minor = 30000, rail_id = rail.id from rail where a.id = $1`,
      [to.id],
    )
    await agreed(20_000, { from: to, to: from })
    const [day] = await make.query<{ on: string }>(
      'select business_on::text as on from own_transfers where from_account_id = $1',
      [to.id],
    )
    const of = { businessOn: day?.on ?? '', only: to.id }
    const sources = async (amountMinor: number) =>
      (await payoutSources(server.services.db, { amountMinor, ...of })).length
    expect([await sources(10_000), await sources(10_001)]).toEqual([1, 0])
  })

  test('by the second person, or taken back by the maker', async () => {
    const { id, approvalId } = await ask()
    await decideAs(checker, approvalId, false)
    expect(await one(id)).toMatchObject({ state: 'refused', endedBy: expect.any(String) })
    const again = await ask()
    await maker.call('approvals.cancel', { id: again.approvalId })
    expect(await one(again.id)).toMatchObject({ state: 'cancelled' })
  })

  test('by the maker alone: they hold no right to agree', async () => {
    const { approvalId } = await ask()
    expect(await refusalOf(decideAs(maker, approvalId))).not.toBe('done')
  })
})

test('a transfer nobody made ends: cancelled by hand, or with its day', async () => {
  const [byHand, old] = [await agreed(), await agreed()]
  await maker.call('ownTransfers.cancel', { id: byHand, version: 2, reason: 'bank was down' }, once())
  expect(await one(byHand)).toMatchObject({ state: 'cancelled' })
  await server.database.plant(
    `update own_transfers set approved_at = approved_at - interval '25 hours' where state = 'approved'`,
  )
  const { id: undecided, approvalId } = await ask()
  await server.database.plant(
    `update approvals set expires_at = now() - interval '1 second' where id = inside_id($1)`,
    [approvalId],
  )
  await match()
  expect(await one(old)).toMatchObject({ state: 'expired' })
  expect(await one(undecided)).toMatchObject({ state: 'expired' })
})

test('the list shows newest first, by state and account; balances to who may see them', async () => {
  const [first, second] = [await agreed(), (await ask()).id]
  const list = async (filter: object = {}) =>
    (await maker.call('ownTransfers.list', { accountId: from.outside, ...filter })).records.map(
      ({ id }) => id,
    )
  expect(await list()).toEqual([second, first])
  expect(await list({ state: ['approved'] })).toEqual([first])
  const mine = (await maker.call('ownTransfers.accounts', {})).records.find(({ id }) => id === from.outside)
  expect(mine).toMatchObject({ balanceMinor: 980_000, leftTodayMinor: null, role: 'deposit' })
  const blind = await server.person({ permissions: { paymentAutoTransfer: ['isCreate'] } })
  const hidden = (await blind.call('ownTransfers.accounts', {})).records.find(
    ({ id }) => id === from.outside,
  )
  expect(hidden).toMatchObject({ balanceMinor: null })
  const input = { fromId: from.outside, toId: to.outside, purpose: 'hold', reason: 'how much' } as const
  const proven = await server.person({
    permissions: { paymentAutoTransfer: ['isCreate'] },
    hasStepUp: true,
  })
  const tooMuch = proven.call('ownTransfers.create', { ...input, amountMinor: 5_000_000 }, once())
  expect(await refusalOf(tooMuch)).toEqual({ code: 'transferRefused', details: { reason: 'tooMuch' } })
})

test('who may agree reads of it in their inbox', async () => {
  const { id } = await ask()
  const { db } = server.services
  const hinted = await make.query('select from outbox where topic = $1 and entity_id = $2', [
    'ownTransfer',
    id,
  ])
  expect(hinted.length).toBeGreaterThan(0)
  // As the notifier of the live stream leaves it.
  await db.insertInto('event_hints').values({ topic: 'ownTransfer', entity_id: id }).execute()
  await tellNews(server.services)
  const inbox = await checker.call('notifications.list', {})
  expect(inbox.records.map(({ code }) => code)).toContain('transfer.pending')
})
